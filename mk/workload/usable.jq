# usable.jq: is the candidate that was tried usable? It must run, give the same output each time, and take the right
# time.
#
# In:  no input (-n).
#      --slurpfile config: doc/config.json.
#      --slurpfile tries, check, half: what atesor-time wrote in the runs that sought the size (with the bytes and
#        iterations of each), in the runs that must agree, and in the runs with a part of a CPU. Empty if they did not
#        take place.
#      $ENV: the candidate (n, source, kind, template, workload_bin, check, iterations, input, input_sha256,
#        input_kind, bytes, harness_text, driver, place; ask if an agent proposed it, and the answer's cost);
#        broken_code and broken: why it could not be tried, or empty; run_limit: seconds that a run may take, or
#        empty; emulator.
#      --slurpfile request.
# Out: the outcome of the candidate: {n, source, by?, answer?, cost_usd?, status, code?, reason?, data, warnings?}.
include "base/codes";
include "base/document";
include "base/ended";
include "workload/lib/scripts";

def source_and_files_sha256: $request[0].inputs | "\(.source) \(.files_sha256)";
def settings: $config[0].data;

def median: sort | .[length / 2 | floor];
def hundredths: . * 100 | round / 100;
def thousandths: . * 1000 | round / 1000;
def text_or_null: if . == "" then null else . end;

# -- the candidate ---------------------------------------------------------------------------------

# Nobody vouches for it: it came from the name or the help of a program, or from an agent.
def guessed: ($ENV.source | IN("program", "helper-program")) and $ENV.kind != "harness";
def is_harness: $ENV.kind == "harness";
def compares: $ENV.check != "none";

# -- facts about its runs --------------------------------------------------------------------------

