# simulate.jq: documents in, commands out. A scenario says what each command would find; the pipeline is asked, what it wants is
# "made", and it is asked again until nothing is wanted: no process, no clock, milliseconds a scenario.
#
# A scenario: {name, config: {changes to the usual settings}, probe: {changes to the usual machine}, world: {"SLOT.STAGE": what it
# finds}, goal, expect: {…}, then: a scenario that goes on from these documents (delete: ["SLOT.STAGE"] first; trees: [] for none),
# whose settings and world are the first one's with its own changes}. expect: {status, reason (a regular expression), verdicts: {slot: verdict}, commands: ["SLOT.STAGE"], flags: {slot: text}, second_flags: {slot: words of its build},
# includes, never: ["SLOT.STAGE"], left_out, reasons: {slot: regular expression}, warnings, no_warnings: [regular expressions on "WHERE: CODE: TEXT"],
# requires: {slot: {class: count}}, reproducible: verdict, codes: {slot: code of its reason}, code: of the run's reason, inputs: {"SLOT.STAGE": {input: value}}}.
#
# With the goal "explain" (config.tune) the trials come to what `cause` says: {flags: [flags that are all needed], objects: [[numbers] that fail together],
# count: objects of the build, link: true when the link alone does it, cured: flag, others: [numbers] of the trials that come to something else}; and
# expect.cause is {flags, objects, link, remedy, trials: at most so many, ended: regular expression on why it was not finished}.
include "base/state";
include "policy/requests";
include "policy/pipeline";
include "policy/built";
include "explain/lib/explain";

def usual_config: {
    src: "/p", build: "make", recipe: "", clean: "", test: "make check", test_runs: 3, programs: ["p"], libs: [], bin: "", workload: "{bin} {input}",
    input: {kind: "text", bytes: 1000}, train: null, harness: "", check: "", workload_env: [], stderr: "warn", extra_tunes: [], cc: "", cxx: "", agent: [],
    tunes: [1, 2, 3, 4, 5, 6], pgo: "none", cpu: null, metric: "auto", rule: "paired", effect: 2, rounds: 20, max_rounds: 40, timeout: 300,
    budget: 3600, jobs: null, build_first: false, keep: false, lock: "/l", seed: "s", alpha: 0.05, min_rounds: 5, warmup: 3, guard: [], paired_alpha: 0.004, band_alpha: 0.025, warn_load: 0.5, warn_celsius: 75, warn_clock: 5, self_timed: 75, squeezed: 1.6, start_up: 0.2, tune: "", explain_trials: 60, check_runs: 4, run_long: 5,
    calibrate: 10, step_min: 300, command_max: 1800, command_min: 60, overrides: "", second_flag: "-falign-functions=64",
    code_files: 8, code_limit: 33554432, emulated_code_files: 4, emulated_code_limit: 1048576};
def usual_probe: {kind: "native", arch: "x86_64", isa: {level: 4}, core: {tune_names: ["znver5", "znver3"]}, compilers: [
    {name: "gcc", path: "/usr/bin/gcc", family: "gcc", version: "12.2.0", mtune: ["znver3"], march: ["x86-64-v2", "x86-64-v3", "x86-64-v4"],
     flags: {"-flto=auto": true, "-ffat-lto-objects": true}},
    {name: "clang", path: "/usr/bin/clang", family: "clang", version: "14.0.6", mtune: ["znver3"], march: ["x86-64-v3", "x86-64-v4"], flags: {}}]};

