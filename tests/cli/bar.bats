# atesor-bar: what a row holds, every kind of engine that misbehaves, and a machine that is busy.
load ../helper
bats_require_minimum_version 1.5.0

setup_file() {
	export MADE=$BATS_FILE_TMPDIR/made
	mkdir "$MADE"
	cc -shared -fPIC -O1 -pthread -I"$ROOT/lib" -o "$MADE/odd.so" "$BATS_TEST_DIRNAME/../data/bar/odd.c"
	cp "$BATS_TEST_DIRNAME/../data/bar/speaker.py" "$MADE"
	python3 - "$MADE" <<-'END'
		import array, sys
		values = [float(i + 1) for i in range(1000)]
		array.array("f", values).tofile(open(sys.argv[1] + "/x", "wb"))
		array.array("f", [2 * v for v in values]).tofile(open(sys.argv[1] + "/y", "wb"))
	END
}

setup() {
	cd "$BATS_TEST_TMPDIR"
	cp "$MADE"/* .
	export TMPDIR=$BATS_TEST_TMPDIR ATESOR_LOCK=$BATS_TEST_TMPDIR/lock
	unset ATESOR_FORCE
}

# table MODE…: rows in which the reference is good and the other engine of that mode.
table() {
	for mode in good "$@"; do echo "$mode" >"$mode"; done
	jq -n '{engines: [{name: "ref", shared_object: "odd.so"}, {name: "odd", shared_object: "odd.so"}], rows: [$ARGS.positional[] | {model: ., variant: "v",
		batch: 4, file: {ref: "good", odd: .}, tolerance: 1e-6, inputs: [{name: "x", type: "f32", shape: [10, 100], file: "x"}],
		references: [{name: "y", type: "f32", shape: [10, 100], file: "y"}]}]}' --args "$@" >t.json
}

# A short bar whatever the machine does: the load of a machine that runs tests is not what is tested here.
bar() {
	run --separate-stderr "$BIN/atesor-bar" --max-load 10000 --max-other 10000 --seconds 0.02 --timeout 20 --memory 400M -o rows.jsonl "$@" t.json
}
# Whether a row may be shown; that an answer came late, as it does on a busy machine, is the one thing that may be against it.
stands() { [ "$("$1" '.published or (.unpublished_because | length == 1 and (.[0] | contains("later")))')" = true ]; }
# The command, again until all rows that hold may be shown.
shown() {
	local tries
	for tries in $(seq 50); do
		rm -rf rows.jsonl out
		bar "$@"
		[ "$(jq -s '[.[] | select(.kind == "row" and .status == "ok").published] | all' rows.jsonl)" != true ] || return 0
	done
	return 1
}
odd() { jq -s "[.[] | select(.kind == \"row\" and .engine == \"odd\")][${2:-0}] | $1" rows.jsonl; }
ref() { jq -s "[.[] | select(.kind == \"row\" and .engine == \"ref\")][${2:-0}] | $1" rows.jsonl; }

# Nothing is left: no directory, and no process that loaded the engine.
no_leftovers() {
	[ -z "$(find . -maxdepth 1 -name 'atesor-bar.*')" ]
	! grep -ls "$BATS_TEST_TMPDIR/odd.so" /proc/[0-9]*/maps
}

