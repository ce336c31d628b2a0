# report/lib/text.jq: the sentences and figures that report.md and report.html have in common, as plain text. Text
# between backquotes is code.
#
# In:  result.json's .data, or the part of it that a heading below names. Out: text, a line each.
include "base/figures";

# -- figures ---------------------------------------------------------------------------------------------------------
def probability: if . < 0.0001 then "< 0.0001" else digits(4) end;
def duration: if . >= 120 then "\(. / 60 | digits(1)) min" else "\(digits(1)) s" end;
def interval: "\(.ci_low | fixed(4)) – \(.ci_high | fixed(4))";
def or_dash(f): if . then f else "–" end;
def change($from):
    if $from and $from > 0 then
      (1000 * (. / $from - 1) | round / 10)
      | if . == 0 then " (same)" else " (\(if . > 0 then "+" else "" end)\(.) %)" end
    else "" end;

# -- the answer ------------------------------------------------------------------------------------------------------
def optimized: if .status == "accepted" then "YES" elif .status == "checked" then "NOT TIMED" else "NO" end;
def answer:
    if .status == "accepted" then "\(.accepted.slot) runs in \(.accepted.ratio | digits(3)) of the baseline's time."
    elif .status == "checked" then .reason
    else "\(.status): \(.reason)" end;
def kept: "The accepted files are in `accepted/`; `make atesor-package` packs them, "
    + "`make atesor-apply` writes the flags as a make fragment.";
def second_check:
    .settings.second_flag as $flag | .accepted.second
    | "Both builds again with `\($flag)`: ratio \(.ratio | fixed(4)), interval \(interval), p \(.p | probability).";

# -- the table of the tunes ------------------------------------------------------------------------------------------
# Input: a tune. Which gates it went through: ✓ passed, ✗ failed, – not there (no decisive tests, no output to compare).
def gate($number):
    if . == "passed" then "\($number) ✓"
    elif . == "failed" then "\($number) ✗"
    elif . == "not there" then "\($number) –"
    else empty end;
def gates:
    .gates // {build: "not run"}
    | if .build == "not run" then "–"
      elif .build == "failed" then "build ✗"
      elif .gate1 == "not run" then "built"
      elif .gate1 == "failed" then "1 ✗"
      elif .gate2 == "equal code" or .gate3 == "equal code" then "1 ✓, equal code"
      else [(.gate1 | gate(1)), (.gate2 | gate(2)), (.gate3 | gate(3))] | join(" ") end;

# Input: a tune. The smallest detectable effect, by the rule that judges.
def mde($rule): if $rule == "interval" then .mde_pct else .mde_paired_pct // .mde_pct end;

