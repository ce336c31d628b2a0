# record.jq: the recipe (stdin) with the run's answer under `optimizations` of the entry that was built, keyed by the machine's
# core, or else by its instruction set; all else as it was. Nothing (no output) where there is nothing to record: only a native
# run with a workload that ended accepted or without gain is. $result: result.json; $build: the document of the accepted build;
# the environment names the entry as for recipe.jq.
include "base/compact";
include "base/flags";
def asked($name): $ENV["atesor_recipe_" + $name] // "";
def chosen($name): keys_unsorted as $keys | asked($name) as $want
    | if $want != "" then $want elif ($keys | length) == 1 then $keys[0] else null end;
# What a later run can repeat: no profile, and none of the variables that only serve one run.
def repeatable: profile_flag or test("^(GOFLAGS|CCACHE_DISABLE)=") | not;
def environment: map(capture("^(?<key>[^=]*)=(?<value>.*)$"; "p")) | from_entries;
def has($names): [.isa.flags[]? | select(IN($names[]))];
def isa_label: if .arch == "x86_64" and .isa.level then "x86-64\(if .isa.level > 1 then "-v\(.isa.level)" else "" end)"
    elif .arch == "riscv64" then
        (if has(["v"]) != [] then "rv64gcv" else "rv64gc" end)
            + (has(["zicond", "zfa", "zfhmin", "zba", "zbb", "zbs"]) | map("_" + .) | join(""))
    else .arch end;
# Four digits that count: a ratio has no more.
def short: if . == 0 then . else pow(10; 3 - (fabs | log10 | floor)) as $scale | . * $scale | round / $scale end;
def evidence: {ratio, ci_low, ci_high, p, rounds} | compact | map_values(short);

$result[0] as $all | $all.data as $data | $data.settings as $settings
| def accepted: $data.accepted as $tune | $build[0].args as $args | ([$args[13:][] | select(repeatable)] | apart) as $kept
    | {tune: $tune.slot, compiler: $tune.compiler, cc: $args[8], cxx: $args[9], flags: $kept.flags,
       environment: ($kept.settings | environment), measured_epoch: $tune.started_epoch, first: ($tune | evidence),
           second: ($tune.second | evidence),
       profile_left_out: (if $args[12] == "-" then null
           else "the ratio was measured with a profile, which a later run has to record again" end)};
  select(($data.status | IN("accepted", "no gain")) and $data.machine.kind == "native" and $data.workload)
| ($data.machine.core.id // ($data.machine | isa_label)) as $key
| ({status: $data.status, reason: $data.reason, tool: $all.tool, source_sha256: $data.source_sha256, rule: $settings.rule,
    effect_pct: $settings.effect_pct, workload: ($data.workload | {kind, template} | compact),
    machine: ($data.machine | {cpu: .cpu.name, core: .core.id, arch, isa: isa_label} | compact)}
   + (if $data.status == "accepted" then accepted else {} end) | compact) as $record
| (.packages | objects | chosen("package") | strings) as $package
    | (.packages[$package] | objects | chosen("sandbox") | strings) as $sandbox
# An entry that says of itself that it is not verified gets no result.
| select(.packages[$package][$sandbox] | type == "object" and (.verdict // "verified") == "verified" and .verified != false)
| .packages[$package][$sandbox].optimizations[$key] = $record