@test "a row has every figure, the check, the verdict and the machine; the session and the end stand around the rows" {
	table good
	shown --pass 1e9 --rss 1000
	[ "$status" -eq 0 ]
	[ "$(jq -s 'map(.kind) | join(" ")' rows.jsonl)" = '"session row row end"' ]
	[ "$(odd '.status == "ok" and .model == "good" and .variant == "v" and .batch == 4 and .threads == "1" and .published')" = true ]
	[ "$(odd '[.load_ms, .first_run_ms, .median_ms, .min_ms, .max_ms, .peak_rss_mb, .calls] | all(. > 0)')" = true ]
	[ "$(odd '. as $r | .repetitions_ms | length == 3 and sort == [$r.min_ms, $r.median_ms, $r.max_ms]')" = true ]
	[ "$(odd '. as $r | (.spread_pct - (.max_ms - .min_ms) / .median_ms * 100) | fabs < 1e-6')" = true ]
	[ "$(odd '.check_scaled_err == 0 and .tolerance == 1e-6 and .compared_with == "ref" and (.time_ratio | . > 0) and (.rss_ratio | . > 0.5 and . < 2)')" = true ]
	[ "$(odd '(.verdict | IN("target", "pass", "fail")) and .time_ratio_low <= .time_ratio and .time_ratio <= .time_ratio_high')" = true ]
	[ "$(ref 'has("verdict") or has("compared_with")')" = false ]
	[ "$(odd '[.load_before, .load_during, .load_after, .machine.cpus] | all(type == "number")')" = true ]
	[ "$(odd '.lock_label == "atesor bar" and .forced == [] and .facts.version == "odd 1.0" and (.machine | [has("arch", "kernel", "os")] | all)')" = true ]
	# One cold call, three warm-ups, and three times: one to come back, and the repetition.
	[ "$(odd '(.facts.runs | tonumber) == 1 + 3 + 3 * (1 + .calls)')" = true ]
	[ "$(jq -s '.[0] | .schema == "atesor.bar/1" and .procedure == "alternate" and .repetitions == 3 and .warmups == 3 and (.machine.isa | length > 0)' rows.jsonl)" = true ]
	[ "$(jq -s '.[-1] | .rows == 2 and .not_passed == 0 and .interrupted == false' rows.jsonl)" = true ]
	no_leftovers
}

@test "answers that are wrong are no result, however fast: no times, no verdict, exit 1" {
	table wrong nan short other-name
	bar
	[ "$status" -eq 1 ]
	for i in 0 1 2 3; do
		[ "$(odd '.status == "wrong" and .published == false and ([has("median_ms", "verdict", "time_ratio")] | any | not)' $i)" = true ]
		[ "$(ref '.status == "ok" and has("median_ms")' $i)" = true ]
	done
	[ "$(odd '.check_scaled_err == 0.0005 and (.reason | contains("error 0.0005, over the tolerance of 1e-06"))')" = true ]
	[ "$(odd '(has("check_scaled_err") | not) and (.reason | contains("NaN"))' 1)" = true ]
	[ "$(odd '.reason | contains("9x100 of f32, and the reference 10x100 of f32")' 2)" = true ]
	[ "$(odd '.reason == "there is no output '"'y'"'"' 3)" = true ]
	[ "$(jq -s '.[-1].not_passed' rows.jsonl)" -eq 4 ]
	# An error within the tolerance is a result, and is told.
	table near
	bar
	[ "$status" -eq 0 ] || [ "$(odd .verdict)" = '"fail"' ]
	[ "$(odd '.status == "ok" and .check_scaled_err > 1e-8 and .check_scaled_err < 1e-6')" = true ]
}

@test "a reference that gives wrong answers: nothing can be compared with it" {
	table wrong good
	jq '.rows |= map(.file = {ref: .file.odd, odd: "good"})' t.json >u.json && mv u.json t.json
	bar --rows wrong
	[ "$status" -eq 1 ]
	[ "$(ref .status)" = '"wrong"' ]
	[ "$(odd '.status == "ok" and has("median_ms") and (has("time_ratio") or has("verdict") | not)')" = true ]
}

@test "an engine that crashes, exits, fails or cannot load: an error of that row alone, with the reason" {
	table crash exit fail no-create
	bar
	[ "$status" -eq 1 ]
	for i in 0 1 2 3; do
		[ "$(odd '.status == "error" and (has("median_ms") or has("verdict") | not)' $i)" = true ]
		[ "$(ref '.status' $i)" = '"ok"' ]
	done
	[ "$(odd '.reason | contains("signal 11")')" = true ]
	[ "$(odd '.reason | contains("exited with 7")' 1)" = true ]
	[ "$(odd '.reason | contains("no more today")' 2)" = true ]
	[ "$(odd '.reason | contains("another planet")' 3)" = true ]
	no_leftovers
	# A file that is no engine, and none at all.
	bar --engine odd=./x.so
	[ "$(odd '.status == "error" and (.reason | contains("cannot load the engine"))')" = true ]
	bar --engine odd=./nowhere
	[ "$(odd '.status == "error" and (.reason | contains("cannot be started") and contains("No such file"))')" = true ]
	cc -shared -o none.so -x c - <<<'int nothing;'
	bar --engine odd=none.so
	[ "$(odd '.reason | contains("no symbol atesor_engine")')" = true ]
}

