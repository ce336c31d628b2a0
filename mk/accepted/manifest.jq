# accepted/manifest.jq: manifest.json of package.zip: what each file is, and what the choice rests on.
#
# In:  $result, result.json; $layout, what accepted/layout.jq printed; $facts, atesor-elf inspect; $build and
#      $compared, the documents of the accepted tune's build and facts; $profile, lines {path, sha256} of the profile
#      that is packed along (--slurpfile). Run with -n.
# Out: the manifest, one object.
include "base/compact";

# Input: a path. The line of this file.
def line_of($lines): . as $path | first($lines[] | select(.path == $path)) // {};

# Input: a line of the layout.
def artifact:
    (.path | line_of($facts)) as $fact
    | (.path | line_of($compared[0].data.compared)) as $beside_baseline
    | {path: .to, built_as: .path, sha256: (.path | line_of($build[0].data.artifacts) | .sha256),
       hwcaps_level: .level, hwcaps_left_out: .why}
      + ($fact | {size_bytes, kind, type, soname, code_sha256})
      + if $beside_baseline.counted then {requires: ($beside_baseline.classes_added // {})}
        else {requires_unknown: "its instructions were not counted"} end
    | compact;

# Input: the accepted tune, or its second check.
def evidence: {verdict, ratio, ci_low, ci_high, p, rounds, mde_pct, mde_paired_pct, by_interval} | compact;
def workload:
    {kind, template, input: (.input | if . then {kind, bytes, sha256} | compact else null end), iterations} | compact;
def packed_profile: if $profile == [] then null else {directory: "profile", files: $profile} end;

# Input: result.json's .data.
def optimization:
    .accepted as $tune | .settings as $settings
    | {status: .status, slot: $tune.slot, title: $tune.title, compiler: $tune.compiler,
       cc: $build[0].request.inputs.cc,
       cxx: $build[0].request.inputs.cxx,
       flags: $tune.flags, requires: ($tune.requires // {}),
       baseline: (.baseline | {compiler, code_bytes} | compact),
       first: ($tune | evidence), second: ($tune.second | evidence), guards: $tune.guards,
       rule: $settings.rule, effect_pct: $settings.effect_pct, metric: $tune.metric,
       measured_epoch: $tune.started_epoch,
       workload: (.workload | workload),
       build: $settings.build, recipe: ($settings.recipe | if . == "" then null else . end),
       profile: packed_profile}
    | compact;

$result[0].tool as $tool | $result[0].data
| {schema_version: 3, package: .package_name, source_sha256: .source_sha256, tool: $tool,
   artifacts: [$layout[] | artifact],
   machine: .machine,
   optimization: optimization}
