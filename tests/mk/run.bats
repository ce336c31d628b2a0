# Runs of the whole pipeline on a small package: again, resumed, changed, interrupted, side by side; and that the source stays as it was.
load package

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
}

@test "a run ends with a result, a report and the summary; the source is byte-identical" {
	before=$(tree_hash "$dir")
	optimize "$dir"
	[ "$status" -eq 0 ]
	[[ $output == *"Optimized: "* ]]
	[ "$before" = "$(tree_hash "$dir")" ]
	[ "$(result "$dir" .data.tunes[0].slot)" = tun4 ]
	[ "$(result "$dir" '.data.status | IN("accepted", "no gain")')" = true ]
	grep -q '^| tun4 | optimization level |' "$dir.opt/report.md"
	[ "$(result "$dir" '[.warnings[] | select(.code == "unoptimized")] | length')" = 0 ]
	[ ! -e "$dir.opt/tree" ]
}

@test "a second run does nothing and changes nothing" {
	optimize "$dir"
	before=$(cd "$dir.opt" && ls -l --time-style=full-iso doc result.json report.md | grep -v -e config.json -e source.json -e machine.json | sha256sum)
	optimize "$dir"
	[ "$status" -eq 0 ]
	[ -z "$(steps)" ]
	[ "$before" = "$(cd "$dir.opt" && ls -l --time-style=full-iso doc result.json report.md | grep -v -e config.json -e source.json -e machine.json | sha256sum)" ]
}

@test "where nothing changed, the pipeline is not even asked; where anything did, it is" {
	asked() { make -C "$dir" optimize V=1 >"$BATS_TEST_TMPDIR/log" 2>&1 && grep -q start_asking "$BATS_TEST_TMPDIR/log"; }
	optimize "$dir"
	summary=$(grep -A 20 '^Optimized:' <<<"$output")
	run asked
	[ "$status" -ne 0 ]
	optimize "$dir"
	[ "$summary" = "$(grep -A 20 '^Optimized:' <<<"$output")" ]
	for change in "touch doc/tun4.build.json" "rm doc/tun4.samples.jsonl" "rm raw/settled.all"; do
		(cd "$dir.opt" && $change)
		asked
		run asked
		[ "$status" -ne 0 ]
	done
	# What was removed of the report comes back without a question.
	rm "$dir.opt/report.md"
	run asked
	[ "$status" -ne 0 ]
	[ -e "$dir.opt/report.md" ]
}

@test "with the trees kept, a deleted timing is redone alone" {
	export ATESOR_KEEP=1
	optimize "$dir"
	rm "$dir.opt/doc/tun4.samples.json"
	optimize "$dir"
	[ "$status" -eq 0 ]
	[[ "$(steps)" == "tun4 samples,"* ]]
	[[ "$(steps)" != *build* ]]
}

@test "a changed threshold runs no command" {
	optimize "$dir" ATESOR_EFFECT=2
	optimize "$dir" ATESOR_EFFECT=45
	[ "$status" -eq 0 ]
	[ -z "$(steps)" ] || [ "$(steps)" = "kept accept," ]
	[ "$(result "$dir" .data.settings.effect_pct)" = 45 ]
	run make -C "$dir" atesor-status ATESOR_EFFECT=5
	[ "$status" -eq 0 ]
	[[ $output == *"ended: "* ]]
	optimize "$dir" ATESOR_EFFECT=5
	[ "$(result "$dir" .data.settings.effect_pct)" = 5 ]
}

@test "a build that optimizes nothing by itself is named as that" {
	sed -i 's/^CFLAGS.*/CFLAGS = -g/' "$dir/Makefile"
	optimize "$dir"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" '[.warnings[] | select(.code == "unoptimized" and (.text | contains("no -O in 1 compiles")))] | length')" = 1 ]
	grep -q 'optimizes nothing' "$dir.opt/report.md"
}

