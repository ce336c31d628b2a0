# stage-tests.jq: all runs of the tests must pass; passing only sometimes is flaky.
include "base/document";
[$commands[] | .exit == 0 and (.signal or .timed_out | not)] as $passes | ([$rebuilt[].path] | unique) as $rebuilt
| (first($commands[] | select(.exit != 0 or .signal or .timed_out)) // {}) as $bad
| (if $bad.timed_out then "no end after \($bad.seconds | floor) s" elif $bad.signal then "ended by signal \($bad.signal)" else "exit \($bad.exit)" end
   + (if $bad.first_error then ": \($bad.first_error)" else "" end)
   + (if $ENV.illegal == "" then "" else "; an illegal instruction: a trap where the behaviour is undefined, or a tool such as valgrind that does not know this build's instructions" end)) as $how
| {runs: [$commands[] | {exit, seconds}], rebuilt: $rebuilt}
| if all($passes[]; .) then ok(.)
  elif any($passes[]; .) then {status: "failed", data: ., reason: "the tests are flaky: \($passes | map(select(.)) | length) of \($passes | length) runs passed (\($how))"}
  else {status: "failed", data: ., reason: "the tests fail: \($how)"} end
| if $rebuilt != [] then warn("tests_rebuilt"; "the tests rebuilt \($rebuilt | join(", ")); the tuned file was put back") else . end
| with_limit($commands) | document
