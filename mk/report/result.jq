# result.jq: result.json: how the run ended, and every tune with its evidence. From the same pipeline as everything else.
include "base/compact";
include "base/state";
include "policy/words";
include "policy/machine";
include "policy/budget";
include "policy/built";
include "report/lib/measures";
include "policy/pipeline";

def round_to($digits): . * pow(10; $digits) | round / pow(10; $digits);
def evidence: {verdict, reason, ratio, ci_low: .low, ci_high: .high, p, by_interval};
def tune_row: evidence + {slot, title, compiler, flags: (.flags | join(" ")), rounds: .stats.rounds, mde_pct: .stats.mde_pct, mde_paired_pct: .stats.mde_paired_pct, stats,
    gates, code_bytes, build_seconds, maxrss_kib, base_maxrss_kib, metric, started_epoch, raw,
    retries, profile_use, requires, abi_changes, configuration, diagnostics,
    second: (.second | if . then evidence + {slot, rounds: .stats.rounds, mde_pct: .stats.mde_pct, mde_paired_pct: .stats.mde_paired_pct, raw: (if .stats then "doc/\(.slot).samples.jsonl" else null end)} | compact else null end),
    guards: (.second.guards // null | if . then map({template} + evidence | compact) else null end),
    seconds: .cost} | compact;

state($trees; "all") | pipeline
| (if $ENV.broken != "" then {status: "error", reason: $ENV.broken} else .over // {status: "error", reason: "the run has not ended: run make optimize again"} end) as $over
| . as $state | (.accepted as $slot | first(.tunes[] | select(.slot == $slot)) // null) as $winner
| {schema: "atesor.result/1", status: "ok", args: ["result", "all"], tool: {name: "atesor", version: $ENV.atesor_version}, seconds: .spent, warnings,
   data: ({package_name: ($ENV.src // .config.src // "" | sub("/+$"; "") | sub("^.*/"; "")), status: $over.status, reason: $over.reason,
     accepted: (if $winner then $winner + beside_baseline($winner) + measures($winner) | tune_row else null end),
     tunes: [.tunes[] as $tune | $state | $tune + beside_baseline($tune) + measures($tune) | tune_row], left_out: [.left_out[] | {slot, title, reason: .left_out}],
     tests: .tests, required: .required, artifacts: .artifacts,
     package: (if .base.code then package else null end), advice: (if .base.code then made(workload_words).data.advice else null end),
     workload: (workload // null | if . then del(.key, .advice) else . end),
     baseline: (if .base then {compiler: .base.compiler, seconds: (. as $s | .base | . as $b | $s | cost($b)), reproducible: (reproducible // null), diagnostics: (.base as $b | diagnostics($b)),
         code_bytes: (.base as $b | code_bytes($b)), build_seconds: (.base as $b | build_seconds($b))} | compact else null end),
     failed_builds: failed_builds,
     machine: (machine // {} | if .arch then {kind, arch, emulator_cpu, cpu, core, isa: (.isa | if . then del(.evidence) else null end), misaligned, kernel, libc, memory_bytes, cpus_allowed, hypervisor, caches, governor: .governor[-1].name?, compilers: [(.compilers // [])[] | {name, version, path}]} | compact else null end),
     processor: ($ENV.processor // "" | if . == "" then null else fromjson end),
     settings: (.config | {rule, effect_pct: .effect, alpha, rounds, max_rounds, budget_seconds: .budget, seed, build, recipe, test, workload, tunes, pgo, second_flag, command, harness}),
     source_sha256: .source, notes, spent_seconds: .spent} | compact)}
