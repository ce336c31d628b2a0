# next.jq: which candidate is tried next.
#
# In:  the outcomes so far (JSON Lines of usable.jq, read with -n); --slurpfile config: doc/config.json; --slurpfile
#      inventory: what the package makes (lib/candidates.jq); --slurpfile request; --arg src: the package's directory;
#      --argjson left: seconds of the budget.
# Out: the candidate as shell words: its number n, then what it is; unproven: nobody vouches for it. Nothing when one
# was usable or none is left.
include "workload/lib/candidates";
include "base/shell";

[inputs] as $outcomes
| $config[0].data as $c
| candidates($c; $request[0].inputs; $inventory) as $all

| def failures($n): [$outcomes[] | select(.n == $n) | {code, reason}];
  def absolute: if startswith("/") then . else "\($src)/\(.)" end;

  # An agent is asked again with what was wrong: some rounds, and some more while each gives a new error. From then
  # on, an error that an earlier round gave ends it. So does no answer.
  def ask_again($failures):
    ($failures | length) as $rounds
    | $rounds == 0
      or ($failures[-1].code != "agent_no_answer"
          and $rounds < $c.agent_max_rounds
          and ($rounds < $c.agent_rounds or ($failures | unique | length) == $rounds));

  # What nobody vouches for is tried while there is time.
  def may_be_tried($n):
    if $all[$n].ask then ($left >= $c.agent_step_min) and ask_again(failures($n))
    else failures($n) == [] and ($left > 0 or $all[$n].source == "maintainer") end;

  if any($outcomes[]; .status == "ok") then empty
  else first(range($all | length) as $n | select($all[$n].reason == null and may_be_tried($n)) | $n) end

| . as $n
| $all[$n]
| sh("n"; $n),
  sh("source"; .source),
  sh("kind"; .kind),
  sh("template"; .template),
  sh("workload_bin"; .bin),
  sh("check"; .check),
  sh("input_kind"; .input.kind),
  sh("bytes"; .input.bytes),
  sh("input"; .input.file | if . then absolute else "" end),
  sh("iterations"; if .kind == "harness" then 1 else "" end),
  sh("harness_text"; .harness_text),
  sh("driver"; .driver),
  sh("place"; .place),
  sh("unproven"; .source | IN("program", "harness", "helper-program")),
  sh("ask"; .ask),
  sh("agent_limit"; if .ask == "workload-program" then $c.agent_timeout else $c.agent_harness_timeout end)
