# build-fault.jq: the first replayed command that failed, and how, in one line; nothing where all are done.
def fault($commands): first($commands[] | select(.exit != 0 or .signal or .timed_out))
    | "\(.command): \(if .timed_out then "no end after \(.seconds | floor) s" elif .signal then "ended by signal \(.signal)" else "exit \(.exit)" end)"
      + (if .first_error then ": \(.first_error)" else "" end);
