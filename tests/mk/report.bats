# What the user gets: the report in its forms, the zip, the fragment of flags, the record in the recipe. One accepted run serves most tests.
load package

# accepted_package DIR: a program that is much faster with -O3, in which one tune does not build.
accepted_package() {
	package "$1"
	cp "$ROOT/examples/dot/dot.c" "$1/sum.c"
	sed -i 's/^sum: .*/&\n\t@for n in 1 2 3 4 5 6 7 8; do echo "-- Looking for error_$$n - not found"; done/' "$1/Makefile"
	sed -i 's/^CFLAGS.*/CFLAGS = -O2/; s/^ATESOR_WORKLOAD.*/ATESOR_WORKLOAD = {bin} 65536 2000/; s/^\(\t\.\/sum\).*/\1/' "$1/Makefile"
}

# none COMMAND…: bats does not see that a line with "!" failed.
none() { if "$@"; then return 1; fi; }
well_formed() { python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1"; }

setup_file() {
	export BATS_TEST_TMPDIR=$BATS_FILE_TMPDIR ATESOR_EXTRA_TUNES='-O2; -fno-such-flag'
	short
	dir="$BATS_FILE_TMPDIR/a<b&\"c' é"
	accepted_package "$dir"
	jq -n --arg sum "$dir/sum" '{other: {kept: "é", number: 1.5, text: "12345678901234567890"}, packages: {sum: {box: {verdict: "verified",
		build_plan: {phases: [{commands: ["make sum"]}]}, artifacts: [{type: "program", path: $sum, role: "main"}], optimizations: {"other-core": {status: "no gain"}}},
		second: {build_plan: {phases: [{commands: ["false"]}]}}}}}' >"$BATS_FILE_TMPDIR/recipe.json"
	cp "$BATS_FILE_TMPDIR/recipe.json" "$BATS_FILE_TMPDIR/recipe.before"
	ATESOR_EFFECT=1 make -C "$dir" optimize ATESOR_JUNIT=junit.xml "ATESOR_RECIPE=$BATS_FILE_TMPDIR/recipe.json sum box" CFLAGS=-O2 >"$BATS_FILE_TMPDIR/log" 2>&1 || :
	cat "$BATS_FILE_TMPDIR/log"
}

setup() {
	short
	export ATESOR_EXTRA_TUNES='-O2; -fno-such-flag' ATESOR_EFFECT=1 recipe=$BATS_FILE_TMPDIR/recipe.json
	dir="$BATS_FILE_TMPDIR/a<b&\"c' é"
	out=$dir.opt
	same=(ATESOR_JUNIT=junit.xml "ATESOR_RECIPE=$recipe sum box" CFLAGS=-O2)
}

@test "the run that the others look at ended accepted" {
	cat "$BATS_FILE_TMPDIR/log"
	[ "$(result "$dir" .data.status)" = accepted ]
	[ "$(result "$dir" .data.accepted.slot)" = tun4 ]
}

@test "report.md has every tune with gates, figures, sizes, and the first error lines of what did not build" {
	cat "$out/report.md"
	grep -q '^| base | baseline | gcc' "$out/report.md"
	grep -Eq '^\| tun4 \| optimization level \| gcc [^|]*\| `[^`]*-O3` \| 1 ✓ 2 ✓ 3 ✓ \| 0\.[0-9]+ \| 0\.[0-9]+ – 0\.[0-9]+ \| [^|]+ \| [^|]+ % \| 5 \| [^|]+ (B|KiB) [^|]*\| [^|]+ \| [0-9.]+ s \| accepted \|' "$out/report.md"
	grep -Eq '^\| usr1 .* no effect ' "$out/report.md"
	grep -Eq '^\| usr2 .* build ✗ .* does not build ' "$out/report.md"
	grep -q '^## The build of usr2 failed' "$out/report.md"
	sed -n '/^## The build of usr2/,/^## The sec/p' "$out/report.md" | grep -q 'error: unrecognized command-line option'
	grep -q '^| tun1 | core tuning | .* left out ' "$out/report.md"
	grep -q '^Not measured:' "$out/report.md"
}

@test "how to repeat is the command that was given, ready for a shell" {
	command=$(result "$dir" .data.settings.command)
	echo "$command"
	[[ $command == "make -C '"*" optimize "* ]]
	[[ $command == *" ATESOR_EFFECT=1 "* && $command == *" ATESOR_TUNES=4"* && $command == *" CFLAGS=-O2"* && $command == *"'ATESOR_EXTRA_TUNES=-O2; -fno-such-flag'"* ]]
	eval "run env -u ATESOR_EFFECT -u ATESOR_EXTRA_TUNES $command"
	echo "$output"
	[ "$status" -eq 0 ]
	[ -z "$(steps)" ]
	[[ $output == *"Optimized: YES"* ]]
	grep -qF "$(sed 's/&/\&amp;/g; s/</\&lt;/g; s/"/\&quot;/g' <<<"$command" | sed "s/'.*//")" "$out/report.html"
}