@test "tests that end with an illegal instruction: the reason names what that may be" {
	printf '#ifdef EXTRA\nint extra_symbol(int a) { return a * 3; }\n#endif\n' >>"$dir/sum.c"
	sed -i 's/^\t\.\/sum 10/\tif nm sum | grep -q extra_symbol; then echo "Illegal instruction"; exit 132; fi/' "$dir/Makefile"
	optimize "$dir" ATESOR_EXTRA_TUNES=-DEXTRA
	[[ "$(result "$dir" '.data.tunes[] | select(.slot == "usr1") | .verdict + ": " + .reason')" == "gate 2 failed: the tests fail: "*"; an illegal instruction: a trap"*valgrind* ]]
}

@test "tests that fail for the plain build too are an answer: again nothing is done, and a part of a run loses nothing" {
	sed -i 's/^ATESOR_TEST .*/ATESOR_TEST = false/' "$dir/Makefile"
	optimize "$dir"
	[ "$(result "$dir" '.data.status | IN("accepted", "no gain")')" = true ]
	optimize "$dir"
	[ -z "$(steps)" ]
	make -s -C "$dir" atesor-probe
	make -s -C "$dir" atesor-report | grep -q '^| tun4 | optimization level |'
	optimize "$dir"
	[ -z "$(steps)" ]
}

@test "a document that is cut short is named, and nothing waits for its end" {
	optimize "$dir"
	printf '{"status":"ok"' >"$dir.opt/doc/vrfy.tests.json"
	run timeout 600 make -C "$dir" optimize
	echo "$output"
	[ "$status" -ne 0 ] && [ "$status" -ne 124 ]
	[[ $output == *"can't be judged"* ]]
}

@test "what failed for a missing tool is tried again once that is there" {
	sed -i 's/^\t\$(CC) .*/&\n\tstamp-it sum/' "$dir/Makefile"
	optimize "$dir"
	[[ $output == *"Optimized: NO  skipped: "*"stamp-it"* ]]
	make -s -C "$dir" atesor-report | grep -q stamp-it
	mkdir "$BATS_TEST_TMPDIR/bin"
	ln -s /bin/true "$BATS_TEST_TMPDIR/bin/stamp-it"
	PATH="$BATS_TEST_TMPDIR/bin:$PATH" run make -C "$dir" atesor-verify
	[ "$status" -eq 0 ]
	[ "$(jq -r .status "$dir.opt/doc/vrfy.build.json")" = ok ]
}

@test "an edited source is a new job" {
	optimize "$dir"
	echo '/* more */' >>"$dir/sum.c"
	optimize "$dir"
	[[ "$(steps)" == "vrfy plan,vrfy build,"* ]]
}

@test "an interrupted timing starts afresh in the next run, and nothing else is redone" {
	sed -i 's/3000000/300000000/' "$dir/Makefile"
	setsid env --default-signal=INT make -C "$dir" optimize >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
	group=$!
	await grep -qs samples "$BATS_TEST_TMPDIR/log"
	# A run of the tune is one of the timing now.
	await eval 'find /proc -maxdepth 2 -name exe -lname "$dir.opt/tree/tun4/sum" 2>/dev/null | grep -q .'
	kill -INT -- -$group
	run wait $group
	[ "$status" -ne 0 ]
	[ ! -e "$dir.opt/doc/tun4.samples.json" ]
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(steps)" == "tun4 samples,"* ]]
}

@test "make -n writes nothing; make -t and make -i are refused" {
	optimize "$dir" -n
	[ "$status" -eq 0 ]
	[ ! -e "$dir.opt/doc/source.json" ]
	optimize "$dir" -t
	[ "$status" -ne 0 ]
	[[ $output == *"would forge"* ]]
	optimize "$dir" -i
	[[ $output == *"would forge"* ]]
	[ ! -e "$dir.opt/doc/source.json" ]
}

