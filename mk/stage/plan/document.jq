# stage-plan.jq: the commands that are repeated, and up to 20 that are not.
include "base/document";
[$found[] | select(.repeat)] as $kept | [$found[] | select(.repeat | not)] as $dropped
| {commands: [$kept[].command], not_repeated: [$dropped[:20][] | "not repeated: \(.command) (\(.reason))"],
   artifacts: [$artifacts[] | {type, path, role} | with_entries(select(.value != null))]}
| if $kept != [] then ok(.) else {status: "failed", data: ., reason: "no command of the build can be repeated: \(.not_repeated | join("; "))"} end
| document
