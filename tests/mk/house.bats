# The rules of the middle layer (HACKING.md), checked over all of mk/.
load ../helper
bats_require_minimum_version 1.5.0

# programs: the jq programs; modules: what they include.
programs() { (cd "$ROOT/mk" && find . -name '*.jq' -not -path './base/*' -not -path './policy/*' -not -path '*/lib/*' | sort); }
modules() { (cd "$ROOT/mk" && find ./base ./policy -name '*.jq' && find . -path '*/lib/*.jq') | sort; }

# code_of FILE…: without comments.
code_of() { sed -e 's/^[ \t]*#.*//' "$@"; }

@test "every filter compiles: what it uses is defined or included" {
	local bad=0
	for program in $(programs); do
		# Only --arg and the like are not there.
		said=$(jq -n -L "$ROOT/mk" -f "$ROOT/mk/$program" </dev/null 2>&1 | grep -E 'is not defined|syntax error|not found' | grep -v '\$[a-z_0-9]* is not defined') || continue
		echo "$program: $said"
		bad=1
	done
	for module in $(modules); do
		jq -n -L "$ROOT/mk" "include \"$(sed 's,^[.]/,,; s,[.]jq$,,' <<<"$module")\"; 1" >/dev/null || bad=1
	done
	[ $bad = 0 ]
}

@test "modules and programs are told apart by their place: what is included lies in base, policy or a lib" {
	included=$(cd "$ROOT/mk" && grep -rhoE '^include "[^"]*"' --include='*.jq' . | sort -u | sed 's/include "\(.*\)"/.\/\1.jq/')
	[ -z "$(comm -12 <(sort <<<"$included") <(programs))" ]
	# And every module is included by something, in mk or in its tests.
	for module in $(modules); do
		name=$(sed 's,^[.]/,,; s,[.]jq$,,' <<<"$module")
		grep -rqF "include \"$name\"" "$ROOT/mk" || { echo "$name is not included"; return 1; }
	done
}

@test "lines have at most 120 columns" {
	run bash -c "cd '$ROOT' && LC_ALL=C.UTF-8 grep -rnE '^.{121,}' mk --include='*.jq' --include='*.sh' --include='*.mk'"
	echo "$output"
	[ "$status" -eq 1 ]
}