@test "an engine that hangs is ended after the time limit, and the next row is measured" {
	table hang good
	bar --timeout 5
	[ "$status" -eq 1 ]
	[ "$(odd '.status == "error" and (.reason | contains("within 5 s"))')" = true ]
	[ "$(ref '.status == "ok"')" = true ]
	[ "$(odd '.status == "ok"' 1)" = true ]
	no_leftovers
}

@test "an engine that leaks 100 MB a call is ended by the memory limit, and the machine keeps its memory" {
	table leak good
	least=$(awk '/MemAvailable/ { print $2 }' /proc/meminfo)
	( while sleep 0.02; do awk '/MemAvailable/ { print $2 }' /proc/meminfo; done >available ) &
	watch=$!
	bar --memory 400M
	kill $watch
	[ "$status" -eq 1 ]
	[ "$(odd '.status == "error" and (.reason | contains("over the memory limit of 400 MiB"))')" = true ]
	[ "$(odd '.status == "ok"' 1)" = true ]
	# It never had more than the kernel's limit of twice as much; others use memory, too.
	[ "$(sort -n available | head -n 1)" -gt $((least - 2097152)) ]
	no_leftovers
}

@test "a process that the engine leaves behind is ended" {
	table daemon
	bar
	[ "$(odd '.status')" = '"ok"' ]
	no_leftovers
}

@test "what the engine prints is no answer" {
	table loud
	bar
	[ "$(odd '.status')" = '"ok"' ]
	[[ $stderr == *"this is not an answer"* ]]
}

@test "allocation on the timing thread is counted by the call" {
	table alloc good
	bar
	[ "$(odd '.status')" = '"ok"' ]
	nm -D "$BIN/atesor-engine" | grep -q ' T malloc' || skip "this build does not count allocations (sanitizers)"
	[ "$(odd '.alloc_bytes_per_iter >= 1000 and .alloc_bytes_per_iter < 1100')" = true ]
	[ "$(odd '.alloc_bytes_per_iter' 1)" -eq 0 ]
}

@test "verdicts: time and memory against the ratios, exit 1 when one fails" {
	table slow big
	bar --rows slow --repetitions 1
	[ "$status" -eq 1 ]
	[ "$(odd '.time_verdict == "fail" and .verdict == "fail" and .time_verdict_certain and .time_ratio > 1.5')" = true ]
	bar --rows slow --repetitions 1 --pass 1e9
	[ "$status" -eq 0 ]
	[ "$(odd '.time_verdict == "pass" and .verdict == "pass"')" = true ]
	bar --rows slow --repetitions 1 --pass 1e9 --target 1e9
	[ "$(odd '.verdict == "target"')" = true ]
	bar --rows big --pass 1e9 --target 1e9
	[ "$status" -eq 1 ]
	[ "$(odd '.time_verdict == "target" and .rss_verdict == "fail" and .verdict == "fail" and .peak_rss_mb > 64 and .rss_ratio > 1.5')" = true ]
	bar --rows big --pass 1e9 --target 1e9 --rss 1000
	[ "$status" -eq 0 ]
}

@test "repetitions alternate with the waiting process held; in blocks one engine ends before the other begins" {
	table slow
	jq '.rows[0].file = {ref: "ticker", odd: "slow"}' t.json >u.json && mv u.json t.json
	echo ticker >ticker
	export ODD_LOG=$PWD/log
	bar --seconds 0.3
	[ "$(tr '\n' ' ' <log)" = "create create destroy destroy " ]
	# Held while the other one had 0.3 s: its thread did not get on.
	[ "$(ref '.facts.longest_gap_ms | tonumber > 200')" = true ]
	rm log
	bar --seconds 0.1 --procedure blocks
	[ "$(tr '\n' ' ' <log)" = "create destroy create destroy " ]
	[ "$(odd '.procedure == "blocks" and (.facts.runs | tonumber) == 1 + 3 + 3 * .calls')" = true ]
}

