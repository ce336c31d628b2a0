# atesor-roofline with its default options: how long it takes, and that its parts make sense together.
load ../helper
bats_require_minimum_version 1.5.0

@test "a whole run with the default options ends within a minute, and the caller keeps its CPUs" {
	cd "$BATS_TEST_TMPDIR"
	before=$(taskset -cp $$ | sed 's/.*: //')
	"$BIN/atesor-roofline" -o p.json
	[ "$(taskset -cp $$ | sed 's/.*: //')" = "$before" ]
	jq -c '.seconds, [.warnings[].code], (.data.unavailable | map(.reason) | group_by(.) | map([.[0], length]))' p.json >&3
	jq -e '(.data.metadata.contention.other_cpus // 0) < 0.3' p.json || skip "others use the CPUs: the time is theirs as well"
	jq -e '.seconds < 60' p.json
	# No level is faster than its processor's ports: two 64-byte loads, a 64-byte store, two multiply-adds of 16 in a cycle.
	jq -e '.data.metadata.arch == "x86_64"' p.json || skip "the limits are those of x86-64"
	jq '[.data.memory[]?[]? | .read, .copy | .median_bytes_per_cycle? | values]' p.json >loads
	jq '[.data.memory[]?[]?.write.median_bytes_per_cycle? | values]' p.json >stores
	jq -e -s 'all(.[]; length > 0)' loads stores || skip "no level has a reliable clock: $(jq -c .data.metadata.clock p.json)"
	jq -e 'all(.[]; . <= 128 * 1.03)' loads
	jq -e 'all(.[]; . <= 64 * 1.03)' stores
}