# Time in the run queue is other programs' doing: it does not count against the workload.
def busy_ns: .wall_ns - (.wait_ns // 0);
def check_runs: [$check[] | select(.kind == "run")];
def last_line: $check[-1];

# How a run that failed ended.
def ending:
    if .timed_out then "no end within \($ENV.run_limit | if . == "" then settings.timeout else . end) s"
    elif .signal then "ended by signal \(.signal)"
    else "exit \(.exit)" end;
def first_failed_run: first(($tries, $check)[] | select(is_failed_run)) // null;
def first_failed_session: [$tries[], $check[]] | map(select(.kind == "end" and .status != "ok")) | first;

# The medians of the runs that must agree; null if there were none.
def run_seconds: check_runs | if . != [] then map(.wall_ns / 1e9) | median else null end;
def busy_seconds: check_runs | if . != [] then map(busy_ns / 1e9) | median else null end;
def cpu_share_pct:
    check_runs | map(select(busy_ns > 0) | 100 * (.cpu_ns // 0) / busy_ns)
    | if . == [] then null else median end;
def writes_to_stderr: any(check_runs[]; (.stderr_bytes // 0) > 0);

# Twice the work in the same time: the size says nothing of the work.
def sizeless:
    [$tries[] | select(.kind == "run")
        | {size: (first(.iterations, .bytes | select(. != "")) // 0 | tonumber), seconds: (busy_ns / 1e9)}]
    | any(combinations(2);
        .[0].size > 0 and .[1].size >= 2 * .[0].size
        and .[0].seconds >= settings.start_up and .[1].seconds < 1.1 * .[0].seconds);

# With a part of a CPU: how many times as long a fixed amount of work had to take, by the time that it waited for the
# CPU, and how many times as long it took; null if that is not known.
def squeezed:
    check_runs as $whole
    | [$half[] | select(.kind == "run" and .exit == 0)]
    | if . == [] or $whole == [] then null
      else
        {least: (([$whole[] | busy_ns / .wall_ns] | median) / (map(busy_ns / .wall_ns) | median)),
         took: ((map(.wall_ns) | median) / ([$whole[].wall_ns] | median))}
        | map_values(hundredths)
      end;

# It takes no longer with a part of a CPU than with a whole one, though it computes all the time.
def watches_the_clock:
    squeezed as $squeezed
    | $squeezed and cpu_share_pct >= settings.cpu_share and busy_seconds >= settings.start_up
      and $squeezed.least >= settings.squeezed and $squeezed.took < 1 + settings.self_timed / 100;
def mostly_waits: cpu_share_pct as $share | $share != null and $share < settings.cpu_share;

# -- what the document keeps of it -----------------------------------------------------------------

# A workload that names files of the package, or is its tests, depends on more than the code: then the source is part
# of what it is.
def names_a_file: any($ENV.template | splits("[ \t]+"); test("[A-Za-z_]") and (test("^-|[{]") | not));
def source_read: if $ENV.kind == "tests" or names_a_file then source_and_files_sha256 else "" end;
def key:
    [$ENV.kind, $ENV.template, $ENV.workload_bin, $ENV.check, $ENV.iterations, $ENV.input_sha256,
     (settings.workload_env | join(" ")), (if $ENV.kind == "tests" then settings.test else "" end),
     $ENV.harness_text, $ENV.driver, $ENV.place, source_read]
    | map(select(. != "")) | join(" | ");

def input_size:
    $ENV.bytes | tonumber
    | if $ENV.input_kind | IN(script_languages[]) then {script_size: .} else {bytes: .} end;
def input_data:
    if $ENV.input == "" then null
    else {path: $ENV.input, sha256: $ENV.input_sha256}
        + (if $ENV.bytes == "" then {} else {kind: $ENV.input_kind} + input_size end)
    end;

def data:
    {source: $ENV.source,
     by: (if $ENV.ask != "" then "agent" else null end),
     harness_text: ($ENV.harness_text | text_or_null),
     driver: ($ENV.driver | text_or_null),
     place: ($ENV.place | text_or_null),
     kind: $ENV.kind,
     template: $ENV.template,
     bin: $ENV.workload_bin,
     check: $ENV.check,
     iterations: ($ENV.iterations | if . == "" then null else tonumber end),
     input: input_data,
     squeezed: squeezed,
     compares: compares,
     output_sha256: output_of(last_line // {}),
     run_seconds: run_seconds,
     cpu_share_pct: cpu_share_pct,
     key: key}
    | with_entries(select(.value != null));

# What the agent is told that it said, when the answer was wrong.
def agents_answer:
    $ENV | {template, program: .workload_bin, source: .harness_text, input: .input_kind}
    | with_entries(select(.value != "" and .value != ".atesor/harness"));

# -- why it is refused: the first of these that holds ----------------------------------------------

def refused_for_a_failure:
    first_failed_run as $run | first_failed_session as $session
    | ($run.signal and ((is_harness | not) or $ENV.source == "maintainer")) as $package_crashed
    | select($run)
    | refusal("workload_fails_on_baseline"; "the baseline fails the workload (\($run | ending))"
      + (if $package_crashed then ": a fault of the package" else "" end)
      + (if ($session.stderr // "") != "" then ": \($session.stderr)" else "" end));
def refused_for_no_runs:
    (select(guessed and $check == [])
        | refusal("workload_could_not_run"; "it could not be run again on the same files")),
    (first_failed_session | select(.)
        | refusal("workload_could_not_run"; "the workload could not run: \(.reason)"));

def refused_for_the_clock:
    select(watches_the_clock) | squeezed
    | refusal("workload_watches_clock";
        "the workload watches the clock: with so little of a CPU that it should take \(.least) times as long"
        + " it takes \(.took) times, so its time says nothing of the build; give it a fixed amount of work");

def refused_for_its_output:
    select(compares)
    | (select(last_line.output.a_repeatable == false)
        | refusal("output_not_repeatable"; "\(check_runs | length) runs of the same build gave different output:"
            + " give the workload a fixed result, or sort it")),
      (select(output_of(last_line // {}) == "")
        | refusal("workload_without_output"; "the workload gives no output that could be compared"));

def refused_for_its_time:
    (busy_seconds | values) as $seconds
    | (select($seconds > settings.run_long)
        | refusal("workload_too_long";
            "a run takes \($seconds | hundredths) s, more than \(settings.run_long) s: make the workload smaller")),
      (select(is_harness and $seconds < settings.run_short)
        | refusal("workload_too_short";
            "a run of the harness takes \($seconds | thousandths) s, less than \(settings.run_short) s:"
            + " it must do its work {iterations} times")),
      (select(is_harness and sizeless)
        | refusal("workload_sizeless";
            "the harness takes as long for twice the {iterations}: it must do its work {iterations} times"));

# What is asked of a candidate that nobody vouches for.
def refused_as_a_guess:
    select(guessed)
    | (first(last_line.warnings[]? | select(.code == "leftovers"))
        | refusal("workload_leftovers"; "it changes files beside its output: \(.text)")),
      (select(sizeless)
        | refusal("workload_sizeless"; "twice the input takes no longer: it does not work on its input")),
      (busy_seconds | values | select(. < settings.run_short / 5)
        | refusal("workload_too_short";
            "a run takes \(thousandths) s at the largest size: it does next to nothing with its input")),
      (select(mostly_waits)
        | refusal("workload_waits"; "it computes \(cpu_share_pct | round) % of its time: the rest is waiting"));

def refused_for_stderr:
    select((settings.stderr == "fail" or guessed) and writes_to_stderr)
    | refusal("workload_writes_stderr";
        "the workload succeeds but writes to stderr\(if guessed then "" else " (ATESOR_STDERR = fail)" end)");

def refusals:
    (stopped | {code, reason}),
    refused_for_a_failure,
    refused_for_no_runs,
    refused_for_the_clock,
    refused_for_its_output,
    refused_for_its_time,
    refused_as_a_guess,
    refused_for_stderr;

# -- what a usable one is warned about -------------------------------------------------------------

def warnings:
    (busy_seconds | values | select(. < settings.run_short)
        | {code: "short_run",
           text: ("a run takes \(thousandths) s; under \(settings.run_short) s small effects mislead:"
            + " give a larger ATESOR_INPUT")}),
    (select(settings.stderr == "warn" and writes_to_stderr)
        | {code: "stderr", text: "the workload writes to stderr"}),
    (select(squeezed == null and ($ENV.emulator // "") == "")
        | {code: "not_squeezed",
           text: ("whether the workload watches the clock is not known:"
            + " it could not be run with a part of a CPU")}),
    (select(mostly_waits)
        | {code: "waiting",
           text: ("the workload computes \(cpu_share_pct | round) % of its time:"
            + " the rest is waiting, which no flag makes faster")}),
    (select(sizeless)
        | {code: "sizeless", text: "twice the input takes no longer: does the workload work on {input}?"}),
    (select($ENV.kind == "tests")
        | {code: "tests_workload",
           text: "the package's tests are timed: a weak signal; name a workload (ATESOR_WORKLOAD)"});

def outcome:
    (first(refusals) // null) as $refusal
    | if $refusal then failed($refusal.code; $refusal.reason; data)
      else ok(data) | reduce warnings as $warning (.; .warnings += [$warning]) end;

{n: ($ENV.n | tonumber), source: $ENV.source}
+ (if $ENV.ask != "" then {by: "agent", answer: agents_answer} else {} end)
+ (if $ENV.cost != "" then {cost_usd: ($ENV.cost | tonumber)} else {} end)
+ outcome
