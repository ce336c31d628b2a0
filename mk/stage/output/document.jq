# stage-output.jq: what the tune prints on the workload.
include "base/document";
[$found[] | select(.kind == "run")] as $runs | ($found[-1] // {}) as $last
| (first($runs[] | select(.exit != 0 or .signal or .timed_out)) // null) as $bad
| if $ENV.broken != "" then {status: "failed", reason: $ENV.broken}
  elif $bad then {status: "failed", reason: "the workload fails: \(if $bad.timed_out then "time limit" elif $bad.signal then "ended by signal \($bad.signal)" else "exit \($bad.exit)" end)"}
  elif $last.status != "ok" then {status: "failed", reason: "the workload could not run: \($last.reason)"}
  else ok({repeatable: $last.output.a_repeatable, output_sha256: output_of($last)}) end
| document
