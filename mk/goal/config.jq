# config.jq: the settings, checked and typed. Reads $ENV.atesor_cfg_NAME for each variable of mk/defaults.mk and answers
# {data: {name: value}, errors: [text]}. An error names the variable, what it is, and what it may be.

def bytes: capture("^(?<n>[0-9]+)(?<u>[KMG]?)$") | (.n | tonumber) * ({"": 1, K: 1024, M: 1048576, G: 1073741824}[.u]);

# Kinds: a text in, a typed value out; or an error that says what is wanted.
def text: .;
def full: if . == "" then error("must not be empty") else . end;
def words: [splits("[ \t\n]+") | select(. != "")];
# jq 1.6 hands errors raised further down a pipe to an earlier `try`: so texts are tested, not tried.
def number($low; $high): if test("^[0-9]+([.][0-9]+)?$") then tonumber else error("must be a number") end
    | if . >= $low and . <= $high then . else error("must be from \($low) to \($high)") end;
def count($low; $high): number($low; $high) | if . == floor then . else error("must be a whole number") end;
def maybe(kind): if . == "" then null else kind end;
def flag: if . == "0" or . == "1" then . == "1" else error("must be 0 or 1") end;
def one_of($choices): if IN($choices[]) then . else error("must be one of: \($choices | join(", "))") end;
def size: if test("^[0-9]+[KMG]?$") then bytes else error("must be a number of bytes, such as 65536 or 64M") end;
def relative: words | map(sub("^([.]/)+"; "") | if test("^/|(^|/)[.][.](/|$)") then error("must name files below ATESOR_SRC, without .. (\(.))") else . end);
def input: if . == "" then null
    elif test("^[a-z]+:") then capture("^(?<kind>[a-z]+):(?<bytes>.*)$")
        | {kind: (.kind | one_of(["binary", "text", "json", "csv"])), bytes: (.bytes | size)}
    else {file: .} end;
def check: if IN("", "stdout", "file", "none") or test("^lines:.") then .
    else error("must be stdout, file, lines:PREFIX or none") end;
def tunes: words | if length == 0 then error("must name at least one step, such as 1 2 3") else map(count(1; 6)) | unique end;
def extra_tunes: [splits(";") | words | select(. != [])]
    | if length > 4 then error("holds \(length) tunes; at most 4 are tried") else . end;
# A command beside the workload. {input:X} is an input of its own.
def command: [scan("[{]input:[^}]*[}]")] as $own
    | if test("[{]bin[}]") | not then error("holds a command without {bin}: \(.)")
      elif ($own | unique | length) > 1 then error("holds a command with two inputs: \(.)")
      else {template: gsub("[{]input:[^}]*[}]"; "{input}")} + if $own == [] then {} else {input: ($own[0][7:-1] | input)} end end;
def train: if test("[{]bin[}]") then command elif . == "" then null else {input: input} end;
def guards: [splits(";") | gsub("^[ \t\n]+|[ \t\n]+$"; "") | select(. != "") | command]
    | if length > 4 then error("holds \(length) commands; at most 4 are measured") else . end;
# What atesor-hash is given: row sets are words, a row has a colon, an option its dashes.
def golden_rows: [splits(";") | gsub("^[ \t\n]+|[ \t\n]+$"; "") | select(. != "")
        | if startswith("--") then (if test("^--(stdout|(threads-variable|aot-cmd|timeout|jobs|machine)=.+)$") then . else error("holds an option that cannot be used here: \(.)") end)
          elif test(":") then "--row=\(.)" else words[] | "--set=\(.)" end]
    | if any(.[]; test("^--(set|row)=")) then . else error("must name a row set or a row") end;
def settings: words | map(if test("^[A-Za-z_][A-Za-z_0-9]*=") then . else error("must be NAME=VALUE words (\(.))") end);


