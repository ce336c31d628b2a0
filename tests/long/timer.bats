# Long runs of the timer: equal builds must stay equal on a disturbed machine.
load ../helper

setup() {
	cd "$BATS_TEST_TMPDIR"
	export TMPDIR=$BATS_TEST_TMPDIR
}

teardown() {
	[ -z "${busy:-}" ] || kill "$busy" 2>/dev/null || true
}

@test "ten A/A sessions of the example, another CPU busy all the while: never faster, never slower" {
	[ "$(nproc)" -ge 2 ] || skip "there is only one CPU"
	mkdir a b
	cc -O2 -o a/dot "$ROOT"/examples/dot/*.c
	cp a/dot b/dot
	# The runs get the highest allowed CPU; the loop gets the lowest.
	taskset -c "$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')" sh -c 'while :; do :; done' &
	busy=$!
	for session in 1 2 3 4 5 6 7 8 9 10; do
		"$BIN/atesor-time" --dir-a a --dir-b b --check stdout --seed "session $session" -q -o "$session.jsonl" -- ./dot 65536 2000
		jq -r 'select(.kind == "end") | "# \(.status) \(.stats.verdict) \(.metric) \(.rounds) rounds, ratio \(.stats.hodges_lehmann), others \(.other_cpus)"' "$session.jsonl" >&3
	done
	kill -0 "$busy"
	[ "$(jq -s '[.[] | select(.kind == "end") | .status] == ([range(10)] | map("ok"))' *.jsonl)" = true ]
	[ "$(jq -s '[.[] | select(.kind == "end") | .stats.verdict] | unique == ["no change"]' *.jsonl)" = true ]
	# The load was there, and was noticed.
	[ "$(jq -s '[.[] | select(.kind == "end") | .other_cpus > 0.5] | all' *.jsonl)" = true ]
}
