# What every bats file loads: where the programs are, and no leftovers of the caller's make.
BIN=${atesor_bin:-$(cd "$BATS_TEST_DIRNAME/../../build/bin" && pwd)}
ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
CASES=$ROOT/tests/cases
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEFILES GNUMAKEFLAGS MAKEOVERRIDES
export LC_ALL=C.UTF-8
# What is remembered of compilers (atesor-probe) is the tests' own.
mkdir -p "$ROOT/build/test-home"
export XDG_CACHE_HOME=$ROOT/build/test-home
unset QEMU_CPU QEMU_LD_PREFIX

# await COMMAND…: until it succeeds. What should come to pass soon has two minutes, however busy the machine is.
await() {
	local tries
	for tries in $(seq 2400); do ! "$@" || return 0; sleep 0.05; done
	echo "in vain: $*"
	return 1
}
not() { ! "$@"; }

# steady: from here on the programs are those for which a clock that changes and a hot machine decide nothing (time-noise.bats tests that).
steady() {
	local to=${BIN%/*}/steady program
	mkdir -p "$to"
	for program in "$BIN"/atesor-*; do
		[ ! -x "$program" ] || [ "$to/${program##*/}" -ef "$program" ] || [ "${program##*/}" = atesor-time ] || ln -sf "$program" "$to"
	done
	printf '#!/bin/sh\nexec "%s" --warn-clock 1000000 --warn-celsius 1000 "$@"\n' "$BIN/atesor-time" >"$to/new.$$"
	chmod +x "$to/new.$$"
	mv "$to/new.$$" "$to/atesor-time"
	timed_by=$BIN/atesor-time BIN=$to
}

# cross ARCH: what a test of an emulated target needs, or the test is skipped by name.
cross() {
	command -v "$1-linux-gnu-gcc" >/dev/null || skip "needs $1-linux-gnu-gcc: apt-get install gcc-$1-linux-gnu"
	command -v "qemu-$1-static" >/dev/null || skip "needs qemu-$1-static: apt-get install qemu-user-static"
	[ -x "$BIN/atesor-cpu-$1" ] || skip "atesor-cpu-$1 was not built: $1-linux-gnu-gcc was not there then; run make again"
}
