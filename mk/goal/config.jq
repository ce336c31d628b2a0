# config.jq: the settings, checked and typed.
# In:  $ENV.atesor_cfg_NAME for each variable of mk/defaults.mk; their names are in $ENV.atesor_names. How make was
# called
#      is in $ENV too: atesor_directory, atesor_makefile, atesor_given, atesor_overrides.
# Out: variables for goal/lib/open.sh: errors (lines to print; each names the variable, what it is, and what it may be),
#      settings (the document config: {errors, data: {name: value}}) and files (a line NAME|FILE for each file that the
#      setting ATESOR_NAME names).
include "base/shell";

# -- checks: a text comes in; a typed value goes out, or an error that says what is wanted ---------------------------
# jq 1.6 hands errors raised further down a pipe to an earlier `try`: so texts are tested, not tried.
def words: [splits("[ \t\n]+") | select(. != "")];
def parts: splits(";") | gsub("^[ \t\n]+|[ \t\n]+$"; "") | select(. != "");

def full: if . == "" then error("must not be empty") else . end;
def number($low; $high):
    if test("^[0-9]+([.][0-9]+)?$") then tonumber else error("must be a number") end
    | if . >= $low and . <= $high then . else error("must be from \($low) to \($high)") end;
def count($low; $high): number($low; $high) | if . == floor then . else error("must be a whole number") end;
def maybe_count($low; $high): if . == "" then null else count($low; $high) end;
def flag: if . == "0" or . == "1" then . == "1" else error("must be 0 or 1") end;
def one_of($choices): if IN($choices[]) then . else error("must be one of: \($choices | join(", "))") end;
def bytes:
    capture("^(?<number>[0-9]+)(?<unit>[KMG]?)$")
    | (.number | tonumber) * ({"": 1, K: 1024, M: 1048576, G: 1073741824}[.unit]);
def size: if test("^[0-9]+[KMG]?$") then bytes else error("must be a number of bytes, such as 65536 or 64M") end;

# -- checks of single variables --------------------------------------------------------------------------------------
def relative_paths:
    words
    | map(sub("^([.]/)+"; "")
        | if test("^/|(^|/)[.][.](/|$)") then error("must name files below ATESOR_SRC, without .. (\(.))") else . end);
def one_program: relative_paths | if length > 1 then error("must name one program") else .[0] // "" end;
def agents: words | if length > 2 then error("must name one or two programs") else . end;
def thread_counts:
    words
    | if . == [] then error("must name at least one number of threads, or all")
      else map(if . == "all" then . else count(1; 4096) end) end;
def triplet:
    if test("^[A-Za-z0-9_.-]*$") then . else error("must be a name such as riscv64-linux-gnu") end;
def qemu_cpu: if test("\\s") then error("must be one word, such as rv64,v=true,vext_spec=v1.0") else . end;

# The tunes.
def tune: if test("^((tun|usr)[1-6]|fma1|pgo[12])?$") then . else error("must be a tune, such as tun5") end;
def steps:
    words | if length == 0 then error("must name at least one step, such as 1 2 3") else map(count(1; 6)) | unique end;
def extra_tunes:
    [splits(";") | words | select(. != [])]
    | if length > 4 then error("holds \(length) tunes; at most 4 are tried") else . end;

# The workload and what is run beside it.
def input:
    if . == "" then null
    elif test("^[a-z]+:") then
      capture("^(?<kind>[a-z]+):(?<bytes>.*)$")
      | {kind: (.kind | one_of(["binary", "text", "json", "csv"])), bytes: (.bytes | size)}
    else {file: .} end;
# A command; {input:X} in it is an input of its own.
def command:
    [scan("[{]input:[^}]*[}]")] as $own_inputs
    | if test("[{]bin[}]") | not then error("holds a command without {bin}: \(.)")
      elif ($own_inputs | unique | length) > 1 then error("holds a command with two inputs: \(.)")
      else
        {template: gsub("[{]input:[^}]*[}]"; "{input}")}
        + if $own_inputs == [] then {} else {input: ($own_inputs[0][7:-1] | input)} end
      end;
