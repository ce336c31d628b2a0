# go-benchmarks.jq: the directory of a Go module that has the most benchmarks.
#
# In:  no input (-n); --arg tree: the module's directory; --rawfile benchmarks: what `go test -list '^Benchmark'
#      ./...` said;
#      --rawfile list: what `go list` said, an import path and a directory a line.
# Out: {class: "go-benchmarks", place, benchmarks, package}: the directory relative to the module's, how many it has,
#      the import path; or {class, code, reason} if none can be run.
include "base/codes";

def lines: split("\n")[] | select(. != "");

# Every package with its benchmarks. The names come before the package's line of result.
def packages_tested:
    reduce ($benchmarks | lines) as $line ({names: 0, found: []};
        if $line | test("^Benchmark") then .names += 1
        elif $line | test("^(ok|FAIL)[ \t]") then
            .found += [{path: ($line | [splits("[ \t]+")][1]), benchmarks: .names, ok: ($line | startswith("ok"))}]
            | .names = 0
        else . end)
    | .found;

def directory_of($path):
    first($list | lines | capture("^(?<path>[^ ]+) (?<dir>/.*)$") | select(.path == $path) | .dir) // $tree;

def why_none:
    (first($benchmarks | lines | select(test("^(#|go:|FAIL|can't|cannot)|error"))) // null) as $error
    | if $error then refusal("go_benchmarks_unknown"; "go test finds no benchmark: \($error[:200])")
      else refusal("no_go_benchmarks"; "the module has no benchmarks (func BenchmarkX)") end;

[packages_tested[] | select(.ok and .benchmarks > 0)]
| if . == [] then {class: "go-benchmarks"} + why_none
  else
    max_by(.benchmarks) as $most
    | {class: "go-benchmarks",
       place: (directory_of($most.path) | ltrimstr($tree) | ltrimstr("/")),
       benchmarks: $most.benchmarks,
       package: $most.path}
  end
