# workload-judge.jq: is the candidate that was tried usable, {n, source, status, reason?, data, warnings}? It must run, give the same output each time, and take the right time.
include "base/document";
include "workload/lib/scripts";
def outcome: if .timed_out then "no end within \($ENV.run_limit | if . == "" then $config[0].data.timeout else . end) s" elif .signal then "ended by signal \(.signal)" else "exit \(.exit)" end;
def busy_ns: .wall_ns - (.wait_ns // 0);
def median: sort | .[length / 2 | floor];
# A workload that names files of the package, or is its tests, depends on more than the code: then the source is part of what it is.
def reads_source: if $ENV.kind == "tests" or any($ENV.template | splits("[ \t]+"); test("[A-Za-z_]") and (test("^-|[{]") | not)) then ($ENV.args | fromjson)[2] else "" end;
$config[0].data as $c | $ENV as $e | (($e.source | IN("program", "helper-program")) and $e.kind != "harness") as $guessed | [$check[] | select(.kind == "run")] as $runs
| (first(($tries, $check)[] | select(.kind == "run" and (.exit != 0 or .signal or .timed_out))) // null) as $bad
| ([$tries[], $check[]] | map(select(.kind == "end" and .status != "ok")) | first) as $broken
| ($check[-1].output // {}) as $output
# Twice the work in the same time: the size says nothing of the work.
| ([$tries[] | select(.kind == "run") | {n: (first(.iterations, .bytes | select(. != "")) // 0 | tonumber), s: (busy_ns / 1e9)}]
   | any(combinations(2); .[0].n > 0 and .[1].n >= 2 * .[0].n and .[0].s >= $c.start_up and .[1].s < 1.1 * .[0].s)) as $sizeless
# Time in the run queue is other programs' doing: it does not count against the workload.
| (if $runs != [] then $runs | map(busy_ns / 1e9) | median else null end) as $seconds
| ($runs | map(select(busy_ns > 0) | 100 * (.cpu_ns // 0) / busy_ns) | if . == [] then null else median end) as $share
# With part of a CPU: how many times as long a fixed amount of work had to take, by the time that it waited for the CPU, and how long it took.
| ([$half[] | select(.kind == "run" and .exit == 0)] | if . == [] or $runs == [] then null
   else {least: (([$runs[] | busy_ns / .wall_ns] | median) / (map(busy_ns / .wall_ns) | median)), took: ((map(.wall_ns) | median) / ([$runs[].wall_ns] | median))} | map_values(. * 100 | round / 100) end) as $squeezed
| {source: $e.source, by: (if $e.ask != "" then "agent" else null end), harness_text: (if $e.harness_text != "" then $e.harness_text else null end), driver: (if $e.driver != "" then $e.driver else null end), place: (if $e.place != "" then $e.place else null end), kind: $e.kind, template: $e.template, bin: $e.workload_bin, check: $e.check, iterations: ($e.iterations | if . == "" then null else tonumber end),
   input: (if $e.input == "" then null else {path: $e.input, sha256: $e.input_sha256}
       + (if $e.bytes == "" then {} else {kind: $e.input_kind} + ($e.bytes | tonumber | if $e.input_kind | IN(script_languages[]) then {script_size: .} else {bytes: .} end) end) end),
   squeezed: $squeezed,
   compares: ($e.check != "none"), output_sha256: output_of($check[-1] // {}), run_seconds: (if $runs != [] then $runs | map(.wall_ns / 1e9) | median else null end), cpu_share_pct: $share,
   key: ([$e.kind, $e.template, $e.workload_bin, $e.check, $e.iterations, $e.input_sha256, ($c.workload_env | join(" ")), (if $e.kind == "tests" then $c.test else "" end), $e.harness_text, $e.driver, $e.place, reads_source] | map(select(. != "")) | join(" | "))}
| with_entries(select(.value != null)) as $data
| def refuse($why): {status: "failed", reason: $why, data: $data};
  (if $e.broken != "" then refuse($e.broken)
   elif $bad then refuse("the baseline fails the workload (\($bad | outcome))\(if $bad.signal and ($e.kind != "harness" or $e.source == "maintainer") then ": a fault of the package" else "" end)\(if ($broken.stderr // "") != "" then ": \($broken.stderr)" else "" end)")
   elif $guessed and $check == [] then refuse("it could not be run again on the same files")
   elif $broken then refuse("the workload could not run: \($broken.reason)")
   elif $squeezed and $share >= $c.cpu_share and $seconds >= $c.start_up and $squeezed.least >= $c.squeezed and $squeezed.took < 1 + $c.self_timed / 100 then
       refuse("the workload watches the clock: with so little of a CPU that it should take \($squeezed.least) times as long it takes \($squeezed.took) times, so its time says nothing of the build; give it a fixed amount of work")
   elif $data.compares and $output.a_repeatable == false then refuse("\($runs | length) runs of the same build gave different output: give the workload a fixed result, or sort it")
   elif $data.compares and $data.output_sha256 == "" then refuse("the workload gives no output that could be compared")
   elif $seconds > $c.run_long then refuse("a run takes \($seconds * 100 | round / 100) s, more than \($c.run_long) s: make the workload smaller")
   elif $e.kind == "harness" and $seconds < $c.run_short then refuse("a run of the harness takes \($seconds * 1000 | round / 1000) s, less than \($c.run_short) s: it must do its work {iterations} times")
   elif $e.kind == "harness" and $sizeless then refuse("the harness takes as long for twice the {iterations}: it must do its work {iterations} times")
   elif $guessed and any($check[-1].warnings[]?; .code == "leftovers") then refuse("it changes files beside its output: \(first($check[-1].warnings[] | select(.code == "leftovers") | .text))")
   elif $guessed and $sizeless then refuse("twice the input takes no longer: it does not work on its input")
   elif $guessed and $seconds < $c.run_short / 5 then refuse("a run takes \($seconds * 1000 | round / 1000) s at the largest size: it does next to nothing with its input")
   elif $guessed and $share != null and $share < $c.cpu_share then refuse("it computes \($share | round) % of its time: the rest is waiting")
   elif ($c.stderr == "fail" or $guessed) and any($runs[]; (.stderr_bytes // 0) > 0) then refuse("the workload succeeds but writes to stderr \(if $guessed then "" else " (ATESOR_STDERR = fail)" end)")
   else ok($data) end)
| if .status == "ok" and $seconds < $c.run_short then warn("short_run"; "a run takes \($seconds * 1000 | round / 1000) s; under \($c.run_short) s small effects mislead: give a larger ATESOR_INPUT") else . end
| if .status == "ok" and $c.stderr == "warn" and any($runs[]; (.stderr_bytes // 0) > 0) then warn("stderr"; "the workload writes to stderr") else . end
| if .status == "ok" and $squeezed == null and ($e.emulator // "") == "" then warn("not_squeezed"; "whether the workload watches the clock is not known: it could not be run with a part of a CPU") else . end
| if .status == "ok" and $share != null and $share < $c.cpu_share then warn("waiting"; "the workload computes \($share | round) % of its time: the rest is waiting, which no flag makes faster") else . end
| if .status == "ok" and $sizeless then warn("sizeless"; "twice the input takes no longer: does the workload work on {input}?") else . end
| if .status == "ok" and $e.kind == "tests" then warn("tests_workload"; "the package's tests are timed: a weak signal; name a workload (ATESOR_WORKLOAD)") else . end
| {n: ($e.n | tonumber), source: $e.source} + (if $e.ask != "" then {by: "agent", answer: ($e | {template, program: .workload_bin, source: .harness_text, input: .input_kind} | with_entries(select(.value != "" and .value != ".atesor/harness")))} else {} end)
  + (if $e.cost != "" then {cost_usd: ($e.cost | tonumber)} else {} end) + .