def training: if test("[{]bin[}]") then command elif . == "" then null else {input: input} end;
def guards: [parts | command] | if length > 4 then error("holds \(length) commands; at most 4 are measured") else . end;
def output_check:
    if IN("", "stdout", "file", "none") or test("^lines:.") then .
    else error("must be stdout, file, lines:PREFIX or none") end;
def environment:
    words
    | map(if test("^[A-Za-z_][A-Za-z_0-9]*=") then . else error("must be NAME=VALUE words (\(.))") end);

# What atesor-hash is given: row sets are words, a row has a colon, an option its dashes.
def hash_option:
    if test("^--(stdout|(threads-variable|aot-cmd|timeout|jobs|machine)=.+)$") then .
    else error("holds an option that cannot be used here: \(.)") end;
def golden_rows:
    [parts
     | if startswith("--") then hash_option
       elif test(":") then "--row=\(.)"
       else words[] | "--set=\(.)" end]
    | if any(.[]; test("^--(set|row)=")) then . else error("must name a row set or a row") end;

# -- which variable is checked how -----------------------------------------------------------------------------------
# number, count, maybe_count: from, to. one_of: the choices. A name: the check of that name in `checked`.
def checks: {
    # the package
    SRC: "full", OUT: "full", BUILD: "text", RECIPE: "text", CLEAN: "text", TEST: "text",
    TEST_RUNS: {count: [1, 100]},
    PROGRAMS: "relative_paths", LIBS: "relative_paths", BIN: "one_program", CC: "text", CXX: "text",
    LANG: {one_of: ["", "c", "go", "rust"]},

    # the workload
    WORKLOAD: "text", HARNESS: "text", INPUT: "input", TRAIN: "training", GUARD: "guards", CHECK: "output_check",
    WORKLOAD_ENV: "environment",
    STDERR: {one_of: ["ignore", "warn", "fail"]},
    INPUT_MIN: "size", INPUT_MAX: "size", CHECK_RUNS: {count: [2, 100]},
    RUN_GOAL: {number: [0, 1000000]}, RUN_SHORT: {number: [0, 1000000]}, RUN_LONG: {number: [0, 1000000]},
    START_UP: {number: [0, 1000000]}, CPU_SHARE: {number: [0, 100]}, SELF_TIMED: {number: [0, 100]},
    AGENT: "agents", AGENT_ROUNDS: {count: [1, 100]}, AGENT_MAX_ROUNDS: {count: [1, 100]},
    AGENT_TIMEOUT: {number: [0, 1000000]}, AGENT_HARNESS_TIMEOUT: {number: [0, 1000000]},
    AGENT_STEP_MIN: {number: [0, 1000000]},

    # the tunes
    TUNES: "steps", EXTRA_TUNES: "extra_tunes", TUNE: "tune", SECOND_FLAG: "full",
    PGO: {one_of: ["auto", "instr", "sample", "both", "none"]},
    BUILD_FIRST: "flag", CODE_LIMIT: "size", EMULATED_CODE_LIMIT: "size",
    CODE_FILES: {count: [0, 100000]}, EMULATED_CODE_FILES: {count: [0, 100000]},
    EXPLAIN_TRIALS: {count: [1, 100]},

    # timing and the decision
    METRIC: {one_of: ["auto", "cpu", "wall"]}, RULE: {one_of: ["interval", "paired", "screen"]},
    EFFECT: {number: [0, 50]}, ALPHA: {number: [0.000001, 0.5]}, PAIRED_ALPHA: {number: [0.000001, 0.5]},
    BAND_ALPHA: {number: [0.000001, 0.5]},
    ROUNDS: {count: [5, 1000]}, MAX_ROUNDS: {count: [5, 1000]}, MIN_ROUNDS: {count: [2, 1000]},
    WARMUP: {count: [0, 1000]}, CALIBRATE: {count: [0, 1000]},
    SEED: "full", SQUEEZED: {number: [1, 100]},
    CPU: {maybe_count: [0, 8191]}, JOBS: {maybe_count: [1, 4096]},
    TIMEOUT: {number: [0, 1000000]}, BUDGET: {number: [0, 1000000]}, STEP_MIN: {number: [0, 1000000]},
    COMMAND_MAX: {number: [0, 1000000]}, COMMAND_MIN: {number: [0, 1000000]},
    LOCK: "full", WARN_CLOCK: {number: [0, 100000]}, WARN_LOAD: {number: [0, 10000]}, WARN_CELSIUS: {number: [1, 200]},
    WARN_CONTENTION: {number: [0, 100]}, WARN_FIRST: {number: [1, 1000]}, CPU_BOUND: {number: [1, 100]},
    SAME_TIME: {number: [0, 100]}, MOMENT: {number: [0, 1000]}, RESAMPLES: {count: [1, 1000000]},

    # the machine
    INTEGRITY_ROUNDS: {count: [1, 1000000]}, INTEGRITY_BYTES: "size", INTEGRITY_SECONDS: {count: [0, 1000000]},
    MISALIGNED_FAST: {number: [1, 1000000]}, MISALIGNED_EMULATED: {number: [1, 1000000]},

    # the target
    TARGET: {one_of: ["native", "riscv64", "aarch64"]}, TRIPLET: "triplet", QEMU_CPU: "qemu_cpu",

    # what is kept and written
    KEEP: "flag", FORCE: "flag", HWCAPS: "flag", JUNIT: "text",

    # the other goals
    GOLDEN: "text", GOLDEN_ROWS: "golden_rows", ROOFLINE: "text",
    BAR: "text", BAR_ROWS: "text", BAR_THREADS: "thread_counts",
    BAR_PASS: {number: [0.000001, 1000000]}, BAR_TARGET: {number: [0.000001, 1000000]},
    BAR_RSS: {number: [0.000001, 1000000]}, BAR_GAP: {number: [0, 100]},
    ROOF_NOISY: {number: [0, 1000000]}, ROOF_NOISY_SHARED: {number: [0, 1000000]}, ROOF_WALL: {number: [1, 100]},
    ROOF_STAGGER: {number: [1, 100]}, ROOF_PATIENCE: {number: [1, 1000000]}, ROOF_CLOCK: {number: [0, 50]},
    ROOF_LEVEL: {number: [1, 1000]}, ROOF_BELOW: {number: [1, 100]}, ROOF_LOAD: {number: [0, 10000]}};

