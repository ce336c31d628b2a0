# requests.jq: the request of each stage, in one place: {stage, slot, inputs}. The inputs name by content everything
# that the stage reads, by the names with which its script (mk/stage/NAME/run.sh) reads them: cc is $in_cc there. A
# document is current while the same request would be made. null: does not apply.
#
# A tune here is {slot, cc, cxx, compiler, flags: [text], profile?, profile_sha256?, trial?}; a step of a later stage
# names the code it works on.
include "base/state";
include "base/flags";
include "policy/machine";
include "policy/package";

def request($stage; $slot; $inputs): {stage: $stage, slot: $slot, inputs: $inputs};
def fingerprint: .docs.machine.data.fingerprint;
def files_sha256: .docs.source.data.files_sha256;

# -- the machine, and what is built
# ----------------------------------------------------------------------------------------
def probe_request: request("probe"; "mach";
    {machine: fingerprint} + (.config | {misaligned_fast, misaligned_emulated}));
def integrity_request: request("integrity"; "mach"; {machine: fingerprint}
    + (.config | {rounds: .integrity_rounds, bytes: .integrity_bytes, seconds: .integrity_seconds}));

# What is repeated: the maintainer's command, or a recorded recipe.
def commands: (.config.recipe != "") as $recorded
    | {build: (if $recorded then null else .config.build end), recipe: (if $recorded then .config.recipe else null end),
       recipe_sha256: (if $recorded then .docs.source.data.recipe_sha256 else null end)};
def plan_request: request("plan"; "vrfy"; {source} + commands);