@test "report.html is one well-formed page with the three plots, and refers to nothing outside" {
	well_formed "$out/report.html"
	command -v gnuplot >/dev/null || skip "needs gnuplot: apt-get install gnuplot-nox"
	[ "$(grep -o '<svg class="plot"' "$out/report.html" | wc -l)" = 3 ]
	well_formed "$out/ratios.svg"
	none grep -Eiq '<script|<link|<img|@import|url\(|src=|rgb\([ 0-9]' "$out/report.html"
	[ -z "$(grep -Eo "href=[^ >]*" "$out/report.html" | grep -v "href='#")" ]
	[ -z "$(grep -Eo 'https?://[^" ]*' "$out/report.html" | grep -v '^http://www.w3.org/')" ]
	grep -q 'prefers-color-scheme: dark' "$out/report.html"
	[ -z "$(grep -Eo "id=['\"][^'\"]*" "$out/report.html" | sort | uniq -d)" ]
	grep -Eq '<title>atesor: a&lt;b&amp;&quot;c(&#39;|&apos;) é: YES</title>' "$out/report.html"
}

@test "the plots show the rounds that were measured" {
	points=$(sed -n '/^\$points/,/^EOD/p' "$out/raw/report/rounds.gp" | grep -c '^[0-9]')
	[ "$points" = 10 ]
	[ "$(jq -c 'map(.slot)' "$out/raw/report/rounds.json")" = '["tun4","chk1"]' ]
	jq -e --slurpfile result "$out/result.json" '.[0] | ($result[0].data.tunes[] | select(.slot == "tun4") | .stats.median_ratio) as $median
		| (.ratios | sort | .[2]) / $median | . > 0.9999 and . < 1.0001' "$out/raw/report/rounds.json"
	# Raw runs that are not those of the figures are not drawn, and half a line does no harm.
	mkdir "$BATS_TEST_TMPDIR/doc"
	head -c -300 "$out/doc/tun4.samples.jsonl" | sed '/"session":2.*"round":1,/d' >"$BATS_TEST_TMPDIR/doc/tun4.samples.jsonl"
	run jq -nR --slurpfile result "$out/result.json" -r -f "$ROOT/mk/report/rounds.jq" "$BATS_TEST_TMPDIR/doc/tun4.samples.jsonl"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(jq -r '.[] | select(.slot == "tun4") | .why' <<<"$output")" == "doc/tun4.samples.jsonl has 4 rounds, the figures are of 5" ]]
}

@test "without gnuplot the report says which plots are missing, and the package that brings it" {
	command -v gnuplot >/dev/null || skip "needs gnuplot: apt-get install gnuplot-nox"
	atesor_gnuplot=no-such-gnuplot run make -C "$dir" optimize "${same[@]}"
	echo "$output"
	[ "$status" -eq 0 ]
	[ -z "$(steps)" ]
	grep -q 'The plot of the rounds is missing: gnuplot was not found: install the package gnuplot-nox' "$out/report.html"
	grep -q 'The plot of the ratios is missing: gnuplot was not found' "$out/report.md"
	none grep -q '<svg' "$out/report.html"
	# It comes back with gnuplot, though no document changed.
	run make -C "$dir" optimize "${same[@]}"
	[ "$(grep -c '<svg' "$out/report.html")" = 3 ]
	# A gnuplot that fails spoils nothing else.
	mkdir "$BATS_TEST_TMPDIR/path"
	printf '#!/bin/sh\necho no terminal >&2\nexit 1\n' >"$BATS_TEST_TMPDIR/path/gnuplot"
	chmod +x "$BATS_TEST_TMPDIR/path/gnuplot"
	PATH=$BATS_TEST_TMPDIR/path:$PATH run make -C "$dir" optimize "${same[@]}"
	[ "$status" -eq 0 ]
	grep -q 'The plot of the ratios is missing: gnuplot could not draw it: no terminal' "$out/report.md"
	run make -C "$dir" optimize "${same[@]}"
}

@test "report.tsv has stable columns and a row a tune" {
	cat "$out/report.tsv"
	[ "$(head -n 1 "$out/report.tsv" | cut -f 1-10 | tr '\t' ' ')" = "slot title compiler flags build gate1 gate2 gate3 verdict ratio" ]
	[ "$(awk -F '\t' '{ print NF }' "$out/report.tsv" | sort -u)" = 30 ]
	[ "$(cut -f 1 "$out/report.tsv" | tail -n +2 | sort | tr '\n' ' ')" = "pgo1 tun1 tun2 tun3 tun4 tun5 tun6 usr1 usr2 " ]
	[ "$(awk -F '\t' '$1 == "tun4" { print $5, $6, $7, $8, $9, ($10 > 0 && $10 < 1), ($19 > 0), ($23 > 0) }' "$out/report.tsv")" = "passed passed passed passed accepted 1 1 1" ]
	[ "$(awk -F '\t' '$1 == "usr2" { print $5, $6, $9, $10 "." }' "$out/report.tsv")" = "failed not run does not build ." ]
	[ "$(awk -F '\t' '$1 == "usr2" || $1 == "pgo1" || $1 == "tun4" { print $1, $29, $30 }' "$out/report.tsv" | sort | tr '\n' ',')" = "pgo1 left_out not_chosen,tun4 accepted ,usr2 does_not_build command_failed," ]
}

@test "JUnit XML: broken is a failure, not timed is skipped, counts are right; ATESOR_JUNIT inside the source is refused" {
	well_formed "$out/junit.xml"
	cat "$out/junit.xml"
	grep -q '<testsuite name="atesor a&lt;b&amp;&quot;c&apos; é" tests="' "$out/junit.xml"
	grep -q '.usr2" name="build"[^>]*><failure type="command_failed" message=".*unrecognized command-line option' "$out/junit.xml"
	grep -q '.usr2" name="timing"><skipped message="not timed: does not build"/>' "$out/junit.xml"
	grep -q '.tun4" name="gate 3"/>' "$out/junit.xml"
	grep -q '.tun4" name="timing"><system-out>accepted, ratio 0' "$out/junit.xml"
	[ "$(grep -c '<failure ' "$out/junit.xml")" = "$(grep -o 'failures="[0-9]*"' "$out/junit.xml" | tr -dc 0-9)" ]
	[ "$(grep -c '<testcase ' "$out/junit.xml")" = "$(grep -o ' tests="[0-9]*"' "$out/junit.xml" | tr -dc 0-9)" ]
	rm "$out/junit.xml"
	run make -C "$dir" optimize "${same[@]}"
	[ -e "$out/junit.xml" ]
	run make -C "$dir" optimize "${same[@]}" "ATESOR_JUNIT=$dir/junit.xml"
	[ "$status" -ne 0 ]
	[[ $output == *"ATESOR_JUNIT must be outside the source"* ]]
}

@test "signs that XML and HTML cannot hold are replaced, the rest is escaped" {
	jq -n '{tool: {name: "atesor", version: "0"}, warnings: [{text: "w <i> \u0007"}], data: {package_name: "p\u0000<&>\"\u0027", status: "error", reason: "a<b & \"c\" \u0001 \u001b[31m \ufffe ]]>", spent_seconds: 1, notes: ["`<n>` ` &"],
		settings: {rule: "paired", effect_pct: 2}, left_out: [{slot: "tun1", title: "t|<", reason: "x\ty\nz|"}],
		tunes: [{slot: "tun2", title: "t", compiler: "c", flags: "-DX=\"<&>\" a|b", code: "does_not_build", verdict: "does not build", reason: "e\u0002", gates: {build: "failed", gate1: "not run", gate2: "not run", gate3: "not run"}}]}}' >"$BATS_TEST_TMPDIR/r.json"
	cd "$BATS_TEST_TMPDIR"
	echo '[{"slot": "tun2", "lines": ["<b>\u0003", "&amp;"]}]' >errors.json
	echo '[{"name": "forest", "title": "T", "caption": "c", "why": "<none>"}]' >plots.json
	set -- --slurpfile errors errors.json --slurpfile plots plots.json
	jq -r -L "$ROOT/mk" -f "$ROOT/mk/report/junit.jq" r.json >r.xml
	jq -r -L "$ROOT/mk" "$@" -f "$ROOT/mk/report/html.jq" r.json >r.html
	jq -r -L "$ROOT/mk" "$@" -f "$ROOT/mk/report/markdown.jq" r.json >r.md
	jq -r -L "$ROOT/mk" -f "$ROOT/mk/report/tsv.jq" r.json >r.tsv
	well_formed r.xml && well_formed r.html
	grep -qF 'message="a&lt;b &amp; &quot;c&quot; � �[31m � ]]&gt;"' r.xml
	grep -q '&lt;b&gt;�' r.html && grep -q '&amp;amp;' r.html && grep -q '<code>&lt;n&gt;</code>' r.html
	none grep -q '<b>�' r.html
	grep -qF '| `-DX="<&>" a\|b` |' r.md
	[ "$(awk -F '\t' '{ print NF }' r.tsv | sort -u)" = 30 ]
}