@test "a stage is a folder with its rule, its script and its document" {
	for stage in "$ROOT"/mk/stage/*/; do
		name=$(basename "$stage")
		[ "$(grep -vc '^#' "$stage/$name.mk")" -le 3 ]
		[ -e "$stage/run.sh" ] && [ -e "$stage/document.jq" ]
		grep -q "^begin $name " "$stage/run.sh"
	done
}

@test "make holds no shell: no define, no recipe of more than two lines" {
	run ! grep -rnE '^[ \t]*define\b|\$\(shell' "$ROOT/mk" --include='*.mk'
	run awk 'FNR == 1 { n = 0 } /^\t/ { if (++n > 2) { print FILENAME ": " FNR; bad = 1 } next } { n = 0 } END { exit bad }' $(find "$ROOT/mk" -name '*.mk')
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "a request is read by its names only" {
	run ! grep -rnE '[.$]args\[|[.]args\b|next\[\]\[[0-9]|request\[[1-9]' "$ROOT/mk" --include='*.jq' --include='*.sh'
}

# steered FILE…: lines of filters that compare or match the text of a reason. (null: there is none.)
steered() {
	local text='([.$]reason|[$]why)([")\]]|[^a-z_|;,:]*)'
	code_of "$@" | grep -nE "$text *(==|!=)|(==|!=) *[(]?([\$][a-z_.]+)?([.\$]reason|[\$]why)([^a-z_]|\$)|([.\$]reason|[\$]why)([^a-z_|;,:][^|;,]{0,20})?\\| *(test|startswith|endswith|contains|inside|match|capture|scan|r?index|indices|IN|[lr]trimstr|splits?|g?sub|ascii_downcase)([^a-z_]|\$)" |
		grep -vE '([.$]reason|[$]why)[^|;,]{0,10}(==|!=) *null'
}

@test "no decision reads the text of a reason" {
	cd "$ROOT/mk"
	local bad=0
	while IFS= read -r file; do
		if steered "$file"; then echo "  in $file"; bad=1; fi
	done < <(find . -name '*.jq')
	[ $bad = 0 ]
	# The check finds what it is for.
	cd "$BATS_TEST_TMPDIR"
	for sample in 'select(.reason | startswith("the run"))' 'if .over.reason == "x" then 1 else 2 end' '.left_out[] | select(.reason | test("training"))' \
		'$tune.reason == $other' '"x" == .reason' '.x as $why | $why | contains("no")' '(.reason // "") | IN("a", "b")'; do
		echo "$sample" >sample.jq
		steered sample.jq || { echo "not found: $sample"; return 1; }
	done
	for sample in '# .reason == "x"' 'if .reason then "(\(.reason))" else "" end' 'select(.code == "slower")' 'if .reason == null then del(.reason) else . end'; do
		echo "$sample" >sample.jq
		! steered sample.jq || { echo "found: $sample"; return 1; }
	done
	# The shell asks no text of JSON either.
	run ! grep -rnE 'grep[^|]*doc/|grep[^|]*result[.]json' "$ROOT/mk" --include='*.sh'
}

# used_codes: each code that a filter or a script gives, one a line.
used_codes() {
	cd "$ROOT/mk"
	code_of $(find . -name '*.jq' ! -name codes.jq) | grep -oE '\b(refusal|refused|failed|not_accepted|ends_with|without|unknown_reproducible|left_out|reason_after)\("[a-z][a-z0-9_]*"' | sed 's/.*("//; s/"//'
	code_of $(find . -name '*.jq' ! -name codes.jq) | tr '\n' ' ' | grep -oE '\b(refusal|refused|failed|ends_with|left_out)\([ \t]*"[a-z][a-z0-9_]*"' | sed 's/.*"\([a-z0-9_]*\)"/\1/'
	code_of base/session.jq | grep -oE 'blames_tune\("[a-z0-9_]*"; "[a-z0-9_]*"' | sed 's/.*; "//; s/"//'
	code_of base/ended.jq | grep -oE 'code: "command_[a-z_]*"' | sed 's/.*: "//; s/"//'
	code_of $(find . -name '*.sh') | tr '\n' ' ' | grep -oE '\bstop [a-z][a-z0-9_]*_[a-z0-9_]*' | sed 's/stop //'
}
listed() { jq -nr -L "$ROOT/mk" "include \"base/codes\"; $1 | keys[]"; }

@test "every code of a reason is listed with its meaning, and every listed one is used" {
	used_codes | sort -u >"$BATS_TEST_TMPDIR/used"
	listed reason_table | sort -u >"$BATS_TEST_TMPDIR/listed"
	diff "$BATS_TEST_TMPDIR/used" "$BATS_TEST_TMPDIR/listed"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/used")" -gt 80 ]
}

@test "every code of a verdict has its words, and is used" {
	for code in $(listed verdict_table); do
		grep -rqE "\"$code\"|verdict_code: \"$code\"" "$ROOT/mk" --include='*.jq' || { echo "$code is not used"; return 1; }
	done
	run ! jq -n -L "$ROOT/mk" 'include "base/codes"; verdict("nothing")'
}

@test "the manual lists every code, in the same order, and no other" {
	jq -nr -L "$ROOT/mk" 'include "base/codes"; (verdict_table, reason_table) | keys_unsorted[]' >"$BATS_TEST_TMPDIR/codes"
	sed -n '/^[.]Sh CODES/,/^[.]Sh WARNINGS/s/^[.]It Cm //p' "$ROOT/mk/atesor.7" | diff "$BATS_TEST_TMPDIR/codes" -
}

@test "a stage that reads an input that is not in its request ends at once" {
	mkdir -p "$BATS_TEST_TMPDIR/out/request" "$BATS_TEST_TMPDIR/out/doc" && cd "$BATS_TEST_TMPDIR/out"
	# All of it but one input: the integrity check does not begin.
	echo '{"stage": "integrity", "slot": "mach", "inputs": {"machine": "m", "rounds": 1, "bytes": 1000}, "now": {}}' >request/mach.integrity.json
	atesor_mk=$ROOT/mk bin=$BIN run sh "$ROOT/mk/stage/integrity/run.sh" mach
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *in_seconds* ]]
	[ ! -e doc/mach.integrity.json ]
	jq -c '.inputs.seconds = 60' request/mach.integrity.json >whole && mv whole request/mach.integrity.json
	atesor_mk=$ROOT/mk bin=$BIN run sh "$ROOT/mk/stage/integrity/run.sh" mach
	[ "$status" -eq 0 ]
	jq -e '.status == "ok" and .request == {stage: "integrity", slot: "mach", inputs: {machine: "m", rounds: 1, bytes: 1000, seconds: 60}}' doc/mach.integrity.json
	# A variable of the environment is no input.
	jq -c 'del(.inputs.seconds)' request/mach.integrity.json >whole && mv whole request/mach.integrity.json
	in_seconds=60 atesor_mk=$ROOT/mk bin=$BIN run sh "$ROOT/mk/stage/integrity/run.sh" mach
	[ "$status" -ne 0 ]
}

@test "git ignores nothing in mk: what is there is in a clone, too" {
	git -C "$ROOT" rev-parse HEAD >/dev/null 2>&1 || skip "needs git: this is no checkout"
	run git -C "$ROOT" ls-files --others --ignored --exclude-standard mk
	echo "$output"
	[ -z "$output" ]
}
