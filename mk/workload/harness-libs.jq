# harness-libs.jq: how the harness links the libraries of a tree: the shared ones if there are any, else the static
# ones.
#
# In:  doc/base.facts.json; --arg libs: the value of ATESOR_LIBS; if it is empty, all artifacts are meant.
# Out: two shell functions that run in the tree: `link_names` makes a link by its soname to each shared library in
#      .atesor/lib, `link_libraries COMMAND…` runs a link with the libraries added.
def soname_link: "; ln -sf \("../../\(.path)" | @sh) \(".atesor/lib/\(.soname // (.path | sub(".*/"; "")))" | @sh)";

($libs | [splits("[ \t\n]+") | select(. != "")]) as $wanted
| [.data.artifacts[] | select($wanted == [] or (.path | IN($wanted[])))] as $artifacts
| [$artifacts[] | select(.type == "shared")] as $shared
| (if $shared != [] then $shared else $artifacts end) as $linked
| "link_names() { :\($shared | map(soname_link) | join("")); }",
  "link_libraries() { \"$@\" \($linked | map(.path | @sh) | join(" ")); }"