@test "a directory whose name is no UTF-8: every form of the report is well-formed" {
	odd=$BATS_TEST_TMPDIR/$'n\xff&<\x01'
	package "$odd"
	optimize "$odd" ATESOR_BUILD='echo "error: <&>" >&2; false' ATESOR_JUNIT=j.xml
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$odd" .data.status)" = skipped ]
	well_formed "$odd.opt/report.html" && well_formed "$odd.opt/j.xml"
	iconv -f UTF-8 -t UTF-8 "$odd.opt/report.md" "$odd.opt/report.html" "$odd.opt/report.tsv" "$odd.opt/j.xml" >/dev/null
	grep -q 'error: &lt;&amp;&gt;' "$odd.opt/report.html"
	grep -q 'The plot of the ratios is missing: nothing was timed' "$odd.opt/report.html"
}

@test "the zip: the accepted files, what they need, hashes; twice the same bytes; unpacked it runs" {
	command -v zip >/dev/null || skip "needs zip: apt-get install zip"
	run make -C "$dir" atesor-package "${same[@]}"
	echo "$output"
	[ "$status" -eq 0 ]
	cp "$out/package.zip" "$BATS_TEST_TMPDIR/one.zip"
	rm "$out/package.zip"
	sleep 2
	TZ=Asia/Tokyo LC_ALL=C run bash -c 'umask 077; make -C "$1" atesor-package "${@:2}"' - "$dir" "${same[@]}"
	[ "$status" -eq 0 ]
	cmp "$out/package.zip" "$BATS_TEST_TMPDIR/one.zip"
	cd "$BATS_TEST_TMPDIR"
	python3 -m zipfile -e one.zip unpacked
	[ "$(cd unpacked && find . -type f | sort | tr '\n' ' ')" = "./manifest.json ./optimized/sum " ]
	jq . unpacked/manifest.json
	cmp unpacked/optimized/sum "$out/accepted/sum"
	[ "$(jq -r '.schema_version' unpacked/manifest.json)" = 3 ]
	[ "$(jq -r '.artifacts[0].sha256' unpacked/manifest.json)" = "$(sha256sum <unpacked/optimized/sum | cut -c 1-64)" ]
	[ "$(jq -r '.artifacts[0].code_sha256' unpacked/manifest.json)" = "$("$BIN/atesor-elf" --no-classes inspect "$out/accepted/sum" | jq -r .code_sha256)" ]
	jq -e '.optimization | .status == "accepted" and .slot == "tun4" and (.flags | test("-O3")) and .second.ratio < 0.9 and (has("profile") | not)' unpacked/manifest.json
	jq -e '.machine | .kind == "native" and .arch' unpacked/manifest.json
	chmod +x unpacked/optimized/sum
	[ "$(unpacked/optimized/sum 65536 10)" = "$("$out/accepted/sum" 65536 10)" ]
}

