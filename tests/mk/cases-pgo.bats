# Field cases about profile-guided builds, each with the right answer.
load package

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
	unset ATESOR_PGO
}

@test "29-pgotrain: trained with one command, judged by another, and held against a guard" {
	case_package "$dir" 29-pgotrain "" "{bin} b 3000000"
	sed -i '1i ATESOR_TRAIN = {bin} a 3000000' "$dir/Makefile"
	ATESOR_GUARD='{bin} a 3000000' optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo1") | .verdict | IN("faster", "no change", "slower", "accepted", "not confirmed")')" = true ]
	[ "$(jq -r '[.warnings[] | select(.code == "train_same")] | length' "$dir.opt/doc/trn1.train.json")" = 0 ]
	grep -q "{bin} a 3000000" "$dir.opt/doc/trn1.train.json"
	# Without a training of its own, that is said.
	sed -i /ATESOR_TRAIN/d "$dir/Makefile"
	optimize "$dir"
	[ "$(result "$dir" '[.warnings[] | select(.code == "train_same")] | length')" = 1 ]
}

@test "23-forkexit: a training that writes no profile is refused with its numbers, never timed as profile-guided" {
	case_package "$dir" 23-forkexit "" "{bin}"
	optimize "$dir"
	echo "$output"
	[[ "$(result "$dir" '.data.left_out[] | select(.slot == "pgo1") | .reason')" == *"training wrote no profile (0 of 1 objects)"* ]]
	[ ! -e "$dir.opt/doc/pgo1.build.json" ]
}

