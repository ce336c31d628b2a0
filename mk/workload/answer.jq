# agent-answer.jq: an agent's answer (text in $text) as shell words, or `broken`: why it is none. What it proposes is checked elsewhere.
include "workload/lib/candidates";
include "workload/lib/proposals";
include "base/shell";
def kinds: ["binary", "text", "json", "csv"];
($config[0].data.input_min) as $least
| [$looked[] | select(if $ENV.source == "program" then .class == "program" else .class == "helper" and (.calls // 0) > 0 end) | select(proposable) | .path] as $programs
| (try ($text | fromjson) catch null) as $a
| (if $text | test("^[ \t\r\n]*$") then "no answer"
   elif ($text | utf8bytelength) > 262144 then "the answer is longer than 256 KiB"
   elif ($a | type) != "object" then "the answer is no JSON object"
   elif $ENV.ask == "workload-program" then
     if ($a.template | type) != "string" or ($a.template | length) > 2000 then "template must be a text of at most 2000 characters"
     elif ($a.template | test("[{]bin[}]") | not) then "the template does not say {bin}"
     elif ($a.template | test("[{]input[}]") | not) then "the template does not say {input}: the work must be on it"
     elif ($a.program // $programs[0] | IN($programs[])) | not then "program must be one of: \($programs | join(", "))"
     elif ($a.template | test("[{]iterations[}]")) then "{iterations} is for a harness"
     elif ($a.input | IN(kinds[]) | not) then "input must be one of: \(kinds | join(", "))" else null end
   elif ($a.source | type) != "string" or ($a.source | length) == 0 or ($a.source | test("\u0000")) then "source must be a text"
   elif $ENV.ask == "harness-go" and (($a.directory // ".") | type != "string" or (test("^[A-Za-z0-9_.][A-Za-z0-9_./-]*$") | not) or test("(^|/)[.][.](/|$)")) then "directory must be a path within the module"
   elif $ENV.ask == "harness-go" and ($a.source | test("func BenchmarkAtesor[(]") | not) then "the source has no func BenchmarkAtesor(b *testing.B)"
   elif $ENV.ask == "harness-go" and $a.input then "a Go benchmark makes its own input"
   elif $a.input != null and ($a.input | IN(kinds[]) | not) then "input must be one of: \(kinds | join(", "))" else null end) as $broken
| sh("broken"; $broken), sh("cost"; if ($a | type) == "object" and ($a.cost_usd | type) == "number" and $a.cost_usd >= 0 then $a.cost_usd else "" end),
  if $broken then empty
  elif $ENV.ask == "workload-program" then sh("kind"; "program"), sh("template"; $a.template), sh("workload_bin"; $a.program // $programs[0]), sh("check"; "stdout"),
    sh("input_kind"; $a.input), sh("bytes"; [$least, 1048576] | max)
  elif $ENV.ask == "harness-go" then sh("kind"; "harness"), sh("driver"; "go"), sh("place"; $a.directory // "" | if . == "." then "" else . end), sh("workload_bin"; ".atesor/harness"),
    sh("check"; "lines:ATESOR-CHECK"), sh("iterations"; 1), sh("template"; go_template("BenchmarkAtesor")), sh("harness_text"; $a.source)
  else sh("driver"; if $ENV.ask == "harness-rust" then "rust" else "" end), sh("kind"; "harness"), sh("workload_bin"; ".atesor/harness"), sh("check"; "lines:ATESOR-CHECK"), sh("iterations"; 1), sh("template"; "{bin} {iterations}" + if $a.input then " {input}" else "" end),
    (if $a.input then sh("input_kind"; $a.input), sh("bytes"; [$least, 1048576] | max) else empty end),
    sh("harness_text"; $a.source) end