@test "accepted files that somebody changed are not packed" {
	cp -a "$out" "$BATS_TEST_TMPDIR/kept"
	echo more >>"$out/accepted/sum"
	run make -C "$dir" atesor-package "${same[@]}"
	rm -rf "$out/accepted" && cp -a "$BATS_TEST_TMPDIR/kept/accepted" "$out/accepted"
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *"are not the accepted ones"* ]]
}

@test "nothing accepted: package and apply refuse, and say why and what to do" {
	package "$BATS_TEST_TMPDIR/p"
	for goal in atesor-package atesor-apply; do
		run make -C "$BATS_TEST_TMPDIR/p" $goal
		echo "$output"
		[ "$status" -ne 0 ]
		[[ $output == *"no tune is accepted"*"run make optimize first"* ]]
	done
	optimize "$BATS_TEST_TMPDIR/p" ATESOR_EXTRA_TUNES= ATESOR_EFFECT=50
	[ "$(result "$BATS_TEST_TMPDIR/p" .data.status)" = "no gain" ]
	run make -C "$BATS_TEST_TMPDIR/p" atesor-package ATESOR_EXTRA_TUNES= ATESOR_EFFECT=50
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *"no tune is accepted (no gain: "* ]]
	[ ! -e "$BATS_TEST_TMPDIR/p.opt/package.zip" ]
}

