# How tunes are measured: when a session stops, what a changed threshold costs, guards, and workloads whose time says nothing.
load package

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
}

# The tune -DTUNED does a fifth of the work; with "guard" it does four times as much.
two_modes() {
	cat >"$dir/sum.c" <<'C'
#include <stdio.h>
#include <string.h>
#ifdef TUNED
enum { WORK = 20, GUARD = 400 };
#else
enum { WORK = 100, GUARD = 100 };
#endif
int main(int argc, char **argv)
{
	volatile unsigned long n = 1000000ul * (argc > 1 && !strcmp(argv[1], "guard") ? GUARD : WORK);
	char line[100] = "-";
	FILE *in = argc > 2 ? fopen(argv[2], "r") : NULL;
	if (argc > 2 && (!in || !fgets(line, sizeof line, in)))
		return 9;
	while (n)
		n--;
	puts(line);
	return 0;
}
C
	sed -i 's/{bin} 3000000/{bin} work/; /^ATESOR_TEST /d' "$dir/Makefile"
	export ATESOR_RULE=paired ATESOR_MAX_ROUNDS=10 ATESOR_EXTRA_TUNES=-DTUNED
}

@test "the rule paired is the default, stops when it has decided, and says what the rule interval would" {
	two_modes
	unset ATESOR_RULE
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.settings.rule)" = paired ]
	[ "$(result "$dir" '.data.accepted | .rounds == 8 and .by_interval == "faster" and .ci_high < 0.5 and .p < 0.004 and .ratio == .stats.hodges_lehmann')" = true ]
	grep -q 'Hodges-Lehmann' "$dir.opt/report.md"
}

@test "too few rounds to prove anything are refused" {
	optimize "$dir" ATESOR_RULE=paired
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_MAX_ROUNDS is too small: 5 rounds can never prove a change"* ]]
}

@test "a guard in which the winner is slower stands against it; a larger threshold judges it again without a run" {
	two_modes
	export ATESOR_GUARD='{bin} guard' ATESOR_KEEP=1
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.status)" = "no gain" ]
	[ "$(result "$dir" '.data.tunes[-1] | .verdict + ": " + .reason' | grep -c "^not confirmed: slower in the guard '{bin} guard': ")" = 1 ]
	[ "$(result "$dir" '.data.tunes[-1].guards[0] | .verdict == "slower" and .ratio > 1.5')" = true ]
	grep -q '^## The guards of usr1' "$dir.opt/report.md"
	# As often as in the workload.
	optimize "$dir" ATESOR_GUARD='{bin} work'
	echo "$output"
	[ "$(result "$dir" .data.status)" = accepted ]
	[ "$(steps)" = "base guards,usr1 guard,kept accept," ]
}

@test "guards with inputs of their own: a file of the package, a generated one, and a file outside whose content counts" {
	two_modes
	echo inside >"$dir/in side"
	echo outside >"$BATS_TEST_TMPDIR/outside"
	export ATESOR_GUARD="{bin} a {input:in side}; {bin} b {input:text:1000} ; {bin} c {input:$BATS_TEST_TMPDIR/outside}"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.status)" = accepted ]
	[ "$(result "$dir" '[.data.accepted.guards[].verdict] | join(" ")')" = "faster faster faster" ]
	[ "$(jq -r .data.guards[0].output_sha256 "$dir.opt/doc/base.guards.json")" = "$(printf 'inside\n\n' | sha256sum | cut -c 1-64)" ]
	echo other >"$BATS_TEST_TMPDIR/outside"
	optimize "$dir"
	[[ "$(steps)" == *"base guards,"*"usr1 guard,"* ]]
	[ "$(result "$dir" .data.status)" = accepted ]
}

@test "a guard that the baseline cannot run is refused by name, before any tune is built" {
	two_modes
	optimize "$dir" ATESOR_GUARD='{bin} x {input:nowhere}'
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_GUARD names no file that can be read: 'nowhere'"* ]]
	optimize "$dir" ATESOR_GUARD='{bin} guard nowhere'
	echo "$output"
	[ "$(result "$dir" .data.status)" = "not measured" ]
	[[ "$(result "$dir" .data.reason)" == *"the guard '{bin} guard nowhere' cannot be used: "*"exit 9"* ]]
	[ ! -e "$dir.opt/doc/usr1.build.json" ]
	optimize "$dir" ATESOR_GUARD='ls -l'
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_GUARD holds a command without {bin}: ls -l"* ]]
}

@test "a harness finds the headers that the build made and gets the options after its source; one that takes as long for twice the iterations is refused" {
	cat >"$dir/drive.c" <<'C'
#include <math.h>
#include <stdio.h>
#include <made.h>
unsigned long sum(unsigned long n), once(unsigned long n);
int main(int argc, char **argv)
{
	volatile unsigned long n = MADE;
	while (n)
		n--;
	return printf("ATESOR-CHECK %lu\n", sum(once((unsigned long)sqrt(argc + OPTION)))) < 0;
}
C
	printf 'unsigned long sum(unsigned long n) { return n * 3; }\n' >"$dir/sum.c"
	echo 'unsigned long once(unsigned long n) { return n; }' >"$dir/more.c"
	printf 'libs.a: sum.c\n\tmkdir -p "a b" && echo "#define MADE 40000000" >"a b/made.h"\n\t$(CC) -c -o sum.o sum.c && ar rc $@ sum.o\nATESOR_BUILD = make libs.a\nATESOR_LIBS = libs.a\nATESOR_HARNESS = drive.c -D OPTION=97 more.c -lm\ninclude %s\n' "$ROOT/mk/atesor.mk" >"$dir/Makefile"
	# However long the harness takes.
	optimize "$dir" ATESOR_RUN_SHORT=0 ATESOR_START_UP=0.0001
	echo "$output"
	[ "$(result "$dir" .data.status)" = "not measured" ]
	[[ "$(result "$dir" .data.reason)" == *"takes as long for twice the {iterations}"* ]]
}
