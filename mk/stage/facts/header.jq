# header.jq: how a header that a build made differs from the other build's. In: $path; $base and $tune, the texts; $a
# and $b, their slots; $out, ATESOR_OUT. Out: {path, changes: [{name, base, tune}], changed, text}, or nothing where
# only the place of the tree is another. What defines nothing differently, but reads differently, has text: true.

# The place of the tree is no difference.
def without_place($slot): split("\($out)/tree/\($slot)") | join("{tree}")
    | split("\($out)/wrap/\($slot)") | join("{wrap}");

# -- a line → {name, value}, or nothing
def is_cmake_cache: $path | test("(^|/)CMakeCache[.]txt$");
# CMake's cache counts by its internal entries, the answers of its checks.
def cache_entry: select(contains(":INTERNAL=")) | capture("^(?<name>[^:]*):INTERNAL=(?<value>.*)$")
    | select(.name | test("^(CMAKE_|FIND_PACKAGE_)|-ADVANCED$") | not);
def macro: select(startswith("#"))
    | capture("^#[ \t]*define[ \t]+(?<name>[A-Za-z_][A-Za-z_0-9]*)(?<value>.*)$");
def definition: if is_cmake_cache then cache_entry else macro end
    | .value |= (sub("^[ \t]+"; "") | sub("[ \t\r]+$"; ""));

# A name may be defined more than once, in branches: then all of it is its value.
def definitions: reduce (split("\n")[] | definition) as $one ({};
    .[$one.name] = (if has($one.name) then "\(.[$one.name]) | \($one.value)" else $one.value end));
def change($old; $new): . as $name | select($old[$name] != $new[$name])
    | {name: $name, base: $old[$name], tune: $new[$name]} | with_entries(select(.value != null)) | map_values(.[:200]);

($base | without_place($a)) as $before | ($tune | without_place($b)) as $after
| select($before != $after)
| ($before | definitions) as $old | ($after | definitions) as $new
| [($old + $new | keys_unsorted[]) | change($old; $new)] as $changes
| {path: $path, changes: $changes[:100], changed: ($changes | length), text: ($changes == [])}
