# ended.jq: how a command or a run of a workload ended: {exit, signal?, timed_out?, seconds}.
def has_failed: .exit != 0 or .signal or .timed_out;
def is_failed_run: .kind == "run" and has_failed;
# Of a replayed command that failed: {code, how}.
def command_end:
    if .timed_out then {code: "command_timed_out", how: "no end after \(.seconds | floor) s"}
    elif .signal then {code: "command_ended_by_signal", how: "ended by signal \(.signal)"}
    else {code: "command_failed", how: "exit \(.exit)"} end;
# … in words, with the first error that it printed.
def how_with_error: command_end.how + (if .first_error then ": \(.first_error)" else "" end);
