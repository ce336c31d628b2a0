# answer.jq: what an agent answered. What it proposes is checked elsewhere; here, only whether it is an answer to the
# question.
#
# In:  no input (-n); --rawfile text: the answer; --slurpfile config: doc/config.json; --slurpfile inventory: what
#      the package makes; $ENV: ask (the role) and source of the candidate.
# Out: shell text: stop CODE REASON where it is no answer; cost; and for an answer the candidate: kind template
#      workload_bin check input_kind bytes, and for a harness iterations driver place harness_text.
include "base/codes";
include "workload/lib/candidates";
include "workload/lib/proposals";
include "base/shell";

def input_kinds: ["binary", "text", "json", "csv"];
def is_input_kind: IN(input_kinds[]);
def wrong_input_kind: "input must be one of: \(input_kinds | join(", "))";
def input_bytes: [$config[0].data.input_min, 1048576] | max;

# -- role workload-program: a command for a program of the package ---------------------------------

def fault_of_command($answer; $programs):
    if ($answer.template | type) != "string" or ($answer.template | length) > 2000
    then "template must be a text of at most 2000 characters"
    elif $answer.template | test("[{]bin[}]") | not then "the template does not say {bin}"
    elif $answer.template | test("[{]input[}]") | not then "the template does not say {input}: the work must be on it"
    elif $answer.program // $programs[0] | IN($programs[]) | not
    then "program must be one of: \($programs | join(", "))"
    elif $answer.template | test("[{]iterations[}]") then "{iterations} is for a harness"
    elif $answer.input | is_input_kind | not then wrong_input_kind
    else null end;

def words_of_command($answer; $programs):
    sh("kind"; "program"),
    sh("template"; $answer.template),
    sh("workload_bin"; $answer.program // $programs[0]),
    sh("check"; "stdout"),
    sh("input_kind"; $answer.input),
    sh("bytes"; input_bytes);

# -- roles harness-c, harness-rust, harness-go: a driver, as a source ------------------------------

def fault_of_source($answer):
    if ($answer.source | type) != "string" or ($answer.source | length) == 0 or ($answer.source | test("\u0000"))
    then "source must be a text"
    else null end;

# A directory within the module: no absolute path, no word that starts with -, no "..".
def is_directory: type == "string" and test("^[A-Za-z0-9_.][A-Za-z0-9_./-]*$") and (test("(^|/)[.][.](/|$)") | not);
def fault_of_go_benchmark($answer):
    if $answer.directory // "." | is_directory | not then "directory must be a path within the module"
    elif $answer.source | test("func BenchmarkAtesor[(]") | not
    then "the source has no func BenchmarkAtesor(b *testing.B)"
    elif $answer.input then "a Go benchmark makes its own input"
    else null end;

def fault_of_driver($answer):
    fault_of_source($answer)
    // (if $ENV.ask == "harness-go" then fault_of_go_benchmark($answer) else null end)
    // (if $answer.input != null and ($answer.input | is_input_kind | not) then wrong_input_kind else null end);

def words_of_go_benchmark($answer):
    sh("kind"; "harness"),
    sh("driver"; "go"),
    sh("place"; $answer.directory // "" | if . == "." then "" else . end),
    sh("workload_bin"; ".atesor/harness"),
    sh("check"; "lines:ATESOR-CHECK"),
    sh("iterations"; 1),
    sh("template"; go_template("BenchmarkAtesor")),
    sh("harness_text"; $answer.source);

def words_of_main($answer):
    sh("driver"; if $ENV.ask == "harness-rust" then "rust" else "" end),
    sh("kind"; "harness"),
    sh("workload_bin"; ".atesor/harness"),
    sh("check"; "lines:ATESOR-CHECK"),
    sh("iterations"; 1),
    sh("template"; "{bin} {iterations}" + if $answer.input then " {input}" else "" end),
    (select($answer.input) | sh("input_kind"; $answer.input), sh("bytes"; input_bytes)),
    sh("harness_text"; $answer.source);

# -- any answer ------------------------------------------------------------------------------------

def fault($answer; $programs):
    if ($text | utf8bytelength) > 262144 then "the answer is longer than 256 KiB"
    elif ($answer | type) != "object" then "the answer is no JSON object"
    elif $ENV.ask == "workload-program" then fault_of_command($answer; $programs)
    else fault_of_driver($answer) end;

def refusal_of($answer; $programs):
    if $text | test("^[ \t\r\n]*$") then refusal("agent_no_answer"; "no answer")
    else fault($answer; $programs) | if . then refusal("agent_bad_answer"; .) else null end end;

def cost($answer):
    if ($answer | type) == "object" and ($answer.cost_usd | type) == "number" and $answer.cost_usd >= 0
    then $answer.cost_usd else "" end;

(try ($text | fromjson) catch null) as $answer
| [askable_programs($inventory; $ENV.source) | .path] as $programs
| refusal_of($answer; $programs) as $refusal
| (select($refusal) | "stop \($refusal.code) \($refusal.reason | @sh)"),
  sh("cost"; cost($answer)),
  (if $refusal then empty
   elif $ENV.ask == "workload-program" then words_of_command($answer; $programs)
   elif $ENV.ask == "harness-go" then words_of_go_benchmark($answer)
   else words_of_main($answer) end)
