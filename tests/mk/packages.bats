# Packages whose builds do what real ones do: right facts, right verdict.
load package

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
}
compiler() { jq -r ".data.compiler.$2" "$dir.opt/doc/$1.build.json"; }

@test "a makefile that swallows compile errors: a tune that breaks is refused, and the run goes on" {
	export ATESOR_TUNES='2 4' ATESOR_KEEP=1
	sed -i 's/^\t\$(CC)/\t-$(CC)/' "$dir/Makefile"
	{ echo '#ifdef __SSE4_2__'; echo '#error no such machine'; echo '#endif'; cat "$dir/sum.c"; } >"$dir/new" && mv "$dir/new" "$dir/sum.c"
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" '.data.tunes[0] | .verdict + ": " + .reason')" = "gate 1 failed: sum was not built" ]
	[ "$(result "$dir" '.data.tunes[1].flags')" = -O3 ]
	[[ "$(result "$dir" .data.status)" =~ ^(no\ gain|accepted|not\ confirmed)$ ]]
}

@test "a makefile that swallows all compile errors makes nothing to optimize" {
	sed -i 's/^\t\$(CC)/\t-$(CC)/' "$dir/Makefile"
	echo '#error always' >>"$dir/sum.c"
	optimize "$dir"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.status)" = skipped ]
	[[ "$(result "$dir" .data.reason)" == *"sum was not built"* ]]
}

@test "a build that fails is skipped, with the compiler's first words" {
	echo 'int x = y;' >>"$dir/sum.c"
	optimize "$dir"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.status)" = skipped ]
	[[ "$(result "$dir" .data.reason)" == *"error: 'y' undeclared"* || "$(result "$dir" .data.reason)" == *"undeclared"* ]]
}

@test "gcc called by name, with override CFLAGS" {
	sed -i 's/^CFLAGS.*/override CFLAGS += -O1 -Wall/; s/^\t\$(CC)/\tgcc/' "$dir/Makefile"
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(compiler base compiles)" = 1 ]
	[ "$(result "$dir" '.data.tunes[0].verdict | IN("faster", "no change", "slower", "accepted", "not confirmed", "no effect")')" = true ]
}

@test "gcc called by its full path: no compiler call is seen, and said" {
	sed -i "s|^\t\$(CC)|\t$(command -v gcc)|" "$dir/Makefile"
	optimize "$dir"
	[ "$status" -ne 0 ]
	[ "$(result "$dir" .data.status)" = error ]
	[[ "$(result "$dir" .data.reason)" == *"no compiler call was seen"* ]]
}

@test "CC = gcc -std=gnu89 keeps its words" {
	sed -i '1i CC = gcc -std=gnu89' "$dir/Makefile"
	sed -i 's/for (unsigned long i = 0;/unsigned long i; for (i = 0;/' "$dir/sum.c"
	export ATESOR_KEEP=1
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	grep -q -e -std=gnu89 "$dir.opt/wrap/tun4/log.jsonl"
	[ "$(jq -r 'select(.mode == "compile_link") | .added | index("-O3") != null' "$dir.opt/wrap/tun4/log.jsonl")" = true ]
}

@test "tests that rebuild the artifact: the tuned file is put back, measured and kept" {
	printf 'check:\n\t$(CC) -O0 -DTESTING -o sum sum.c && ./sum\n' >"$dir/check.mk"
	sed -i '/^check:/,/^\t/d' "$dir/Makefile"
	cat "$dir/check.mk" >>"$dir/Makefile"
	export ATESOR_KEEP=1
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(jq -r '.data.rebuilt[0]' "$dir.opt/doc/tun4.tests.json")" = sum ]
	[ "$(sha256sum <"$dir.opt/tree/tun4/sum" | cut -c 1-64)" = "$(jq -r '.data.artifacts[0].sha256' "$dir.opt/doc/tun4.build.json")" ]
}

