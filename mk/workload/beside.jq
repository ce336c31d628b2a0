# command-start.jq: a command beside the workload as shell words: guard $which of the settings, or the training. What it does not say
# it takes from the workload; a training without an input of its own gets the kind and size of the workload's (from another seed), or its file.
include "base/shell";
.data as $c | (if $which == "train" then $c.train // {} else $c.guard[$which | tonumber] end) as $command
| ($command.input // (if $which == "train" and $ENV.workload_bytes != "" then {kind: $ENV.workload_kind, bytes: $ENV.workload_bytes} else null end)) as $input
| sh("template"; $command.template // $ENV.workload_template),
  sh("check"; if $c.check != "" then $c.check elif $ENV.kind == "harness" then "lines:ATESOR-CHECK" else "stdout" end),
  sh("input_kind"; $input.kind), sh("bytes"; $input.bytes),
  sh("input"; if $input.file then $input.file | if startswith("/") then . else "\($src)/\(.)" end elif $input then "" else $ENV.workload_input end)