@test "atesor-apply: a package that includes the fragment builds the accepted code from then on" {
	run make -C "$dir" atesor-apply "${same[@]}"
	echo "$output"
	[ "$status" -eq 0 ]
	cat "$out/atesor.flags.mk"
	grep -Eq "^# evidence: 0\.[0-9]+ of the baseline's time, 95 % interval 0\.[0-9]+ to 0\.[0-9]+, 5 rounds" "$out/atesor.flags.mk"
	grep -Eq '^# measured: [0-9]{4}-[0-9]{2}-[0-9]{2}$' "$out/atesor.flags.mk"
	grep -Eq '^# machine:  .*, kernel ' "$out/atesor.flags.mk"
	accepted=$("$BIN/atesor-elf" --no-classes inspect "$out/accepted/sum" | jq -r .code_sha256)
	cp -r "$dir" "$BATS_TEST_TMPDIR/built"
	cp "$out/atesor.flags.mk" "$BATS_TEST_TMPDIR/built"
	make -s -C "$BATS_TEST_TMPDIR/built" sum
	[ "$("$BIN/atesor-elf" --no-classes inspect "$BATS_TEST_TMPDIR/built/sum" | jq -r .code_sha256)" != "$accepted" ]
	rm "$BATS_TEST_TMPDIR/built/sum"
	echo 'include atesor.flags.mk' >>"$BATS_TEST_TMPDIR/built/Makefile"
	make -s -C "$BATS_TEST_TMPDIR/built" sum
	[ "$("$BIN/atesor-elf" --no-classes inspect "$BATS_TEST_TMPDIR/built/sum" | jq -r .code_sha256)" = "$accepted" ]
	# Also against flags on the command line; but never in what atesor itself builds.
	rm "$BATS_TEST_TMPDIR/built/sum"
	make -s -C "$BATS_TEST_TMPDIR/built" sum CFLAGS=-O2
	[ "$("$BIN/atesor-elf" --no-classes inspect "$BATS_TEST_TMPDIR/built/sum" | jq -r .code_sha256)" = "$accepted" ]
	mkdir -p "$out/tree/test" && cp -r "$BATS_TEST_TMPDIR/built/." "$out/tree/test" && rm "$out/tree/test/sum"
	ATESOR_REPEATS=1 make -s -C "$out/tree/test" sum
	[ "$("$BIN/atesor-elf" --no-classes inspect "$out/tree/test/sum" | jq -r .code_sha256)" != "$accepted" ]
	rm -r "$out/tree"
}

@test "the recipe: the answer stands in the verified entry, by the machine's core, and the rest is as it was" {
	cat "$recipe"
	core=$(result "$dir" '.data.machine.core.id // empty')
	[ -n "$core" ] || core=$(jq -r '.packages.sum.box.optimizations | keys[] | select(. != "other-core")' "$recipe")
	jq -e --arg core "$core" '.packages.sum.box.optimizations[$core] | .status == "accepted" and (.flags | index("-O3") != null) and .first.ratio < 0.9 and .second.ratio < 0.9' "$recipe"
	[ "$(jq -cS 'del(.packages.sum.box.optimizations)' "$recipe")" = "$(jq -cS 'del(.packages.sum.box.optimizations)' "$BATS_FILE_TMPDIR/recipe.before")" ]
	[ "$(jq -c '.packages.sum.box.optimizations["other-core"]' "$recipe")" = '{"status":"no gain"}' ]
	# What was recorded makes no new job, and is not written again.
	before=$(stat -c '%i %Y' "$recipe")
	run make -C "$dir" optimize "${same[@]}"
	[ -z "$(steps)" ]
	[ "$before" = "$(stat -c '%i %Y' "$recipe")" ]
	ls -a "$BATS_FILE_TMPDIR" | grep -c 'recipe.json.atesor' | grep -qx 0
}

record() {   # record RESULT-CHANGES RECIPE ARG…: what record.jq makes of the recipe
	local changes=$1 text=$2
	shift 2
	jq "$changes" "$out/result.json" >"$BATS_TEST_TMPDIR/result.json"
	jq -c --slurpfile result "$BATS_TEST_TMPDIR/result.json" --slurpfile build <(jq '.request.inputs |= (.profile = "used" | .flags += ["-fprofile-use={profile}", "-fprofile-prefix-path={tree}", "-Wno-error=missing-profile"] | .settings += ["GOFLAGS=-pgo=x", "GOAMD64=v3", "CCACHE_DISABLE=1"])' "$out/doc/tun4.build.json") \
		-L "$ROOT/mk" -f "$ROOT/mk/accepted/record.jq" "$@" <<<"$text"
}

