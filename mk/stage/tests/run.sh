#!/bin/sh
# tests: the package's own tests in a tree. An artifact that they rebuild is put back. A run that is interrupted
# leaves the tree in doubt: it is built again.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/base/replay.sh"

# test_once RUN: the tests once; then the artifacts are as they were.
test_once() {
	replay "$log/$1" --whole --build "${in_command?}" >>"$raw/commands.jsonl"
	"$bin/atesor-tree" putback "tree/$slot" --in "$raw/keep" >>"$raw/rebuilt.jsonl"
}

begin tests "$1"
jobs=${now_jobs:-$(nproc)}
built_files "$slot" >"$raw/artifacts"
rm -f "built/$slot"
run_lines "$bin/atesor-tree" keep "tree/$slot" --in "$raw/keep" -- <"$raw/artifacts"
run=1
while [ $run -le "${in_runs?}" ]; do
	test_once $run
	run=$((run + 1))
done
rm -rf "$raw/keep"
: >"built/$slot"
illegal=$(grep -aErsl -m 1 "Illegal instruction|unhandled instruction" "$log" | head -n 1)
document --slurpfile commands "$raw/commands.jsonl" --slurpfile rebuilt "$raw/rebuilt.jsonl" --arg illegal "$illegal"
