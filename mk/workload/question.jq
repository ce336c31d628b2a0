# question.jq: what an agent is asked.
#
# In:  the outcomes so far (JSON Lines of usable.jq, read with -n); --slurpfile inventory: what was seen of the
# package's
#      programs;
#      --slurpfile functions, headers: the names that the library exports, and the headers that declare them; $ENV:
#      ask (the role), source and n of the candidate; --slurpfile request.
# Out: the question: {schema, role, round, package, errors: [{answer, error}] of the rounds before, the facts, rules}.
include "workload/lib/proposals";

def rules_for_a_command: [
    "Answer with JSON: {template, program, input}.",
    "template: one command that does a fixed amount of work, split into words without a shell;",
    "{bin} is the program, {input} a generated file of the kind input (binary, text, json or csv),",
    "{output} a file it writes;",
    "also '< {input}' and '> {output}'.",
    "Words hold only letters, digits and _ . , : = + % ^ -, no .. and no dot beside a letter:",
    "no paths, no other files, no text behind -c or -e.",
    "A helper such as sort in a pipe reads its stdin.",
    "The output must be the same in each run and depend on the input.",
    "Nothing may be written to stderr."] | join(" ");

def rules_for_a_go_benchmark: [
    "Answer with JSON: {source, directory}.",
    "source: a Go test file for the package in directory (a path within the module, . for its root)",
    "with func BenchmarkAtesor(b *testing.B): it makes its own input, always the same, does the work b.N times,",
    "and prints one line 'ATESOR-CHECK' and a number that depends on all results, the same in each run.",
    "It becomes atesor_bench_test.go and is run as a test binary",
    "with -test.bench=BenchmarkAtesor -test.benchtime=Nx."] | join(" ");

def rules_for_a_cargo_example: [
    "Answer with JSON: {source, input}.",
    "source: a Cargo example with a main that uses the crate: argument 1 is how often it does its work,",
    "argument 2 a file that it reads once, of the kind input (binary, text, json or csv);",
    "it prints one line 'ATESOR-CHECK' and a number that depends on all results, the same in each run.",
    "It becomes examples/atesor_bench.rs and is built offline in release mode."] | join(" ");

def rules_for_a_c_driver: [
    "Answer with JSON: {source, input}.",
    "source: one C file with a main that calls the library: argv[1] is how often it does its work,",
    "argv[2] a file that it reads once, of the kind input (binary, text, json or csv);",
    "it prints one line 'ATESOR-CHECK' and a number that depends on all results, the same in each run.",
    "It is compiled in the package's directory with -I. -Iinclude -Isrc,",
    "and -I for each directory in which its build made headers, and linked with the package's library."] | join(" ");

def facts_and_rules:
    if $ENV.ask == "workload-program" then
        {programs: [askable_programs($inventory; $ENV.source) | {path, help: .help[:20]}], rules: rules_for_a_command}
    elif $ENV.ask == "harness-go" then {functions: $functions[0], rules: rules_for_a_go_benchmark}
    elif $ENV.ask == "harness-rust" then {functions: $functions[0], rules: rules_for_a_cargo_example}
    else {functions: $functions[0], headers: $headers[0], rules: rules_for_a_c_driver} end;

($ENV.n | tonumber) as $n
| [inputs | select(.n == $n)] as $rounds_before
| {schema: "atesor.question/1",
   role: $ENV.ask,
   round: ($rounds_before | length + 1),
   package: $request[0].inputs.package,
   errors: [$rounds_before[] | {answer, error: .reason}]}
  + facts_and_rules
