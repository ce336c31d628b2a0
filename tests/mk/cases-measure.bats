# Field cases about measuring: what users of benchmark tools report, each with the right answer.
load package

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
}
document() { jq -r "$2" "$dir.opt/doc/$1.json"; }

@test "09-ptrhash: output in the order of addresses is refused on the baseline, and no tune is blamed" {
	case_package "$dir" 09-ptrhash "" "{bin}"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.status)" = "not measured" ]
	[[ "$(result "$dir" .data.reason)" == *"runs of the same build gave different output"* ]]
	[ "$(result "$dir" '.data.tunes | length')" = 0 ]
}

@test "13-env: time zone and terminal width of the caller do not reach the workload" {
	case_package "$dir" 13-env "" "{bin}"
	TZ=Asia/Tokyo COLUMNS=132 optimize "$dir"
	echo "$output"
	[ "$(document base.workload .data.output_sha256)" = "$(printf '2023-11-14 22:13 width=80\n' | sha256sum | cut -c 1-64)" ]
	[ "$(result "$dir" .data.status)" != "not measured" ]
}

@test "14-threads: a sum that depends on the number of CPUs is the same in every run, under one affinity" {
	case_package "$dir" 14-threads -pthread "{bin}"
	export ATESOR_KEEP=1
	optimize "$dir"
	echo "$output"
	[ "$(document base.workload .data.output_sha256)" = "$(taskset -c "$(document mach.probe '.data.cpus_allowed[-1]')" "$dir.opt/tree/base/p" | sha256sum | cut -c 1-64)" ]
	[[ "$(result "$dir" '.data.tunes[0].verdict')" =~ ^(no\ change|faster|slower|accepted|not\ confirmed|no\ effect)$ ]]
}

@test "30-sleep: waiting is no change, and it is said that it is waiting" {
	case_package "$dir" 30-sleep "" "{bin}"
	ATESOR_EXTRA_TUNES=-Os ATESOR_TUNES=4 ATESOR_EFFECT=10 ATESOR_ALPHA=0.01 optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.status)" = "no gain" ]
	[ "$(result "$dir" '[.data.tunes[].verdict | IN("no change", "no effect") or startswith("same as")] | all')" = true ]
	[[ "$(result "$dir" '.warnings[] | select(.code == "waiting") | .text')" == *"the rest is waiting"* ]]
}

@test "31-selftimed: a benchmark that watches the clock is refused, never no change" {
	case_package "$dir" 31-selftimed "" "{bin}"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.status)" = "not measured" ]
	# Where other tests leave it too little of a CPU to tell, its rate still differs from run to run.
	[[ "$(result "$dir" .data.reason)" == *"watches the clock"*"fixed amount of work"* || "$(result "$dir" .data.reason)" == *"gave different output"* ]]
	[ "$(result "$dir" '.data.tunes | length')" = 0 ]
}

@test "31-selftimed: … also when it prints no rate" {
	case_package "$dir" 31-selftimed "" "{bin}"
	sed -i 's/printf("%ld blocks (%u)\\n", n, s & 1)/puts(n \&\& s ? "done" : "none")/' "$dir/p.c"
	grep -q '"done"' "$dir/p.c"
	# However little other programs leave it of a CPU. When they leave it more while it is squeezed than before, that proves nothing: then again.
	for _ in 1 2 3 4 5; do
		rm -f "$dir.opt/doc/base.workload.json"
		ATESOR_START_UP=0.01 ATESOR_SQUEEZED=1.1 optimize "$dir"
		echo "$output"
		[ "$(result "$dir" .data.status)" != "not measured" ] || break
	done
	[ "$(result "$dir" .data.status)" = "not measured" ]
	[[ "$(result "$dir" .data.reason)" == *"watches the clock"* ]]
}