@test "rows, engines and threads can be chosen; N threads get N CPUs" {
	table good near alloc
	bar --rows "near alloc:v:4"
	[ "$(jq -s '[.[] | select(.engine == "ref").model] | join(" ")' rows.jsonl)" = '"near alloc"' ]
	bar --rows good --engines "odd ref"
	[ "$(ref '.compared_with == "odd"')" = true ]
	bar --rows good --engines ref
	[ "$(jq -s 'map(select(.kind == "row")) | length' rows.jsonl)" -eq 1 ]
	bar --rows good --threads "1 all"
	[ "$(odd '.threads == "1" and .facts.threads == "1" and .facts.cpus == "1"')" = true ]
	[ "$(odd ".threads == \"all\" and .threads_given == $(nproc) and .facts.threads == \"$(nproc)\" and .facts.cpus == \"$(nproc)\"" 1)" = true ]
	bar --rows good --no-pin
	[ "$(odd ".facts.cpus == \"$(nproc)\"")" = true ]
	# A row can be for some engines only.
	jq '.rows[0].engines = ["odd"]' t.json >u.json && mv u.json t.json
	bar --rows good
	[ "$(jq -s '[.[] | select(.kind == "row").engine] | join(" ")' rows.jsonl)" = '"odd"' ]
	[ "$(odd 'has("verdict")')" = false ]
}

@test "a program that speaks the protocol is an engine, too" {
	table good
	jq '.engines[1] = {name: "odd", command: ["python3", "speaker.py"]}' t.json >u.json && mv u.json t.json
	bar --pass 1e9 --rss 1000
	[ "$status" -eq 0 ]
	[ "$(odd '.status == "ok" and .check_scaled_err == 0 and .facts.version == "speaker 2" and .peak_rss_mb > 3 and (has("alloc_bytes_per_iter") | not)')" = true ]
	[ "$(odd '[.warnings[].code] | contains(["no_alloc"])')" = true ]
}

@test "a program that answers nonsense, another version, or an impossible time is an error; one that answers late is not published" {
	table talks dies boasts old late
	jq '.engines[1] = {name: "odd", command: ["python3", "speaker.py"]}' t.json >u.json && mv u.json t.json
	bar --pass 1e9 --rss 1000
	[ "$status" -eq 1 ]
	[ "$(odd '.status == "error" and (.reason | contains("fine, thank you"))')" = true ]
	[ "$(odd '.status == "error" and (.reason | contains("exited with 3"))' 1)" = true ]
	[ "$(odd '.status == "error" and (.reason | contains("took") and contains("answered after"))' 2)" = true ]
	[ "$(odd '.status == "ok"' 3)" = true ]
	[ "$(odd '.status == "ok" and .published == false and (.unpublished_because[0] | contains("later"))' 4)" = true ]
	# How much later is an option.
	for allowed in "--gap 100" "--moment 1000"; do
		bar --pass 1e9 --rss 1000 $allowed
		[ "$(odd '.status == "ok" and ([.unpublished_because[]? | select(contains("later"))] == [])' 4)" = true ]
	done
}

@test "the lock: a live holder refuses, --force goes on and says so, a dead holder is taken over" {
	table good
	sh -c 'exec 9>>lock && flock 9 && exec sleep 100' &
	holder=$!
	until ! flock -n lock true; do sleep 0.05; done
	printf 'pid %s\nlabel another bar\nsince %s\n' $holder "$(date +%s)" >lock
	bar
	[ "$status" -eq 3 ]
	[[ $stderr == *"'another bar'"* ]]
	[ ! -e rows.jsonl ]
	bar --force
	[ "$status" -eq 0 ] || [ "$(odd .verdict)" = '"fail"' ]
	[ "$(odd '(.forced | length == 1) and (.forced[0] | contains("without the lock")) and .published == false and (has("lock_label") | not)')" = true ]
	kill $holder
	wait $holder || true
	until flock -n lock true; do sleep 0.05; done
	bar --label "my bar"
	[[ $stderr == *"'another bar' (process $holder), which has ended: taken over"* ]]
	[ "$(odd '.lock_label == "my bar" and .forced == [] and (.lock_left_by | contains("another bar"))')" = true ]
	stands odd
	[ ! -s lock ]
}

# A machine of our own, whose 1-minute load is what the file says.
loaded() {
	local as_root=
	[ "$(id -u)" = 0 ] || as_root=-r
	unshare $as_root -m true 2>/dev/null || skip "needs a mount namespace of its own (unshare -m)"
	echo "$1 1.00 1.00 1/100 1234" >loadavg
	shift
	run --separate-stderr unshare $as_root -m sh -c 'mount --bind loadavg /proc/loadavg && exec "$@"' - "$@"
}

