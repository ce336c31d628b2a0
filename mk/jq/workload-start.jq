# workload-start.jq: from the words of the workload command (JSON on stdin) to the first try, as shell words.
# kind: program, harness, tests or none; a generated input has input_kind and bytes, a file stands in input.
def sh($name; $value): "\($name)=\($value // "" | @sh)";
.[4] as $template | .[5] as $program | .[6] as $harness | (.[7] | fromjson) as $input | .[8] as $check | .[9] as $test
| (if $harness != "" then "harness" elif $template != "" then "program" elif $test != "" then "tests" else "none" end) as $kind
| sh("kind"; $kind),
  sh("template"; if $kind == "harness" and $template == "" then "{bin} {iterations}" + (if $input then " {input}" else "" end) else $template end),
  sh("workload_bin"; if $kind == "harness" then ".atesor/harness" else $program end),
  sh("check"; if $check != "" then $check elif $kind == "harness" then "lines:ATESOR-CHECK" elif $kind == "tests" then "none" else "stdout" end),
  sh("input_kind"; $input.kind), sh("bytes"; $input.bytes // "" | tostring),
  sh("input"; $input.file | if . then (if startswith("/") then . else "\($src)/\(.)" end) else "" end),
  sh("iterations"; if $kind == "harness" then "1" else "" end)