@test "a package already built in place is built again in the copies, and left alone itself" {
	make -s -C "$dir" sum
	before=$(tree_hash "$dir")
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(compiler base compiles)" = 1 ]
	[ "$before" = "$(tree_hash "$dir")" ]
}

@test "tests that fail decide nothing; tests that fail only in a tune refuse it" {
	sed -i 's/^\t\.\/sum 10/\tfalse/' "$dir/Makefile"
	optimize "$dir"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.tests.decisive)" = false ]
	sed -i 's/^\tfalse/\t.\/sum 10 | grep -q ok/; s/ATESOR_TUNES.*//' "$dir/Makefile"
	sed -i 's/printf("%lu\\n", sum);/\n#ifdef __SSE4_2__\nputs("bad");\n#else\nputs(argc > 1 \&\& argv[1][1] == 0x30 ? "ok" : "no");\n#endif\n/' "$dir/sum.c"
	export ATESOR_TUNES=2
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" '.data.tunes[0].verdict')" = "gate 2 failed" ]
}

@test "other output is gate 3" {
	export ATESOR_TUNES=2
	sed -i 's/printf("%lu\\n", sum);/\n#ifdef __SSE4_2__\nsum++;\n#endif\nprintf("%lu\\n", sum);/; s/^\t\.\/sum 10/\ttrue/' "$dir/sum.c"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[0].verdict')" = "gate 3 failed" ]
	[ ! -e "$dir.opt/doc/tun2.samples.json" ]
}

@test "a crash in a tune is gate 3, with its signal" {
	export ATESOR_TUNES=2
	sed -i 's/unsigned long n =/\n#ifdef __SSE4_2__\nif (argc > 1 \&\& argv[1][0] == 0x33) __builtin_trap();\n#endif\nunsigned long n =/' "$dir/sum.c"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[0].verdict')" = "gate 3 failed" ]
	[[ "$(result "$dir" '.data.tunes[0].reason')" == *signal* ]]
}

@test "no workload, no tests: not measured, no tune is built, and the lines to add are named" {
	sed -i '/^ATESOR_WORKLOAD/d; /^ATESOR_TEST/d' "$dir/Makefile"
	optimize "$dir"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.status)" = "not measured" ]
	[[ "$(result "$dir" '.data.advice | join("; ")')" == *"ATESOR_WORKLOAD = "* ]]
	[ ! -e "$dir.opt/doc/tun4.build.json" ]
}

@test "without a workload the package's tests are timed, with a warning" {
	sed -i '/^ATESOR_WORKLOAD/d' "$dir/Makefile"
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.workload.kind)" = tests ]
	[ "$(result "$dir" '[.warnings[].code] | index("tests_workload") != null')" = true ]
}

@test "a workload that is not repeatable is refused, and no tune is blamed" {
	sed -i 's/printf("%lu\\n", sum);/printf("%p\\n", (void *)\&sum);/' "$dir/sum.c"
	optimize "$dir"
	[ "$(result "$dir" .data.status)" = "not measured" ]
	[[ "$(result "$dir" .data.reason)" == *"different output"* ]]
}

@test "a recorded recipe instead of a build command; what it installs is not repeated, and said" {
	cat >"$dir/recipe.json" <<J
{"packages": {"sum": {"box": {"build_plan": {"phases": [{"name": "build", "commands": ["make sum && make install"]}]},
 "artifacts": [{"type": "program", "path": "$dir/sum", "role": "main"}]}}}}
J
	sed -i '/^ATESOR_BUILD/d; /^ATESOR_PROGRAMS/d' "$dir/Makefile"
	optimize "$dir" ATESOR_RECIPE=recipe.json
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" '.data.required[0]')" = sum ]
	[[ "$(result "$dir" '.data.notes[0]')" == "not repeated: make install ("* ]]
}

