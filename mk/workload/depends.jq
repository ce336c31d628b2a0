# workload-depends.jq: two runs of a proposed command, on two inputs (JSON Lines of atesor-time), and what that $said on stderr: why it
# is no work on its input, or nothing.
include "base/document";
def outcome: if .timed_out then "no end within its limit" elif .signal then "ended by signal \(.signal)\(if $ENV.kind == "harness" then "" else ": a fault of the package" end)" else "exit \(.exit)" end;
[.[] | select(.kind == "run")] as $runs | [.[] | select(.kind == "end")] as $ends
| first(
    ($runs[] | select(.exit != 0 or .signal or .timed_out) | outcome + (first($ends[] | .stderr // "" | select(. != "") | ": \(split("\n")[0][:120])") // "")),
    ($ends[] | select(.status != "ok") | .reason),
    (select(($ends | length) < (if $ENV.bytes == "" then 1 else 2 end)) | "it could not be run: \($said | split("\n")[0] | ltrimstr("atesor-time: error: "))"),
    (select(any($runs[]; (.stderr_bytes // 0) > 0)) | "it succeeds and writes to stderr"),
    ([$ends[] | output_of(.)] | if any(.[]; . == "") then "it gives no output" elif length > 1 and .[0] == .[1] then "its output is the same for another input" else empty end))
