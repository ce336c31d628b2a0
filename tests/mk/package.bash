# A small package for the tests of the fragments, and short measurements: what is tested is the way, not the figures.
load ../helper

# package DIR: a program that sums numbers, with a test and a workload; $ATESOR_MK says how the Makefile names the fragments.
package() {
	mkdir -p "$1"
	cat >"$1/sum.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 10, sum = 0;
	for (unsigned long i = 0; i < n; i++)
		sum = sum * 31 + (i ^ sum >> 7);
	printf("%lu\n", sum);
	return 0;
}
C
	cat >"$1/Makefile" <<M
CFLAGS = -O1
sum: sum.c
	\$(CC) \$(CFLAGS) -o \$@ sum.c
check: sum
	./sum 10
ATESOR_BUILD    = make sum
ATESOR_TEST     = make check
ATESOR_TEST_RUNS = 1
ATESOR_PROGRAMS = sum
ATESOR_WORKLOAD = {bin} 3000000
include ${ATESOR_MK:-$ROOT/mk/atesor.mk}
M
	[ "${1##*/test-cache/}" = p ] || machine_known "$1"
}

# The machine is probed and checked once for all tests: the documents of that are put where the run would make them.
machine_known() {
	local made=$ROOT/build/test-cache now
	now="$("$BIN/atesor-probe" --fingerprint) $(find "$ROOT/mk" "$BIN/atesor-probe" -type f -exec cat {} + | sha256sum)"
	(
	flock 9
	if [ "$(cat "$made/made" 2>/dev/null)" != "$now" ]; then
		rm -rf "$made"
		package "$made/p"
		make -s -C "$made/p" atesor-verify >"$made/log" 2>&1
		echo "$now" >"$made/made"
	fi
	# Held: tests on other CPUs make it anew for these.
	mkdir -p "$1.opt/doc"
	cp "$made"/p.opt/doc/{config,mach.probe,mach.integrity}.json "$1.opt/doc"
	) 9>"$ROOT/build/test-cache.lock"
}

# Few and short runs. ATESOR_LOCK of its own, so that tests do not wait for one another. No limit is met because the machine is slow or busy, and no
# session is void because its clock changed or it got warm.
short() {
	export ATESOR_RUN_LONG=1000 ATESOR_WARN_CLOCK=100000 ATESOR_WARN_CELSIUS=200
	export ATESOR_RULE=interval ATESOR_ROUNDS=5 ATESOR_MAX_ROUNDS=5 ATESOR_WARMUP=0 ATESOR_CALIBRATE=2 ATESOR_TUNES=4 ATESOR_PGO=none ATESOR_LOCK="$BATS_TEST_TMPDIR/lock"
}

# The newest Go of this machine comes first in PATH.
newest_go() {
	local dir
	for dir in /usr/lib/go-1.*/bin; do [ ! -x "$dir/go" ] || PATH=$dir:$PATH; done
	command -v go >/dev/null || skip "needs go: apt-get install golang-go"
}

# optimize DIR ARG…: runs it; $output has both streams.
optimize() {
	local dir=$1
	shift
	run make -C "$dir" optimize "$@"
}

# steps: the commands that a run made, in order, from its progress lines.
steps() { sed -n 's/^atesor: \([a-z0-9]\{4\} [a-z]*\)$/\1/p' <<<"$output" | tr '\n' ',' ; }
result() { jq -r "$2" "$1.opt/result.json"; }
tree_hash() { (cd "$1" && find . -printf '%P %y %m %T@ %l\n' | LC_ALL=C sort && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) | sha256sum; }

# case_package DIR NAME FLAGS WORKLOAD: a field case (tests/cases/NAME) as a package that builds the program p from its C sources.
case_package() {
	mkdir -p "$1"
	cp "$CASES/$2"/* "$1"
	{ printf 'CFLAGS = -O2\np: %s\n\t$(CC) $(CFLAGS) -o $@ $^ %s\n' "$(cd "$1" && ls *.c | tr '\n' ' ')" "$3"
	printf 'ATESOR_BUILD = make p\nATESOR_PROGRAMS = p\nATESOR_WORKLOAD = %s\ninclude %s\n' "$4" "$ROOT/mk/atesor.mk"; } >"$1/Makefile"
	machine_known "$1"
}
