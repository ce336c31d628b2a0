# guard-start.jq: guard $n of the settings as shell words, for the stages of mk/stage/guard.mk: it takes what it does not say from the workload.
def sh($name; $value): "\($name)=\($value // "" | tostring | @sh)";
.data as $c | $c.guard[$n] as $guard | $guard.input as $input
| sh("template"; $guard.template),
  sh("check"; if $c.check != "" then $c.check elif $ENV.kind == "harness" then "lines:ATESOR-CHECK" else "stdout" end),
  sh("input_kind"; $input.kind), sh("bytes"; $input.bytes),
  sh("input"; if $input.file then $input.file | if startswith("/") then . else "\($src)/\(.)" end elif $input then "" else $ENV.workload_input end)
