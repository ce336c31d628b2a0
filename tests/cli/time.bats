# atesor-time: what it runs, what it records, and every kind of process that misbehaves.
load ../helper

setup_file() {
	export PROGRAMS=$BATS_FILE_TMPDIR/programs
	mkdir -p "$PROGRAMS/a" "$PROGRAMS/b"
	cc -O1 -o "$PROGRAMS/a/odd" "$BATS_TEST_DIRNAME/../data/time/odd.c"
	cp "$PROGRAMS/a/odd" "$PROGRAMS/b/odd"
}

setup() {
	cd "$BATS_TEST_TMPDIR"
	steady
	cp -r "$PROGRAMS/a" "$PROGRAMS/b" .
	export TMPDIR=$BATS_TEST_TMPDIR
}

# Nothing of the session is left: no run directory, and no process that a run started.
no_leftovers() {
	local left
	left=$(find . -maxdepth 1 -name 'atesor-run.*')
	[ -z "$left" ]
	left=$(find /proc -maxdepth 2 -name exe -lname "$BATS_TEST_TMPDIR/*/odd*" 2>/dev/null || true)
	[ -z "$left" ]
}

# Is a run of the odd program there?
running() { find /proc -maxdepth 2 -name exe -lname "$BATS_TEST_TMPDIR/*/odd*" 2>/dev/null | grep -q .; }

# The timer's memory is the floor of every maxrss it can see. Sanitizers, which are linked dynamically, need more.
is_small() {
	local limit=1024
	! ldd "$timed_by" 2>/dev/null | grep -q libasan || limit=65536
	[ "$(last ".timer_rss_kib > 0 and .timer_rss_kib < $limit")" = true ]
}

# One short session of build a with any mode of the odd program: few runs, samples in s.jsonl.
odd() {
	run "$BIN/atesor-time" --dir-a a --warmup 1 --rounds 2 -q -o s.jsonl "${options[@]}" -- ./odd "$@"
}

runs() { jq -s "[.[] | select(.kind == \"run\")] | $1" s.jsonl; }
last() { jq "select(.kind == \"end\") | $1" s.jsonl; }

@test "two equal builds: samples, order, balance, and no false claim of a difference in output" {
	run "$BIN/atesor-time" --dir-a a --dir-b b --check stdout --warmup 2 --calibrate 3 --rounds 8 --rule interval --seed x -q -o s.jsonl -- ./odd work
	[ "$status" -eq 0 ]
	[ "$(jq -s '.[0].kind == "session" and .[-1].kind == "end"' s.jsonl)" = true ]
	[ "$(runs '[.[] | select(.phase == "warmup" and .session == 1)] | length')" -eq 4 ]
	[ "$(runs '[.[] | select(.phase == "calibrate")] | length == 3 and all(.build == "a")')" = true ]
	[ "$(runs '[.[] | select(.phase == "warmup" and .session == 2)] | map(.build) | join("")')" = '"ab"' ]
	[ "$(runs '[.[] | select(.phase == "rounds")] | length')" -eq 16 ]
	# Each block of four rounds begins twice with a.
	[ "$(runs '[.[] | select(.phase == "rounds" and .position == 1 and .build == "a" and .round <= 4)] | length')" -eq 2 ]
	[ "$(runs '[.[] | select(.phase == "rounds" and .position == 1 and .build == "a" and .round > 4)] | length')" -eq 2 ]
	[ "$(runs 'map(.pad) | (unique | length) > 10 and min >= 0 and max <= 4096')" = true ]
	[ "$(runs 'all(.wall_ns > 0 and .cpu_ns == .utime_ns + .stime_ns and .exit == 0 and .run_ns > 0 and (.wait_ns | type) == "number")')" = true ]
	[ "$(runs 'all(.wall_ns >= .run_ns)')" = true ]
	[ "$(last '.status == "ok" and .output.equal and .output.a_repeatable and .rounds == 8')" = true ]
	[ "$(last '.stats.verdicts | keys | join(" ")')" = '"interval paired screen"' ]
	no_leftovers
}

@test "the same seed gives the same order and paddings, another seed others" {
	for seed in one one two; do
		"$BIN/atesor-time" --dir-a a --dir-b b --warmup 0 --calibrate 0 --rounds 8 --rule interval --seed $seed -q -o s.jsonl -- ./odd silent
		runs 'map([.build, .pad]) | tojson' >>orders
	done
	[ "$(sort orders | uniq -c | awk '{ print $1 }' | sort | xargs)" = "1 2" ]
}

@test "a change of the work is found, and rounds stop early" {
	run "$BIN/atesor-time" --dir-a a --dir-b a --warmup 1 --calibrate 2 --metric cpu --json -- ./odd work 60 --versus ./odd work 10
	[ "$status" -eq 0 ]
	[ "$(jq -r '.stats.verdict' <<<"$output")" = faster ]
	[ "$(jq '.rounds < 40 and .stats.median_ratio < 0.8 and .stats.decided' <<<"$output")" = true ]
	run "$BIN/atesor-time" --dir-a a --warmup 1 --calibrate 2 --metric cpu --json -- ./odd work 10 --versus ./odd work 60
	[ "$(jq -r '.stats.verdict' <<<"$output")" = slower ]
}

