# accepted/layout.jq: where each accepted file goes in package.zip. With ATESOR_HWCAPS, a shared library for x86-64
# goes, under its soname, where glibc's loader looks for it on processors of the level that its instructions need.
#
# In:  $hwcaps, ATESOR_HWCAPS; $facts, atesor-elf inspect, a line a file; $compared, the document of the tune's facts,
#      which stand beside the baseline's; $levels, what atesor-elf runs-on says of each level, as lines {level, path,
#      missing}. Run with -n.
# Out: a line a file, {path, to, level?, why?}; why says why it is not placed by its level.
def levels_in_order: ["x86-64-v1", "x86-64-v2", "x86-64-v3", "x86-64-v4"];

# What the file needs that the baseline does not. Code that both have is behind a run-time test of the package's own.
# Where not all of the code was counted, everything in the file is needed: null.
def added_needs($path):
    first($compared[0].data.compared[] | select(.path == $path)) // {}
    | if .counted and (.cut | not) then .classes_added // {} | keys_unsorted else null end;
# Input: what a level lacks for a file.
def suffices($needs): [.missing // {} | keys_unsorted[] | select($needs == null or IN($needs[]))] == [];
def lowest_level($path):
    added_needs($path) as $needs
    | first(levels_in_order[] as $level
        | $levels[] | select(.level == $level and .path == $path) | select(suffices($needs)) | $level)
      // null;
def directory_of_level: if . == "x86-64-v1" then "lib" else "lib/glibc-hwcaps/\(.)" end;

$facts[]
| (.type == "shared" and .machine == "x86_64") as $placed_by_level
| (.soname // (.path | sub("^.*/"; ""))) as $name
| {path: .path, to: "optimized/\(.path)"}
| if $hwcaps != "1" then .
  elif $placed_by_level | not then .why = "no shared library for x86-64"
  elif $name | test("/") then .why = "its soname is a path"
  else
    lowest_level(.path) as $level
    | if $level then .level = $level | .to = "optimized/\($level | directory_of_level)/\($name)"
      else .why = "needs more than x86-64-v4: no level of glibc-hwcaps stands for that" end
  end