@test "the recipe's record: no profile flags, by core or instruction set, nothing for other runs, and never a new entry" {
	one='{"packages":{"p":{"s":{"build_plan":{}}}}}'
	got=$(record '.data.machine.core.id = "some-core"' "$one")
	jq -e '.packages.p.s.optimizations["some-core"] | (.flags | index("-O3") != null and (map(select(test("profile"))) == [])) and .environment == {"GOAMD64": "v3"} and .profile_left_out' <<<"$got"
	[ "$(record 'del(.data.machine.core) | .data.machine.isa.level = 3 | .data.machine.arch = "x86_64"' "$one" | jq -r '.packages.p.s.optimizations | keys[0]')" = x86-64-v3 ]
	[ "$(record 'del(.data.machine.core) | .data.machine.isa = {flags: ["i", "v", "zba", "zbb"]} | .data.machine.arch = "riscv64"' "$one" | jq -r '.packages.p.s.optimizations | keys[0]')" = rv64gcv_zba_zbb ]
	[ "$(record '.data.status = "no gain" | del(.data.accepted) | .data.reason = "r" | .data.machine.core.id = "c"' "$one" | jq -c '.packages.p.s.optimizations.c | [.status, .reason, .flags]')" = '["no gain","r",null]' ]
	[ "$(record '.data.status = "checked"' "$one")" = "" ]
	[ "$(record '.data.machine.kind = "emulated"' "$one")" = "" ]
	[ "$(record 'del(.data.workload)' "$one")" = "" ]
	[ "$(record . '{"packages":{"p":{"s":{"verdict":"failed"}}}}')" = "" ]
	[ "$(record . '{"packages":{}}')" = "" ]
	[ "$(record . '{"packages":{"p":{}}}')" = "" ]
	[ "$(atesor_recipe_package=q record . "$one")" = "" ]
}

@test "a recipe inside the source stays; a recipe whose numbers jq would round stays" {
	package "$BATS_TEST_TMPDIR/p"
	echo '{"packages": {"sum": {"box": {"build_plan": {"phases": [{"commands": ["make sum"]}]}}}}}' >"$BATS_TEST_TMPDIR/p/recipe.json"
	before=$(sha256sum <"$BATS_TEST_TMPDIR/p/recipe.json")
	optimize "$BATS_TEST_TMPDIR/p" ATESOR_RECIPE=recipe.json ATESOR_EXTRA_TUNES=
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$before" = "$(sha256sum <"$BATS_TEST_TMPDIR/p/recipe.json")" ]
	[ "$(jq '.packages.sum.box.optimizations | length' "$BATS_TEST_TMPDIR/p.opt/recipe.json")" = 1 ]
	sed 's/"phases"/"id": 9007199254740993, &/' "$BATS_TEST_TMPDIR/p/recipe.json" >"$BATS_TEST_TMPDIR/big.json"
	before=$(sha256sum <"$BATS_TEST_TMPDIR/big.json")
	optimize "$BATS_TEST_TMPDIR/p" "ATESOR_RECIPE=$BATS_TEST_TMPDIR/big.json" ATESOR_EXTRA_TUNES=
	echo "$output"
	[[ $output == *"the result is not recorded"*"round"* ]]
	[ "$before" = "$(sha256sum <"$BATS_TEST_TMPDIR/big.json")" ]
}