def checked_by_name($check):
    if $check == "text" then .
    elif $check == "full" then full
    elif $check == "flag" then flag
    elif $check == "size" then size
    elif $check == "relative_paths" then relative_paths
    elif $check == "one_program" then one_program
    elif $check == "agents" then agents
    elif $check == "thread_counts" then thread_counts
    elif $check == "triplet" then triplet
    elif $check == "qemu_cpu" then qemu_cpu
    elif $check == "tune" then tune
    elif $check == "steps" then steps
    elif $check == "extra_tunes" then extra_tunes
    elif $check == "input" then input
    elif $check == "training" then training
    elif $check == "guards" then guards
    elif $check == "output_check" then output_check
    elif $check == "environment" then environment
    else golden_rows end;
def checked($check):
    if $check | type == "string" then checked_by_name($check)
    elif $check.one_of then one_of($check.one_of)
    elif $check.number then number($check.number[0]; $check.number[1])
    elif $check.count then count($check.count[0]; $check.count[1])
    else maybe_count($check.maybe_count[0]; $check.maybe_count[1]) end;
def value($name):
    checks[$name] as $check
    | if $check then checked($check) else error("is not a variable of atesor; see 'make atesor-vars'") end;

# -- how the run was started -----------------------------------------------------------------------------------------
# The package's own words on make's command line (CC=clang), without ours. Make escapes blanks in them.
def package_words:
    $ENV.atesor_overrides // "" | splits("(?<![\\\\])[ \t]+") | select(test("^(ATESOR_|atesor_|V=|$)") | not);
# They go to the replayed builds.
def overrides: [package_words] | join(" ");