@test "a load above half the CPUs refuses; ATESOR_FORCE=1 measures, records it, and publishes nothing" {
	table good
	half=$(awk "BEGIN { print $(getconf _NPROCESSORS_ONLN) / 2 }")
	set -- "$BIN/atesor-bar" --seconds 0.02 --max-other 10000 -o rows.jsonl t.json
	loaded "$(awk "BEGIN { print $half + 0.01 }")" "$@"
	[ "$status" -eq 3 ]
	[[ $stderr == *"the machine is busy"*"--force (ATESOR_FORCE=1)"* ]]
	[ ! -e rows.jsonl ]
	[ ! -s lock ]
	loaded "$half" "$@"
	[ "$status" -lt 2 ]
	[ "$(odd '.forced == [] and .load_before == '"$half")" = true ]
	stands odd
	ATESOR_FORCE=1 loaded 77.5 "$@"
	[ "$status" -lt 2 ]
	[ "$(odd '.published == false and (.forced[0] | contains("load 77.5")) and .load_during == 77.5 and .load_after == 77.5')" = true ]
	[ "$(jq -s '.[0].forced | length' rows.jsonl)" -eq 1 ]
	ATESOR_FORCE=yes loaded 0.1 "$@"
	[ "$status" -eq 2 ]
	[[ $stderr == *"ATESOR_FORCE"* ]]
}

@test "a row during which others used the CPUs is not published" {
	table slow
	for i in $(seq "$(nproc)"); do sh -c 'while :; do :; done' & busy="${busy:-} $!"; done
	run "$BIN/atesor-bar" --max-load 10000 --seconds 0.2 -o rows.jsonl t.json
	kill $busy
	[ "$(odd '.other_cpus > 0.5 and .published == false and (.unpublished_because[0] | contains("others used"))')" = true ]
}

@test "--append: bar.csv with one header, bar.md with what may be published and what not" {
	table good wrong
	shown --append out/here
	bar --append out/here --rows good
	[ "$(wc -l <out/here/bar.csv)" -eq 7 ]
	[ "$(grep -c '^"time","model"' out/here/bar.csv)" -eq 1 ]
	python3 - <<-'END'
		import csv
		rows = list(csv.DictReader(open("out/here/bar.csv")))
		assert [r["engine"] for r in rows] == ["ref", "odd"] * 3
		assert rows[3]["status"] == "wrong" and rows[3]["median_ms"] == "" and rows[3]["check_scaled_err"] == "0.0005" and rows[3]["published"] == "false"
		assert float(rows[1]["median_ms"]) > 0 and rows[1]["verdict"] in ("target", "pass", "fail") and rows[1]["engine_version"] == "odd 1.0"
		assert all(r["machine"] and r["cpus"] and r["load_before"] and r["lock_label"] == "atesor bar" for r in rows)
	END
	[ "$(grep -c '^## ' out/here/bar.md)" -eq 2 ]
	grep -q '^| good:v:4 | 1 | odd odd 1.0 |' out/here/bar.md
	grep -q "^- wrong:v:4, threads 1, odd: output 'y': error 0.0005" out/here/bar.md
	! grep -q '^| wrong:v:4 | 1 | odd' out/here/bar.md || return 1
	# Columns of another version are not mixed.
	echo '"a","b"' >out/here/bar.csv
	bar --append out/here --rows good
	[ "$status" -eq 3 ]
	[[ $stderr == *"other columns"* ]]
	[ "$(cat out/here/bar.csv)" = '"a","b"' ]
}

@test "an interruption ends the engines and keeps the rows that are done" {
	table good hang
	"$BIN/atesor-bar" --max-load 10000 --seconds 0.02 --timeout 100 -q --append out t.json >rows.jsonl 2>/dev/null &
	pid=$!
	until grep -q '"model":"good".*"engine":"odd"' rows.jsonl; do sleep 0.05; done
	sleep 0.3
	kill -INT $pid
	code=0; wait $pid || code=$?
	[ "$code" -eq 130 ]
	[ "$(jq -s '.[-1] | .kind == "end" and .interrupted and .rows == 2' rows.jsonl)" = true ]
	[ "$(wc -l <out/bar.csv)" -eq 3 ]
	[ ! -s lock ]
	no_leftovers
}