@test "profile-guided: the fragment builds the accepted code with the kept profile, and says so without it; the zip brings the profile" {
	accepted_package "$BATS_TEST_TMPDIR/p"
	unset ATESOR_EXTRA_TUNES
	export ATESOR_TUNES=1 ATESOR_PGO=instr
	optimize "$BATS_TEST_TMPDIR/p"
	echo "$output"
	[ "$(result "$BATS_TEST_TMPDIR/p" .data.accepted.slot)" = pgo1 ]
	run make -C "$BATS_TEST_TMPDIR/p" atesor-apply
	[ "$status" -eq 0 ]
	cat "$BATS_TEST_TMPDIR/p.opt/atesor.flags.mk"
	accepted=$("$BIN/atesor-elf" --no-classes inspect "$BATS_TEST_TMPDIR/p.opt/accepted/sum" | jq -r .code_sha256)
	cp -r "$BATS_TEST_TMPDIR/p" "$BATS_TEST_TMPDIR/built"
	echo "include $BATS_TEST_TMPDIR/p.opt/atesor.flags.mk" >>"$BATS_TEST_TMPDIR/built/Makefile"
	run make -C "$BATS_TEST_TMPDIR/built" sum
	echo "$output"
	[[ $output == *"-fprofile-use="* ]]
	[ "$("$BIN/atesor-elf" --no-classes inspect "$BATS_TEST_TMPDIR/built/sum" | jq -r .code_sha256)" = "$accepted" ]
	run make -B -C "$BATS_TEST_TMPDIR/built" sum atesor_profile=/nowhere
	[ "$status" -eq 0 ]
	[[ $output == *"no profile in '/nowhere'"* && $output != *"-fprofile-use"* ]]
	command -v zip >/dev/null || skip "needs zip: apt-get install zip"
	run make -C "$BATS_TEST_TMPDIR/p" atesor-package
	echo "$output"
	[ "$status" -eq 0 ]
	python3 -m zipfile -e "$BATS_TEST_TMPDIR/p.opt/package.zip" "$BATS_TEST_TMPDIR/unpacked"
	profile=$(jq -r '.optimization.profile.files[0].path' "$BATS_TEST_TMPDIR/unpacked/manifest.json")
	[[ $profile == profile/*.gcda ]]
	[ "$(sha256sum <"$BATS_TEST_TMPDIR/unpacked/$profile" | cut -c 1-64)" = "$(jq -r '.optimization.profile.files[0].sha256' "$BATS_TEST_TMPDIR/unpacked/manifest.json")" ]
}

fragment_of() {   # fragment_of WORD…: atesor.flags.mk, had the accepted build been made with these words
	jq -L "$ROOT/mk" 'include "base/flags"; .request.inputs += ($ARGS.positional | apart)' "$out/doc/tun4.build.json" --args "$@" >"$BATS_TEST_TMPDIR/build.json"
	jq -nr --slurpfile result "$out/result.json" --slurpfile build "$BATS_TEST_TMPDIR/build.json" --arg out "$out" -L "$ROOT/mk" -f "$ROOT/mk/accepted/apply.jq"
}

@test "the fragment of a Rust package: cargo builds with the accepted RUSTFLAGS" {
	command -v cargo >/dev/null || skip "needs cargo: apt-get install cargo"
	mkdir -p "$BATS_TEST_TMPDIR/r s/src" && cd "$BATS_TEST_TMPDIR/r s"
	printf '[package]\nname = "r"\nversion = "0.1.0"\n' >Cargo.toml
	printf 'fn main() { println!("{}", option_env!("SEEN").unwrap_or("plain")); }\n' >src/main.rs
	printf 'build:\n\tcargo build -v --offline --release\ninclude atesor.flags.mk\n' >Makefile
	fragment_of 'RUSTFLAGS=-Ccodegen-units=1 -Copt-level=3' SEEN='a$b' >atesor.flags.mk
	cat atesor.flags.mk
	run make build
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"-Ccodegen-units=1 -Copt-level=3"* && $output != *CFLAGS* ]]
	[ "$(target/release/r)" = 'a$b' ]
}

@test "the fragment of a Go package: the binary says the accepted GOAMD64 and GOFLAGS" {
	newest_go
	[ "$(uname -m)" = x86_64 ] || skip "GOAMD64 is of x86-64; this is $(uname -m)"
	mkdir -p "$BATS_TEST_TMPDIR/g o" && cd "$BATS_TEST_TMPDIR/g o"
	printf 'module g\n\ngo 1.19\n' >go.mod
	printf 'package main\n\nfunc main() {}\n' >main.go
	printf 'build:\n\tgo build -o g .\ninclude atesor.flags.mk\n' >Makefile
	fragment_of GOAMD64=v3 GOFLAGS=-trimpath >atesor.flags.mk
	cat atesor.flags.mk
	make build
	go version -m g
	go version -m g | grep -q 'GOAMD64=v3'
	go version -m g | grep -q -- '-trimpath=true'
}

@test "glibc-hwcaps: a shared library lies where the loader of a processor of its level picks it up" {
	command -v zip >/dev/null || skip "needs zip: apt-get install zip"
	loader=$(ls /lib64/ld-linux-x86-64.so.2 2>/dev/null) || skip "needs glibc's loader for x86-64"
	lib=$BATS_TEST_TMPDIR/lib
	mkdir "$lib"
	sed -n '/^static unsigned dot/,/^}/p' "$ROOT/examples/dot/dot.c" | sed 's/^static //; 1i #include <stddef.h>\nunsigned dot(const unsigned char *a, const unsigned char *b, size_t length);' >"$lib/work.c"
	{ echo '#include <stddef.h>'; echo 'unsigned dot(const unsigned char *a, const unsigned char *b, size_t length);'; sed '/^static unsigned dot/,/^}/d; s/argc > 1 ? .* : 1000/65536/; s/argc > 2 ? .* : 1;/strtoul(argv[1], NULL, 10) * 100;/; s/printf("%u/printf("ATESOR-CHECK %u/' "$ROOT/examples/dot/dot.c"; } >"$lib/bench.c"
	printf 'CFLAGS = -O2 -fPIC\nlibwork.so.1.2: work.c\n\t$(CC) $(CFLAGS) -shared -Wl,-soname,libwork.so.1 -o $@ work.c\n' >"$lib/Makefile"
	printf 'ATESOR_BUILD = make libwork.so.1.2\nATESOR_LIBS = libwork.so.1.2\nATESOR_HARNESS = bench.c\ninclude %s\n' "$ROOT/mk/atesor.mk" >>"$lib/Makefile"
	machine_known "$lib"
	export ATESOR_TUNES=1 ATESOR_EXTRA_TUNES='-O3 -march=x86-64-v3' ATESOR_RUN_GOAL=0.4 ATESOR_RUN_SHORT=0 ATESOR_CHECK_RUNS=2
	optimize "$lib"
	echo "$output"
	[ "$(result "$lib" .data.accepted.slot)" = usr1 ]
	run make -C "$lib" atesor-package ATESOR_HWCAPS=1
	echo "$output"
	[ "$status" -eq 0 ]
	cd "$BATS_TEST_TMPDIR"
	python3 -m zipfile -e "$lib.opt/package.zip" unpacked
	jq .artifacts unpacked/manifest.json
	[ -f unpacked/optimized/lib/glibc-hwcaps/x86-64-v3/libwork.so.1 ]
	jq -e '.artifacts[0] | .hwcaps_level == "x86-64-v3" and .built_as == "libwork.so.1.2" and .soname == "libwork.so.1" and (.requires | has("avx2"))' unpacked/manifest.json
	# The plain library beside it is what other processors get.
	make -s -C "$lib" libwork.so.1.2
	cp "$lib/libwork.so.1.2" unpacked/optimized/lib/libwork.so.1
	gcc -o user "$lib/bench.c" unpacked/optimized/lib/libwork.so.1
	"$loader" --help | grep -q 'x86-64-v3 (supported' || skip "needs a processor of x86-64-v3"
	LD_LIBRARY_PATH=$PWD/unpacked/optimized/lib "$loader" --list ./user | grep -q "libwork.so.1 => .*/glibc-hwcaps/x86-64-v3/libwork.so.1 "
	"$loader" --glibc-hwcaps-mask x86-64-v2 --library-path "$PWD/unpacked/optimized/lib" --list ./user | grep -q "libwork.so.1 => .*/optimized/lib/libwork.so.1 "
	[ "$(LD_LIBRARY_PATH=$PWD/unpacked/optimized/lib ./user 2)" = "$("$loader" --glibc-hwcaps-mask x86-64-v2 --library-path "$PWD/unpacked/optimized/lib" ./user 2)" ]
}

layout() {   # layout FACTS COMPARED LEVELS: where the files go
	jq -nc --arg hwcaps 1 --argjson facts "[$1]" --argjson compared "[{\"data\":{\"compared\":[$2]}}]" --argjson levels "[$3]" -f "$ROOT/mk/accepted/layout.jq" | jq -r '"\(.to) \(.level // "") \(.why // "")"'
}

@test "glibc-hwcaps: the level is that of what a library needs more than the baseline; beyond the levels it stays where it is" {
	so='{"path":"l.so.1.0","type":"shared","machine":"x86_64","soname":"l.so.1"}'
	misses() { for level in x86-64-v1 x86-64-v2 x86-64-v3 x86-64-v4; do printf '{"level":"%s","path":"l.so.1.0","missing":%s},' $level "$1"; shift; done | sed 's/,$//'; }
	counted() { echo "{\"path\":\"l.so.1.0\",\"counted\":true,\"cut\":$2,\"classes_added\":$1}"; }
	[ "$(layout "$so" "$(counted '{"avx2":3}' false)" "$(misses '{"avx2":3,"avx512f":9}' '{"avx2":3,"avx512f":9}' '{"avx512f":9}' '{}')")" = "optimized/lib/glibc-hwcaps/x86-64-v3/l.so.1 x86-64-v3 " ]
	# Not all of it was counted: then all that it has counts.
	[ "$(layout "$so" "$(counted '{"avx2":3}' true)" "$(misses '{"avx2":3,"avx512f":9}' '{"avx2":3,"avx512f":9}' '{"avx512f":9}' '{}')")" = "optimized/lib/glibc-hwcaps/x86-64-v4/l.so.1 x86-64-v4 " ]
	[ "$(layout "$so" "$(counted '{}' false)" "$(misses '{}' '{}' '{}' '{}')")" = "optimized/lib/l.so.1 x86-64-v1 " ]
	[[ "$(layout "$so" "$(counted '{"vaes":1}' false)" "$(misses '{"vaes":1}' '{"vaes":1}' '{"vaes":1}' '{"vaes":1}')")" == "optimized/l.so.1.0  needs more than x86-64-v4"* ]]
	[[ "$(layout '{"path":"p","type":"pie","machine":"x86_64"}' '{"path":"p"}' '{"level":"x86-64-v1","path":"q"}')" == "optimized/p  no shared library"* ]]
}
