# report/result.jq: writes result.json: how the run ended, and every tune with its evidence. All of it comes from the
# pipeline that also decides what is done next, so the report cannot disagree with the decisions.
#
# In:  the run's documents (doc/*.json) as inputs; $trees, the slots whose trees are there, a line each;
#      $ENV.broken, why the run broke off ("" if it did not); $ENV.src, $ENV.atesor_version;
#      $ENV.processor, what report/processor.jq printed ("" if there is no processor profile).
# Out: the document atesor.result/1. What is not known is left out.
include "base/compact";
include "base/state";
include "policy/words";
include "policy/machine";
include "policy/budget";
include "policy/built";
include "report/lib/measures";
include "policy/pipeline";

# -- one tune --------------------------------------------------------------------------------------------------------
# Input: a tune of the pipeline, its second check, or a guard of that.
def evidence: {verdict, reason, ratio, ci_low: .low, ci_high: .high, p, by_interval};
def session_figures: {rounds: .stats.rounds, mde_pct: .stats.mde_pct, mde_paired_pct: .stats.mde_paired_pct};

def second_check: evidence + {slot} + session_figures + {raw: raw_runs(.slot; .stats)} | compact;
def guard: {template} + evidence | compact;

# Input: a tune together with what was measured of it beside its time.
def tune_row:
    evidence + {slot, title, compiler, flags: (.flags | join(" "))} + session_figures
    + {stats, gates, code_bytes, build_seconds, maxrss_kib, base_maxrss_kib, metric, started_epoch, raw,
       retries, profile_use, requires, abi_changes, configuration, diagnostics,
       second: (.second | if . then second_check else null end),
       guards: (.second.guards // null | if . then map(guard) else null end),
       seconds: .cost}
    | compact;
# Input: the state, as for all definitions below.
def row_of($tune): $tune + beside_baseline($tune) + measures($tune) | tune_row;

# -- the parts of the result -----------------------------------------------------------------------------------------
def ending:
    if $ENV.broken != "" then {status: "error", reason: $ENV.broken}
    else .over // {status: "error", reason: "the run has not ended: run make optimize again"} end;

def package_name: $ENV.src // .config.src // "" | sub("/+$"; "") | sub("^.*/"; "");

def accepted_row:
    .accepted as $slot | (first(.tunes[] | select(.slot == $slot)) // null) as $tune
    | if $tune then row_of($tune) else null end;

# What the package is, and lines for its Makefile, are known once the baseline's code is.
def package_found: if .base.code then package else null end;
def advice: if .base.code then made(workload_words).data.advice else null end;
def workload_run: workload // null | if . then del(.key, .advice) else . end;

def baseline_row:
    .base as $base
    | if $base then
        {compiler: $base.compiler, seconds: cost($base), reproducible: (reproducible // null),
         diagnostics: diagnostics($base), code_bytes: code_bytes($base), build_seconds: build_seconds($base)}
        | compact
      else null end;

def machine_facts:
    machine // {}
    | if .arch then
        {kind, arch, emulator_cpu, cpu, core, isa: (.isa | if . then del(.evidence) else null end), misaligned, kernel,
         libc, memory_bytes, cpus_allowed, hypervisor, caches, governor: .governor[-1].name?,
         compilers: [(.compilers // [])[] | {name, version, path}]}
        | compact
      else null end;

def processor_profile: $ENV.processor // "" | if . == "" then null else fromjson end;

def settings:
    .config
    | {rule, effect_pct: .effect, alpha, rounds, max_rounds, budget_seconds: .budget, seed, build, recipe, test,
       workload, tunes, pgo, second_flag, command, harness};

def result:
    ending as $ending
    | {package_name: package_name, status: $ending.status, reason: $ending.reason,
       accepted: accepted_row,
       tunes: [.tunes[] as $tune | row_of($tune)],
       left_out: [.left_out[] | {slot, title, reason: .left_out}],
       tests, required, artifacts,
       package: package_found, advice: advice,
       workload: workload_run,
       baseline: baseline_row,
       failed_builds: failed_builds,
       machine: machine_facts,
       processor: processor_profile,
       settings: settings,
       source_sha256: .source, notes, spent_seconds: .spent}
    | compact;

state($trees; "all") | pipeline
| {schema: "atesor.result/1", status: "ok", args: ["result", "all"],
   tool: {name: "atesor", version: $ENV.atesor_version},
   seconds: .spent, warnings, data: result}