@test "32-drift: on a machine that slows down, equal programs are no change" {
	case_package "$dir" 32-drift "" "{bin}"
	# The program only hands over to the stand-in; NAME makes the code of the tune another.
	printf '#include <unistd.h>\nint main(void) { return execl("/bin/sh", NAME, "drift.sh", (char *)0); }\n' >"$dir/p.c"
	sed -i 's/-O2/-O2 -DNAME=\\"sh\\"/; s/^p: /p: p.c/' "$dir/Makefile"
	ATESOR_RULE=paired ATESOR_PAIRED_ALPHA=0.0005 ATESOR_MAX_ROUNDS=16 ATESOR_TUNES=4 ATESOR_EXTRA_TUNES='-DNAME="other" -Wno-builtin-macro-redefined' ATESOR_WORKLOAD_ENV=DRIFT_FILE=$BATS_TEST_TMPDIR/drift optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[-1] | .verdict')" = "no change" ]
	[ "$(result "$dir" '.data.tunes[-1].stats.drift_pct > 10')" = true ]
	[ "$(result "$dir" .data.status)" = "no gain" ]
}

@test "34-cache: a cache that the first run leaves makes no other run fast" {
	case_package "$dir" 34-cache "" "{bin}"
	ATESOR_EXTRA_TUNES=-O0 optimize "$dir"
	echo "$output"
	[ "$(jq -s '[.[] | select(.kind == "run") | .cpu_ns] | max < 10 * min' "$dir.opt/raw/base.workload/check.jsonl")" = true ]
	[ "$(result "$dir" '.data.status | IN("no gain", "accepted", "not confirmed")')" = true ]
	[ "$(result "$dir" '.warnings | any(.code == "leftovers" and (.text | contains("p.cache")))')" = true ]
	[ "$(jq -s '[.[] | select(.kind == "run") | .cpu_ns] | max < 20 * min' "$dir.opt/doc/usr1.samples.jsonl")" = true ]
}

@test "36-o3win: -O3 is accepted after the check with another layout" {
	case_package "$dir" 36-o3win "" "{bin}"
	ATESOR_RULE=paired ATESOR_MAX_ROUNDS=16 optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.status)" = accepted ]
	[ "$(result "$dir" '.data.accepted | .flags == "-O3" and .ratio < 0.5 and .second.ratio < 0.5 and .rounds == 8')" = true ]
}

@test "37-libcbound: where the time is in libc no flag gains" {
	case_package "$dir" 37-libcbound "" "{bin}"
	sed -i 's/i < 3000/i < 400/' "$dir/p.c"
	ATESOR_RULE=paired ATESOR_PAIRED_ALPHA=0.0005 ATESOR_MAX_ROUNDS=16 ATESOR_EFFECT=5 ATESOR_TUNES='1 4' optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.status)" = "no gain" ]
	[ "$(result "$dir" '[.data.tunes[].verdict | IN("no change", "no effect") or startswith("same as")] | all')" = true ]
}

@test "38-stdin: stdin is empty unless the workload says what it is; words on stderr are a warning" {
	case_package "$dir" 38-stdin "" "{bin}"
	optimize "$dir"
	echo "$output"
	[ "$(document base.workload .data.output_sha256)" = "$(printf '0\n' | sha256sum | cut -c 1-64)" ]
	[ "$(result "$dir" '[.warnings[] | select(.code == "stderr")] != []')" = true ]
	[ "$(result "$dir" '.data.status | IN("no gain", "accepted", "not confirmed")')" = true ]
}

@test "38-stdin: a workload that hangs is a time limit" {
	case_package "$dir" 38-stdin "" "{bin}"
	printf '#include <unistd.h>\nint main(void) { return pause(); }\n' >"$dir/p.c"
	optimize "$dir" ATESOR_TIMEOUT=1
	echo "$output"
	[ "$(result "$dir" .data.status)" = "not measured" ]
	[[ "$(result "$dir" .data.reason)" == *"no end within 1 s"* ]]
}
