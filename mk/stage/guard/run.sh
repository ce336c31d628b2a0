#!/bin/sh
# guard: a tune against the baseline in each guard.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/workload/workload.sh"
. "$atesor_mk/workload/guards.sh"

# time_guard NUMBER: a session in it; its last line goes to ends.jsonl.
time_guard() {
	command_beside "$1" "$in_seed"
	time_pair base "doc/$slot.guard.$1.jsonl"
	jq -c 'select(.kind == "end")' "doc/$slot.guard.$1.jsonl" >>"$raw/ends.jsonl"
}

begin guard "$1"
guard_workload
verify_tree base
verify_tree "$slot"
harness_for base
harness_for "$slot"
: >"$raw/ends.jsonl"
each_guard time_guard
document --slurpfile ends "$raw/ends.jsonl"