# The artifacts are inputs because the stage hashes them; the verified build adds those that it finds. `trial`
# restricts the flags to some of the objects (explain/lib/explain.jq).
def build_request($tune): ($tune.flags | apart) as $words
    | request("build"; $tune.slot;
        {source, machine: fingerprint} + commands
        + {clean: .config.clean, overrides: .config.overrides, environment: .docs.source.data.environment_sha256,
           artifacts: ((if $tune.slot == "vrfy" then .declared.programs + .declared.libs else .artifacts end) // [])}
        + ($tune | {cc, cxx, compiler, profile, profile_sha256, trial}) + $words);
def build($tune): $tune.build // made(build_request($tune)).data;

# What a tree's files are compared with: the baseline's; and the baseline's with the verified build's.
def against($tune): if $tune.slot == "vrfy" then null elif $tune.slot == "base" then .vrfy else .base end;
def code_limits: (machine.kind == "emulated") as $slow
    | .config | if $slow then {code_files: .emulated_code_files, code_limit: .emulated_code_limit}
      else {code_files, code_limit} end;
def facts_request($tune): against($tune) as $other
    | request("facts"; $tune.slot; {artifacts_sha256: build($tune).artifacts_sha256}
        + if $other then {against: $other.slot, against_sha256: build($other).artifacts_sha256, machine: fingerprint}
              + code_limits
          else {against: null, against_sha256: null, machine: null, code_files: null, code_limit: null} end);
def facts_trees($tune): [$tune, against($tune) | select(.) | .slot];
def facts($tune): made(facts_request($tune)).data;
def code_sha256($tune): $tune.code_sha256 // facts($tune).code_sha256;
# The tune with what is known of its build, so that it is looked up once.
def known($tune): ($tune + {build: made(build_request($tune)).data}) as $tune
    | $tune + {code_sha256: facts($tune).code_sha256};
def unknown: del(.build, .code_sha256);

def tests_request($tune; $runs): request("tests"; $tune.slot;
    {artifacts_sha256: build($tune).artifacts_sha256, command: .config.test, runs: $runs,
     overrides: .config.overrides, source, machine: fingerprint});
def golden_request: request("golden"; "vrfy";
    {artifacts_sha256: build(.vrfy).artifacts_sha256, source, command: .config.golden, rows: .config.golden_rows,
     machine: fingerprint});

# -- the workload
# ----------------------------------------------------------------------------------------------------------- What the
# package makes; a program that {bin} is said to be is the only one.
def package: package((facts(.base).artifacts // []); .declared; (made(plan_request).data.commands // [])) as $made
    | if .config.bin != "" then .config.bin as $bin | $made + {programs: [$bin]} else $made end;

# How a workload is run, whatever it is.
def run_conditions: .config
    | {timeout, metric, cpu, seed, stderr, environment: .workload_env, qemu_cpu, harness, libs, cpu_bound, same_time,
       moment};
# When a candidate is a workload.
def workload_limits: .config | {run_goal, run_short, run_long, cpu_share, check_runs, input_min, input_max, self_timed,
    squeezed, start_up};
def is_named: .config.workload != "" or .config.harness != "";
def workload_request: request("workload"; "base";
    {source, files_sha256: files_sha256, code_sha256: code_sha256(.base), template: .config.workload, bin,
     input: .config.input, check: .config.check,
     # Tests that rebuild what they test, or prove nothing, are no workload.
     tests: (if .tests.decisive and (.tests.rebuilt | not) then .config.test else null end),
     # Where the maintainer names a workload, nothing else is tried.
     package: (if is_named then null else package end), agent: (if is_named then null else .config.agent // [] end),
     machine: fingerprint} + run_conditions + workload_limits);
def workload: if .base then made(workload_request).data else null end;
# Is there an output to compare? A workload that was refused has none (only an emulated target goes on without one).
def compares: made(workload_request) | .status == "ok" and .data.compares;

def output_request($tune): request("output"; $tune.slot;
    {artifacts_sha256: build($tune).artifacts_sha256, workload: workload.key, source, machine: fingerprint}
    + run_conditions);
# How a session is run. The effect is not an input: figures are judged again, and measured again only when they do not
# suffice (verdict.jq).
def session: .config | {rule, rounds, max_rounds, warmup, calibrate, paired_alpha, band_alpha, resamples, warn_load,
    warn_celsius, warn_clock, warn_contention, warn_first};
def samples_request($tune; $against): request("samples"; $tune.slot;
    {artifacts_sha256: build($tune).artifacts_sha256, against: $against.slot,
     against_sha256: build($against).artifacts_sha256, workload: workload.key, machine: fingerprint}
    + run_conditions + session);
# Guards may read files of the package: the source is a part of what they are.
def guard_inputs: {source, files_sha256: files_sha256, base_sha256: build(.base).artifacts_sha256,
    guards: .config.guard, check: .config.check, workload: workload.key, machine: fingerprint} + run_conditions;
def guards_request: request("guards"; "base"; guard_inputs + (.config | {check_runs, run_long}));
def guard_request($tune): request("guard"; $tune.slot;
    {artifacts_sha256: build($tune).artifacts_sha256} + guard_inputs + session);

# -- training, and the rest
# -------------------------------------------------------------------------------------------------
def training_request($stage; $tune): request($stage; $tune.slot;
    {artifacts_sha256: build($tune).artifacts_sha256, cc: $tune.cc, compiler: $tune.compiler, workload: workload.key,
     train: .config.train, check: .config.check, files_sha256: files_sha256, machine: fingerprint} + run_conditions);
def goprofile_request: request("goprofile"; "base";
    {artifacts_sha256: build(.base).artifacts_sha256, workload: workload.key, files_sha256: files_sha256,
     machine: fingerprint} + run_conditions);
def units_request($tune): request("units"; $tune.slot; {artifacts_sha256: build($tune).artifacts_sha256});
def accept_request($tune): request("accept"; "kept";
    {tune: $tune.slot, artifacts_sha256: build($tune).artifacts_sha256});

# What holds now and makes no document stale. limit: seconds that one replayed command may take; left: seconds of the
# budget; effect: a session's (see above); epoch: the source's newest time.
def now_known: {limit: limit, left: (.config.budget - .spent | floor), epoch: .docs.source.data.manifest.newest}
    + (.config | {effect, min_rounds, alpha, cpu_share, jobs, lock});

# The wanted requests that `keep` takes, as shell text for goal/lib/run.sh: the file of each, then all as make goals.
def requests_text(keep): now_known as $now
    | [(.next // [])[] | select(keep)]
    | (.[] | "request \(name_of(.) | @sh) \(. + {now: $now} | tojson | @sh)"),
      "goals=\(map(name_of(.)) | join(" ") | @sh)";
