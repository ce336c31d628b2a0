# stage-facts.jq: the artifacts of a tree, and one hash over their code.
include "document";
{artifacts: [$found[] | {path, error, kind, machine, type, code_sha256, no_code, size_bytes, code_bytes, soname} | with_entries(select(.value != null))],
 code_sha256: $ENV.code_sha256}
| if any(.artifacts[]; .error) then {status: "failed", reason: (first(.artifacts[] | select(.error)) | "\(.path): \(.error)"), data: .} else ok(.) end
| document