@test "interval rule: 20 rounds, and the cap when the calibration is too noisy for them" {
	"$BIN/atesor-time" --dir-a a --dir-b b --warmup 0 --calibrate 3 --rounds 5 --max-rounds 7 --rule interval --effect 99 --metric cpu -q -o s.jsonl -- ./odd work 20
	[ "$(last .rounds)" -eq 5 ]
	"$BIN/atesor-time" --dir-a a --dir-b b --warmup 0 --calibrate 3 --rounds 5 --max-rounds 7 --rule interval --effect 0.000001 --metric wall -q -o s.jsonl -- ./odd work
	[ "$(last .rounds)" -eq 7 ]
}

@test "samples and atesor-stats give the same figures" {
	run "$BIN/atesor-time" --dir-a a --dir-b b --warmup 1 --calibrate 3 --rounds 8 --rule interval --seed same -q -o s.jsonl -- ./odd work
	[ "$status" -eq 0 ]
	[ -d "$BIN/../share/atesor/program" ] || [ -d "$BIN/../../mk/program" ] || skip "the filters are not where these programs look"
	"$BIN/atesor-stats" --rule interval --seed same --samples s.jsonl | jq -S . >from-samples
	last .stats | jq -S . >from-session
	cmp from-samples from-session
}

@test "a session without a verdict is not compared by atesor-stats" {
	[ -d "$BIN/../share/atesor/program" ] || [ -d "$BIN/../../mk/program" ] || skip "the filters are not where these programs look"
	run "$BIN/atesor-time" --dir-a a --dir-b b --warmup 0 --calibrate 0 --rounds 8 --check stdout -q -o s.jsonl -- ./odd clock
	[ "$status" -eq 1 ]
	run "$BIN/atesor-stats" --samples s.jsonl
	[ "$status" -eq 3 ]
	[[ $output == *"no verdict"* ]]
}

@test "a run that hangs is ended at the limit" {
	options=(--timeout 0.3)
	odd hang
	[ "$status" -eq 1 ]
	[ "$(runs '.[0].timed_out and .[0].signal == 15')" = true ]
	[ "$(last '.status == "failed" and .failure == "time_limit" and .failed_build == "a"')" = true ]
	no_leftovers
}

@test "a run that hangs in the rounds: what was measured before it is all there" {
	cat >a/later <<-'END'
		#!/bin/sh
		n=$(($(cat ../count 2>/dev/null || echo 0) + 1)); echo $n >../count
		[ $n -lt 16 ] || exec ./odd hang
	END
	chmod +x a/later
	options=()
	run "$BIN/atesor-time" --dir-a a --warmup 1 --calibrate 2 --timeout 5 -q -o s.jsonl -- ./later --versus ./later
	[ "$status" -eq 1 ]
	[ "$(runs 'length == 16 and .[15].timed_out and all(.[:15][]; .exit == 0)')" = true ]
	[ "$(runs '.[:15] | map(.phase) | group_by(.) | map(length)')" = "$(jq -n '[2, 9, 4]')" ]
	[ "$(last '.failure == "time_limit" and .rounds == 4 and (has("stats") | not) and .a.runs + .b.runs == 15')" = true ]
	no_leftovers
}

@test "a run that ignores SIGTERM is killed two seconds later" {
	options=(--timeout 2)
	odd stubborn
	[ "$status" -eq 1 ]
	[ "$(runs '.[0].timed_out and .[0].signal == 9 and .[0].wall_ns > 2e9')" = true ]
	no_leftovers
}

@test "a daemon that keeps the pipes open is ended and counted, and nobody waits for it" {
	options=(--check stdout --timeout 60)
	odd daemon daemon.pid
	# The pid file is of the first daemon: later runs find it there and leave at once.
	[ "$status" -eq 0 ]
	[ "$(runs '.[0].left_children > 0 and all(.wall_ns < 30e9)')" = true ]
	[ "$(last '.warnings | any(.code == "left_children")')" = true ]
	! kill -0 "$(cat a/daemon.pid)" 2>/dev/null || return 1
	no_leftovers
}

@test "a child in the group that outlives its parent is ended and counted" {
	options=(--check stdout)
	odd group
	[ "$status" -eq 0 ]
	[ "$(runs 'all(.left_children == 1)')" = true ]
	no_leftovers
}

@test "a run that dies of a signal" {
	odd die
	[ "$status" -eq 1 ]
	[[ $output == *"signal 11"*"about to die"* ]]
	[ "$(runs '.[0] | .signal == 11 and (has("exit") | not)')" = true ]
	[ "$(last '.failure == "signal" and .failed_build == "a" and (.stderr | startswith("about to die"))')" = true ]
}

