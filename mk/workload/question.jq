# agent-question.jq: what an agent is asked: the role in $ENV.ask, the facts, and what was wrong with the answers so far.
include "workload/lib/proposals";
[inputs] as $outcomes | ($ENV.args | fromjson | .[10] | fromjson | del(.agent)) as $package | ($ENV.n | tonumber) as $n
| [$outcomes[] | select(.n == $n)] as $before
| {schema: "atesor.question/1", role: $ENV.ask, round: ($before | length + 1), package: $package,
   errors: [$before[] | {answer: .answer, error: .reason}]}
  + if $ENV.ask == "workload-program" then
      {programs: [$looked[] | select(if $ENV.source == "program" then .class == "program" else .class == "helper" and (.calls // 0) > 0 end) | select(proposable) | {path, help: .help[:20]}],
       rules: "Answer with JSON: {template, program, input}. template: one command that does a fixed amount of work, split into words without a shell; {bin} is the program, {input} a generated file of the kind input (binary, text, json or csv), {output} a file it writes; also '< {input}' and '> {output}'. Words hold only letters, digits and _ . , : = + % ^ -, no .. and no dot beside a letter: no paths, no other files, no text behind -c or -e. A helper such as sort in a pipe reads its stdin. The output must be the same in each run and depend on the input. Nothing may be written to stderr."}
    elif $ENV.ask == "harness-go" then
      {functions: $functions[0],
       rules: "Answer with JSON: {source, directory}. source: a Go test file for the package in directory (a path within the module, . for its root) with func BenchmarkAtesor(b *testing.B): it makes its own input, always the same, does the work b.N times, and prints one line 'ATESOR-CHECK' and a number that depends on all results, the same in each run. It becomes atesor_bench_test.go and is run as a test binary with -test.bench=BenchmarkAtesor -test.benchtime=Nx."}
    elif $ENV.ask == "harness-rust" then
      {functions: $functions[0],
       rules: "Answer with JSON: {source, input}. source: a Cargo example with a main that uses the crate: argument 1 is how often it does its work, argument 2 a file that it reads once, of the kind input (binary, text, json or csv); it prints one line 'ATESOR-CHECK' and a number that depends on all results, the same in each run. It becomes examples/atesor_bench.rs and is built offline in release mode."}
    else
      {functions: $functions[0], headers: $headers[0],
       rules: "Answer with JSON: {source, input}. source: one C file with a main that calls the library: argv[1] is how often it does its work, argv[2] a file that it reads once, of the kind input (binary, text, json or csv); it prints one line 'ATESOR-CHECK' and a number that depends on all results, the same in each run. It is compiled in the package's directory with -I. -Iinclude -Isrc, and -I for each directory in which its build made headers, and linked with the package's library."} end
