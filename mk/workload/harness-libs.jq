# harness-libs.jq: how the harness links the libraries of a tree, as two shell functions that run in it: link_names makes the sonames,
# link_libraries COMMAND… runs a link with the libraries added: the shared ones if there are any, else the static ones.
($libs | [splits("[ \t\n]+") | select(. != "")]) as $wanted
| [.data.artifacts[] | select($wanted == [] or (.path | IN($wanted[])))] as $found
| [$found[] | select(.type == "shared")] as $shared
| (if $shared != [] then $shared else $found end) as $use
| "link_names() { :\($shared | map("; ln -sf \("../../\(.path)" | @sh) \(".atesor/lib/\(.soname // (.path | sub(".*/"; "")))" | @sh)") | join("")); }",
  "link_libraries() { \"$@\" \($use | map(.path | @sh) | join(" ")); }"
