# stage-workload.jq: the workload that was chosen, and every candidate that was refused, with its reason; when none is usable, the lines
# to add to the Makefile.
include "base/document";
include "workload/lib/candidates";
($ENV.args | fromjson) as $words | candidates($config[0].data; $words; $looked) as $all
| ([$outcomes[].n] | max // -1) as $last | (first($outcomes[] | select(.status == "ok")) // null) as $chosen
# What was not tried for lack of time: with more of it the answer may be another.
| [range($all | length) as $n | select($chosen == null and $all[$n].reason == null and all($outcomes[]; .n != $n))
    | if $all[$n].ask then select($left < $config[0].data.agent_step_min) else select($left <= 0) end] as $untried
| [range($all | length) as $n | select($chosen == null or $n <= $last) | $all[$n]
    | if .reason then {source, bin, reason}
      elif $n | IN($untried[]) then {source, by: (if .ask then "agent" else .by end), bin, template, reason: "not tried: too little of the budget was left"}
      else ($outcomes[] | select(.n == $n and .status != "ok") | {source, by, bin: .data.bin, template: .data.template, input: .data.input.kind, reason}) end
    | with_entries(select(.value != null and .value != ""))] as $refused
| [$outcomes[] | select(.by == "agent")] as $asked
| (if $asked == [] then {} else {agent: ({questions: ($asked | length)} + ([$asked[].cost_usd | select(.)] | if . == [] then {} else {cost_usd: add} end))} end) as $agent
| if $chosen then $chosen | del(.n, .source, .by, .answer, .cost_usd) | .data += {refused: $refused} + $agent
  elif $all != [] and $all[0].source == "maintainer" then $outcomes[0] | del(.n, .source, .by, .answer, .cost_usd)
  else {status: "failed", reason: "no workload was found\(if $outcomes == [] then "" else ": \($outcomes | length) commands were tried and refused" end); add three lines to the Makefile",
    data: ({refused: $refused} + (if $untried != [] then {limit: ($ENV.limit | tonumber)} else {} end) + $agent + {advice: advice($words[10] | if . == "" then {} else fromjson end)})} end
| document
