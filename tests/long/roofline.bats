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
	jq -e 'if .data.metadata.arch == "x86_64" then [.data.memory[]?[]? | (.read, .copy) | select(.median_bytes_per_cycle) | .median_bytes_per_cycle <= 128 * 1.03] | all
		else true end' p.json
	jq -e 'if .data.metadata.arch == "x86_64" then [.data.memory[]?[]?.write | select(.median_bytes_per_cycle) | .median_bytes_per_cycle <= 64 * 1.03] | all else true end' p.json
}
