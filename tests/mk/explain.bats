# make atesor-explain: the smallest cause of a broken tune that builds can prove, where it is known.
load package

setup() {
	short
	export ATESOR_TUNES=4
	dir=$BATS_TEST_TMPDIR/p
}

# explain TUNE ARG…: after the run; $output is what is said, found what is kept.
explain() {
	local slot=$1
	shift
	run make -C "$dir" atesor-explain ATESOR_TUNE="$slot" "$@"
	echo "$output"
	[ "$status" -eq 0 ]
	found=$dir.opt/doc/explain-$slot.json
}
found() { jq -r ".data | $1" "$found"; }
verdict() { result "$dir" ".data.tunes[] | select(.slot == \"$1\") | .verdict"; }

# several FILES: a Makefile that makes p of these objects.
several() {
	{ printf 'CFLAGS = -O1\np: %s\n\t$(CC) $(CFLAGS) -o $@ $^\n' "$*"
	printf 'ATESOR_BUILD = make p\nATESOR_PROGRAMS = p\nATESOR_WORKLOAD = {bin}\ninclude %s\n' "$ROOT/mk/atesor.mk"; } >"$dir/Makefile"
	machine_known "$dir"
}

@test "01-fma: equal again without contraction; the tune without it is tried anyway, as fma1" {
	grep -qw fma /proc/cpuinfo || skip "this processor has no FMA"
	case_package "$dir" 01-fma "" "{bin}"
	ATESOR_TUNES='2 4' optimize "$dir"
	echo "$output"
	[ "$(verdict tun2)" = "gate 3 failed" ]
	[[ $output == *"why tun2 broke: make atesor-explain ATESOR_TUNE=tun2"* ]]
	[[ "$(verdict fma1)" != gate* ]]
	[[ "$(result "$dir" '.data.tunes[] | select(.slot == "fma1").flags')" == "-march="*" -ffp-contract=off" ]]
	[[ "$(verdict tun4)" != gate* ]]
	ATESOR_TUNES='2 4' explain tun2
	[ "$(found .remedy.flag)" = "-ffp-contract=off" ]
	[[ "$(found .cause)" == "-march="*"; the output is equal again with -ffp-contract=off" ]]
	[[ "$(found '.not_proven | join(" ")')" == *"one compile makes all of it"* ]]
	[[ $output == *"cause: -march="*"proven:"*"not proven:"* ]]
	[ ! -e "$dir.opt/tree" ]
	# It is kept, and again nothing is built; the run is as it was.
	ATESOR_TUNES='2 4' explain tun2
	[ -z "$(steps)" ]
	[[ $output == *"$(cat "$dir.opt/explain-tun2.txt")"* ]]
	ATESOR_TUNES='2 4' optimize "$dir"
	[ -z "$(steps)" ]
}

@test "02-lto-alias: link-time optimization of two objects together, by strict aliasing" {
	mkdir "$dir"
	cp "$CASES"/02-lto-alias/* "$dir"
	echo 'int other(int x) { return x + 1; }' | tee "$dir/c.c" | sed 's/other/another/' >"$dir/d.c"
	several a.o b.o c.o d.o
	sed -i 's/-O1/-O2/' "$dir/Makefile"
	ATESOR_TUNES='4 5' optimize "$dir"
	echo "$output"
	[ "$(verdict tun5)" = "gate 3 failed" ]
	ATESOR_TUNES='4 5' explain tun5
	[ "$(found '.guilty.flags | join(" ")')" = "-flto=auto -ffat-lto-objects" ]
	[ "$(found '.guilty.objects | map(map(.product) | join(" ")) | join(";")')" = "a.o b.o" ]
	[ "$(found .remedy.flag)" = "-fno-strict-aliasing" ]
	[ "$(found '[.trials[] | select(.outcome == "passes") | .flags] | any(. == "-flto=auto -ffat-lto-objects -fno-strict-aliasing")')" = true ]
	[[ "$(found '.not_proven | join(" ")')" == *"which of a.o and b.o is at fault: they fail together only, where the link optimizes them as one"* ]]
	[[ "$(found '.not_proven | join(" ")')" == *"strict aliasing"*"alone cannot tell"* ]]
}

@test "strict aliasing: one object of several, with its source, and the flag for it alone" {
	mkdir -p "$dir/sub dir"
	cat >"$dir/kernel.c" <<-'C'
	int kernel(int *number, float *real) { *number = 1; *real = 2; return *number; }
	C
	cat >"$dir/main.c" <<-'C'
	#include <stdio.h>
	#include <stdlib.h>
	int kernel(int *number, float *real);
	int one(int), two(int), three(int);
	int main(void) { void *volatile memory = malloc(8); printf("%d %d\n", kernel(memory, memory), one(two(three(1)))); return 0; }
	C
	for name in one two three; do echo "int $name(int x) { return x * 3 + 1; }" >"$dir/$name.c"; done
	several main.o one.o two.o kernel.o three.o
	optimize "$dir"
	echo "$output"
	[ "$(verdict tun4)" = "gate 3 failed" ]
	explain tun4
	[ "$(found '.guilty.objects | tojson')" = '[[{"product":"kernel.o","source":"kernel.c"}]]' ]
	[ "$(found .cause)" = "-O3, in kernel.o; the output is equal again with -fno-strict-aliasing, and only kernel.o needs it" ]
	[[ "$(found '.proven | join(";")')" == *"-O3 for kernel.o only: gate 3 fails ("*"-O3 for all other objects: the output is equal again ("*"all flags of tun4, and -fno-strict-aliasing for kernel.o only ("* ]]
	[[ "$(found '.proven | join(" ")')" == *"-fwrapv"*"change nothing"* ]]
}

@test "a signed overflow: -fwrapv, in the package's tests (gate 2)" {
	mkdir "$dir"
	cat >"$dir/sum.c" <<-'C'
	int wraps(int x, int y) { return x + y < x; }
	C
	cat >"$dir/main.c" <<-'C'
	#include <limits.h>
	#include <stdio.h>
	int wraps(int x, int y);
	int main(int argc, char **argv) { (void)argv; printf("%d\n", argc); return argc > 1 && !wraps(INT_MAX, 1); }
	C
	several main.o sum.o
	sed -i 's/^ATESOR_BUILD.*/&\nATESOR_TEST = .\/p test\nATESOR_TEST_RUNS = 1/; s/-O1/-O1 -fwrapv/' "$dir/Makefile"
	ATESOR_EXTRA_TUNES='-O2 -fno-wrapv -fno-math-errno' optimize "$dir"
	echo "$output"
	[ "$(verdict usr1)" = "gate 2 failed" ]
	ATESOR_EXTRA_TUNES='-O2 -fno-wrapv -fno-math-errno' explain usr1
	[ "$(found .remedy.flag)" = -fwrapv ]
	[ "$(found '.guilty.flags | join(" ")')" = -fno-wrapv ]
	[ "$(found '.guilty.objects[0][0].product')" = sum.o ]
	[[ "$(found '.advice | join(" ")')" == *-fsanitize=signed-integer-overflow* ]]
	[[ "$(found .cause)" == *"the tests pass with -fwrapv, and only sum.o needs it" ]]
}