@test "25-atomic: threads lose no counts" {
	case_package "$dir" 25-atomic -pthread "{bin}"
	sed -i 's/30000000/300000/' "$dir/a.c"
	ATESOR_KEEP=1 optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo1") | .verdict | IN("faster", "no change", "slower", "accepted", "not confirmed")')" = true ]
	# Three runs of four threads.
	gcov-dump -l "$dir.opt/profile/used"/*.gcda | grep -q -w 3600000
}

@test "26-pgopath: every object finds its profile, though the trees are two" {
	case_package "$dir" 26-pgopath "" "{bin}"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo1") | .profile_use | .used == 1 and .objects == 1 and .written == 1')" = true ]
	grep -q 'pgo1: profile used for 1 of 1 objects' "$dir.opt/report.md"
}

# A build by whole paths, as CMake's are. Static functions are known by the path of their source.
whole_paths() {   # whole_paths COMPILER
	mkdir -p "$dir/inc"
	cat >"$dir/inc/step.h" <<-'C'
	static unsigned long step(unsigned long sum, unsigned long i) { return i % 16 ? sum * 31 + i : sum / 3; }
	C
	cat >"$dir/p.c" <<-'C'
	#include <stdio.h>
	#include <stdlib.h>
	#include "step.h"
	static __attribute__((noinline)) unsigned long work(unsigned long n)
	{
		unsigned long sum = 0;
		for (unsigned long i = 0; i < n; i++)
			sum = step(sum, i);
		return sum;
	}
	int main(int argc, char **argv) { return printf("%lu\n", work(argc > 1 ? strtoul(argv[1], NULL, 10) : 10)) < 0; }
	C
	cat >"$dir/Makefile" <<-M
	p: p.c; mkdir -p obj && cd obj && $1 -O2 -I\$(CURDIR)/inc -c \$(CURDIR)/p.c -o \$(CURDIR)/obj/p.o && $1 -o ../p p.o -Wl,-rpath,\$(CURDIR)/lib
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin} 4000000
	include $ROOT/mk/atesor.mk
	M
	machine_known "$dir"
}

@test "a build by whole paths: static functions find their profile, and a search path into the own tree is no change" {
	whole_paths gcc
	ATESOR_KEEP=1 optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo1") | .profile_use | .used == 1 and .objects == 1')" = true ]
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo1") | .verdict | IN("faster", "no change", "slower", "accepted", "not confirmed")')" = true ]
	ls "$dir.opt/log/pgo1.build"/*.log
	grep -rq "have changed\|not found in profile" "$dir.opt/log/pgo1.build" && return 1
	[ "$(jq -c '[.data.compared[].abi_changes[]]' "$dir.opt/doc/pgo1.facts.json")" = "[]" ]
}

@test "a build by whole paths with clang: static functions find their profile" {
	command -v clang >/dev/null && command -v llvm-profdata >/dev/null || skip "needs clang and llvm-profdata: apt-get install clang llvm"
	whole_paths clang
	ATESOR_KEEP=1 optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo1") | .profile_use | .used == 1 and .objects == 1')" = true ]
	llvm-profdata show --all-functions "$dir.opt"/profile/used/*.profdata | grep -q 'p.c:work'
}

@test "02-lto-alias: LTO that changes the output is refused at gate 3, and the profile-guided tune is not built on it" {
	case_package "$dir" 02-lto-alias "" "{bin}"
	ATESOR_TUNES='4 5' optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "tun5") | .verdict')" = "gate 3 failed" ]
	[[ "$(result "$dir" '.data.tunes[] | select(.slot == "tun4") | .verdict')" =~ ^(no\ change|no\ effect|faster|slower|not\ confirmed|accepted)$ ]]
	[ "$(result "$dir" '[.data.tunes[] | select(.slot == "pgo1") | .flags | contains("-flto")] | any')" = false ]
}

@test "a profile by samples of perf: built, gated, timed, and its coverage kept" {
	command -v perf >/dev/null || skip "needs perf: apt-get install linux-perf"
	perf record -q -e cpu-clock:u -o "$BATS_TEST_TMPDIR/trial" -- true || skip "perf may not record here"
	case_package "$dir" 29-pgotrain "" "{bin} b 30000000"
	sed -i '1i ATESOR_TRAIN = {bin} a 600000000' "$dir/Makefile"
	ATESOR_PGO=sample optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo2") | .verdict | IN("no effect", "faster", "no change", "slower", "accepted", "not confirmed")')" = true ]
	[ "$(jq '.data.files[0] | .path == "p" and .hits > 50 and .coverage_pct > 50' "$dir.opt/doc/trn2.sample.json")" = true ]
	[ -z "$(ls "$dir.opt/raw/trn2.sample/perf.data" 2>/dev/null)" ]
}

@test "a profile by samples, by clang" {
	command -v perf >/dev/null || skip "needs perf: apt-get install linux-perf"
	perf record -q -e cpu-clock:u -o "$BATS_TEST_TMPDIR/trial" -- true || skip "perf may not record here"
	case_package "$dir" 29-pgotrain "" "{bin} b 30000000"
	ATESOR_PGO=sample ATESOR_CC=clang optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo2") | .verdict | IN("no effect", "faster", "no change", "slower", "accepted", "not confirmed")')" = true ]
	[[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo2") | .flags')" == *"-fprofile-sample-use="* ]]
}

@test "without perf, or without leave to use it, the sampled tune is left out with the reason and the setting" {
	case_package "$dir" 26-pgopath "" "{bin}"
	mkdir "$BATS_TEST_TMPDIR/bin"
	printf '#!/bin/sh\necho "Access to performance monitoring is limited" >&2\nexit 255\n' >"$BATS_TEST_TMPDIR/bin/perf"
	chmod +x "$BATS_TEST_TMPDIR/bin/perf"
	PATH="$BATS_TEST_TMPDIR/bin:$PATH" ATESOR_PGO=sample optimize "$dir"
	echo "$output"
	[[ "$(result "$dir" '.data.left_out[] | select(.slot == "pgo2") | .reason')" == *"limited"*"kernel.perf_event_paranoid"* ]]
	[ ! -e "$dir.opt/doc/pgo2.build.json" ]
}
