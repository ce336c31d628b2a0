# workload-next.jq: which candidate is tried next, as shell words: its number n, then what it is; nothing when one was usable or none
# is left. An agent is asked again with what was wrong: some rounds, and some more while each gives a new error; from then on, an
# error that an earlier round gave ends it, and so does no answer. Reads the outcomes so far (JSON Lines); $left: seconds of the budget.
include "workload/lib/candidates";
include "base/shell";
[inputs] as $outcomes | $config[0].data as $c
| candidates($c; $ENV.args | fromjson; $looked) as $all
| def rounds($n): [$outcomes[] | select(.n == $n) | .reason];
  def again($reasons): ($reasons | length) as $done
    | $done == 0 or (($reasons[-1] | startswith("no answer") | not) and $done < $c.agent_max_rounds and ($done < $c.agent_rounds or ($reasons | unique | length) == $done));
  # What nobody vouches for is tried while there is time.
  def open($n): if $all[$n].ask then ($left >= $c.agent_step_min) and again(rounds($n)) else rounds($n) == [] and ($left > 0 or $all[$n].source == "maintainer") end;
  if any($outcomes[]; .status == "ok") then empty else first(range($all | length) as $n | select($all[$n].reason == null and open($n)) | $n) end
| . as $n | $all[$n]
| sh("n"; $n), sh("source"; .source), sh("kind"; .kind), sh("template"; .template), sh("workload_bin"; .bin), sh("check"; .check),
  sh("input_kind"; .input.kind), sh("bytes"; .input.bytes), sh("input"; .input.file | if . then (if startswith("/") then . else "\($src)/\(.)" end) else "" end),
  sh("iterations"; if .kind == "harness" then 1 else "" end),
  sh("harness_text"; .harness_text), sh("driver"; .driver), sh("place"; .place), sh("ask"; .ask), sh("agent_limit"; if .ask == "workload-program" then $c.agent_timeout else $c.agent_harness_timeout end)
