# accepted/record.jq: a recipe with the answer of the run in it, so that the next run for such a machine knows of it.
# The answer goes under `optimizations` of the entry that was built, and its key is the machine's core, or else its
# instruction set. All else stays as it was.
#
# In:  the recipe on stdin; $result, result.json; $build, the document of the accepted build (--slurpfile);
#      $ENV.atesor_recipe_package and $ENV.atesor_recipe_sandbox, which name the entry as for program/recipe.jq.
# Out: the recipe; nothing if there is nothing to record. Only a native run with a workload is recorded, if it ended
#      accepted or without gain.
include "base/compact";
include "base/flags";

# -- the entry -------------------------------------------------------------------------------------------------------
def asked($name): $ENV["atesor_recipe_" + $name] // "";
# Input: an object. The key that was asked for, or the only one.
def key_of($name):
    keys_unsorted as $keys | asked($name) as $wanted
    | if $wanted != "" then $wanted elif ($keys | length) == 1 then $keys[0] else null end;
# An entry that says of itself that it is not verified gets no result.
def may_be_recorded: type == "object" and (.verdict // "verified") == "verified" and .verified != false;

# -- the machine -----------------------------------------------------------------------------------------------------
def extensions_of($names): [.isa.flags[]? | select(IN($names[]))];
def riscv64_label:
    (if extensions_of(["v"]) != [] then "rv64gcv" else "rv64gc" end)
    + (extensions_of(["zicond", "zfa", "zfhmin", "zba", "zbb", "zbs"]) | map("_" + .) | join(""));
def isa_label:
    if .arch == "x86_64" and .isa.level then "x86-64\(if .isa.level > 1 then "-v\(.isa.level)" else "" end)"
    elif .arch == "riscv64" then riscv64_label
    else .arch end;
def machine_key: .core.id // isa_label;

# -- the record ------------------------------------------------------------------------------------------------------
# Four digits that count: a ratio has no more.
def four_digits: if . == 0 then . else pow(10; 3 - (fabs | log10 | floor)) as $scale | . * $scale | round / $scale end;
def evidence: {ratio, ci_low, ci_high, p, rounds} | compact | map_values(four_digits);

# What a later run can repeat: no profile, and none of the variables that serve only one run.
def repeatable_flags: map(select(profile_flag | not));
def repeatable_settings: map(select(test("^(GOFLAGS|CCACHE_DISABLE)=") | not));
def environment: map(capture("^(?<key>[^=]*)=(?<value>.*)$"; "p")) | from_entries;
def profile_left_out:
    if . == null then null
    else "the ratio was measured with a profile, which a later run has to record again" end;

# Input of both: result.json's .data.
def accepted_tune_record:
    .accepted as $tune | $build[0].request.inputs as $in
    | {tune: $tune.slot, compiler: $tune.compiler,
       cc: $in.cc,
       cxx: $in.cxx,
       flags: ($in.flags | repeatable_flags),
       environment: ($in.settings | repeatable_settings | environment), measured_epoch: $tune.started_epoch,
       first: ($tune | evidence), second: ($tune.second | evidence),
       profile_left_out: ($in.profile | profile_left_out)};
def record($tool):
    {status: .status, reason: .reason, tool: $tool, source_sha256: .source_sha256,
     rule: .settings.rule, effect_pct: .settings.effect_pct,
     workload: (.workload | {kind, template} | compact),
     machine: (.machine | {cpu: .cpu.name, core: .core.id, arch, isa: isa_label} | compact)}
    + (if .status == "accepted" then accepted_tune_record else {} end)
    | compact;

$result[0] as $document | $document.data as $data
| select(($data.status | IN("accepted", "no gain")) and $data.machine.kind == "native" and $data.workload)
| ($data.machine | machine_key) as $key
| ($data | record($document.tool)) as $record
| (.packages | objects | key_of("package") | strings) as $package
| (.packages[$package] | objects | key_of("sandbox") | strings) as $sandbox
| select(.packages[$package][$sandbox] | may_be_recorded)
| .packages[$package][$sandbox].optimizations[$key] = $record
