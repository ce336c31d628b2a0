# stage-facts.jq: the artifacts of a tree, one hash over their code, and what they are beside the other tree's ($other; none for the
# verified build). $limit is how many bytes of an artifact's code were counted at most.
include "base/compact";
include "base/document";
def few($n): if length > $n then .[:$n] else . end;
# A search path that leads into the own tree is the same in both.
def in_tree($slot): if . == null then . else split("\($ENV.PWD)/tree/\($slot)") | join("{tree}") end;
def changes: [.abi_changes[] | if .change | IN("rpath", "runpath") then .base |= in_tree($other) | .tune |= in_tree(($ENV.args | fromjson)[1]) | select(.base != .tune) | compact else . end];

[$found[] | {path, error, kind, machine, type, code_sha256, no_code, size_bytes, code_bytes, soname, go_settings, riscv_unaligned_access, sets_fp_mode, sets_fp_mode_how} | compact] as $artifacts
| {artifacts: $artifacts, code_sha256: $ENV.code_sha256}
| if $other == "" then .
  else . + {against: $other,
      compared: [$compared[] | .abi_changes = changes | .path as $path | {path, type: (first($artifacts[] | select(.path == $path)) // {} | .type), same_code, same_code_by, no_code,
          counted: (.swept_bytes != null), cut: (.swept_bytes != null and any(.swept_bytes.tune < .code_bytes.tune, .swept_bytes.base < .code_bytes.base; .)),
          classes_base, classes_added, classes_new, missing, abi_changes: (.abi_changes | sort_by(.loss | not) | few(100)), abi_changes_total: (.abi_changes | length), code_bytes, data_bytes} | compact],
      code_limit: ($limit | tonumber), headers: $headers} end
| if any(.artifacts[]; .error) then {status: "failed", reason: (first(.artifacts[] | select(.error)) | "\(.path): \(.error)"), data: .} else ok(.) end
| document
