# document.jq of the stage plan: the commands that are repeated, and up to 20 that are not. In: $request; $found: a
# line of atesor-replay plan for each command; $artifacts: those that a recipe names. Out: the document.
include "base/document";
[$found[] | select(.repeat)] as $kept | [$found[] | select(.repeat | not)] as $dropped
| {commands: [$kept[].command],
   not_repeated: [$dropped[:20][] | "not repeated: \(.command) (\(.reason))"],
   artifacts: [$artifacts[] | {type, path, role} | with_entries(select(.value != null))]}
| if $kept != [] then ok(.)
  else failed("no_command_to_repeat"; "no command of the build can be repeated: \(.not_repeated | join("; "))"; .) end
| document($request)
