# build-retry.jq: is a build that failed tried once more? Shell words for the next attempt, or nothing: this one counts. $commands: what was
# run; $errors[0]: the warnings that were made errors; from the environment what this attempt had: jobs, mild, given (the tune's flags).
include "policy/retry";
include "policy/build-fault";
({jobs: ($ENV.jobs | tonumber), mild: ($ENV.mild | split(" ")), given: ($ENV.given | split(" ")), errors: $errors[0],
  stopped: any($commands[]; .timed_out or .interrupted)} + {fault: (first(fault($commands)) // null)})
| . as $attempt | retry | select(.)
| "jobs=\(.jobs // $attempt.jobs) mild=\((.mild // $attempt.mild) | join(" ") | @sh) again=\($attempt | kept_attempt | tojson | @sh)"
