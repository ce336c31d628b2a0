# Packages in which another setting makes another program of the same source: what gate 1 must see, and what it must not take for a fault.
load package
bats_require_minimum_version 1.5.0

setup() {
	short
	export ATESOR_KEEP=1 ATESOR_TUNES=4
	dir=$BATS_TEST_TMPDIR/p
	mkdir "$dir"
}

# given CASE FILE…: the case's files, and the Makefile from stdin ("> " begins a recipe's line), with the fragments included.
given() {
	local case=$1
	shift
	for file in "$@"; do cp "$CASES/$case/$file" "$dir"; done
	{ sed 's/^> /\t/'; echo "include $ROOT/mk/atesor.mk"; } >"$dir/Makefile.new"
	mv "$dir/Makefile.new" "$dir/Makefile"
	machine_known "$dir"
}
tune() { result "$dir" ".data.tunes[] | select(.slot == \"$1\") | $2"; }
verdict() { tune "$1" '.verdict + (if .reason then ": " + .reason else "" end)'; }
passed() { tune "$1" '.verdict | IN("faster", "slower", "no change", "no effect", "unstable", "accepted", "not confirmed", "not checked") or startswith("same as")'; }
warned() { result "$dir" ".warnings[] | select(.where == \"$1\" and .code == \"$2\") | .text"; }
clang_with_lld() { command -v clang >/dev/null && command -v ld.lld >/dev/null || skip "needs clang and lld: apt-get install clang lld"; }

@test "05-ftz: a library that changes the floating-point mode of the process is refused" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	given 05-ftz lib.c main.c <<-'M'
	CFLAGS = -O2
	main: main.c libscale.so
	> $(CC) $(CFLAGS) -o $@ main.c -L. -lscale -Wl,-rpath,'$$ORIGIN'
	libscale.so: lib.c
	> $(CC) $(CFLAGS) -fPIC -shared -o $@ lib.c
	ATESOR_BUILD    = make main
	ATESOR_PROGRAMS = main
	ATESOR_LIBS     = libscale.so
	ATESOR_WORKLOAD = {bin}
	ATESOR_EXTRA_TUNES = -O2 -ffast-math
	M
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(verdict usr1)" == "gate 1 failed: libscale.so changes the floating-point mode of the whole process when it is loaded ("* ]]
	[ "$(passed tun4)" = true ]
	[ "$(cd "$dir.opt/tree/base" && ./main)" = "0x1p+2 0x0.0000000000002p-1022" ]
	[ "$(cd "$dir.opt/tree/usr1" && ./main)" = "0x1p+2 0x0p+0" ]
	[ ! -e "$dir.opt/doc/usr1.samples.json" ]
}

@test "07-lto-asm: a tune that does not link fails alone, with the linker's words" {
	given 07-lto-asm a.c b.c <<-'M'
	CFLAGS = -O2
	p: a.c b.c
	> $(CC) $(CFLAGS) -o $@ a.c b.c
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	ATESOR_EXTRA_TUNES = -flto -flto-partition=max; -Os
	M
	optimize "$dir" ATESOR_TUNES='4 5'
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(verdict usr1)" == "does not build: "*"undefined reference to"*helper* ]]
	[ "$(passed tun4) $(passed tun5) $(passed usr2)" = "true true true" ]
	[[ "$(result "$dir" .data.status)" =~ ^(no\ gain|accepted|not\ confirmed)$ ]]
}

symver() {
	echo 'int f(void); int printf(const char *, ...); int main(void) { printf("%d\n", f()); return 0; }' >"$dir/main.c"
	given 08-symver lib.c lib.map <<-'M'
	CFLAGS = -O2
	main: main.c libf.so
	> $(CC) $(CFLAGS) -o $@ main.c -L. -lf -Wl,-rpath,'$$ORIGIN'
	libf.so: lib.c lib.map
	> $(CC) $(CFLAGS) -fPIC -c -o lib.o lib.c
	> $(CC) $(CFLAGS) -fPIC -shared -Wl,--version-script=lib.map -Wl,-soname,libf.so -o $@ lib.o
	ATESOR_BUILD    = make main
	ATESOR_PROGRAMS = main
	ATESOR_LIBS     = libf.so
	ATESOR_WORKLOAD = {bin}
	M
}