@test "usage: tables, rows, engines and figures that cannot be are refused with their names" {
	table good
	refuse() { local code=$1 text=$2; shift 2; bar "$@"; [ "$status" -eq "$code" ] && [[ $stderr == *"$text"* ]] || { echo "$status $stderr, not $text"; return 1; }; }
	refuse 2 "no row 'bad'" --rows bad
	refuse 2 "no engine 'x'" --engines "ref x"
	refuse 2 "twice" --engines "ref ref"
	refuse 2 "--threads takes numbers from 1 to $(nproc)" --threads $(($(nproc) + 1))
	refuse 2 "--procedure" --procedure none
	refuse 2 "--target" --pass 1 --target 2
	refuse 2 "--repetitions" --repetitions 0
	refuse 2 "--gap" --gap 101
	refuse 2 "--moment" --moment -1
	refuse 2 "NAME=FILE" --engine odd
	broken() { jq "$1" t.json >u.json; run --separate-stderr "$BIN/atesor-bar" --max-load 10000 u.json; [ "$status" -eq 3 ] && [[ $stderr == *"$2"* ]] || { echo "$status $stderr, not $2"; return 1; }; }
	broken 'del(.rows[0].references)' "rows[0] has no references"
	broken '.rows[0].tolerence = 1' "unknown key: tolerence"
	broken '.rows[0].references[0].type = "f31"' "references[0].type must be one of f16"
	broken '.rows[0].model = "a:b"' "must not hold a colon"
	broken '.engines[1].name = "ref"' "same name"
	broken '.engines[1].command = ["x"]' "either shared_object or command"
	broken '.rows[0].inputs[0].file = "gone"' "'gone'"
	broken '.rows[0].inputs[0].shape = [3]' "has 4000 bytes"
	broken '.rows[0].references[0].shape = [0]' "has no values"
	broken '.rows[0].model = 3' "rows[0].model must be a text"
	echo '{' >u.json
	run --separate-stderr "$BIN/atesor-bar" u.json
	[ "$status" -eq 3 ]
	run --separate-stderr "$BIN/atesor-bar" nowhere.json
	[ "$status" -eq 3 ]
	run -2 "$BIN/atesor-bar"
	run -0 "$BIN/atesor-bar" --help
	run -3 --separate-stderr "$BIN/atesor-bar" --max-load 10000 --seconds 0.02 -o /dev/full t.json
	[[ $stderr == *"No space left"* ]]
	[ -c /dev/full ]
}

@test "atesor-engine alone: a shared object at a terminal" {
	echo good >good
	mkdir out
	run --separate-stderr "$BIN/atesor-engine" odd.so <<-END
		hello
		create 2 good
		input f32 10x100 x
		content x
		run 3
		outputs out
		describe
		nonsense
		quit
	END
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "ok 1" ]
	[[ "${lines[4]}" =~ ^ok\ [0-9]+(\ [0-9]+)?$ ]]
	[ "${lines[5]}" = "output f32 10x100 y" ]
	[[ $output == *"info threads 2"* ]]
	[ "${lines[-1]}" = "error unknown request 'nonsense'" ]
	cmp out/0 y
	run -2 "$BIN/atesor-engine"
	run -3 --separate-stderr "$BIN/atesor-engine" nowhere.so
	[[ $output == "error cannot load the engine"* ]]
	# Requests out of order are refused, not served.
	run --separate-stderr "$BIN/atesor-engine" odd.so <<-END
		run 1
		content x
		create 0 good
		create 1 good
		create 1 good
		outputs out
		input f32 10 x
		run 1
		content y
		input f32 999999999999x999999999999 x
	END
	[ "$(grep -c ^error <<<"$output")" -eq 8 ]
}

# A copy of the example, as deep as the fragments want it.
example() {
	mkdir examples
	cp -r "$ROOT/examples/bar" examples/bar
	rm -rf examples/bar/build
	ln -s "$ROOT/mk" mk
	ln -s examples/bar example
}

@test "the example's pairs: full rows, right answers, verdicts" {
	pkg-config --exists libdeflate || skip "needs libdeflate: apt-get install libdeflate-dev"
	example
	make -s -C example ATESOR="$BIN/" INCLUDE="$ROOT/lib" >/dev/null
	run --separate-stderr "$BIN/atesor-bar" --max-load 10000 --seconds 0.1 -o rows.jsonl --rows "inflate deflate" example/bar.json
	[ "$status" -lt 2 ]
	[ "$(jq -s '[.[] | select(.kind == "row")] | length == 4 and all(.status == "ok" and .median_ms > 0 and .peak_rss_mb > 4 and has("check_scaled_err"))' rows.jsonl)" = true ]
	[ "$(jq -s '[.[] | select(.engine == "libdeflate")] | all(.compared_with == "zlib" and (.verdict | IN("target", "pass", "fail")) and (.rss_verdict | IN("pass", "fail")))' rows.jsonl)" = true ]
	[ "$(jq -s '[.[] | select(.model == "inflate").check_scaled_err] | add' rows.jsonl)" -eq 0 ]
	[ "$(jq -s '.[] | select(.model == "deflate" and .engine == "libdeflate") | .check_scaled_err > 0 and .check_scaled_err < 0.1' rows.jsonl)" = true ]
}

