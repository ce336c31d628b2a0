# stage-guards.jq: can the guards be used? Each must run on the baseline, give the same output each time, and end in time.
# $runs: {n, run lines and the last line of each guard's runs}.
include "base/document";
def median: sort | .[length / 2 | floor];
$config[0].data as $c
| [range($c.guard | length) as $n | [$runs[] | select(.n == $n)] as $lines | ($lines[-1] // {}) as $last | [$lines[] | select(.kind == "run")] as $all
    | {template: $c.guard[$n].template, output_sha256: output_of($last), run_seconds: ($all | map(.wall_ns / 1e9) | if . == [] then null else median end)}
    + (if $last.status != "ok" then {fault: ($last.reason // "it did not run")}
       elif $last.output.a_repeatable == false then {fault: "\($all | length) runs of the same build gave different output"}
       else {} end)
    | if .fault == null and .run_seconds > $c.run_long then .fault = "a run takes \(.run_seconds * 100 | round / 100) s, more than \($c.run_long) s" else . end]
| {guards: .}
| if $ENV.broken != "" then {status: "failed", reason: $ENV.broken, data: .}
  else (first(.guards[] | select(.fault)) // null) as $bad
    | if $bad then {status: "failed", reason: "the guard '\($bad.template)' cannot be used: \($bad.fault)", data: .} else ok(.) end end
| document