@test "08-symver: versions made in asm do not survive gcc's LTO: it does not build" {
	symver
	optimize "$dir" ATESOR_TUNES='4 5'
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(verdict tun5)" == "does not build: "* ]]
	[ "$(passed tun4)" = true ]
}

@test "08-symver: clang's LTO links, and the dynamic symbols are other ones: gate 1" {
	clang_with_lld
	symver
	optimize "$dir" ATESOR_CC=clang ATESOR_EXTRA_TUNES='-O2 -flto -fuse-ld=lld'
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(verdict usr1)" = "gate 1 failed: libf.so lost the symbol V1 and 1 more" ]
	[ "$(tune usr1 '[.abi_changes[] | select(.loss) | .name] | join(" ")')" = "V1 V2" ]
}

@test "11-path: a path in the code is no effect, no difference in the output, and the baseline is reproducible" {
	given 11-path a.c <<-'M'
	CFLAGS = -O2
	p: a.c
	> $(CC) $(CFLAGS) -DDATADIR='"$(CURDIR)/share"' -o $@ $(CURDIR)/a.c
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	ATESOR_EXTRA_TUNES = -O1 -fno-omit-frame-pointer
	M
	echo 'const char *const datadir = DATADIR;' >>"$dir/a.c"
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(verdict tun4)" = "no effect: the code equals the baseline's" ]
	[ "$(passed usr1)" = true ]
	[ "$(result "$dir" '.data.baseline.reproducible | tojson')" = '{"verdict":"yes","by":["code_sha256"]}' ]
	grep -q '^- reproducible: yes, ' "$dir.opt/report.md"
	grep -qa "$(cd "$dir.opt" && pwd -P)/tree/base/share" "$dir.opt/tree/base/p"
	! cmp -s "$dir.opt/tree/base/p" "$dir.opt/tree/vrfy/p" || return 1
}

@test "12-date: the date of the build is one date for all builds" {
	given 12-date a.c <<-'M'
	CFLAGS = -O2
	p: a.c
	> sleep 1
	> $(CC) $(CFLAGS) -o $@ a.c
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	ATESOR_EXTRA_TUNES = -O1 -fno-omit-frame-pointer
	M
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.baseline.reproducible.verdict)" = yes ]
	[ "$(verdict tun4)" = "no effect: the code equals the baseline's" ]
	[ "$(passed usr1)" = true ]
	[ "$(tune usr1 .verdict)" != "no effect" ]
	[ "$("$dir.opt/tree/base/p")" = "$("$dir.opt/tree/usr1/p")" ]
}

@test "a build that writes what is new each time into its code is not reproducible, and said so" {
	given 12-date a.c <<-'M'
	CFLAGS = -O2
	p: a.c
	> $(CC) $(CFLAGS) -DNOW=$$(date +%N | sed 's/^0*//') -o $@ a.c
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	M
	echo 'int now(void) { return NOW; }' >>"$dir/a.c"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.baseline.reproducible | tojson')" = '{"verdict":"no","differs":["p"]}' ]
	grep -q '^- reproducible: no, the code of p differs' "$dir.opt/report.md"
	[[ "$(warned base not_reproducible)" == *"(p)"* ]]
}

new_clang() {
	local version
	for version in 19 20 21 22 18 17 16; do
		if command -v clang-$version >/dev/null; then return; fi
	done
	skip "needs a clang from 16 on, which takes no implicit declaration: apt-get install clang-19"
}

@test "15-implicit: old C that the other compiler refuses: that tune does not build" {
	new_clang
	given 15-implicit a.c <<-'M'
	CFLAGS = -O2
	p: a.c
	> $(CC) $(CFLAGS) -o $@ a.c
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	M
	optimize "$dir" ATESOR_TUNES='4 6'
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(verdict tun6)" == "does not build: "*"a.c:"*error:* ]]
	[ "$(passed tun4)" = true ]
}

configured() {
	printf '#include "config.h"\n#include <stdio.h>\nint main(void)\n{\n#ifdef HAVE_DUP2\n\tputs("dup2");\n#endif\n\tputs("done");\n\treturn 0;\n}\n' >"$dir/p.c"
	given 15-implicit configure.sh <<-'M'
	CFLAGS = -O2
	p: p.c config.h
	> $(CC) $(CFLAGS) -o $@ p.c
	config.h: configure.sh
	> CC='$(CC)' CFLAGS='$(CFLAGS)' sh ./configure.sh
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	M
}

