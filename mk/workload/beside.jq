# beside.jq: a command beside the workload: a guard, or the training. What it does not say it takes from the workload.
#
# In:  doc/config.json; --arg which: the number of the guard in the settings, or "train"; --arg src: the package's
#      directory;
#      $ENV: the workload: kind, workload_template, workload_input, workload_kind and workload_bytes (of a generated
#        input).
# Out: the command as shell words: template check input_kind bytes input.
include "base/shell";

def absolute: if startswith("/") then . else "\($src)/\(.)" end;

# A training without an input of its own gets one of the workload's kind and size (made from another seed), or the
# workload's file.
def input_for_training:
    if $which == "train" and $ENV.workload_bytes != "" then {kind: $ENV.workload_kind, bytes: $ENV.workload_bytes}
    else null end;

.data as $c
| (if $which == "train" then $c.train // {} else $c.guard[$which | tonumber] end) as $command
| ($command.input // input_for_training) as $input
| sh("template"; $command.template // $ENV.workload_template),
  sh("check"; if $c.check != "" then $c.check elif $ENV.kind == "harness" then "lines:ATESOR-CHECK" else "stdout" end),
  sh("input_kind"; $input.kind),
  sh("bytes"; $input.bytes),
  sh("input"; if $input.file then $input.file | absolute elif $input then "" else $ENV.workload_input end)
