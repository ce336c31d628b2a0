# document.jq of the stage tests: all runs of the tests must pass; passing only sometimes is flaky. In: $request;
# $commands: a line for each run; $rebuilt: the artifacts that they rebuilt; $illegal: a log that names an illegal
# instruction, or "". Out: the document.
include "base/document";
include "base/ended";
(if $illegal == "" then "" else "; an illegal instruction: a trap where the behaviour is undefined, "
    + "or a tool such as valgrind that does not know this build's instructions" end) as $hint
| ([$rebuilt[].path] | unique) as $rebuilt_paths
| [$commands[] | select(has_failed)] as $failed | ($commands | length) as $runs
| {runs: [$commands[] | {exit, seconds}], rebuilt: $rebuilt_paths} as $data
| (if $failed == [] then ok($data)
   elif ($failed | length) < $runs
   then failed("tests_flaky"; "the tests are flaky: \($runs - ($failed | length)) of \($runs) runs passed "
       + "(\($failed[0] | how_with_error)\($hint))"; $data)
   else failed("tests_fail"; "the tests fail: \($failed[0] | how_with_error)\($hint)"; $data) end)
| if $rebuilt_paths == [] then .
  else warn("tests_rebuilt"; "the tests rebuilt \($rebuilt_paths | join(", ")); the tuned file was put back") end
| with_limit($commands; $request) | document($request)
