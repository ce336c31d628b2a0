# stage-workload.jq: the workload that was chosen, and every candidate that was refused, with its reason; when none is usable, the lines
# to add to the Makefile.
include "document";
include "candidates";
($ENV.args | fromjson) as $words | candidates($config[0].data; $words; $looked) as $all
| ([$outcomes[].n] | max // -1) as $last | (first($outcomes[] | select(.status == "ok")) // null) as $chosen
| [range($all | length) as $n | select($chosen == null or $n <= $last) | $all[$n]
    | if .reason then {source, bin, reason}
      else ($outcomes[] | select(.n == $n and .status != "ok") | {source, by, bin: .data.bin, template: .data.template, input: .data.input.kind, reason}) end
    | with_entries(select(.value != null and .value != ""))] as $refused
| [$outcomes[] | select(.by == "agent")] as $asked
| (if $asked == [] then {} else {agent: ({questions: ($asked | length)} + ([$asked[].cost_usd | select(.)] | if . == [] then {} else {cost_usd: add} end))} end) as $agent
| if $chosen then $chosen | del(.n, .source, .by, .answer, .cost_usd) | .data += {refused: $refused} + $agent
  elif $all != [] and $all[0].source == "maintainer" then $outcomes[0] | del(.n, .source, .by, .answer, .cost_usd)
  else {status: "failed", reason: "no workload was found\(if $outcomes == [] then "" else ": \($outcomes | length) commands were tried and refused" end); add three lines to the Makefile",
    data: ({refused: $refused} + $agent + {advice: advice($words[10] | if . == "" then {} else fromjson end)})} end
| document
