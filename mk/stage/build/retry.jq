# retry.jq: is a build that failed tried once more? In: $commands: what was run; $diagnostics: lines of
# atesor-replay diagnostics; $request; $jobs, $no_werror: what this attempt had. Out: shell words for the next attempt
# (jobs, no_werror, and again: this one, as JSON), or nothing: this one counts.
include "policy/retry";
include "stage/build/lib/diagnostics";
{jobs: ($jobs | tonumber), no_werror: ($no_werror | split(" ")), flags: ($request[0].inputs | .flags + .settings),
 errors: ($diagnostics | made_errors | unique), stopped: any($commands[]; .timed_out or .interrupted)}
| .fault = (first(fault($commands) | .reason) // null)
| . as $attempt | retry | select(.)
| "jobs=\(.jobs // $attempt.jobs) no_werror=\((.no_werror // $attempt.no_werror) | join(" ") | @sh)"
  + " again=\($attempt | kept_attempt | tojson | @sh)"
