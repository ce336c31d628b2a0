#!/bin/sh
# samples: a timing session of the tune against another build: the only stage that is timed, and nothing runs beside
# it. The raw runs stay beside the document. A session that was interrupted starts afresh: its half file is written
# over.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/workload/workload.sh"

# run_session FILE: the session; its first and last line go to ends.jsonl.
run_session() {
	time_pair "${in_against?}" "$1"
	jq -c 'select(.kind == "session" or .kind == "end")' "$1" >"$raw/ends.jsonl"
}

begin samples "$1"
settled_workload
verify_tree "$in_against"
verify_tree "$slot"
harness_for "$in_against"
harness_for "$slot"
: >"$raw/ends.jsonl"
[ "$broken_code" ] || run_session "doc/$slot.samples.jsonl"
document --slurpfile ends "$raw/ends.jsonl"
