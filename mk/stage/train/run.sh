#!/bin/sh
# train: three runs of the instrumented build on the training input.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/workload/workload.sh"
. "$atesor_mk/workload/training.sh"

# clang's raw profiles become the one file that -fprofile-use=DIR reads.
merge_profiles() {
	set -- "profile/$slot"/*.profraw
	[ ! -e "$1" ] || profdata merge -o "profile/$slot/default.profdata" "$@"
}

begin train "$1"
settled_workload
run_training "$raw/train.jsonl"
merge_profiles
profiles=$(find "profile/$slot" -name '*.gcda' -o -name '*.profdata' | wc -l)
keep_profile used
document --slurpfile found "$raw/train.jsonl" --slurpfile build "doc/$slot.build.json" --arg profiles "$profiles" \
	--arg profile_sha256 "$(profile_hash used)"