@test "the example's matrix product: plain C and OpenBLAS against a product in double precision" {
	pkg-config --exists openblas || skip "needs OpenBLAS: apt-get install libopenblas-dev"
	example
	make -s -C example ATESOR="$BIN/" INCLUDE="$ROOT/lib" >/dev/null
	run --separate-stderr "$BIN/atesor-bar" --max-load 10000 --seconds 0.1 -o rows.jsonl --rows sgemm example/bar.json
	[ "$status" -lt 2 ]
	[ "$(jq -s '[.[] | select(.kind == "row")] | length == 2 and all(.status == "ok" and .check_scaled_err > 0 and .check_scaled_err < 1e-5)' rows.jsonl)" = true ]
	[ "$(jq -s '[.[] | select(.engine == "openblas") | .verdict | IN("target", "pass", "fail")] | all' rows.jsonl)" = true ]
}

onnx() { make -s -C example ATESOR="$BIN/" INCLUDE="$ROOT/lib" ONNXRUNTIME="$1" build/onnxruntime.so; }

@test "the ONNX Runtime engine, with a library that stands in for it: all optimizations, sequential, N and 1 threads" {
	table good
	example
	mkdir -p ort/include ort/lib
	cp "$BATS_TEST_DIRNAME/../data/bar/onnxruntime/onnxruntime_c_api.h" ort/include
	cc -shared -fPIC -Iort/include -o ort/lib/libonnxruntime.so "$BATS_TEST_DIRNAME/../data/bar/onnxruntime/fake.c"
	onnx "$PWD/ort"
	echo onnx >model
	export FAKE_ONNX_LOG=$PWD/told
	jq '.rows[0].file.odd = "model"' t.json >u.json && mv u.json t.json
	bar --engine odd=example/build/onnxruntime.so --threads all
	[ "$(odd '.status == "ok" and .check_scaled_err == 0 and .facts.version == "ONNX Runtime 0.0 fake"')" = true ]
	[ "$(tr '\n' ' ' <told)" = "optimization 99 execution 0 intra $(nproc) inter 1 " ]
	echo other >model
	bar --engine odd=example/build/onnxruntime.so
	[ "$(odd '.status == "error" and (.reason | contains("this is no ONNX model"))')" = true ]
}

@test "the ONNX Runtime engine is built with the real library" {
	[ -e /usr/include/onnxruntime_c_api.h ] || [ -e /usr/include/onnxruntime/onnxruntime_c_api.h ] || skip "needs ONNX Runtime: apt-get install libonnxruntime-dev (Debian 13)"
	example
	onnx /usr
}

@test "make atesor-bar: builds what the goal needs, measures, adds to bar.md, and fails when a row does not pass" {
	table good wrong
	mkdir p
	mv t.json x y good wrong odd.so p
	mv p/odd.so p/made.so
	cat >p/Makefile <<-END
		all:
		odd.so: made.so ; cp made.so odd.so
		ATESOR_BAR = t.json
		include $ROOT/mk/atesor.mk
		atesor-bar: odd.so
	END
	export ATESOR_FORCE=1
	run make -C p atesor-bar ATESOR_BAR_ROWS=good ATESOR_BAR_THREADS=all
	echo "$output"
	grep -q '^## ' p.opt/bar.md
	[ "$(jq -s 'map(select(.kind == "row")) | length == 2 and all(.threads == "all" and .status == "ok" and .lock_label == "atesor bar of p")' p.opt/raw/bars.jsonl)" = true ]
	run make -C p atesor-bar
	[ "$status" -ne 0 ]
	[[ $output == *"not every row passes"* ]]
	[ "$(wc -l <p.opt/bar.csv)" -eq 7 ]
	run make -C p atesor-bar ATESOR_BAR=
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_BAR must name a table"* ]]
	run make -C p atesor-bar ATESOR_BAR_THREADS=many
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_BAR_THREADS must be a number"* ]]
}
