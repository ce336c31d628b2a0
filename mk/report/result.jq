# result.jq: result.json: how the run ended, and every tune with its evidence, from the same pipeline as everything
# else. In: the documents as files (jq -n); $trees; $ENV.broken: the step that could not be done, or "";
# $processor: what is cited of a processor profile, or null. Out: result.json.
include "base/codes";
include "base/compact";
include "base/state";
include "policy/requests";
include "policy/machine";
include "policy/budget";
include "policy/built";
include "policy/second-check";
include "policy/pipeline";
include "report/lib/measures";

# -- a tune
def evidence: {code, verdict, reason_code, reason, ratio, ci_low: .low, ci_high: .high, p, by_interval};
def session_figures: {rounds: .stats.rounds, mde_pct: .stats.mde_pct, mde_paired_pct: .stats.mde_paired_pct};
def second_row: if . == null then null else
    evidence + {slot} + session_figures
    + {raw: (if .stats then "doc/\(.slot).samples.jsonl" else null end)} | compact end;
def guard_rows: if . == null then null else map({template} + evidence | compact) end;
def tune_row: evidence + {slot, title, compiler, flags: (.flags | join(" "))} + session_figures
    + {stats, gates, code_bytes, build_seconds, maxrss_kib, base_maxrss_kib, metric, started_epoch, raw, retries,
       profile_use, requires, abi_changes, configuration, diagnostics,
       second: (.second | second_row), guards: (.second.guards // null | guard_rows), seconds: .cost}
    | compact;
def result_row($tune): $tune + beside_baseline($tune) + measures($tune) | tune_row;

# -- the run
def outcome:
    if $ENV.broken != "" then {status: "error"} + refusal("step_failed"; $ENV.broken)
    elif .over then .over
    else {status: "error"} + refusal("not_ended"; "the run has not ended: run make optimize again") end;
def package_name: $ENV.src // .config.src // "" | sub("/+$"; "") | sub("^.*/"; "");
def baseline_row: if .base == null then null else .base as $base
    | {compiler: $base.compiler, seconds: cost($base), reproducible: (reproducible // null),
       diagnostics: diagnostics($base), code_bytes: code_bytes($base), build_seconds: build_seconds($base)}
    | compact end;
def machine_row: machine // {} | if .arch | not then null else
    {kind, arch, emulator_cpu, cpu, core, isa: (.isa | if . then del(.evidence) else null end), misaligned, kernel,
     libc, memory_bytes, cpus_allowed, hypervisor, caches, governor: .governor[-1].name?,
     compilers: [(.compilers // [])[] | {name, version, path}]} | compact end;
def settings_row: .config
    | {rule, effect_pct: .effect, alpha, rounds, max_rounds, budget_seconds: .budget, seed, build, recipe, test,
       workload, tunes, pgo, second_flag, command, harness};
def workload_row: workload // null | if . then del(.key, .advice) else . end;
def left_out_rows: [.left_out[] | {slot, title} + .left_out];

def result: . as $state | outcome as $outcome | accepted_tune as $winner | (.base.code_sha256 != null) as $has_baseline
    | {package_name: package_name, status: $outcome.status, code: $outcome.code, reason: $outcome.reason,
       accepted: (if $winner then result_row($winner) else null end),
       tunes: [.tunes[] as $tune | $state | result_row($tune)], left_out: left_out_rows,
       tests: (.tests | if . then compact else . end), required, artifacts,
       package: (if $has_baseline then package else null end),
       advice: (if $has_baseline then made(workload_request).data.advice else null end),
       workload: workload_row, baseline: baseline_row, failed_builds: failed_builds, machine: machine_row,
       processor: $processor,
       settings: settings_row, source_sha256: .source, notes, spent_seconds: .spent}
    | compact;

state($trees; "all") | pipeline
| {schema: "atesor.result/2", status: "ok", request: {stage: "result", slot: "all", inputs: {}},
   tool: {name: "atesor", version: $ENV.atesor_version}, seconds: .spent, warnings, data: result}
