# Field cases that the other files leave: how a build finds its compiler, and what its tests do to it; and that no case is without a test.
load package

setup() {
	short
	export ATESOR_KEEP=1
	dir=$BATS_TEST_TMPDIR/p
	mkdir "$dir"
}

# own CASE TEST: the case with its own Makefile.
own() {
	cp "$CASES/$1"/* "$dir"
	printf 'ATESOR_BUILD = make p\nATESOR_TEST = %s\nATESOR_PROGRAMS = p\nATESOR_WORKLOAD = {bin}\ninclude %s\n' "$2" "$ROOT/mk/atesor.mk" >>"$dir/Makefile"
	machine_known "$dir"
}
verdict() { result "$dir" ".data.tunes[] | select(.slot == \"$1\") | .verdict"; }

@test "18-hardcc: a makefile that calls gcc by name and overrides CFLAGS: the flags arrive, and come last" {
	own 18-hardcc ''
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(verdict tun4)" =~ ^(no\ change|no\ effect|faster|slower|accepted|not\ confirmed)$ ]]
	[ "$(jq -r '.data.compiler | "\(.compiles) \(.flagged_compiles)"' "$dir.opt/doc/tun4.build.json")" = "1 1" ]
	[ "$(jq -r 'select(.mode == "compile_link") | .own_o + " " + .added[-1]' "$dir.opt/wrap/tun4/log.jsonl")" = "-O1 -O3" ]
}

@test "40-testrebuild: tests that build over the program: the tuned file is put back, measured, and said so" {
	own 40-testrebuild 'make check'
	ATESOR_EXTRA_TUNES='-O1 -fno-omit-frame-pointer' optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(verdict usr1)" =~ ^(no\ change|faster|slower|accepted|not\ confirmed)$ ]]
	for slot in base usr1; do
		[ "$("$dir.opt/tree/$slot/p")" = "release build" ]
		[ "$(jq -r '.data.artifacts[0].sha256' "$dir.opt/doc/$slot.build.json")" = "$(sha256sum <"$dir.opt/tree/$slot/p" | cut -d' ' -f1)" ]
	done
	[ "$(jq -r '.data.rebuilt[0]' "$dir.opt/doc/usr1.tests.json")" = p ]
	[ "$(result "$dir" '[.warnings[] | select(.code == "tests_rebuilt")] != []')" = true ]
}

@test "every case has a test" {
	for case in "$CASES"/*/; do
		case=${case%/}
		grep -qrF -e "${case##*/}" "$ROOT"/tests/mk/*.bats "$ROOT"/tests/cli/*.bats || { echo "no test names ${case##*/}"; return 1; }
		grep -q "^| ${case##*/} |" "$CASES/README.md" || { echo "README.md does not list ${case##*/}"; return 1; }
	done
}