def value($name):
    if   $name | IN("SRC", "OUT", "LOCK", "SEED", "SECOND_FLAG") then full
    elif $name | IN("BUILD", "RECIPE", "CLEAN", "TEST", "WORKLOAD", "HARNESS", "CC", "CXX", "GOLDEN", "BAR", "BAR_ROWS", "ROOFLINE", "JUNIT") then text
    elif $name == "BAR_THREADS" then words | if . == [] then error("must name at least one number of threads, or all") else map(if . == "all" then . else count(1; 4096) end) end
    elif $name == "AGENT" then words | if length > 2 then error("must name one or two programs") else . end
    elif $name == "TUNE" then if test("^((tun|usr)[1-6]|fma1|pgo[12])?$") then . else error("must be a tune, such as tun5") end
    elif $name | IN("PROGRAMS", "LIBS") then relative
    elif $name == "BIN" then relative | if length > 1 then error("must name one program") else .[0] // "" end
    elif $name == "INPUT" then input
    elif $name == "TRAIN" then train
    elif $name == "CHECK" then check
    elif $name == "GOLDEN_ROWS" then golden_rows
    elif $name == "WORKLOAD_ENV" then settings
    elif $name == "STDERR" then one_of(["ignore", "warn", "fail"])
    elif $name == "EXTRA_TUNES" then extra_tunes
    elif $name == "GUARD" then guards
    elif $name == "TUNES" then tunes
    elif $name == "LANG" then one_of(["", "c", "go", "rust"])
    elif $name == "PGO" then one_of(["auto", "instr", "sample", "both", "none"])
    elif $name == "METRIC" then one_of(["auto", "cpu", "wall"])
    elif $name == "RULE" then one_of(["interval", "paired", "screen"])
    elif $name | IN("BUILD_FIRST", "KEEP", "FORCE", "HWCAPS") then flag
    elif $name == "TARGET" then one_of(["native", "riscv64", "aarch64"])
    elif $name == "TRIPLET" then if test("^[A-Za-z0-9_.-]*$") then . else error("must be a name such as riscv64-linux-gnu") end
    elif $name == "QEMU_CPU" then if test("\\s") then error("must be one word, such as rv64,v=true,vext_spec=v1.0") else . end
    elif $name == "CPU" then maybe(count(0; 8191))
    elif $name == "JOBS" then maybe(count(1; 4096))
    elif $name | IN("INPUT_MIN", "INPUT_MAX", "CODE_LIMIT", "EMULATED_CODE_LIMIT", "INTEGRITY_BYTES") then size
    elif $name | IN("CODE_FILES", "EMULATED_CODE_FILES") then count(0; 100000)
    elif $name == "EFFECT" then number(0; 50)
    elif $name | IN("ALPHA", "PAIRED_ALPHA", "BAND_ALPHA") then number(0.000001; 0.5)
    elif $name | IN("CPU_SHARE", "SELF_TIMED", "WARN_CLOCK", "WARN_CONTENTION", "SAME_TIME", "BAR_GAP") then number(0; 100)
    elif $name | IN("WARN_LOAD", "ROOF_LOAD") then number(0; 10000)
    elif $name | IN("CPU_BOUND", "ROOF_BELOW") then number(1; 100)
    elif $name | IN("WARN_FIRST", "ROOF_LEVEL") then number(1; 1000)
    elif $name == "MOMENT" then number(0; 1000)
    elif $name == "ROOF_CLOCK" then number(0; 50)
    elif $name | IN("ROOF_WALL", "ROOF_STAGGER") then number(1; 100)
    elif $name | IN("ROOF_NOISY", "ROOF_NOISY_SHARED") then number(0; 1000000)
    elif $name | IN("ROOF_PATIENCE", "MISALIGNED_FAST", "MISALIGNED_EMULATED") then number(1; 1000000)
    elif $name | IN("BAR_PASS", "BAR_TARGET", "BAR_RSS") then number(0.000001; 1000000)
    elif $name | IN("RESAMPLES", "INTEGRITY_ROUNDS") then count(1; 1000000)
    elif $name == "INTEGRITY_SECONDS" then count(0; 1000000)
    elif $name == "WARN_CELSIUS" then number(1; 200)
    elif $name | IN("ROUNDS", "MAX_ROUNDS") then count(5; 1000)
    elif $name == "TEST_RUNS" then count(1; 100)
    elif $name == "EXPLAIN_TRIALS" then count(1; 100)
    elif $name == "MIN_ROUNDS" then count(2; 1000)
    elif $name | IN("AGENT_ROUNDS", "AGENT_MAX_ROUNDS") then count(1; 100)
    elif $name == "SQUEEZED" then number(1; 100)
    elif $name == "CHECK_RUNS" then count(2; 100)
    elif $name | IN("WARMUP", "CALIBRATE") then count(0; 1000)
    elif $name | IN("TIMEOUT", "BUDGET", "STEP_MIN", "COMMAND_MAX", "COMMAND_MIN", "AGENT_TIMEOUT", "AGENT_HARNESS_TIMEOUT", "AGENT_STEP_MIN", "RUN_GOAL", "RUN_SHORT", "RUN_LONG", "START_UP")
        then number(0; 1000000)
    else error("is not a variable of atesor; see 'make atesor-vars'") end;

