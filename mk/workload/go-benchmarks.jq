# go-benchmarks.jq: from `go test -list '^Benchmark' ./...` ($benchmarks) and `go list` ($list: import path and directory a line) the directory of the
# Go module $tree with the most benchmarks: {class, place, benchmarks}, or {class, reason}.
def lines: split("\n")[] | select(. != "");
[$list | lines | capture("^(?<path>[^ ]+) (?<dir>/.*)$")] as $packages
# The names of a package come before its line of result.
| reduce ($benchmarks | lines) as $line ({names: 0, found: []};
    if $line | test("^Benchmark") then .names += 1
    elif $line | test("^(ok|FAIL)[ \t]") then .names as $n | .found += [{path: ($line | [splits("[ \t]+")][1]), n: $n, ok: ($line | startswith("ok"))}] | .names = 0
    else . end)
| [.found[] | select(.ok and .n > 0)] as $found
| if $found == [] then
    {class: "go-benchmarks", reason: ((first($benchmarks | lines | select(test("^(#|go:|FAIL|can't|cannot)|error"))) // null) as $why
        | if $why then "go test finds no benchmark: \($why[:200])" else "the module has no benchmarks (func BenchmarkX)" end)}
  else ($found | max_by(.n)) as $most | (first($packages[] | select(.path == $most.path) | .dir) // $tree) as $dir
    | {class: "go-benchmarks", place: ($dir | ltrimstr($tree) | ltrimstr("/")), benchmarks: $most.n, package: $most.path} end