@test "07-lto-asm: a tune that does not link" {
	mkdir "$dir"
	cp "$CASES"/07-lto-asm/* "$dir"
	several a.o b.o
	sed -i 's/-O1/-O2/' "$dir/Makefile"
	ATESOR_EXTRA_TUNES='-flto -flto-partition=max' optimize "$dir"
	echo "$output"
	[ "$(verdict usr1)" = "does not build" ]
	ATESOR_EXTRA_TUNES='-flto -flto-partition=max' explain usr1
	[ "$(found '.guilty.flags | join(" ")')" = "-flto -flto-partition=max" ]
	[ "$(found .remedy.flag)" = "-flto-partition=none" ]
	[ "$(found '.guilty.objects | map(map(.product) | join(" ")) | join(";")')" = a.o ]
	[[ "$(found .cause)" == *"it builds with -flto-partition=none"* ]]
}

@test "an interrupted explanation goes on; the budget and the number of trials end it, and it says so" {
	grep -qw fma /proc/cpuinfo || skip "this processor has no FMA"
	case_package "$dir" 01-fma "" "{bin}"
	ATESOR_TUNES=2 optimize "$dir"
	ATESOR_TUNES=2 explain tun2 ATESOR_EXPLAIN_TRIALS=2
	[ "$(found '.complete, (.trials | length)' | tr '\n' ' ')" = "false 2 " ]
	[[ $output == *"not proven:"*"2 trials were made (ATESOR_EXPLAIN_TRIALS)"* ]]
	ATESOR_TUNES=2 explain tun2
	[ "$(found .complete)" = true ]
	[[ "$(steps)" != *"t200 build"* && "$(steps)" == *"t202 build"* ]]
}

@test "nothing to explain: no tune named, a tune that broke nothing, a workload that was refused (09-ptrhash)" {
	case_package "$dir" 09-ptrhash "" "{bin}"
	optimize "$dir"
	run make -C "$dir" atesor-explain
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_TUNE names no tune"* ]]
	run make -C "$dir" atesor-explain ATESOR_TUNE=base
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_TUNE must be a tune, such as tun5; it is 'base'"* ]]
	explain tun4
	[[ $output == *"tun4 has no verdict: the run ended with not measured, "*"runs of the same build gave different output"* ]]
	[ -z "$(steps)" ]
	package "$dir.other"
	dir=$dir.other
	optimize "$dir"
	explain tun4
	[[ $output == *"tun4 broke nothing: "* ]]
}

@test "05-ftz: what gate 1 refused: no object, but the link" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	mkdir "$dir"
	cp "$CASES"/05-ftz/* "$dir"
	{ sed 's/^> /\t/' <<-'M'
	CFLAGS = -O2
	main: main.c libscale.so
	> $(CC) $(CFLAGS) -o $@ main.c -L. -lscale -Wl,-rpath,'$$ORIGIN'
	libscale.so: lib.c
	> $(CC) $(CFLAGS) -fPIC -c -o lib.o lib.c
	> $(CC) $(CFLAGS) -fPIC -shared -o $@ lib.o
	ATESOR_BUILD    = make main
	ATESOR_PROGRAMS = main
	ATESOR_LIBS     = libscale.so
	ATESOR_WORKLOAD = {bin}
	M
	echo "include $ROOT/mk/atesor.mk"; } >"$dir/Makefile"
	machine_known "$dir"
	export ATESOR_EXTRA_TUNES='-O2 -ffast-math'
	optimize "$dir"
	echo "$output"
	[ "$(verdict usr1)" = "gate 1 failed" ]
	explain usr1
	[ "$(found .cause)" = "-ffast-math, at the link" ]
	[ "$(found .guilty.link)" = true ]
}