@test "15-implicit: a configuration with a feature less is refused by gate 1, not by the output" {
	new_clang
	configured
	optimize "$dir" ATESOR_TUNES='4 6'
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(verdict tun6)" = "gate 1 failed: the configuration differs from the baseline's: config.h: HAVE_DUP2 is not defined, not 1" ]
	[ "$(tune tun6 '.configuration[0].path')" = config.h ]
	[ "$(passed tun4)" = true ]
}

@test "15-implicit: the flags of a tune do not reach what configure tries" {
	configured
	optimize "$dir" ATESOR_EXTRA_TUNES='-O3 -Werror'
	echo "$output"
	[ "$(passed usr1)" = true ]
	cmp "$dir.opt/tree/base/config.h" "$dir.opt/tree/usr1/config.h"
	grep -q HAVE_DUP2 "$dir.opt/tree/usr1/config.h"
	[ "$(jq -r '.data.compiler.withheld.probe' "$dir.opt/doc/usr1.build.json")" = 1 ]
}

@test "16-marchfile: a file behind a run-time test keeps its own -march, and is named" {
	grep -qw avx2 /proc/cpuinfo || skip "this processor has no AVX2"
	{ cat "$CASES/16-marchfile/Makefile"; printf 'ATESOR_BUILD = make t\nATESOR_PROGRAMS = t\nATESOR_WORKLOAD = {bin}\nATESOR_EXTRA_TUNES = -O3 -march=x86-64-v2; -O3 -march=native\n'; } |
		given 16-marchfile disp.c avx2.c
	sed -i '1i CFLAGS = -O2' "$dir/Makefile"
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(passed usr1) $(passed usr2)" = "true true" ]
	[ "$(warned usr1 kept_own_isa)" = "avx2.c keeps its own -march=haswell: a run-time test guards that code, -march=x86-64-v2 did not reach it" ]
	[[ "$(warned usr2 kept_own_isa)" == "avx2.c keeps its own -march=haswell"*"-march=native did not reach it" ]]
	grep -q 'usr2: avx2.c keeps its own' "$dir.opt/report.md"
	for slot in base usr1 usr2; do [ "$("$dir.opt/tree/$slot/t")" = 2016 ]; done
}

@test "a function for a run-time test that gets wider instructions than it is asked for is a warning" {
	grep -qw avx512vl /proc/cpuinfo || skip "this processor has no AVX-512"
	given 12-date a.c <<-'M'
	CFLAGS = -O2
	p: a.c
	> $(CC) $(CFLAGS) -o $@ a.c
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	ATESOR_EXTRA_TUNES = -O3 -march=x86-64-v4 -mprefer-vector-width=512
	M
	cat >"$dir/a.c" <<-'C'
	#include <stdio.h>
	static float a[4096], b[4096];
	__attribute__((target("avx2"), optimize("O3"))) void fast(void) { for (int i = 0; i < 4096; i++) a[i] = b[i] * 2 + (float)i; }
	void slow(void) { for (int i = 0; i < 4096; i++) a[i] = b[i] * 2 + (float)i; }
	int main(void) { __builtin_cpu_init(); if (__builtin_cpu_supports("avx2")) fast(); else slow(); printf("%g\n", a[77]); return 0; }
	C
	optimize "$dir"
	echo "$output"
	[ "$(passed usr1)" = true ]
	[[ "$(warned usr1 wider_than_its_guard)" == "p uses "*avx2*" in the baseline too, maybe behind a run-time test, and now also "*avx512* ]]
}

