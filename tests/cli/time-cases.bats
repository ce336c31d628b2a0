# Small packages that stand for what users of benchmark tools report (tests/cases), as atesor-time alone
# sees them: which are refused, and which give the right answer.
load ../helper

setup() {
	cd "$BATS_TEST_TMPDIR"
	export TMPDIR=$BATS_TEST_TMPDIR
	steady
	mkdir a b
}

# build CASE FILE: as p in both directories.
build() {
	gcc -O2 -pthread -o a/p "$CASES/$1/$2" 2>/dev/null
	cp a/p b/p
}

# Two equal builds; samples in s.jsonl.
pair() { run "$BIN/atesor-time" --dir-a a --dir-b b -q -o s.jsonl "$@"; }
# No noise is taken for a change of 5 %: twelve rounds must all say so, one time in two thousand by chance.
surely="--max-rounds 12 --alpha 0.0005 --effect 5"
last() { jq "select(.kind == \"end\") | $1" s.jsonl; }

@test "09-ptrhash: output in the order of addresses is not repeatable, and no build is blamed for differing" {
	build 09-ptrhash a.c
	pair --check stdout --template '{bin}' --bin p
	[ "$status" -eq 1 ]
	[[ $output == *"not repeatable"* && $output != *"differs from that of build a"* ]]
	[ "$(last '.failure == "not_repeatable" and (has("stats") | not)')" = true ]
}

@test "13-env: time zone, COLUMNS and locale of the caller do not reach the output" {
	build 13-env a.c
	TZ=Asia/Tokyo COLUMNS=132 "$BIN/atesor-time" --dir-a a --check stdout --rounds 2 -q -o one.jsonl -- ./p
	TZ=America/Lima LC_ALL=tr_TR.UTF-8 "$BIN/atesor-time" --dir-a a --check stdout --rounds 2 -q -o two.jsonl -- ./p
	hash=$(echo "2023-11-14 22:13 width=80" | sha256sum | cut -d' ' -f1)
	[ "$(jq -rs '[.[] | select(.kind == "run") | .stdout_sha256] | unique | join(" ")' one.jsonl two.jsonl)" = "$hash" ]
}

@test "14-threads: both builds run under one affinity, whatever the timer's own, so their outputs agree" {
	build 14-threads a.c
	pair --check stdout --rounds 8 --rule interval -- ./p
	[ "$status" -eq 0 ]
	[ "$(last '.output.equal and .output.a_repeatable and .output.b_repeatable')" = true ]
	one=$(last .output.a_sha256 | tr -d '"')
	[ "$one" = "$(taskset -c "$(taskset -cp $$ | grep -o '[0-9]*$')" a/p | sha256sum | cut -d' ' -f1)" ]
	[ "$(nproc)" -ge 2 ] || skip "there is only one CPU"
	pair --check stdout --cpu none --rounds 5 --rule interval -- ./p
	[ "$(last .output.a_sha256 | tr -d '"')" != "$one" ]
}

@test "30-sleep: no change, and the waiting is said" {
	build 30-sleep p.c
	pair --check stdout --warmup 1 --calibrate 3 $surely -- ./p
	[ "$status" -eq 0 ]
	[ "$(last '.stats.verdict == "no change" and .metric == "wall" and .cpu_pct < 10')" = true ]
	[ "$(last '.warnings | any(.code == "waiting" and (.text | test("used [0-9]+ % of one CPU: the time is waiting")))')" = true ]
}

@test "31-selftimed: refused, because the output differs and the time does not depend on the work" {
	# The longer it works, the less it matters how late the scheduler lets it see that its time is over.
	sed 's/now() + 0.5/now() + 1.5/' "$CASES/31-selftimed/p.c" >p.c
	grep -q 1.5 p.c
	gcc -O2 -o a/p p.c
	cp a/p b/p
	pair --check stdout -- ./p
	[ "$status" -eq 1 ]
	[ "$(last '.failure == "not_repeatable" and (has("stats") | not)')" = true ]
	[ "$(last '.warnings | any(.code == "self_timed" and (.text | contains("the time does not")))')" = true ]
}

@test "32-drift: a machine that slows down run by run changes nothing between equal builds" {
	cp "$CASES/32-drift/drift.sh" a/p
	cp a/p b/p
	pair --env "DRIFT_FILE=$PWD/drift" --warmup 1 --calibrate 2 $surely -- ./p
	[ "$status" -eq 0 ]
	[ "$(last '.stats.verdicts | .interval == "no change" and .paired == "no change"')" = true ]
	# It did slow down: the last run slept for 2 ms times the number of those before it longer.
	[ "$(jq -s '[.[] | select(.kind == "run") | .wall_ns] | length >= 22 and .[-1] >= 50e6 + 2e6 * (length - 1)' s.jsonl)" = true ]
}

@test "34-cache: with --fresh every run does the work; without it the slow first run is said" {
	build 34-cache p.c
	pair --fresh --check stdout --warmup 1 --calibrate 2 --rounds 5 --rule interval -- ./p
	[ "$status" -eq 0 ]
	[ "$(jq -s '[.[] | select(.kind == "run") | .cpu_ns] | min * 10 > max' s.jsonl)" = true ]
	[ ! -e a/p.cache ] && [ ! -e b/p.cache ]
	[ "$(last '.warnings | any(.code == "leftovers" and (.text | contains("p.cache")))')" = true ]
	pair --check stdout --warmup 1 --calibrate 2 --rounds 5 --rule interval -- ./p
	[ "$(jq -s '[.[] | select(.kind == "run" and .build == "a") | .cpu_ns] | .[0] > 5 * .[1]' s.jsonl)" = true ]
	[ "$(last '.warnings | any(.code == "first_run")')" = true ]
}

@test "38-stdin: /dev/null unless it is asked for, an open pipe cannot make it hang, and stderr with exit 0 is a warning" {
	build 38-stdin p.c
	mkfifo never
	exec 8<>never
	run timeout 600 "$BIN/atesor-time" --dir-a a --check stdout --rounds 2 --timeout 200 -q -o s.jsonl -- ./p <&8
	exec 8>&-
	[ "$status" -eq 0 ]
	[ "$(last .output.a_sha256 | tr -d '"')" = "$(echo 0 | sha256sum | cut -d' ' -f1)" ]
	[ "$(last '.warnings | any(.code == "stderr" and (.text | contains("read 0 bytes")))')" = true ]
	seq 1000 >input
	pair --check stdout --rounds 5 --rule interval --template '{bin} < {input}' --bin p --input input
	[ "$status" -eq 0 ]
	[ "$(last .output.a_sha256 | tr -d '"')" = "$(echo 1000 | sha256sum | cut -d' ' -f1)" ]
}

@test "36-o3win and 37-libcbound: a real gain is found, and none where there is none" {
	gcc -O2 -o a/p "$CASES/36-o3win/p.c"
	gcc -O3 -o b/p "$CASES/36-o3win/p.c"
	pair --check stdout --warmup 1 --calibrate 2 --metric cpu -- ./p 65536 4000
	[ "$status" -eq 0 ]
	[ "$(last '.stats.verdict == "faster" and .stats.median_ratio < 0.6 and .rounds == 8')" = true ]
	sed 's/i < 3000/i < 400/' "$CASES/37-libcbound/p.c" >p.c
	grep -q 400 p.c
	gcc -O2 -o a/p p.c
	gcc -O3 -o b/p p.c
	pair --check stdout --warmup 1 --calibrate 2 $surely -- ./p
	[ "$status" -eq 0 ]
	[ "$(last '.stats.verdict')" = '"no change"' ]
}