def probe_of($scenario): usual_probe * ($scenario.probe // {});

def figures: {median_ratio: ., hodges_lehmann: ., ci_low: (. * 0.995), ci_high: (. * 1.005), mann_whitney_p: 0.001, rounds: 20,
    paired_lower: (. * 0.995), paired_upper: (. * 1.005), band_low: (. * 0.996), band_high: (. * 1.004), effect_pct: 2, mde_pct: 1};
# A session in a guard: {ratio}, or {status, reason, verdict_code}.
def guard_session: {template: "{bin} -d", status: (.status // "ok"), code: (if .status then .code // "told" else null end), reason, data: ({verdict_code, stats: (if .status then null else ((.ratio // 1) | figures) + (.stats // {}) end)})};

# Does a trial with this request of its build fail as the cause says?
def is_trial: test("^[tufp][0-9]{3}$");
def holds($ranges): . as $n | $ranges != "-" and any($ranges | split(",")[] | split("-") | map(tonumber); $n >= .[0] and $n <= .[-1]);
def build_flags: .inputs | .settings + .flags;
def breaks($cause): build_flags as $flags | .inputs.trial as $parts
    | all($cause.flags[]; IN($flags[])) and ($cause.cured | . == null or (IN($flags[]) | not))
      and ($cause.link or any($cause.objects[]; all(.[]; ($parts.only == null or holds($parts.only))
          and (($parts.also == null or $parts.also_flag != $cause.cured) or (holds($parts.also) | not)))));
def trial($stage; $build; $cause): ($build | breaks($cause)) as $breaks | ($build.slot[2:] | tonumber) as $n
    | if any(($cause.others // [])[]; . == $n) and $stage == "build" then {status: "failed", reason: "something else"}
      elif $stage == "units" then {data: {units: ($cause.count // 1), units_sha256: "u"}}
      elif $breaks | not then {}
      elif $stage == "build" and $cause.verdict == "does not build" then {status: "failed", reason: "cc: error"}
      elif $stage == "tests" then {status: "failed", reason: "exit 1"}
      elif $stage == "output" then {data: {output_sha256: "other"}} else {} end;

# What a command finds, unless the scenario says otherwise: all well, every build its own code, every tune unchanged.
def found($request; $scenario; $docs):
    $request.stage as $stage | $request.slot as $slot
    | (if ($slot | is_trial) or $stage == "units" then trial($stage; (if $stage == "build" then $request else $docs["\($slot).build"].request end | .slot |= if is_trial then . else "t100" end); $scenario.cause)
       else $scenario.world["\($slot).\($stage)"] // {} end) as $told
    | (if $stage == "probe" then probe_of($scenario)
       elif $stage == "build" then {artifacts: [{path: "p", sha256: "bytes-\($slot)", fresh: true}], artifacts_sha256: "bytes-\($slot)",
           compiler: {compiles: 2, links: 1, flagged_compiles: 2, flagged_links: 1, errors: [], outside: [], o3_everywhere: false, lto_anywhere: false}}
       elif $stage == "facts" then {code_sha256: (if $slot == "vrfy" then "code-base" else "code-\($slot)" end),
           artifacts: [{path: "p", machine: "x86_64", type: "pie"}],
           compared: (if $slot == "vrfy" then [] else [{path: "p", type: "pie", same_code: ($slot == "base"), same_code_by: "code_sha256", counted: true, cut: false, abi_changes: []}] end)}
       elif $stage == "workload" then {kind: "program", key: "w", compares: true, output_sha256: "out", run_seconds: 2}
       elif $stage == "output" then {repeatable: true, output_sha256: "out"}
       elif $stage == "samples" then {stats: (($told.ratio // 1) | figures)}
       elif $stage == "guards" then {guards: [{template: "{bin} -d", run_seconds: 1}]}
       elif $stage == "guard" then {guards: [($told.guards // [{}])[] | guard_session]}
       elif $stage | IN("train", "sample", "goprofile") then {profile_sha256: "profile"}
       else {} end) as $data
    | {schema: "atesor.\($stage)/1", status: ($told.status // "ok"), code: (if ($told.status // "ok") == "ok" then null else $told.code // "told" end), reason: $told.reason, request: $request, seconds: ($told.seconds // 10), warnings: ($told.warnings // []),
       data: ($data * ($told.data // {}))};

def standing($scenario): {config: {data: (usual_config * ($scenario.config // {}))}, source: {data: {manifest: {sha256: "src"}, files_sha256: "f", environment_sha256: "e"}}, machine: {data: {fingerprint: ($scenario.machine // "m")}}};
def evaluate($scenario; $docs; $trees): state_of($docs; $trees; $scenario.goal // "all") | pipeline
    | if $scenario.goal == "explain" then explain | if .next then . else .over = {status: "explained", reason: .over.reason} end else . end;

def simulate($scenario):
    {docs: (($scenario.docs // {}) + standing($scenario)), trees: ($scenario.trees // []), commands: [], rounds: 0}
    | until(.over or .rounds > 200 or .fault;
        evaluate($scenario; .docs; .trees) as $answer
        | .rounds += 1
        | if $answer.next then
              (if ($answer.next | length) > 1 and any($answer.next[]; .stage == "samples") then .fault = "a timing beside other commands" else . end)
              | (if any($answer.next[]; (keys != ["inputs", "slot", "stage"]) or (.inputs | type != "object")) then .fault = "not a request: \($answer.next)" else . end)
              | reduce $answer.next[] as $request (.; .docs as $docs | .docs[name_of($request)] = found($request; $scenario; $docs)
                  | .commands += [name_of($request)] | if $request.stage == "build" then .trees = (.trees + [$request.slot] | unique) else . end)
          elif $answer.over then .over = $answer.over | .answer = $answer
          else .fault = "neither a command nor an end" end)
    | if .rounds > 200 then .fault = "asks for ever: \(.commands[-3:])" else . end;

def differences($scenario; $got):
    ($scenario.expect // {}) as $e | $got.answer as $a | ([$a.tunes[]? | {key: .slot, value: .}] | from_entries) as $by
    | ($got.fault // empty),
      ($e | keys[] | select(IN("status", "reason", "verdicts", "flags", "second_flags", "left_out", "commands", "includes", "never", "reasons", "warnings", "no_warnings", "requires", "reproducible", "inputs", "codes", "code", "cause") | not) | "'\(.)' is nothing that can be expected"),
      ($e.status // empty | select(. != $got.over.status) | "status is '\($got.over.status)' (\($got.over.reason)), not '\(.)'"),
      ($e.reason // empty | . as $re | select(($got.over.reason // "") | test($re) | not) | "the reason is '\($got.over.reason)', not like '\($re)'"),
      ($e.verdicts // {} | to_entries[] | select($by[.key].verdict != .value) | "\(.key) is '\($by[.key].verdict)' (\($by[.key].reason)), not '\(.value)'"),
      ($e.reasons // {} | to_entries[] | .value as $re | select(($by[.key].reason // "") | test($re) | not) | "\(.key) is so for '\($by[.key].reason)', not like '\(.value)'"),
      ([($a.warnings // [])[] | "\(.where): \(.code): \(.text)"] as $told
          | ($e.warnings // [] | .[] | . as $re | select(any($told[]; test($re)) | not) | "no warning is like '\($re)': \($told | join(" / "))"),
            ($e.no_warnings // [] | .[] | . as $re | select(any($told[]; test($re))) | "there is a warning like '\($re)'")),
      ($e.requires // {} | to_entries[] | .key as $slot | ($a | requires($by[$slot])) as $is | select($is != .value) | "\($slot) requires \($is)"),
      ($e.reproducible // empty | . as $want | ($a | reproducible.verdict) as $is | select($is != $want) | "the baseline is reproducible: '\($is)'"),
      ($e.inputs // {} | to_entries[] | .value as $want | $got.docs[.key].request.inputs as $is | select($is != ($is + $want)) | "\(.key) has the inputs \($is)"),
      ($e.code // empty | select(. != $got.over.code) | "the code is '\($got.over.code)', not '\(.)'"),
      ($e.codes // {} | to_entries[] | select($by[.key].reason_code != .value) | "\(.key) has the code '\($by[.key].reason_code)', not '\(.value)'"),
      ($e.flags // {} | to_entries[] | select(($by[.key].flags // [] | join(" ")) != .value) | "\(.key) has '\($by[.key].flags // [] | join(" "))', not '\(.value)'"),
      ($e.second_flags // {} | to_entries[] | .value as $want | ($got.docs["\(.key).build"].request // {inputs: {flags: ["nothing"]}} | build_flags | join(" ")) as $is | select($is != $want) | "\(.key) is built with '\($is)', not '\($want)'"),
      ($e.left_out // {} | to_entries[] | .key as $k | .value as $re | first(($a.left_out // [])[] | select(.slot == $k)) // {left_out: {reason: "nothing"}}
          | select(.left_out.reason | test($re) | not) | "\($k) is left out for '\(.left_out.reason)', not like '\($re)'"),
      ($e.cause // empty | . as $want | $a.findings | {flags, objects: .sets, link: (.link != null), remedy: (. as $x | {findings: $x} | remedy // {} | .flag), trials: (.trials | length)} as $is
          | (select($want | has("flags")) | select($is.flags != $want.flags) | "the flags are \($is.flags)"), (select($want | has("objects")) | select($is.objects != $want.objects) | "the objects are \($is.objects)"),
            (select($want | has("link")) | select($is.link != $want.link) | "the link alone: \($is.link)"), (select($want | has("remedy")) | select($is.remedy != $want.remedy) | "the remedy is \($is.remedy)"),
            (select($want | has("trials")) | select($is.trials > $want.trials) | "it took \($is.trials) trials"), ($want.ended // empty | . as $re | select(($got.over.reason // "") | test($re) | not) | "it ended with '\($got.over.reason)'")),
      ($e.commands // empty | select(. != $got.commands) | "the commands are \($got.commands | join(" ")), not \(join(" "))"),
      ($e.includes // [] | .[] | select(IN($got.commands[]) | not) | "\(.) was not run"),
      ($e.never // [] | .[] | select(IN($got.commands[])) | "\(.) was run");

# A scenario and what follows on it: [name, differences].
def run($scenario):
    simulate($scenario) as $got
    | {name: $scenario.name, wrong: [differences($scenario; $got)]},
      ($scenario.then // empty | . as $next
       | run({name: "\($scenario.name), then \($next.name)", goal: ($next.goal // $scenario.goal), config: (($scenario.config // {}) * ($next.config // {})),
           world: (($scenario.world // {}) * ($next.world // {})), machine: ($next.machine // $scenario.machine), probe: $scenario.probe, cause: ($next.cause // $scenario.cause), expect: $next.expect, then: $next.then,
           trees: ($next.trees // $got.trees), docs: ($got.docs | delpaths([($next.delete // [])[] | [.]]) | del(.config))}));

# Input: an array of scenarios. Output: a line a failure; the last line counts.
[.[] as $scenario | run($scenario)]
| (.[] | select(.wrong != []) | "not ok \(.name): \(.wrong | join("; "))"),
  "\(map(select(.wrong == [])) | length) passed, \(map(select(.wrong != [])) | length) failed"