# Input: a tune. Its figures as texts; what was not measured is a dash, and `absent` says why.
def cells($data):
    $data.baseline.code_bytes? as $base_code | .base_maxrss_kib as $base_memory
    | {slot, title, compiler, verdict_code: .code,
       flags: (if .flags == "" then "(none)" else .flags end),
       gates: gates,
       ratio: (.ratio | or_dash(fixed(4))),
       interval: (if .ci_low then interval else "–" end),
       p: (.p | or_dash(probability)),
       mde: (mde($data.settings.rule) | or_dash("\(digits(1)) %")),
       rounds: (.rounds | or_dash(tostring)),
       code: (.code_bytes | or_dash(bytes + change($base_code))),
       memory: (.maxrss_kib | or_dash((. * 1024 | bytes) + change($base_memory))),
       build: (.build_seconds | or_dash(duration)),
       verdict,
       by_interval: (.by_interval // "–"),
       reason: (.reason // "")};
def base_cells:
    (first(.tunes[].base_maxrss_kib | select(.)) // null) as $memory | .baseline
    | {compiler,
       code: (.code_bytes | or_dash(bytes)),
       memory: ($memory | or_dash(. * 1024 | bytes)),
       build: (.build_seconds | or_dash(duration))};

# Why there are dashes in the table. A session's raw runs are there only if the tune was timed.
def slots_and($why): select(. != []) | "\(map(.slot) | join(", ")): \($why)";
def code_not_counted: .gates.build? == "passed" and .gates.gate1? != "not run" and (.code_bytes | not);
def absent:
    .settings.rule as $rule
    | [([.tunes[] | select(.ratio | not)]
          | slots_and("no time; the reason is in the row")),
       ([.tunes[] | select(.raw and (.maxrss_kib | not))]
          | slots_and("no peak memory: the runs use no more than the timer, "
                      + "whose own every process inherits that it starts")),
       ([.tunes[] | select((.raw | not) and .ratio)]
          | slots_and("no peak memory: equal code was not run again")),
       ([.tunes[] | select(code_not_counted)]
          | slots_and("no size of code: a file holds no code that could be counted")),
       ([.tunes[] | select(.raw and (mde($rule) | not))]
          | slots_and("no MDE: the runs do not scatter enough to tell one"))];

def estimate_and_test:
    if .settings.rule == "interval" then
      "It is the median over rounds, with the bootstrap interval and the Mann-Whitney test."
    else
      "It is the Hodges-Lehmann estimate over rounds, with its 95 % interval and the one-sided signed-rank test of "
      + if .settings.rule == "paired" then "a change beyond \(.settings.effect_pct) %." else "any change." end
    end;
def method:
    "The ratio is the tune's time divided by the baseline's; below 1 is faster. " + estimate_and_test
    + " MDE is the smallest change that the rounds could have shown."
    + " The rule interval is what the bootstrap interval and Mann-Whitney say of the same rounds."
    + " Code is the executable code of all files that the build makes.";

# -- what was built --------------------------------------------------------------------------------------------------
# Input: a tune. What it needs beyond the baseline's processor, and what the compilers said of it, in one line if
# anything.
def counts: to_entries | map("\(.key) (\(.value))") | join(", ");
def built:
    [(.requires // empty | "needs \(counts)"),
     ((.abi_changes // [])[:5][] | "\(.path): \(.change) \(.name // .tune // "")"),
     (.profile_use // empty | "profile used for \(.used) of \(.objects) objects"),
     ((.configuration // [])[] | "\(.path) differs"),
     ((.diagnostics // [])[] | "\(.count) × -W\(.option)")]
    | if . == [] then empty else join("; ") end;
# Of all tunes, with their slots before them.
def built_of_tunes: [.tunes[] | .slot as $slot | built | "\($slot): \(.)"];

# Input: a guard of a tune.
def guard:
    "`\(.template)`: \(.verdict)"
    + (if .ratio then ", ratio \(.ratio | fixed(4)), interval \(interval)" else "" end)
    + (if .reason then ", \(.reason)" else "" end);

def reproducible:
    if .verdict == "yes" then "yes, the verified build and the baseline have the same code (\(.by | join(", ")))"
    elif .verdict == "no" then "no, the code of \(.differs | join(", ")) differs in two builds with the same flags"
    else "unknown: \(.reason)" end;
def baseline:
    .baseline // empty
    | "baseline compiler: \(.compiler)",
      (.reproducible // empty | "reproducible: \(reproducible)");

# -- the machine, a fact a line --------------------------------------------------------------------------------------
def level:
    if .isa.level then "\(.arch) level \(.isa.level)"
    else "extensions \(.isa.flags // ["unknown"] | map(select(length > 1 or . == "v")) | join(" "))" end;
def cache: "L\(.level) \(.type) \(.size_bytes | bytes)";
def cpu_line:
    "\(.cpu.name // .arch), \(.kind), \(level)\(if .emulator_cpu then ", model \(.emulator_cpu)" else "" end)"
    + ", CPUs \(.cpus_allowed // [] | map(tostring) | join(" "))";
def memory_line:
    "core \(.core.id // "unknown"), memory \(if .memory_bytes then .memory_bytes | bytes else "unknown" end)"
    + ", caches \(if (.caches // []) == [] then "unknown" else .caches | map(cache) | join(", ") end)"
    + ", governor \(.governor // "unknown")";
def system_line:
    "kernel \(.kernel // "unknown"), \(.libc // "libc unknown")"
    + if .hypervisor then ", in a virtual machine" else "" end;
def machine:
    if .machine then
      .machine
      | cpu_line, memory_line, system_line,
        (.compilers // [] | select(. != []) | "compilers: \(map("\(.name) \(.version)") | join(", "))")
    else "not probed" end;

# The processor's profile, where it was measured: how much the machine gives, beside how much the tunes take.
def rated($unit): to_entries | map("\(.key) \(.value | round) \($unit)") | join(", ");
def processor:
    .processor // empty
    | "processor profile of \(.timestamp // "an unknown time"), effective measurements of one thread: "
      + "reading \(.read_gbps | rated("GB/s")); \(.rates_gops | rated("Gop/s")) (\(.path), sha256 \(.sha256[:12])…)";

# -- the workload ----------------------------------------------------------------------------------------------------
def first_eight:
    if . == [] then "none"
    else (.[:8] | join(", ")) + if length > 8 then " and \(length - 8) more" else "" end end;
def package_line:
    "package: \(.kind), \(.language); libraries: \(.libraries | first_eight); programs: \(.programs | first_eight); "
    + "helper programs: \(.helpers | first_eight)";
def tests:
    "tests: "
    + if .tests == null then "not run"
      elif .tests.decisive then "decisive"
      else "gate 2 not decisive: \(.tests.reason)" end;

# Input: the workload.
def input:
    "input: \(.kind // "file") "
    + if .bytes then "\(.bytes) bytes" elif .script_size then "script of size \(.script_size)" else .path end
    + ", sha256 \(.sha256)";
def what_runs:
    "\(.kind)\(if .source then ", from \(.source)" else "" end)\(if .by then " by the agent" else "" end): "
    + "`\(.template // "the package's tests")`";
def workload_lines:
    what_runs,
    (.input // empty | input),
    (.iterations // empty | "iterations: \(.)"),
    (.run_seconds // empty | "a run of the baseline takes \(digits(3)) s"),
    (.agent // empty
       | "the agent was asked \(.questions) times\(if .cost_usd then ", for \(.cost_usd) USD" else "" end)");

def workload:
    (.package // empty | package_line),
    (if .workload.template != null or .workload.kind == "tests" then .workload | workload_lines else "none" end),
    tests;
# Input: a workload that was refused.
def refused:
    "\(.source)\(if .bin then " \(.bin)" else "" end)\(if .template then " `\(.template)`" else "" end): \(.reason)";

# -- how to repeat the run, and the warnings -------------------------------------------------------------------------
def command: .settings.command // "make optimize";
def repeat:
    (.settings
       | "build `\(if (.recipe // "") != "" then .recipe else .build end)`, rule \(.rule), effect \(.effect_pct) %, "
         + "rounds \(.rounds) to \(.max_rounds), seed \(.seed)"),
    "source sha256 \(.source_sha256 // "unknown"); "
    + "\(.spent_seconds | digits(0)) s of \(.settings.budget_seconds) s spent";
# Input: the warnings; the same text from several documents is said once.
def said_warnings: group_by(.text)[] | "\(map(.where // "run") | unique | join(", ")): \(.[0].text)";