def shell_word: if test("^[A-Za-z0-9_@%+=:,./-]+$") then . else @sh end;
# Make expands what it is given: $ is $$.
def assignment($name; $value): "\($name)=\($value // "" | gsub("[$]"; "$$"))" | shell_word;
# How to repeat the run: make's own command line, with what was set on it or in the environment.
def repeat_command:
    ["make",
     "-C", ($ENV.atesor_directory // "." | shell_word),
     ($ENV.atesor_makefile // "" | select(. != "") | "-f", shell_word),
     "optimize",
     ($ENV.atesor_given // "" | words[] | assignment(.; $ENV["atesor_cfg_\(ltrimstr("ATESOR_"))"])),
     (package_words | gsub("\\\\(?<blank>[ \t])"; "\(.blank)") | shell_word)]
    | join(" ");

# -- the settings together; the input of these is .data --------------------------------------------------------------
def is_native: (.target // "native") == "native";

# Emulated: at most 4 MiB of input, and runs take what they take.
def at_most_4_mib: [., 4194304] | min;
def with_small_input: if . == null or .bytes == null then . else .bytes |= at_most_4_mib end;
def adapted_to_target:
    if is_native then .
    else
      .input |= with_small_input | .train |= with_small_input
      | .input_max |= at_most_4_mib | .input_min |= at_most_4_mib
      | .run_long = 1000000 | .run_short = 0 | .timeout = 1000000
    end;

# What contradicts itself between settings.
def too_few_rounds:
    .rule != "interval" and .paired_alpha and .max_rounds and pow(0.5; .max_rounds) > .paired_alpha;
def guard_without_input: .input == null and any(.guard[]?; (.template | test("[{]input[}]")) and (.input | not));
def conflicts:
    (select(is_native and (.qemu_cpu // "") != "")
       | "ATESOR_QEMU_CPU needs ATESOR_TARGET, riscv64 or aarch64; it is '\(.qemu_cpu)'"),
    (select((is_native | not) and .triplet == "")
       | "ATESOR_TRIPLET must name the cross compilers, such as \(.target)-linux-gnu"),
    (select(.workload != "" and .harness == "" and (.workload // "" | test("[{]bin[}]") | not))
       | "ATESOR_WORKLOAD does not say {bin}, the program that is timed; it is '\(.workload)'"),
    (select((.workload // "" | test("[{]input[}]")) and .input == null)
       | "ATESOR_INPUT must say what {input} of ATESOR_WORKLOAD is: a file, or kind:bytes such as text:64M"),
    (select(too_few_rounds)
       | "ATESOR_MAX_ROUNDS is too small: \(.max_rounds) rounds can never prove a change "
         + "at the level ATESOR_PAIRED_ALPHA (\(.paired_alpha))"),
    (select(guard_without_input)
       | "ATESOR_INPUT must say what {input} of ATESOR_GUARD is; or name it there, as {input:FILE}"),
    (select(.rounds < .min_rounds) | "ATESOR_ROUNDS must not be under ATESOR_MIN_ROUNDS"),
    (select(.max_rounds < .rounds) | "ATESOR_MAX_ROUNDS must not be under ATESOR_ROUNDS"),
    (select(.input_max < .input_min) | "ATESOR_INPUT_MAX must not be under ATESOR_INPUT_MIN");

# [{name, given, value, error}]
def all_checked:
    [$ENV.atesor_names | words[] | ltrimstr("ATESOR_") as $name | $ENV["atesor_cfg_\($name)"] as $given
     | {name: $name, given: $given}
     | .value = (try ($given | value($name)) catch {error: .})
     | .error = (.value | if type == "object" then .error else null end)];

def config:
    all_checked
    | {errors: [.[] | select(.error) | "ATESOR_\(.name) \(.error); it is '\(.given)'"],
       data: (map(select(.error | not) | {key: (.name | ascii_downcase), value: .value}) | from_entries
         | .overrides = overrides | .command = repeat_command | adapted_to_target)}
    | .errors += [.data | conflicts];

# The files that settings name. They may lie outside the source.
def files: .data
    | (.harness // "" | select(. != "") | "HARNESS|\(split(" ")[0])"),
      (.input.file? // empty | "INPUT|\(.)"),
      (.train.input.file? // empty | "TRAIN|\(.)"),
      (.guard[]?.input.file? // empty | "GUARD|\(.)");

config
| sh("errors"; .errors | map("atesor: error: \(.)") | join("\n")),
  sh("settings"; tojson),
  sh("files"; [files] | join("\n"))
