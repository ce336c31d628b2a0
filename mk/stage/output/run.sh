#!/bin/sh
# output: gate 3 before any time is spent on timing: two runs of the tune, and what they print.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/workload/workload.sh"

begin output "$1"
settled_workload
verify_tree "$slot"
harness_for "$slot"
: >"$raw/output.jsonl"
[ "$broken_code" ] ||
	time_workload --dir-a "$(place_of "$slot")" --warmup 0 --calibrate 0 --rounds 2 -o "$raw/output.jsonl"
document --slurpfile found "$raw/output.jsonl"