@test "an output file that differs is gate 3, also when nothing is printed" {
	export ATESOR_TUNES=2
	sed -i 's/^ATESOR_WORKLOAD.*/ATESOR_WORKLOAD = {bin} 3000000 {output}/' "$dir/Makefile"
	sed -i 's/printf("%lu\\n", sum);/\n#ifdef __SSE4_2__\nsum++;\n#endif\nFILE *f = argc > 2 ? fopen(argv[2], "w") : stdout; fprintf(f, "%lu\\n", sum);/' "$dir/sum.c"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[0].verdict')" = "gate 3 failed" ]
}

@test "ATESOR_CLEAN cleans the copies, not the source" {
	echo stale >"$dir/generated.h"
	sed -i 's/^sum: .*/& generated.h/' "$dir/Makefile"
	printf 'generated.h:\n\techo "/* fresh */" >$@\ntidy:\n\trm -f generated.h\n' >>"$dir/Makefile"
	sed -i '1i #include "generated.h"' "$dir/sum.c"
	optimize "$dir" ATESOR_CLEAN='make tidy'
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(result "$dir" .data.status)" =~ ^(no\ gain|accepted|not\ confirmed)$ ]]
	[ "$(cat "$dir/generated.h")" = stale ]
}

@test "code in a library that nobody named counts too" {
	export ATESOR_TUNES=4
	cat >"$dir/work.c" <<'C'
unsigned work(const unsigned char *a, const unsigned char *b, unsigned long n);
unsigned work(const unsigned char *a, const unsigned char *b, unsigned long n)
{
	unsigned sum = 0;
	for (unsigned long i = 0; i < n; i++)
		sum += (unsigned)a[i] * b[i];
	return sum;
}
C
	cat >"$dir/sum.c" <<'C'
#include <stdio.h>
unsigned work(const unsigned char *a, const unsigned char *b, unsigned long n);
static unsigned char a[65536], b[65536];
int main(void)
{
	unsigned sum = 0;
	for (int i = 0; i < 65536; i++) { a[i] = (unsigned char)(i * 7); b[i] = (unsigned char)(i * 13); }
	for (int r = 0; r < 2000; r++) sum += work(a, b, 65536);
	printf("%u\n", sum);
	return 0;
}
C
	sed -i 's/^sum: .*/sum: sum.c libwork.so/; s/-o \$@ sum.c/-o $@ sum.c -L. -lwork -Wl,-rpath,\x27$$ORIGIN\x27/; s/^CFLAGS.*/CFLAGS = -O2/' "$dir/Makefile"
	printf 'libwork.so: work.c\n\t$(CC) $(CFLAGS) -fPIC -shared -o $@ work.c\n' >>"$dir/Makefile"
	sed -i 's/^ATESOR_WORKLOAD.*/ATESOR_WORKLOAD = {bin}/' "$dir/Makefile"
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" '.data.tunes[0].verdict | IN("no effect")')" = false ]
	[ "$(result "$dir" '.data.tunes[0].ratio < 0.6')" = true ]
}

@test "an edit that changes only data is measured again, and not blamed on a tune" {
	optimize "$dir"
	sed -i 's/%lu\\n/sum %lu\\n/' "$dir/sum.c"
	grep -q 'sum %lu' "$dir/sum.c"
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(steps)" == *"tun4 output,tun4 samples,"* ]]
	[ "$(result "$dir" '.data.tunes[0].verdict')" != "gate 3 failed" ]
}

@test "tests that rebuild what they test are no workload" {
	printf 'check:\n\t$(CC) -O0 -o sum sum.c && ./sum\n' >"$dir/check.mk"
	sed -i '/^check:/,/^\t/d; /^ATESOR_WORKLOAD/d' "$dir/Makefile"
	cat "$dir/check.mk" >>"$dir/Makefile"
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.status)" = "not measured" ]
}

@test "a cleaning command that fails is the package's failure, and said" {
	optimize "$dir" ATESOR_CLEAN='make no-such-goal'
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.status)" = skipped ]
	[[ "$(result "$dir" .data.reason)" == *no-such-goal* ]]
}