@test "what the compilers say of risks is shown although the tune passes" {
	given 12-date a.c <<-'M'
	CFLAGS = -O2
	p: a.c b.c
	> $(CC) $(CFLAGS) -o $@ a.c b.c
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	M
	echo 'extern int table[4]; int printf(const char *, ...); int main(void) { printf("%d\n", table[1]); return 0; }' >"$dir/a.c"
	echo 'short table[4] = { 1, 2, 3, 4 };' >"$dir/b.c"
	optimize "$dir" ATESOR_TUNES='4 5'
	echo "$output"
	[ "$(passed tun5)" = true ]
	[ "$(tune tun5 '.diagnostics | map("\(.option) \(.count)") | join(" ")')" = "lto-type-mismatch 1" ]
	[[ "$(warned tun5 compiler_diagnostic)" == "1 × -Wlto-type-mismatch: a.c:1:"* ]]
	grep -q 'tun5: 1 × -Wlto-type-mismatch: a.c:1:' "$dir.opt/report.md"
	[ -z "$(warned tun4 compiler_diagnostic)" ]
}

greps() {
	echo '#include "config.h"
int printf(const char *, ...);
int main(void) { printf("%d\n", MARKER); return 0; }' >"$dir/p.c"
	given 17-slimlto conftest.c <<-'M'
	CFLAGS = -O2
	p: p.c config.h
	> $(CC) $(CFLAGS) -o $@ p.c
	config.h: conftest.c
	> $(CC) $(CFLAGS) -c conftest.c
	> if grep -q ATESOR-MARKER-XYZZY conftest.o; then echo '#define MARKER 1'; else echo '#define MARKER 0'; fi >$@
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	M
}

@test "17-slimlto: what configure looks for in an object is there in every tree" {
	greps
	optimize "$dir" ATESOR_TUNES='4 5' ATESOR_EXTRA_TUNES='-O2 -flto'
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(passed tun5) $(passed usr1)" = "true true" ]
	for slot in base tun5 usr1; do [ "$(cat "$dir.opt/tree/$slot/config.h")" = "#define MARKER 1" ]; done
}

@test "17-slimlto: with clang too" {
	clang_with_lld
	greps
	optimize "$dir" ATESOR_CC=clang ATESOR_EXTRA_TUNES='-O2 -flto -fuse-ld=lld'
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(passed usr1)" = true ]
	[ "$(cat "$dir.opt/tree/usr1/config.h")" = "#define MARKER 1" ]
}

