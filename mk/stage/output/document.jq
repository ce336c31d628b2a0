# document.jq of the stage output: what the tune prints on the workload. In: $request; $found: the runs and the last
# line of atesor-time; $ENV.broken_code, $ENV.broken. Out: the document.
include "base/document";
include "base/ended";
def how: if .timed_out then "time limit" elif .signal then "ended by signal \(.signal)" else "exit \(.exit)" end;
($found[-1] // {}) as $last
| first(
    stopped,
    ($found[] | select(is_failed_run) | failed("workload_fails"; "the workload fails: \(how)")),
    (select($last.status != "ok")
        | failed("workload_could_not_run"; "the workload could not run: \($last.reason)")),
    ok({repeatable: $last.output.a_repeatable, output_sha256: output_of($last)}))
| document($request)
