#!/bin/sh
# guards: the commands beside the workload (ATESOR_GUARD) on the baseline, before they are believed.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/workload/workload.sh"
. "$atesor_mk/workload/guards.sh"

# try_guard NUMBER: its runs, each line with the number.
try_guard() {
	command_beside "$1" "$in_seed"
	time_runs "${in_check_runs?}" "$raw/guard.jsonl"
	jq -c --argjson n "$1" 'select(.kind == "run" or .kind == "end") | .n = $n' "$raw/guard.jsonl" >>"$raw/runs.jsonl"
}

begin guards "$1"
guard_workload
harness_for base
: >"$raw/runs.jsonl"
each_guard try_guard
document --slurpfile runs "$raw/runs.jsonl"
