# package-layout.jq: where each accepted file goes in the zip, one {path, to, level?, why?} a file. With $hwcaps a shared
# library for x86-64 goes where glibc's loader looks for it on processors of the level that its instructions need, under its
# soname. $facts: atesor-elf inspect, a line a file; $compared: the facts of the tune beside the baseline; $levels: atesor-elf
# runs-on of each level, as {level, path, missing}.
def order: ["x86-64-v1", "x86-64-v2", "x86-64-v3", "x86-64-v4"];
# What the file needs that the baseline does not: code that both have is behind a run-time test of the package's own. Where not
# all of the code was counted, everything that the file has is needed (null).
def added($path): first($compared[0].data.compared[] | select(.path == $path)) // {}
    | if .counted and (.cut | not) then .classes_added // {} | keys_unsorted else null end;
def level($path): added($path) as $added
    | first(order[] as $level | $levels[] | select(.level == $level and .path == $path)
        | select([.missing // {} | keys_unsorted[] | select($added == null or IN($added[]))] == []) | $level) // null;
def directory: if . == "x86-64-v1" then "lib" else "lib/glibc-hwcaps/\(.)" end;

$facts[] | (.type == "shared" and .machine == "x86_64") as $shared | (.soname // (.path | sub("^.*/"; ""))) as $name
| {path: .path, to: "optimized/\(.path)"}
| if $hwcaps != "1" then .
  elif $shared | not then .why = "no shared library for x86-64"
  elif $name | test("/") then .why = "its soname is a path"
  else level(.path) as $level
    | if $level then .level = $level | .to = "optimized/\($level | directory)/\($name)"
      else .why = "needs more than x86-64-v4: no level of glibc-hwcaps stands for that" end end