@test "a run that exits with the wrong code, and one where that code is expected" {
	odd exit 3
	[ "$status" -eq 1 ]
	[[ $output == *"exit 3 instead of 0"* ]]
	[ "$(last '.failure == "exit"')" = true ]
	options=(--expect-exit 3)
	odd exit 3
	[ "$status" -eq 0 ]
}

@test "500 MB of output: counted, hashed, in no memory" {
	options=(--check stdout --warmup 0 --rounds 1)
	odd flood 500000000
	[ "$status" -eq 0 ]
	[ "$(runs '.[0].stdout_bytes')" -eq 500000000 ]
	[ "$(runs '.[0].stdout_sha256' | tr -d '"')" = "$(a/odd flood 500000000 | sha256sum | cut -d' ' -f1)" ]
	is_small
	no_leftovers
}

@test "output that ends in the memory of the spool, at its edge and behind it has the right hash" {
	for bytes in 1 32767 32768 32769 65536 200000; do
		options=(--check stdout --warmup 0 --rounds 2)
		odd flood $bytes
		[ "$status" -eq 0 ]
		[ "$(runs '.[1].stdout_sha256' | tr -d '"')" = "$(a/odd flood $bytes | sha256sum | cut -d' ' -f1)" ]
	done
}

@test "a run that changes its input" {
	echo text >input
	run "$BIN/atesor-time" --dir-a a --warmup 1 --rounds 2 -q -o s.jsonl --input input --template '{bin} change {input}' --bin odd
	[ "$status" -eq 1 ]
	[ "$(last '.failure == "input_changed"')" = true ]
	[ "$(runs length)" -eq 1 ]
}

@test "an input that is only read, and its hash" {
	echo text >input
	run "$BIN/atesor-time" --dir-a a --warmup 1 --rounds 2 -q -o s.jsonl --check stdout --input input --template '{bin} count < {input}' --bin odd
	[ "$status" -eq 0 ]
	[ "$(jq -r 'select(.kind == "session") | .input.sha256' s.jsonl)" = "$(sha256sum <input | cut -d' ' -f1)" ]
	[ "$(last .output.a_sha256 | tr -d '"')" = "$(echo 5 | sha256sum | cut -d' ' -f1)" ]
}

@test "a run that prints nothing is measured, and the emptiness is said" {
	options=(--check stdout)
	odd silent
	[ "$status" -eq 0 ]
	[ "$(runs 'all(.stdout_bytes == 0)')" = true ]
	[ "$(last '.warnings | any(.code == "no_output")')" = true ]
}

@test "output that differs from run to run, told apart from output that differs from the baseline" {
	options=(--check stdout)
	odd clock
	[ "$status" -eq 1 ]
	[[ $output == *"not repeatable"* ]]
	[ "$(last '.status == "ok" and .failure == "not_repeatable" and .output.a_repeatable == false and (has("stats") | not)')" = true ]
	run "$BIN/atesor-time" --warmup 2 --check stdout -q -o s.jsonl -- a/odd name --versus b/odd name
	[ "$status" -eq 1 ]
	[ "$(last '.failure == "output_differs" and .failed_build == "b" and .output.equal == false and .output.b_repeatable and (has("stats") | not)')" = true ]
	# Found after the warm-ups: no round was spent on it.
	[ "$(last .rounds)" -eq 0 ]
}

@test "with one run of each, a build that differs from itself is still the one that is named" {
	run "$BIN/atesor-time" --dir-a a --warmup 1 --calibrate 0 --check stdout -q -o s.jsonl -- ./odd work 1 --versus ./odd clock
	[ "$status" -eq 1 ]
	[ "$(last '.failure == "not_repeatable" and .failed_build == "b" and .output.a_repeatable')" = true ]
}

@test "a program that works until a time is over is refused, and told apart from one whose output just differs" {
	# Generous, for a busy machine scatters what a program times itself.
	options=(--check stdout --warmup 3 --same-time 50)
	odd timed 1500
	[ "$status" -eq 1 ]
	[ "$(last '.failure == "not_repeatable" and (has("stats") | not) and (.warnings | any(.code == "self_timed" and (.text | contains("fixed amount of work"))))')" = true ]
	# How much times may scatter, and how short they may be, are options.
	options=(--check stdout --warmup 3 --same-time 0)
	odd timed 200
	[ "$(last '.failure == "not_repeatable" and (.warnings | any(.code == "self_timed") | not)')" = true ]
	options=(--check stdout --warmup 3 --moment 1)
	odd timed 200
	[ "$(last '.failure == "not_repeatable" and (.warnings | any(.code == "self_timed") | not)')" = true ]
	options=(--check stdout --warmup 3)
	odd clock
	[ "$status" -eq 1 ]
	[ "$(last '.warnings | any(.code == "self_timed")')" = false ]
}

@test "checked lines: only those with the prefix count" {
	cat >a/lines <<-'END'
		#!/bin/sh
		date +%N
		echo "CHECK 1"
		printf "CHECK 2"
	END
	chmod +x a/lines
	run "$BIN/atesor-time" --dir-a a --warmup 1 --rounds 2 --check lines:CHECK -q -o s.jsonl -- ./lines
	[ "$status" -eq 0 ]
	[ "$(runs '.[0].lines')" -eq 2 ]
	[ "$(runs '.[0].lines_sha256' | tr -d '"')" = "$(printf 'CHECK 1\nCHECK 2' | sha256sum | cut -d' ' -f1)" ]
	run "$BIN/atesor-time" --dir-a a --warmup 1 --rounds 2 --check lines:NONE -q -o s.jsonl -- ./lines
	[ "$status" -eq 1 ]
	[[ $output == *"no line that starts with 'NONE'"* ]]
}

@test "the output file: hashed, fresh for every run, and missed when it is not there" {
	run "$BIN/atesor-time" --dir-a a --dir-b b --warmup 1 --calibrate 1 --rounds 5 --check file -q -o s.jsonl --template '{bin} write {output}' --bin odd
	[ "$status" -eq 0 ]
	[ "$(runs '.[0].output_sha256' | tr -d '"')" = "$(echo result | sha256sum | cut -d' ' -f1)" ]
	run "$BIN/atesor-time" --dir-a a --warmup 1 --rounds 2 --check file -q -o s.jsonl --template '{bin} work 1 {output}' --bin odd
	[ "$status" -eq 1 ]
	[ "$(last '.failure == "no_output"')" = true ]
}

@test "a pipe: every stage runs, the first failure counts, a SIGPIPE before the end does not" {
	run "$BIN/atesor-time" --dir-a a --warmup 0 --rounds 2 --check stdout -q -o s.jsonl --template '{bin} flood 100000 | tr x y | wc -c' --bin odd
	[ "$status" -eq 0 ]
	[ "$(last .output.a_sha256 | tr -d '"')" = "$(echo 100000 | sha256sum | cut -d' ' -f1)" ]
	run "$BIN/atesor-time" --dir-a a --warmup 0 --rounds 2 --check stdout -q -o s.jsonl --template '{bin} flood 10000000 | head -c 3' --bin odd
	[ "$status" -eq 0 ]
	[ "$(runs '.[0].stdout_bytes')" -eq 3 ]
	run "$BIN/atesor-time" --dir-a a --warmup 0 --rounds 2 -q -o s.jsonl --template '{bin} exit 4 | wc -c' --bin odd
	[ "$status" -eq 1 ]
	[ "$(runs '.[0].exit == 4 and .[0].stage == 1')" = true ]
	run "$BIN/atesor-time" --dir-a a --warmup 0 --rounds 2 --timeout 0.3 -q -o s.jsonl --template '{bin} hang | {bin} hang' --bin odd
	[ "$status" -eq 1 ]
	[ "$(runs '.[0].timed_out')" = true ]
	no_leftovers
}

@test "stdin is /dev/null unless it is asked for" {
	options=(--check stdout --timeout 20)
	odd count
	[ "$status" -eq 0 ]
	[ "$(last .output.a_sha256 | tr -d '"')" = "$(echo 0 | sha256sum | cut -d' ' -f1)" ]
	printf 12345 >input
	options=(--check stdout --stdin input)
	odd count
	[ "$(last .output.a_sha256 | tr -d '"')" = "$(echo 5 | sha256sum | cut -d' ' -f1)" ]
	options=(--stdout-file out --check file)
	odd work 1
	[ "$status" -eq 0 ]
	[ "$(runs '.[0].output_sha256' | tr -d '"')" = "$(sha256sum <out | cut -d' ' -f1)" ]
}

@test "text on stderr: a warning, nothing, or a failure" {
	odd chatter
	[ "$status" -eq 0 ]
	[ "$(last '.warnings | any(.code == "stderr" and (.text | contains("reading")))')" = true ]
	options=(--stderr ignore)
	odd chatter
	[ "$(last '.warnings | any(.code == "stderr")')" = false ]
	options=(--stderr fail)
	odd chatter
	[ "$status" -eq 1 ]
	[ "$(last '.failure == "stderr"')" = true ]
}

@test "waiting is not computing" {
	odd sleep
	[ "$(last '.metric == "wall" and .cpu_pct < 50 and (.warnings | any(.code == "waiting"))')" = true ]
	odd work 50
	[ "$(last '.metric == "cpu" and .cpu_pct > 50 and (.warnings | any(.code == "waiting") | not)')" = true ]
	# From which part of the time on it computes, and speaks for CPU time, are options.
	options=(--cpu-share 0 --cpu-bound 1)
	odd sleep
	[ "$(last '.metric == "cpu" and .cpu_pct < 50 and (.warnings | any(.code == "waiting") | not)')" = true ]
}

@test "a program that leaves a cache: every run starts afresh with --fresh, and without it the slow first run is said" {
	options=(--fresh --check stdout)
	odd cache
	[ "$status" -eq 0 ]
	[ "$(last '.warnings | any(.code == "leftovers" and (.text | contains("p.cache")))')" = true ]
	[ ! -e a/p.cache ]
	options=(--check none)
	odd cache
	[ "$(last '.warnings | any(.code == "first_run")')" = true ]
	[ -e a/p.cache ]
	for option in --warn-first --moment; do
		rm a/p.cache
		options=("$option" 1000)
		odd cache
		[ "$(last '.warnings | any(.code == "first_run")')" = false ]
	done
	options=(--check stdout)
	rm a/p.cache
	odd cache
	[ "$status" -eq 1 ]
}

@test "--fresh leaves what was there before, and says when it was changed" {
	mkdir a/data
	echo old >a/data/file
	cat >a/writer <<-'END'
		#!/bin/sh
		mkdir -p new/dir && echo x >new/dir/file && echo new >data/file
	END
	chmod +x a/writer
	run "$BIN/atesor-time" --dir-a a --fresh --warmup 1 --rounds 2 -q -o s.jsonl -- ./writer
	[ "$status" -eq 0 ]
	[ ! -e a/new ]
	[ "$(cat a/data/file)" = new ]
	[ "$(last '.warnings | any(.code == "tree_changed" and (.text | contains("data/file")))')" = true ]
}

@test "the environment is fixed, HOME and TMPDIR are empty and private" {
	TZ=Asia/Tokyo COLUMNS=132 LANG=tr_TR.UTF-8 run "$BIN/atesor-time" --dir-a a --warmup 0 --rounds 1 -q --env COLUMNS=99 --env TZ=EST5 --stdout-file out -- ./odd environment
	[ "$status" -eq 0 ]
	grep -qx LC_ALL=C out
	grep -qx TZ=EST5 out
	grep -qx COLUMNS=99 out
	! grep -q LANG= out || return 1
	grep -q "^HOME=$BATS_TEST_TMPDIR/atesor-run[.].*/home$" out
	grep -q "^TMPDIR=$BATS_TEST_TMPDIR/atesor-run[.].*/tmp$" out
	LANG=tr_TR.UTF-8 run "$BIN/atesor-time" --dir-a a --warmup 0 --rounds 1 -q --keep-env --stdout-file out -- ./odd environment
	grep -qx LANG=tr_TR.UTF-8 out
}

@test "what a run leaves in HOME and TMPDIR is gone in the next" {
	cat >a/litter <<-'END'
		#!/bin/sh
		[ -z "$(ls -A "$HOME")$(ls -A "$TMPDIR")" ] || exit 1
		mkdir "$HOME/x" && echo x >"$TMPDIR/x"
	END
	chmod +x a/litter
	run "$BIN/atesor-time" --dir-a a --warmup 1 --rounds 3 -q -- ./litter
	[ "$status" -eq 0 ]
	no_leftovers
}

@test "pinned to one CPU, or not at all" {
	odd cpus
	options=(--check stdout)
	odd cpus
	[ "$(last .output.a_sha256 | tr -d '"')" = "$(echo 1 | sha256sum | cut -d' ' -f1)" ]
	cpu=$(runs '.[0].cpu')
	[ "$(taskset -cp $$ | grep -o '[0-9]*$')" -eq "$cpu" ]
	options=(--stdout-file out)
	odd policy
	[ "$(cat out)" -eq 0 ]
	options=(--cpu none --stdout-file out)
	odd cpus
	[ "$(cat out)" -eq "$(nproc)" ]
	[ "$(runs '.[0] | has("cpu")')" = false ]
}

@test "with one CPU the timer shares it, and says so" {
	cpu=$(taskset -cp $$ | grep -o '[0-9]*$')
	run taskset -c "$cpu" "$BIN/atesor-time" --dir-a a --dir-b b --warmup 1 --calibrate 1 --rounds 5 --rule interval -q -o s.jsonl -- ./odd work
	[ "$status" -eq 0 ]
	[ "$(jq 'select(.kind == "session") | .reads_on_another_cpu' s.jsonl)" = false ]
	[ "$(last '.warnings | any(.code == "one_cpu")')" = true ]
}

@test "a machine that slows down from run to run: equal programs stay equal" {
	[ -d "$BIN/../share/atesor/program" ] || [ -d "$BIN/../../mk/program" ] || skip "the filters are not where these programs look"
	"$BIN/atesor-time" --dir-a a --dir-b b --warmup 1 --calibrate 2 --rounds 20 --rule interval --metric wall -q -o s.jsonl -- ./odd silent
	# The order is the session's; the times are made: each run takes 5 ms longer than the one before, whatever build it is of.
	jq -nc 'foreach inputs as $line (0; . + 1; . as $n | $line | if .kind == "run" then .wall_ns = 50000000 + 5000000 * $n else . end)' s.jsonl >drift.jsonl
	run "$BIN/atesor-stats" --rule interval --samples drift.jsonl
	[ "$status" -eq 0 ]
	[ "$(jq '.drift_pct > 20 and (.verdicts | .interval == "no change" and .paired == "no change")' <<<"$output")" = true ]
	# Such times in an order that is always the same would not be.
	jq -c 'if .phase == "rounds" then .build = (if .position == 1 then "a" else "b" end) else . end' drift.jsonl >fixed.jsonl
	[ "$("$BIN/atesor-stats" --samples fixed.jsonl | jq -r .verdict)" = slower ]
}

@test "both builds see the same words, directory by directory" {
	run "$BIN/atesor-time" --dir-a a --dir-b b --warmup 2 --calibrate 0 --rounds 5 --check stdout -q --template '{bin} name' --bin odd
	[ "$status" -eq 0 ]
}

@test "a program that does not exist, or cannot be started" {
	run "$BIN/atesor-time" -- ./nothing-here
	[ "$status" -eq 3 ]
	[[ $output == *"nothing-here"* ]]
	run "$BIN/atesor-time" -- nothing-here-either
	[ "$status" -eq 3 ]
	[[ $output == *"in PATH"* ]]
	printf '\177ELF garbage' >a/broken
	chmod +x a/broken
	run "$BIN/atesor-time" --dir-a a -q -o s.jsonl -- ./broken
	[ "$status" -eq 1 ]
	[ "$(last '.failure == "not_started"')" = true ]
	[ "$(runs '.[0].start_errno == 8')" = true ]
	no_leftovers
}

@test "the shell's words are refused with a hint" {
	for word in '<' '>' '|' '&&' ';'; do
		run "$BIN/atesor-time" -- ./odd work "$word" x
		[ "$status" -eq 2 ]
		[[ $output == *"no shell"*"--template"* ]]
	done
}

@test "a whole command line in one word gets a hint, not a shell" {
	run "$BIN/atesor-time" 'sleep 0.1'
	[ "$status" -eq 3 ]
	[[ $output == *"'sleep 0.1'"*"no shell"*"words of their own"* ]]
	run "$BIN/atesor-time" --dir-a a -- './odd work < x'
	[ "$status" -eq 3 ]
	[[ $output == *"no shell"* ]]
	run "$BIN/atesor-time" --dir-a a -- ./nothing
	[ "$status" -eq 3 ]
	[[ $output != *"no shell"* ]]
}

# What a person at a terminal sees; --quiet and a pipe have none of it.
terminal() { TERM=xterm script -qec "$BIN/atesor-time $*" /dev/null </dev/null; }

@test "on a terminal: a progress line with the running estimate, wiped at the end, and the verdict in color" {
	command -v script >/dev/null || skip "needs script (bsdutils)"
	terminal --dir-a a --max-rounds 8 -w 1 --calibrate 2 --metric cpu -- ./odd work 20 --versus ./odd work 60 >seen
	grep -q $'\r\033\\[Kwarm-up 1 of a' seen
	grep -q $'\r\033\\[Kcalibration 2 of a' seen
	grep -Eq 'round 8/8  b/a [0-9][.][0-9]{4}' seen
	grep -q $'\033\\[1;31mslower\033\\[0m: b takes' seen
	tail -n 1 seen | grep -qv 'round'
	NO_COLOR=1 terminal --dir-a a --max-rounds 8 -w 1 --calibrate 2 --metric cpu -- ./odd work 20 --versus ./odd work 60 >seen
	grep -q '^slower: b takes' seen
	terminal --dir-a a -q --rounds 2 -- ./odd work 1 >seen
	[ ! -s seen ]
	terminal --dir-a a --rounds 3 -- ./odd work 1 >seen
	grep -q 'round 3/3  median s 0[.]' seen
	TERM=dumb script -qec "$BIN/atesor-time --dir-a a --rounds 2 -- ./odd work 1" /dev/null </dev/null >seen
	! grep -q $'\033' seen || return 1
	"$BIN/atesor-time" --dir-a a --rounds 2 -- ./odd work 1 >seen 2>&1
	! grep -q $'\033' seen || return 1
}

@test "wrong command lines name the option" {
	run "$BIN/atesor-time"
	[ "$status" -eq 2 ]
	[[ $output == *"no command"* ]]
	run "$BIN/atesor-time" --template '{bin} $x' --bin odd
	[ "$status" -eq 2 ]
	[[ $output == *"column 7"* ]]
	run "$BIN/atesor-time" --template '{bin}'
	[ "$status" -eq 2 ]
	[[ $output == *"--bin"* ]]
	run "$BIN/atesor-time" --template 'wc -c' --bin odd
	[ "$status" -eq 2 ]
	[[ $output == *"never runs {bin}"* ]]
	run "$BIN/atesor-time" --template '{bin} < {input}' --bin odd
	[ "$status" -eq 2 ]
	[[ $output == *"--input"* ]]
	run "$BIN/atesor-time" --check file -- true
	[ "$status" -eq 2 ]
	run "$BIN/atesor-time" --check both -- true
	[ "$status" -eq 2 ]
	[[ $output == *"--check"*"both"* ]]
	run "$BIN/atesor-time" --cpu 4095 -- true
	[ "$status" -eq 2 ]
	run "$BIN/atesor-time" --rounds 3 --dir-b b -- true
	[ "$status" -eq 2 ]
	[[ $output == *"at least 5"* ]]
	run "$BIN/atesor-time" --rounds 3 --min-rounds 4 --dir-b b -- true
	[ "$status" -eq 2 ]
	[[ $output == *"at least 4"* ]]
	for wrong in "--cpu-bound 0" "--warn-contention 101" "--warn-first 0.5" "--cpu-share -1" "--same-time nan" "--moment -1" "--min-rounds 1" "--interval-alpha 0"; do
		run "$BIN/atesor-time" $wrong -- true
		[ "$status" -eq 2 ]
		[[ $output == *"${wrong% *}"* || $output == *level* ]]
	done
	run "$BIN/atesor-time" --env BAD -- true
	[ "$status" -eq 2 ]
}

@test "Ctrl-C keeps whole rounds, exits 130 and leaves nothing" {
	# A job of a script ignores SIGINT unless it is asked not to: setsid and env give it back.
	for build in a b; do printf '#!/bin/sh\necho run >>../runs\nexec ./odd sleep\n' >$build/counted && chmod +x $build/counted; done
	env --default-signal=INT "$BIN/atesor-time" --dir-a a --dir-b b --warmup 1 --calibrate 1 --rounds 1000 --rule interval -q -o s.jsonl -- ./counted &
	timer=$!
	# Five runs are before the rounds.
	await eval 'sed -n 13p runs 2>/dev/null | grep -q run'
	kill -INT $timer
	status=0
	wait $timer || status=$?
	[ "$status" -eq 130 ]
	[ "$(last .status)" = '"interrupted"' ]
	[ "$(runs '[.[] | select(.phase == "rounds")] | group_by(.round) | length > 0 and all(length == 2)')" = true ]
	[ "$(last .rounds)" -eq "$(runs '[.[] | select(.phase == "rounds")] | length / 2')" ]
	no_leftovers
}

@test "Ctrl-C in a run that hangs ends it at once" {
	env --default-signal=INT "$BIN/atesor-time" --dir-a a -q -o s.jsonl -- ./odd stubborn &
	timer=$!
	await running
	kill -INT $timer
	status=0
	wait $timer || status=$?
	[ "$status" -eq 130 ]
	[ "$(last .status)" = '"interrupted"' ]
	no_leftovers
}

@test "killed without warning: its run dies with it, and no half file is there" {
	"$BIN/atesor-time" --dir-a a -q -o s.jsonl -- ./odd hang &
	timer=$!
	await running
	kill -KILL $timer
	wait $timer || true
	[ ! -e s.jsonl ]
	await not running
}

@test "the lock: claimed, waited for, given up, and free again after a kill" {
	"$BIN/atesor-time" --dir-a a --lock lock --label first --timeout 600 -q -- ./odd hang &
	holder=$!
	await grep -qs '^label first$' lock
	grep -qx "pid $holder" lock
	grep -Eq '^started_ticks [1-9][0-9]*$' lock
	grep -Eq '^since [1-9][0-9]*$' lock
	run "$BIN/atesor-time" --dir-a a --lock lock --lock-wait 0.5 -q -- ./odd silent
	[ "$status" -eq 3 ]
	[[ $output == *"'first'"*"$holder"* ]]
	kill -KILL $holder
	wait $holder || true
	run "$BIN/atesor-time" --dir-a a --lock lock --label second --lock-wait 5 -q -o s.jsonl -- ./odd silent
	[ "$status" -eq 0 ]
	[ "$(jq -r 'select(.kind == "session") | .lock_label' s.jsonl)" = second ]
	[ ! -s lock ]
}

@test "a lock whose holder died is taken over, and said; its record has an end when one is known" {
	"$BIN/atesor-time" --dir-a a --lock lock --label 'dead one' --timeout 600 -q --warmup 2 --rounds 200 -- ./odd sleep &
	holder=$!
	await grep -qs '^until ' lock
	since=$(sed -n 's/^since //p' lock) until=$(sed -n 's/^until //p' lock)
	# 203 runs of 50 ms and more.
	[ $((until - since)) -ge 10 ] && [ $((until - since)) -le 600 ]
	kill -KILL $holder
	wait $holder || true
	[ -s lock ]
	run "$BIN/atesor-time" --dir-a a --lock lock --label second --lock-wait 5 --rounds 2 -q -o s.jsonl -- ./odd silent
	[ "$status" -eq 0 ]
	[[ $output == *"left behind by 'dead one' (process $holder)"* ]]
	[ "$(jq -r 'select(.kind == "session") | .lock_left_by' s.jsonl)" = "'dead one' (process $holder)" ]
	[ "$(jq 'select(.kind == "session") | .lock == "lock" and .lock_since_epoch >= '"$since"' and .lock_waited_seconds == 0' s.jsonl)" = true ]
	run "$BIN/atesor-time" --dir-a a --lock lock --rounds 2 -q -o s.jsonl -- ./odd silent
	[ -z "$output" ]
	[ "$(jq 'select(.kind == "session") | has("lock_left_by")' s.jsonl)" = false ]
}

@test "two sessions with one lock never overlap" {
	# The first holds the lock until the second has met it, and then for three runs more; each run notes whose it is.
	cat >a/noted <<-'END'
		#!/bin/sh
		echo "$1" >>../log
		while [ "$1" = first ] && [ ! -e ../go ]; do sleep 0.05; done
		exec ./odd sleep
	END
	chmod +x a/noted
	"$BIN/atesor-time" --dir-a a --lock lock --warmup 0 --rounds 4 -q -o s1.jsonl -- ./noted first &
	await grep -qs first log
	"$BIN/atesor-time" --dir-a a --lock lock --warmup 0 --rounds 4 -q -o s2.jsonl -- ./noted second 2>said &
	await grep -qs lock said
	: >go
	wait
	[ "$(uniq log | tr '\n' ' ')" = "first second " ]
	[ "$(jq 'select(.kind == "session") | .lock_waited_seconds > 0.05' s2.jsonl)" = true ]
}

@test "a lock that cannot be opened says so" {
	run "$BIN/atesor-time" --lock /no/such/place/lock -- true
	[ "$status" -eq 3 ]
	[[ $output == *"/no/such/place/lock"* ]]
}

@test "the thresholds are recorded with the session, and few rounds suffice where they are allowed to" {
	"$BIN/atesor-time" --dir-a a --dir-b b --warmup 1 --calibrate 0 --rule interval --rounds 3 --min-rounds 3 --interval-alpha 0.1 --cpu-bound 80 --warn-contention 6 \
		--warn-first 3 --cpu-share 40 --same-time 1 --moment 0.5 -q -o s.jsonl -- ./odd work 1
	[ "$(last '.stats | .rounds == 3 and .interval_alpha == 0.1')" = true ]
	[ "$(jq -c 'select(.kind == "session") | [.min_rounds, .interval_alpha, .cpu_bound_pct, .warn_contention_pct, .warn_first_times, .cpu_share_pct, .same_time_pct, .moment_s]' s.jsonl)" = \
		'[3,0.1,80,6,3,40,1,0.5]' ]
}

@test "table, Markdown and JSON" {
	run "$BIN/atesor-time" --dir-a a --rounds 3 -- ./odd work
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == *median*mean*CV*min*max* ]]
	run "$BIN/atesor-time" --dir-a a --rounds 3 --markdown -- ./odd work
	[[ ${lines[1]} == "|---|---:"* ]]
	run "$BIN/atesor-time" --dir-a a --rounds 3 --json -- ./odd work
	[ "$(jq '.kind == "end" and .status == "ok" and .rounds == 3 and .a.median_wall_ns > 0' <<<"$output")" = true ]
}

@test "what the machine does not have is absent and said, never 0" {
	odd work
	if [ -e /sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq ]; then
		[ "$(last '.before.frequency_khz > 0')" = true ]
	else
		[ "$(last '(.before | has("frequency_khz") | not) and (.warnings | any(.code == "no_cpufreq"))')" = true ]
	fi
	is_small
	# This program is smaller than the timer or larger; it is never as large as 0.
	[ "$(runs 'all((has("maxrss_kib") | not) or .maxrss_kib > 0)')" = true ]
}

@test "paths with blanks, quotes, percent signs and letters of all kinds" {
	mkdir "in % 'ö\"#"
	cp a/odd "in % 'ö\"#/od d"
	echo text >"in put é"
	run "$BIN/atesor-time" --dir-a "in % 'ö\"#" --warmup 0 --rounds 2 -q -o "s %s.jsonl" --check stdout --template '{bin} count < {input}' --bin 'od d' --input "in put é"
	[ "$status" -eq 0 ]
	[ "$(jq -r 'select(.kind == "session") | .a.command[0][0]' "s %s.jsonl")" = "./od d" ]
}

@test "--vet says whether a template can touch other files, and runs nothing" {
	vet() { run "$BIN/atesor-time" --vet --template "$1"; }
	vet '{bin} -9 -o {output} {input} | sort -k 2'
	[ "$status" -eq 0 ] && [ -z "$output" ]
	vet "{bin} 'x; touch $BATS_TEST_TMPDIR/made'"
	[ "$status" -eq 1 ]
	[[ $output == *"may hold only letters, digits"* ]]
	vet "sort -o x {input} | {bin}"
	[ "$status" -eq 1 ]
	[[ $output == *"'-o': this option of a helper is not allowed"* ]]
	vet "wc {input}"
	[ "$status" -eq 1 ]
	vet "{bin} ; x"
	[ "$status" -eq 2 ]
	[[ $output == *"column 7"* ]]
	run "$BIN/atesor-time" --vet -- ls
	[ "$status" -eq 2 ]
	[ ! -e "$BATS_TEST_TMPDIR/made" ]
}
