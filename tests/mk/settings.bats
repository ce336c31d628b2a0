# A setting that cannot be used names the variable, its value and what it may be.
load package

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
}

refused() {
	optimize "$dir" "$1"
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *"$2"* ]]
	[ ! -e "$dir.opt/doc/vrfy.build.json" ]
}

@test "empty values" {
	refused ATESOR_ROUNDS= "ATESOR_ROUNDS must be a number; it is ''"
	refused ATESOR_SEED= "ATESOR_SEED must not be empty"
	refused ATESOR_OUT= "ATESOR_OUT must not be empty"
	refused ATESOR_TUNES= "ATESOR_TUNES must name at least one step"
}

@test "unknown values" {
	refused ATESOR_EFFECT=much "ATESOR_EFFECT must be a number; it is 'much'"
	refused ATESOR_METRIC=cycles "ATESOR_METRIC must be one of: auto, cpu, wall; it is 'cycles'"
	refused ATESOR_RULE=best "ATESOR_RULE must be one of"
	refused ATESOR_PGO=maybe "ATESOR_PGO must be one of"
	refused ATESOR_TUNES=9 "ATESOR_TUNES must be from 1 to 6"
	refused ATESOR_KEEP=yes "ATESOR_KEEP must be 0 or 1"
	refused ATESOR_INPUT=noise:1M "must be one of: binary, text, json, csv"
	refused ATESOR_INPUT=text:lots "number of bytes"
	refused ATESOR_CHECK=sometimes "ATESOR_CHECK must be stdout"
	refused ATESOR_PROGRAMS=../x "ATESOR_PROGRAMS must name files below ATESOR_SRC"
	refused 'ATESOR_WORKLOAD=run it' "ATESOR_WORKLOAD does not say {bin}"
	refused 'ATESOR_WORKLOAD={bin} {input}' "ATESOR_INPUT must say what {input}"
	refused ATESOR_RECIPE=nope.json "ATESOR_RECIPE is no file that can be read: 'nope.json'"
	refused ATESOR_BIN=/bin/true "ATESOR_BIN must name files below ATESOR_SRC"
	refused ATESOR_SRC=/nowhere "ATESOR_SRC is no directory"
}

@test "a variable that does not exist" {
	refused ATESOR_WORKLOD=x "ATESOR_WORKLOD is not a variable of atesor"
}

@test "an output directory inside the source, or one that is not ours" {
	refused "ATESOR_OUT=$dir/out" "ATESOR_OUT must be outside the source"
	mkdir "$BATS_TEST_TMPDIR/mine" && echo keep >"$BATS_TEST_TMPDIR/mine/file"
	refused "ATESOR_OUT=$BATS_TEST_TMPDIR/mine" "not empty and not ours"
	[ "$(cat "$BATS_TEST_TMPDIR/mine/file")" = keep ]
}

@test "every variable stands in the manual with its default" {
	grep -Eo '^ATESOR_[A-Z_]+' "$ROOT/mk/defaults.mk" | while read -r name; do
		default=$(sed -n "s/^$name *?= *//p" "$ROOT/mk/defaults.mk")
		awk -v name="$name" -v want="$default" '$1 == ".It" && $3 == name { getline; line = $0; getline; if (want == "" ? line ~ /empty by default/ : $0 == ".Li " want) found = 1 } END { exit !found }' \
			"$ROOT/mk/atesor.7" || { echo "$name (default '$default') is not so in atesor.7"; return 1; }
	done
}
