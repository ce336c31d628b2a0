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

# cross ARCH: what a test of an emulated target needs, or the test is skipped by name.
cross() {
	command -v "$1-linux-gnu-gcc" >/dev/null || skip "needs $1-linux-gnu-gcc: apt-get install gcc-$1-linux-gnu"
	command -v "qemu-$1-static" >/dev/null || skip "needs qemu-$1-static: apt-get install qemu-user-static"
	[ -x "$BIN/atesor-cpu-$1" ] || skip "atesor-cpu-$1 was not built: $1-linux-gnu-gcc was not there then; run make again"
}
