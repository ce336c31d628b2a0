# next.jq: which candidate is tried next.
#
# In:  the outcomes so far (JSON Lines of usable.jq, read with -n); --slurpfile config: doc/config.json; --slurpfile
#      looked: what was seen of the package's programs (see lib/candidates.jq); --arg src: the package's directory;
#      --argjson left: seconds of the budget; $ENV.args: the words of the stage.
# Out: the candidate as shell words: its number n, then what it is. Nothing when one was usable or none is left.
include "workload/lib/candidates";
include "base/shell";

($ENV.args | fromjson) as $words
| [inputs] as $outcomes
| $config[0].data as $c
| candidates($c; $words; $looked) as $all

| def outcome_reasons($n): [$outcomes[] | select(.n == $n) | .reason];
  def absolute: if startswith("/") then . else "\($src)/\(.)" end;

  # An agent is asked again with what was wrong: some rounds, and some more while each gives a new error. From then
  # on, an error that an earlier round gave ends it. So does no answer.
  def ask_again($errors):
    ($errors | length) as $rounds
    | $rounds == 0
      or (($errors[-1] | startswith("no answer") | not)
          and $rounds < $c.agent_max_rounds
          and ($rounds < $c.agent_rounds or ($errors | unique | length) == $rounds));

  # What nobody vouches for is tried while there is time.
  def may_be_tried($n):
    if $all[$n].ask then ($left >= $c.agent_step_min) and ask_again(outcome_reasons($n))
    else outcome_reasons($n) == [] and ($left > 0 or $all[$n].source == "maintainer") end;

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
  sh("ask"; .ask),
  sh("agent_limit"; if .ask == "workload-program" then $c.agent_timeout else $c.agent_harness_timeout end)
