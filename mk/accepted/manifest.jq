# package-manifest.jq: manifest.json of the zip. $result: result.json; $layout: package-layout.jq's lines; $facts: atesor-elf
# inspect; $build, $compared: the documents of the accepted tune; $profile: lines {path, sha256} of the profile that is packed
# with it.
include "base/compact";
def evidence: {verdict, ratio, ci_low, ci_high, p, rounds, mde_pct, mde_paired_pct, by_interval} | compact;
def of($lines): . as $path | first($lines[] | select(.path == $path)) // {};
def artifact: (.path | of($facts)) as $fact | (.path | of($compared[0].data.compared)) as $beside
    | {path: .to, built_as: .path, sha256: (.path | of($build[0].data.artifacts) | .sha256), hwcaps_level: .level,
        hwcaps_left_out: .why}
      + ($fact | {size_bytes, kind, type, soname, code_sha256})
      + if $beside.counted then {requires: ($beside.classes_added // {})}
          else {requires_unknown: "its instructions were not counted"} end
    | compact;

$result[0].data as $data | $data.accepted as $tune | $data.settings as $settings
| {schema_version: 3, package: $data.package_name, source_sha256: $data.source_sha256, tool: $result[0].tool,
   artifacts: [$layout[] | artifact],
   machine: $data.machine,
   optimization: ({status: $data.status, slot: $tune.slot, title: $tune.title, compiler: $tune.compiler, cc: $build[0].args[8],
     cxx: $build[0].args[9], flags: $tune.flags, requires: ($tune.requires // {}),
     baseline: ($data.baseline | {compiler, code_bytes} | compact),
     first: ($tune | evidence), second: ($tune.second | evidence), guards: $tune.guards,
     rule: $settings.rule, effect_pct: $settings.effect_pct, metric: $tune.metric, measured_epoch: $tune.started_epoch,
     workload: ($data.workload | {kind, template, input: (.input | if . then {kind, bytes, sha256} | compact else null end),
         iterations} | compact),
     build: $settings.build, recipe: ($settings.recipe | if . == "" then null else . end),
     profile: (if $profile == [] then null else {directory: "profile", files: $profile} end)} | compact)}