@test "20-sigill: accepted here, with what a processor needs for it; runs-on says no for an older one" {
	grep -qw avx2 /proc/cpuinfo || skip "this processor has no AVX2"
	given 20-sigill a.c <<-'M'
	CFLAGS = -O2
	p: a.c
	> $(CC) $(CFLAGS) -o $@ a.c
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	ATESOR_EXTRA_TUNES = -O3 -march=native
	M
	sed -i 's/k < 100;/k < 300000;/' "$dir/a.c"
	grep -q 300000 "$dir/a.c"
	optimize "$dir" ATESOR_TUNES=1 ATESOR_EFFECT=5
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" '.data.status + " " + .data.accepted.slot')" = "accepted usr1" ]
	[ "$(result "$dir" '.data.accepted.requires | keys | any(startswith("avx"))')" = true ]
	grep -q 'The accepted files need a processor with .*avx' "$dir.opt/report.md"
	# What it says is the difference of the counts.
	class=$(result "$dir" '.data.accepted.requires | keys | map(select(startswith("avx")))[0]')
	count() { "$BIN/atesor-elf" inspect "$1" | jq ".classes[\"$class\"] // 0"; }
	[ "$(result "$dir" ".data.accepted.requires[\"$class\"]")" = $(($(count "$dir.opt/accepted/p") - $(count "$dir.opt/tree/base/p"))) ]
	run --separate-stderr "$BIN/atesor-elf" runs-on Nehalem "$dir.opt/accepted/p"
	[ "$status" -eq 1 ]
	[ "$(jq -r ".missing | has(\"$class\")" <<<"$output")" = true ]
	"$BIN/atesor-elf" runs-on Nehalem "$dir.opt/tree/base/p"
	"$BIN/atesor-elf" runs-on "$dir.opt/doc/mach.probe.json" "$dir.opt/accepted/p"
	command -v qemu-x86_64-static >/dev/null || skip "the rest needs qemu-x86_64-static: apt-get install qemu-user-static"
	sed -i 's/k < 300000;/k < 100;/' "$dir/a.c"
	gcc -static -O3 -march=native -o "$BATS_TEST_TMPDIR/static" "$dir/a.c"
	run qemu-x86_64-static -cpu Nehalem "$BATS_TEST_TMPDIR/static"
	[ "$status" -eq 132 ]
}

@test "20-sigill: a static program holds such code in the C library: only what is beyond it counts" {
	grep -qw avx2 /proc/cpuinfo || skip "this processor has no AVX2"
	cp "$CASES/20-sigill/a.c" "$dir"
	cd "$dir"
	gcc -static -O2 -o base a.c
	gcc -static -O3 -march=native -o tune a.c
	gcc -static -O1 -o other a.c
	"$BIN/atesor-elf" --base base runs-on nehalem other
	run --separate-stderr "$BIN/atesor-elf" --base base runs-on nehalem tune
	[ "$status" -eq 1 ]
	run --separate-stderr "$BIN/atesor-elf" runs-on nehalem base
	[ "$status" -eq 1 ]
}

# cross ARCH OUTPUT: the case for RISC-V, by its own gcc, or by clang and lld with a stand-in for the C library.
cross() {
	if command -v riscv64-linux-gnu-gcc >/dev/null; then
		riscv64-linux-gnu-gcc -static -O2 -march="$1" -o "$2" a.c
		return
	fi
	mkdir -p include
	cat >include/stdio.h <<-'C'
	static long call(long n, long a, long b, long c)
	{
		register long a0 __asm__("a0") = a, a1 __asm__("a1") = b, a2 __asm__("a2") = c, a7 __asm__("a7") = n;
		__asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
		return a0;
	}
	static void printf(const char *format, unsigned long long x)
	{
		char text[17];
		for (int i = 0; i < 16; i++) text[i] = "0123456789abcdef"[x >> (60 - 4 * i) & 15];
		text[16] = '\n';
		(void)format;
		call(64, 1, (long)text, 17);
	}
	int main(void);
	void _start(void) { main(); call(93, 0, 0, 0); }
	C
	clang --target=riscv64-linux-gnu -march="$1" -O2 -ffreestanding -nostdlib -static -fuse-ld=lld -Iinclude -o "$2" a.c
}

@test "21-zbb: code for Zbb is counted beyond the baseline, and named where it dies" {
	command -v riscv64-linux-gnu-gcc >/dev/null || { command -v clang && command -v ld.lld; } >/dev/null ||
		skip "needs a compiler for riscv64: apt-get install gcc-riscv64-linux-gnu, or clang lld"
	cd "$dir"
	cp "$CASES/21-zbb/a.c" .
	cross rv64gc base
	cross rv64gc_zba_zbb_zbs tune
	run "$BIN/atesor-elf" --machine sifive-u54 compare base tune
	[ "$status" -eq 0 ]
	[ "$(jq -c '[.same_code, (.classes_new | index("zbb") != null), (.classes_added.zbb > 0), .classes_added.zbb == .missing.zbb, (.classes_added | has("c") or has("i"))]' <<<"$output")" = "[false,true,true,true,false]" ]
	[[ "$("$BIN/atesor-elf" inspect tune | jq -r .riscv_arch)" == *zbb* ]]
	for machine in sifive-u54 rv64gc; do
		"$BIN/atesor-elf" runs-on $machine base
		run --separate-stderr "$BIN/atesor-elf" runs-on $machine tune
		[ "$status" -eq 1 ]
		[ "$(jq '.missing.zbb > 0' <<<"$output")" = true ]
	done
	"$BIN/atesor-elf" runs-on rv64gc_zba_zbb_zbs tune
	command -v qemu-riscv64-static >/dev/null || skip "the rest needs qemu-riscv64-static: apt-get install qemu-user-static"
	[ "$(qemu-riscv64-static base)" = 621c1506bdc07c87 ]
	[ "$(QEMU_CPU=rv64,zbb=true qemu-riscv64-static tune)" = 621c1506bdc07c87 ]
	run "$BIN/atesor-time" --dir-a . --warmup 0 --calibrate 0 --rounds 1 --check stdout --env QEMU_CPU=rv64,zbb=false --quiet -o found.jsonl -- qemu-riscv64-static ./tune
	[ "$status" -eq 1 ]
	[ "$(jq -rs '[.[] | select(.kind == "run") | .signal][0]' found.jsonl)" = 4 ]
	[[ "$(jq -rs '.[-1].reason' found.jsonl)" == *"signal 4"* ]]
}
