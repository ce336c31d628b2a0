#!/bin/sh
# sample: the training recorded by perf, and the profile that atesor-profgen makes of its samples.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/workload/workload.sh"
. "$atesor_mk/workload/training.sh"

rate=3999 # samples a second: no divisor of what a program may do regularly

# record EVENT FILE: the words that record a command.
record() { printf 'perf record -q -e %s -F %s -o %s --' "$1" $rate "$2"; }

# choose_event: cycles, or the clock where the processor's counters are not to be had. What perf says against both is
# the reason.
choose_event() {
	if ! command -v perf >/dev/null; then stop no_perf "perf was not found: install the package linux-perf"; return; fi
	for event in cycles:u cpu-clock:u; do
		# shellcheck disable=SC2046 # words
		! $(record $event "$raw/trial") true >/dev/null 2>"$raw/error" || break
		event=''
	done
	rm -f "$raw/trial"
	[ "$event" ] || stop perf_not_allowed \
		"perf may not record ($(grep -m 1 . "$raw/error")): set kernel.perf_event_paranoid to 2 or less"
}

# sampled_files: what may have been hit.
sampled_files() {
	jq -r '.data.artifacts[] | select(.type | IN("exec", "pie", "shared")) | .path' doc/base.facts.json
	[ "$kind" != harness ] || echo .atesor/harness
}

# file_profiles: a profile of each file that was hit, and a line {path, n, …} of each, the most hit first.
file_profiles() {
	n=0
	sampled_files >"$raw/files"
	while IFS= read -r path; do
		n=$((n + 1))
		set -- --binary "tree/$slot/$path" --perfdata "$raw/perf.data"
		"$bin/atesor-profgen" "$@" --format "$format" -o "$raw/$n.profile" 2>"$raw/error" || continue
		"$bin/atesor-profgen" report "$@" 2>>"$raw/error" |
			jq -c --arg path "$path" --argjson n "$n" '{path: $path, n: $n} + .'
	done <"$raw/files" | jq -cs 'sort_by(-.hits)[]' >"$raw/reports.jsonl"
}

# join_profiles FILE…: clang takes them merged, gcc one: that of the file that was hit most.
join_profiles() {
	if [ $# -eq 0 ]; then stop no_samples "no sample lies in the package's files: $(tail -n 1 "$raw/error")"
	elif [ $# -eq 1 ] || [ $format = gcov ]; then cp "$1" "profile/$slot/samples"
	else profdata merge --sample --extbinary -o "profile/$slot/samples" "$@"; fi
}

begin sample "$1"
event=''
settled_workload
format=gcov
case ${in_compiler?} in clang*) format=extbinary ;; esac
choose_event
[ "$broken_code" ] || runner=$(record "$event" "$raw/perf.data")
run_training "$raw/train.jsonl"
: >"$raw/reports.jsonl"
if [ -z "$broken_code" ]; then
	file_profiles
	jq -r --arg raw "$raw" '"\($raw)/\(.n).profile"' "$raw/reports.jsonl" >"$raw/profiles"
	run_lines join_profiles <"$raw/profiles"
fi
keep_profile sampled
rm -f "$raw/perf.data"
document --slurpfile found "$raw/train.jsonl" --slurpfile reports "$raw/reports.jsonl" --arg event "$event" \
	--arg profile_sha256 "$(profile_hash sampled)"
