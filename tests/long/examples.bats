# The shipped examples and real packages, with real measurements: an hour or so.
load ../helper

setup() { export ATESOR_OUT="$BATS_TEST_TMPDIR/out"; }
data() { jq -r "$1" "$ATESOR_OUT/result.json"; }
known() { jq -e '.data.status | IN("accepted", "no gain", "not confirmed")' "$ATESOR_OUT/result.json" && jq -e '.data.tunes | length > 0' "$ATESOR_OUT/result.json"; }

@test "dot: -O3 is proven faster" {
	run make -C "$ROOT/examples/dot" optimize
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"Optimized: YES"* ]]
	[[ "$(data .data.accepted.flags)" == *-O3* ]]
	[ "$(data '.data.accepted.ratio < 0.5')" = true ]
	[ -x "$ATESOR_OUT/accepted/dot" ]
	[ "$("$ATESOR_OUT/accepted/dot" 1000 10)" = 161133600 ]
}

@test "copy: nothing is" {
	run make -C "$ROOT/examples/copy" optimize
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"Optimized: NO"* ]]
	[ "$(data .data.status)" = "no gain" ]
	[ ! -e "$ATESOR_OUT/accepted" ]
}

@test "library: its harness is timed" {
	run make -C "$ROOT/examples/library" optimize
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(data .data.workload.kind)" = harness ]
	known
}

@test "bzip2" { run make -C "$ROOT/examples/real/bzip2" optimize; echo "$output"; [ "$status" -eq 0 ]; known; }
@test "lua" { run make -C "$ROOT/examples/real/lua" optimize; echo "$output"; [ "$status" -eq 0 ]; known; }
@test "zlib" { run make -C "$ROOT/examples/real/zlib" optimize; echo "$output"; [ "$status" -eq 0 ]; known; }
@test "json-c, by CMake" {
	command -v cmake >/dev/null || skip "needs cmake: apt-get install cmake"
	run make -C "$ROOT/examples/real/json-c" optimize
	echo "$output"
	[ "$status" -eq 0 ]
	known
}
@test "jq, by autoconf, automake and libtool" {
	command -v autoreconf >/dev/null && command -v libtoolize >/dev/null || skip "needs autoconf, automake, libtool: apt-get install autoconf automake libtool flex bison libonig-dev"
	run make -C "$ROOT/examples/real/jq" optimize
	echo "$output"
	[ "$status" -eq 0 ]
	known
}
