# depends.jq: why a proposed command is no work on its input, as far as one run on each of two inputs tells.
#
# In:  the runs (JSON Lines of atesor-time, slurped); --rawfile said: what atesor-time wrote on stderr; $ENV: kind of
#      the workload, bytes of its input (empty if it reads none: then there is one run).
# Out: shell text: stop CODE REASON, or nothing.
include "base/codes";
include "base/document";
include "base/ended";

def blame: if $ENV.kind == "harness" then "" else ": a fault of the package" end;
def ending:
    if .timed_out then "no end within its limit"
    elif .signal then "ended by signal \(.signal)\(blame)"
    else "exit \(.exit)" end;
def first_line: split("\n")[0];

[.[] | select(.kind == "run")] as $runs
| [.[] | select(.kind == "end")] as $sessions
| (if $ENV.bytes == "" then 1 else 2 end) as $inputs
| (first($sessions[] | .stderr // "" | select(. != "") | ": \(first_line[:120])") // "") as $its_stderr
| first(
    ($runs[] | select(has_failed)
        | refusal("workload_fails_on_baseline"; ending + $its_stderr)),
    ($sessions[] | select(.status != "ok") | refusal("workload_could_not_run"; .reason)),
    (select(($sessions | length) < $inputs) | refusal("workload_could_not_run";
        "it could not be run: \($said | first_line | ltrimstr("atesor-time: error: "))")),
    (select(any($runs[]; (.stderr_bytes // 0) > 0))
        | refusal("workload_writes_stderr"; "it succeeds and writes to stderr")),
    ([$sessions[] | output_of(.)]
        | if any(.[]; . == "") then refusal("workload_without_output"; "it gives no output")
          elif length > 1 and .[0] == .[1]
          then refusal("input_without_effect"; "its output is the same for another input")
          else empty end))
| "stop \(.code) \(.reason | @sh)"
