# make atesor-golden: the verified build in the rows that the package names.
load package

H1=$(printf '1%.0s' {1..64})
H2=$(printf '2%.0s' {1..64})

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
	# A program whose output is that of $X; it leaves a file behind.
	cat >"$dir/sum.c" <<-C
		#include <stdio.h>
		#include <stdlib.h>
		int main(void)
		{
			FILE *file = fopen("left behind", "w");
			printf("same $H1\n%s %s\n", getenv("NAME") ? getenv("NAME") : "other", getenv("X") ? getenv("X") : "$H1");
			return !file || fclose(file);
		}
	C
}

golden() {
	run make -C "$dir" atesor-golden "ATESOR_GOLDEN=./sum 'a b'" "$@"
	echo "$output"
}

@test "equal rows: done, kept as golden.json; asked again, nothing is run" {
	before=$(tree_hash "$dir")
	golden "ATESOR_GOLDEN_ROWS=none; a::; b:X=$H1:"
	[ "$status" -eq 0 ]
	[[ $output == *"equal: 2 outputs in 2 rows"* ]]
	[ "$(steps)" = "vrfy plan,vrfy build,vrfy facts,vrfy golden," ]
	[ "$(jq -r '[.schema, .rows[0].command[]] | join("|")' "$dir.opt/golden.json")" = "atesor.golden/1|./sum|a b" ]
	[ "$(tree_hash "$dir")" = "$before" ]
	"$BIN/atesor-hash" --merge "$dir.opt/golden.json"
	golden "ATESOR_GOLDEN_ROWS=none; a::; b:X=$H1:"
	[ "$status" -eq 0 ]
	[[ $(steps) == "" && $output == *"equal: 2 outputs in 2 rows"* ]]
}

@test "an output that differs: the goal fails and names it; other rows are another question, and a tree that is gone is built again" {
	golden "ATESOR_GOLDEN_ROWS=none; a::; b:X=$H2:"
	[ "$status" -ne 0 ]
	[[ $output == *"UNEQUAL: 1 of 2 outputs: other (b)"* && -e $dir.opt/golden.json ]]
	rm -rf "$dir.opt/tree" "$dir.opt/built"
	mkdir "$dir.opt/tree" "$dir.opt/built"
	golden "ATESOR_GOLDEN_ROWS=none; a::; c:NAME=mine:; d::; --jobs=1"
	[ "$status" -ne 0 ]
	[[ $(steps) == "vrfy build,vrfy golden," && $output == *"c    ERROR: it prints other outputs than most rows do: lacks other; has also mine"* ]]
}

@test "the default rows; the measurement of the package is not begun" {
	[ "$(nproc)" -ge 2 ] || skip "there is only one CPU"
	golden
	[ "$status" -eq 0 ]
	[[ $output == *"all-cpus  ok"*"1-cpu     ok"* ]]
	[ ! -e "$dir.opt/doc/base.build.json" ] && [ ! -e "$dir.opt/doc/vrfy.tests.json" ]
}

@test "what cannot be used is said by name, and asked again when it is mended" {
	run make -C "$dir" atesor-golden
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_GOLDEN names no command"* ]]
	golden "ATESOR_GOLDEN_ROWS= ; --stdout"
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_GOLDEN_ROWS must name a row set or a row; it is ' ; --stdout'"* || $output == *"ATESOR_GOLDEN_ROWS must name a row set or a row; it is '; --stdout'"* ]]
	golden "ATESOR_GOLDEN_ROWS=default; --save=x"
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_GOLDEN_ROWS holds an option that cannot be used here: --save=x"* ]]
	golden "ATESOR_GOLDEN_ROWS=nope"
	[ "$status" -ne 0 ]
	[[ $output == *"error: ATESOR_GOLDEN or ATESOR_GOLDEN_ROWS cannot be used: "*"--set takes none, default"* ]]
	[ ! -e "$dir.opt/doc/vrfy.golden.json" ]
	[ ! -e "$dir.opt/report.md" ]
}

@test "a build that fails" {
	echo 'int main(void) { return' >"$dir/sum.c"
	golden
	[ "$status" -ne 0 ]
	[[ $output == *"atesor: error: make sum: exit 2: sum.c:1"* ]]
	[ ! -e "$dir.opt/golden.json" ]
}

@test "--stdout: a program that prints no hashes" {
	package "$dir"
	golden "ATESOR_GOLDEN=./sum 10" "ATESOR_GOLDEN_ROWS=none; a::; b::./sum 11; --stdout"
	[ "$status" -ne 0 ]
	[[ $output == *"UNEQUAL: 1 of 1 outputs: stdout (b)"* ]]
}
