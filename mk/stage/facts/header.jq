# config-header.jq: how a header that a build made differs from the other build's: {path, changes: [{name, base, tune}], changed, text},
# or nothing where only the place of the tree is another. What defines nothing differently, but reads differently, has text: true. CMake's
# cache counts by its internal entries, the answers of its checks.
def placed($slot): split("\($out)/tree/\($slot)") | join("{tree}") | split("\($out)/wrap/\($slot)") | join("{wrap}");
def definition: if $path | test("(^|/)CMakeCache[.]txt$")
    then select(contains(":INTERNAL=")) | capture("^(?<name>[^:]*):INTERNAL=(?<value>.*)$") | select(.name | test("^(CMAKE_|FIND_PACKAGE_)|-ADVANCED$") | not)
    else select(startswith("#")) | capture("^#[ \t]*define[ \t]+(?<name>[A-Za-z_][A-Za-z_0-9]*)(?<value>.*)$") end
    | .value |= sub("^[ \t]+"; "") | .value |= sub("[ \t\r]+$"; "");
# A name may be defined more than once, in branches: then all of it is its value.
def definitions: reduce (split("\n")[] | definition) as $one ({}; .[$one.name] = (if has($one.name) then "\(.[$one.name]) | \($one.value)" else $one.value end));

($base | placed($a)) as $before | ($tune | placed($b)) as $after
| select($before != $after)
| ($before | definitions) as $old | ($after | definitions) as $new
| [($old + $new | keys_unsorted[]) as $name | select($old[$name] != $new[$name])
    | {name: $name, base: $old[$name], tune: $new[$name]} | with_entries(select(.value != null)) | map_values(.[:200])] as $changes
| {path: $path, changes: $changes[:100], changed: ($changes | length), text: ($changes == [])}