# The package's own words on make's command line (CC=clang), without ours: they go to the replayed builds. Make escapes blanks in them.
def overrides: [$ENV.atesor_overrides // "" | splits("(?<![\\\\])[ \t]+") | select(test("^(ATESOR_|atesor_|V=|$)") | not)] | join(" ");

# How to repeat the run: make's own command line, with what was set on it or in the environment. Make expands what it is given: $ is $$.
def plain: if test("^[A-Za-z0-9_@%+=:,./-]+$") then . else @sh end;
def assigned($name; $value): "\($name)=\($value // "" | gsub("[$]"; "$$"))" | plain;
def repeat_command: ["make", "-C", ($ENV.atesor_directory // "." | plain), ($ENV.atesor_makefile // "" | select(. != "") | "-f", plain), "optimize",
    ($ENV.atesor_given // "" | words[] | . as $name | assigned($name; $ENV["atesor_cfg_\($name | ltrimstr("ATESOR_"))"])),
    ($ENV.atesor_overrides // "" | splits("(?<![\\\\])[ \t]+") | select(test("^(ATESOR_|atesor_|V=|$)") | not) | gsub("\\\\(?<blank>[ \t])"; "\(.blank)") | plain)]
    | join(" ");

# Emulated: at most 4 MiB of input, and runs take what they take.
def small: if . == null or .bytes == null then . else .bytes |= ([., 4194304] | min) end;
def emulated: if (.target // "native") == "native" then . else
    .input |= small | .train |= small | .input_max |= ([., 4194304] | min) | .input_min |= ([., 4194304] | min) | .run_long = 1000000 | .run_short = 0 | .timeout = 1000000 end;

def config:
    [$ENV.atesor_names | words[] | ltrimstr("ATESOR_") as $name | $ENV["atesor_cfg_\($name)"] as $given
        | {name: $name, given: $given}
        | .value = (try ($given | value($name)) catch {error: .})
        | .error = (.value | if type == "object" then .error else null end)]
    | {errors: [.[] | select(.error) | "ATESOR_\(.name) \(.error); it is '\(.given)'"],
       data: (map(select(.error | not) | {key: (.name | ascii_downcase), value: .value}) | from_entries | .overrides = overrides | .command = repeat_command | emulated)}
    | if (.data.target // "native") == "native" and (.data.qemu_cpu // "") != "" then .errors += ["ATESOR_QEMU_CPU needs ATESOR_TARGET, riscv64 or aarch64; it is '\(.data.qemu_cpu)'"] else . end
    | if (.data.target // "native") != "native" and .data.triplet == "" then .errors += ["ATESOR_TRIPLET must name the cross compilers, such as \(.data.target)-linux-gnu"] else . end
    | if .data.workload != "" and .data.harness == "" and ((.data.workload // "") | test("[{]bin[}]") | not)
        then .errors += ["ATESOR_WORKLOAD does not say {bin}, the program that is timed; it is '\(.data.workload)'"] else . end
    | if ((.data.workload // "") | test("[{]input[}]")) and .data.input == null
        then .errors += ["ATESOR_INPUT must say what {input} of ATESOR_WORKLOAD is: a file, or kind:bytes such as text:64M"] else . end
    | if .data.rule != "interval" and .data.paired_alpha and .data.max_rounds and pow(0.5; .data.max_rounds) > .data.paired_alpha
        then .errors += ["ATESOR_MAX_ROUNDS is too small: \(.data.max_rounds) rounds can never prove a change at the level ATESOR_PAIRED_ALPHA (\(.data.paired_alpha))"] else . end
    | if .data.input == null and any(.data.guard[]?; (.template | test("[{]input[}]")) and (.input | not))
        then .errors += ["ATESOR_INPUT must say what {input} of ATESOR_GUARD is; or name it there, as {input:FILE}"] else . end
    | if .data.rounds < .data.min_rounds then .errors += ["ATESOR_ROUNDS must not be under ATESOR_MIN_ROUNDS"] else . end
    | if .data.max_rounds < .data.rounds then .errors += ["ATESOR_MAX_ROUNDS must not be under ATESOR_ROUNDS"] else . end
    | if .data.input_max < .data.input_min then .errors += ["ATESOR_INPUT_MAX must not be under ATESOR_INPUT_MIN"] else . end;

config
