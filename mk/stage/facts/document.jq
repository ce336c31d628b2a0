# document.jq of the stage facts: the artifacts of a tree, one hash over their code, and how they differ from the
# other tree's (none for the verified build). In: $request; $found: atesor-elf inspect; $compared: atesor-elf compare
# of each file; $headers: header.jq of each; $code_sha256; $ENV.PWD: ATESOR_OUT. Out: the document.
include "base/compact";
include "base/document";

$request[0] as $r | $r.inputs as $in
| def artifact: {path, error, kind, machine, type, code_sha256, no_code, size_bytes, code_bytes, soname, go_settings,
      riscv_unaligned_access, sets_fp_mode, sets_fp_mode_how} | compact;
  # A search path that leads into the own tree is the same in both.
  def in_tree($slot): if . == null then . else split("\($ENV.PWD)/tree/\($slot)") | join("{tree}") end;
  def is_search_path: .change | IN("rpath", "runpath");
  def abi_change: if is_search_path | not then .
      else .base |= in_tree($in.against) | .tune |= in_tree($r.slot) | select(.base != .tune) | compact end;
  def is_cut: .swept_bytes != null
      and (.swept_bytes.tune < .code_bytes.tune or .swept_bytes.base < .code_bytes.base);
  def comparison($artifacts): [.abi_changes[] | abi_change] as $changes | .path as $path
      | {path, type: (first($artifacts[] | select(.path == $path)) // {} | .type), same_code, same_code_by, no_code,
         counted: (.swept_bytes != null), cut: is_cut, classes_base, classes_added, classes_new, missing,
         abi_changes: ($changes | sort_by(.loss | not) | .[:100]), abi_changes_total: ($changes | length),
         code_bytes, data_bytes} | compact;
  [$found[] | artifact] as $artifacts
| {artifacts: $artifacts, code_sha256: $code_sha256}
| if $in.against == null then .
  else . + {against: $in.against, compared: [$compared[] | comparison($artifacts)], code_limit: $in.code_limit,
      headers: $headers} end
| (first(.artifacts[] | select(.error)) // null) as $unreadable
| if $unreadable then failed("artifact_unreadable"; "\($unreadable.path): \($unreadable.error)"; .) else ok(.) end
| document($request)