@test "a timing overlaps nothing of atesor's, also with -j4 and builds first" {
	export ATESOR_TUNES='1 2 4 5' ATESOR_BUILD_FIRST=1 atesor_bin=$BATS_TEST_TMPDIR/bin
	mkdir "$atesor_bin"
	for program in "$BIN"/atesor-*; do
		cat >"$atesor_bin/${program##*/}" <<S
#!/bin/sh
case " \$* " in *" --dir-b "*) what=timing;; *) what=other;; esac
echo "\$(date +%s.%N) start \$what" >>"$BATS_TEST_TMPDIR/times"
"$program" "\$@"
code=\$?
echo "\$(date +%s.%N) end \$what" >>"$BATS_TEST_TMPDIR/times"
exit \$code
S
		chmod +x "$atesor_bin/${program##*/}"
	done
	optimize "$dir" -j4
	echo "$output"
	[ "$status" -eq 0 ]
	# Nothing starts while a timing runs, a timing starts while nothing runs; and builds did run side by side.
	sort -n "$BATS_TEST_TMPDIR/times" | awk '
		$2 == "start" && (timing || $3 == "timing" && open) { print "overlap:", $0; bad = 1 }
		{ by = $2 == "start" ? 1 : -1; open += by; if ($3 == "timing") timing += by; if (open > most) most = open }
		END { if (most < 2) { print "no build ran beside another"; bad = 1 } exit bad }'
}

@test "paths with blanks, signs and letters of other alphabets" {
	odd="$BATS_TEST_TMPDIR/a b%c#d'e:é"
	mkdir "$odd"
	package "$odd/p q"
	optimize "$odd/p q"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"Optimized: "* ]]
}

@test "a broken tool ends the run with an error, and a result that says so; mended, the run goes on" {
	export atesor_bin=$BATS_TEST_TMPDIR/bin
	mkdir "$atesor_bin"
	ln -s "$BIN"/atesor-* "$atesor_bin"
	rm "$atesor_bin/atesor-elf"
	printf '#!/bin/sh\nkill -SEGV $$\n' >"$atesor_bin/atesor-elf"
	chmod +x "$atesor_bin/atesor-elf"
	optimize "$dir"
	echo "$output"
	[ "$status" -ne 0 ]
	[ "$(result "$dir" .data.status)" = error ]
	[ -e "$dir.opt/report.md" ]
	[ ! -e "$dir.opt/doc/vrfy.facts.json" ]
	atesor_bin=$BIN optimize "$dir"
	[ "$status" -eq 0 ]
	[[ "$(steps)" == "vrfy facts,"* ]]
}

@test "two runs on one output directory: the second is refused" {
	mkdir -p "$dir.opt"
	exec 8>"$dir.opt/lock"
	flock 8
	optimize "$dir"
	[ "$status" -ne 0 ]
	[[ $output == *"another run works in"* ]]
}

@test "a lock that cannot be used names itself" {
	optimize "$dir" ATESOR_LOCK=/nowhere/lock
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == */nowhere/lock* ]]
}

@test "what a part goal measured is what optimize says" {
	optimize "$dir"
	sed -i 's/-O1/-O3/' "$dir/Makefile"
	run make -C "$dir" atesor-measure
	[ "$status" -eq 0 ]
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.status)" = skipped ]
	[[ "$(result "$dir" .data.left_out[3].reason)" == *"-O3"* ]]
}

@test "a broken document is an error, not an old answer" {
	optimize "$dir"
	echo '{"broken' >"$dir.opt/doc/tun4.build.json"
	optimize "$dir"
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output != *"Optimized:"* ]]
}

@test "accepted files that were removed come back" {
	export ATESOR_EFFECT=1
	cp "$ROOT/examples/dot/dot.c" "$dir/sum.c"
	sed -i 's/^CFLAGS.*/CFLAGS = -O2/; s/^ATESOR_WORKLOAD.*/ATESOR_WORKLOAD = {bin} 65536 2000/' "$dir/Makefile"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" .data.status)" = accepted ]
	rm -r "$dir.opt/accepted"
	optimize "$dir"
	[ -x "$dir.opt/accepted/sum" ]
}
