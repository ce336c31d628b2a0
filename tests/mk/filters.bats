# Small decisions of the filters that no scenario reaches.
load ../helper

size() {   # size ITERATIONS BYTES SECONDS: what the next try should be
	printf '{"kind":"run","iterations":"%s","bytes":"%s","wall_ns":%s000000000,"wait_ns":0}\n{"kind":"end","status":"ok"}\n' "$1" "$2" "$3" | sed 's/\([0-9]*\)[.]\([0-9]\)0/\1\2/' |
		jq -rs -L "$ROOT/mk" --argjson config '[{"data":{"run_goal":2,"input_min":1000,"input_max":100000}}]' -f "$ROOT/mk/workload/size.jq"
}

@test "the size of the workload goes toward the goal, by whole iterations or bytes, within its bounds" {
	[ "$(size 1 "" 1)" = iterations=2 ]
	[ "$(size 1 "" 1.1)" = iterations=2 ]
	[ "$(size 3 "" 6)" = iterations=1 ]
	[ "$(size "" 5000 1)" = bytes=10000 ]
	[ "$(size "" 50000 0.1)" = bytes=100000 ]
	[ "$(size "" 100000 0.1)" = "" ]
	[ "$(size "" 1000 9)" = "" ]
	[ "$(size "" 5000 2)" = "" ]
	[ "$(size "" "" 9)" = "" ]
	[ "$(input_kind=lua size "" 10 1)" = bytes=20 ]
	[ "$(input_kind=text size "" 5000 1)" = bytes=10000 ]
}

@test "a start that takes its time does not count as work: from two sizes the time of one more unit is known" {
	sizes() { jq -nc '$ARGS.positional[] | split(" ") | {kind: "run", iterations: .[0], bytes: "", wall_ns: (.[1] | tonumber * 1e6), wait_ns: 0}, {kind: "end", status: "ok"}' --args "$@" |
		jq -rs -L "$ROOT/mk" --argjson config '[{"data":{"run_goal":2,"input_min":1000,"input_max":100000}}]' -f "$ROOT/mk/workload/size.jq"; }
	[ "$(sizes "1 500" "4 510")" = iterations=256 ]         # at most 64 times
	[ "$(sizes "1 500" "4 509" "256 1010")" = iterations=754 ]
	[ "$(sizes "1 500" "4 490")" = iterations=256 ]         # noise: no slower with more
	[ "$(sizes "1 100" "20 6000")" = iterations=7 ]         # too large is made smaller
	[ "$(sizes "20 6000" "7 2000")" = "" ]
	[ "$(sizes "1 14" "64 14" "4096 14" "262144 14" "16777216 30")" = iterations=1073741824 ]
}

# said FILE FILTER: what the stage build makes of what compilers said in that log.
said() {
	[ "$1" != - ] || cat >"$BATS_TEST_TMPDIR/said"
	"$BIN/atesor-replay" diagnostics "$([ "$1" = - ] && echo "$BATS_TEST_TMPDIR/said" || echo "$1")" |
		jq -cs -L "$ROOT/mk" "include \"stage/build/lib/diagnostics\"; $2"
}

@test "what compilers say of risks is counted, by option, with the first line of each" {
	cat >"$BATS_TEST_TMPDIR/log" <<-'L'
	a.c:1:2: warning: type of 'f' does not match [-Wlto-type-mismatch]
	b.c:3: warning: type of 'g' does not match [-Wlto-type-mismatch]
	c.c:4: error: punned [-Werror=strict-aliasing=2]
	d.c: error: no data [-Werror,-Wprofile-instr-unprofiled]
	e.c:5: warning: unused variable 'odr' [-Wunused-variable]
	gcc -Wodr -Wstrict-aliasing -c f.c
	L
	printf 'g.c:6: warning: one definition [\033[01;35m\033[K-Wodr\033[m\033[K]\nh.c:7: \377 counts do not match [-Wcoverage-mismatch]\n' >>"$BATS_TEST_TMPDIR/log"
	run said "$BATS_TEST_TMPDIR/log" risks
	[ "$(jq -r 'map("\(.option) \(.count) \(.first[:5])") | join(", ")' <<<"$output")" = "lto-type-mismatch 2 a.c:1, strict-aliasing 1 c.c:4, profile-instr-unprofiled 1 d.c: , odr 1 g.c:6, coverage-mismatch 1 h.c:7" ]
}

header() {   # header PATH BASE TUNE: how they differ
	jq -nc --arg path "$1" --arg base "$2" --arg tune "$3" --arg out /o --arg a base --arg b tun1 -f "$ROOT/mk/stage/facts/header.jq"
}

@test "generated headers differ by what they define; the place of the tree is no difference" {
	[ "$(header config.h $'#define A 1\n# define B "x"\r\n#define F(x) (x)\n' $'#define A 2\n/* #undef B */\n#define F(x) (x)\n#define C' | jq -c '[.changes, .changed, .text]')" = \
	  '[[{"name":"A","base":"1","tune":"2"},{"name":"B","base":"\"x\""},{"name":"C","tune":""}],3,false]' ]
	[ "$(header config.h '#define D "/o/tree/base/x" /* /o/wrap/base/cc */' '#define D "/o/tree/tun1/x" /* /o/wrap/tun1/cc */')" = "" ]
	[ "$(header config.h '#define D "/o/tree/base/x"' '#define D "/o/tree/base/y"' | jq .changed)" = 1 ]
	[ "$(header a.h $'#define A 1\n/* Monday */' $'#define A 1\n/* Tuesday */' | jq -c '[.changed, .text]')" = '[0,true]' ]
	[ "$(header a.h $'#if X\n#define A 1\n#else\n#define A 2\n#endif' $'#if X\n#define A 3\n#else\n#define A 2\n#endif' | jq -c .changes)" = '[{"name":"A","base":"1 | 2","tune":"3 | 2"}]' ]
	[ "$(header b/CMakeCache.txt $'HAVE_X:INTERNAL=1\nCMAKE_X:INTERNAL=1\nY-ADVANCED:INTERNAL=1\nZ:FILEPATH=a' $'HAVE_X:INTERNAL=\nCMAKE_X:INTERNAL=2\nZ:FILEPATH=b' | jq -c .changes)" = '[{"name":"HAVE_X","base":"1","tune":""}]' ]
}

# retry JOBS NO_WERROR FLAGS ERRORS COMMAND: what a build is followed by.
retry() {
	jq -nr -L "$ROOT/mk" --arg jobs "$1" --arg no_werror "$2" \
		--argjson request "$(jq -nc --arg flags "$3" '[{inputs: {flags: ($flags | split(" ")), settings: []}}]')" \
		--argjson diagnostics "$(jq -c 'map({option: ., as_error: true})' <<<"$4")" --argjson commands "[$5]" \
		-f "$ROOT/mk/stage/build/retry.jq" | sed 's/ again=.*//'
}

@test "a build that failed: once without the error that the flags brought, then once with one job, then it counts" {
	bad='{"command":"make","exit":2}'
	[ "$(retry 2 "" -O3 '["x","y"]' "$bad")" = "jobs=2 no_werror='-Wno-error -Wno-error=x -Wno-error=y'" ]
	[ "$(retry 2 "-Wno-error -Wno-error=x" -O3 '["y"]' "$bad")" = "jobs=1 no_werror='-Wno-error -Wno-error=x'" ]
	[ "$(retry 1 "-Wno-error" -O3 '["y"]' "$bad")" = "" ]
	[ "$(retry 2 "" -O3 '[]' "$bad")" = "jobs=1 no_werror=''" ]
	[ "$(retry 1 "" -O3 '[]' "$bad")" = "" ]
	# A warning without a name of its own.
	[ "$(retry 2 "" -O3 '["error"]' "$bad")" = "jobs=2 no_werror='-Wno-error'" ]
	# A build without flags brought no warning; a tune with -Werror asked for it.
	[ "$(retry 2 "" "" '["x"]' "$bad")" = "jobs=1 no_werror=''" ]
	[ "$(retry 1 "" "-O3 -Werror" '["x"]' "$bad")" = "" ]
	# One that is done, or met its limit, or was interrupted, is not made again.
	[ "$(retry 2 "" -O3 '["x"]' '{"command":"make","exit":0}')" = "" ]
	[ "$(retry 2 "" -O3 '["x"]' '{"command":"make","exit":1,"timed_out":true,"seconds":9}')" = "" ]
	[ "$(retry 2 "" -O3 '["x"]' '{"command":"make","exit":1,"interrupted":true}')" = "" ]
}

@test "warnings made errors, as gcc and clang say it, with colours and with values" {
	printf '%s\n' "a.c:1: error: x [-Werror=format-truncation=]" "b.c: error: y [-Werror,-Wunused-foo]" "cc -Werror=z -c c.c" "d.c: warning: q [-Wq]" \
		$'e.c: error: [\033[01;31m\033[K-Werror=strict-aliasing\033[m\033[K]' "f.c: error: again [-Werror=format-truncation=]" \
		"g.c: error: missing counts [-Werror]" |
		said - "made_errors | unique" | grep -qxF '["error","format-truncation","strict-aliasing","unused-foo"]'
}

@test "units of a trial: ranges of their list" {
	units() { printf '{"product":"%s"}\n' a b c d e | jq -rs --arg ranges "$1" -f "$ROOT/mk/stage/build/units.jq" | tr '\n' ' '; }
	[ "$(units 0-1,3)" = "a b d " ]
	[ "$(units 4)" = "e " ]
	[ "$(units -)" = "" ]
}

@test "the flags of a tune in the parts that make sense alone" {
	groups() { jq -nc -L "$ROOT/mk" --args 'include "explain/lib/suspects"; $ARGS.positional | flag_groups' -- "$@"; }
	[ "$(groups -mtune=x -O3 -flto=auto -ffat-lto-objects --param a=1 -Wno-error -Wno-error=b)" = \
	  '[["-mtune=x"],["-O3"],["-flto=auto","-ffat-lto-objects"],["--param","a=1"],["-Wno-error","-Wno-error=b"]]' ]
	[ "$(groups -O2 '-fprofile-use={profile}' -flto -fuse-ld=lld '-fprofile-prefix-path={tree}' -flto-partition=max -mllvm -x)" = \
	  '[["-O2"],["-fprofile-use={profile}","-fprofile-prefix-path={tree}"],["-flto","-fuse-ld=lld"],["-flto-partition=max"],["-mllvm","-x"]]' ]
}

# failures GOAL AGENTS DOCUMENT=STATUS[:REASON]…: what retry.jq names, on one line.
failures() {
	local goal=$1 agents=$2 document
	shift 2
	rm -rf "$BATS_TEST_TMPDIR/doc" && mkdir "$BATS_TEST_TMPDIR/doc"
	printf '{"errors":[],"data":{"agent":%s}}' "$agents" >"$BATS_TEST_TMPDIR/doc/config.json"
	for document in "$@"; do
		jq -n --arg said "${document#*=}" '{status: ($said | split(":")[0]), data: {refused: [{code: ($said | split(":")[1])}]}}' >"$BATS_TEST_TMPDIR/doc/${document%%=*}.json"
	done
	jq -nr -L "$ROOT/mk" --arg goal "$goal" -f "$ROOT/mk/goal/retry.jq" "$BATS_TEST_TMPDIR"/doc/*.json | paste -sd ' '
}

@test "failures that are tried again: only those before any tune, and only what the goal makes anew" {
	all="mach.probe=ok mach.integrity=failed vrfy.plan=ok vrfy.build=failed base.build=failed base.facts=failed tun4.build=failed"
	[ "$(failures all '[]' $all)" = "mach.integrity vrfy.build base.build base.facts" ]
	[ "$(failures build '[]' $all)" = "mach.integrity vrfy.build base.build base.facts" ]
	[ "$(failures verify '[]' $all)" = "mach.integrity vrfy.build" ]
	[ "$(failures golden '[]' $all)" = mach.integrity ]
	[ "$(failures all '[]' vrfy.build=ok)" = "" ]
	# A workload: by an agent, or where a harness may build now.
	[ "$(failures all '[]' base.workload=failed:slow)" = "" ]
	[ "$(failures all '["agent"]' base.workload=failed:slow)" = base.workload ]
	[ "$(failures measure '[]' 'base.workload=failed:harness_does_not_build')" = base.workload ]
	[ "$(failures measure '[]' 'base.workload=ok:harness_does_not_build')" = "" ]
	[ "$(failures verify '["agent"]' base.workload=failed:slow)" = "" ]
}

# judge KIND SECONDS SQUEEZED WAITED TRY…: what is said of a workload whose runs take so long, and so long with a part of a CPU, of which they waited for it
# so long; a TRY is "iterations seconds".
judge() {
	local runs='def run($s; $waited): {kind: "run", exit: 0, wall_ns: ($s * 1e9), cpu_ns: (($s - $waited) * 1e9), wait_ns: ($waited * 1e9)}; [$ARGS.positional[] | tonumber]'
	jq -nc "$runs"' | run(.[0]; 0), run(.[0]; 0), {kind: "end", status: "ok", output: {a_repeatable: true, a_sha256: "h"}}' --args "$2" >"$BATS_TEST_TMPDIR/check"
	jq -nc "$runs"' | run(.[0]; .[1]), run(.[0]; .[1])' --args "$3" "$4" >"$BATS_TEST_TMPDIR/half"
	jq -nc '$ARGS.positional[] | split(" ") | map(tonumber) | {kind: "run", exit: 0, iterations: (.[0] | tostring), bytes: "", wall_ns: (.[1] * 1e9)}' --args "${@:5}" >"$BATS_TEST_TMPDIR/tries"
	env n=0 source=maintainer kind="$1" template="{bin}" workload_bin=p check=stdout iterations= input= input_sha256= bytes= ask= cost= harness_text= driver= place= broken_code= broken= emulator= run_limit= \
		jq -nr -L "$ROOT/mk" --argjson request '[{"inputs": {"source": "s", "files_sha256": "c"}}]' --argjson config '[{"data": {"start_up": 0.2, "run_short": 0.5, "run_long": 5, "cpu_share": 50, "self_timed": 15, "squeezed": 1.6, "workload_env": [], "stderr": "warn"}}]' \
		--slurpfile tries "$BATS_TEST_TMPDIR/tries" --slurpfile check "$BATS_TEST_TMPDIR/check" --slurpfile half "$BATS_TEST_TMPDIR/half" -f "$ROOT/mk/workload/usable.jq" |
		jq -r '[.status, .reason // empty, ((.warnings // [])[].code)] | join(" ")'
}

@test "a workload by its runs: too short, too long, on the clock, and the same for more work" {
	[ "$(judge program 1 3 2)" = "ok" ]
	[ "$(judge program 0.4 1.2 0.8)" = "ok short_run" ]
	[ "$(judge harness 0.4 1.2 0.8)" = "failed a run of the harness takes 0.4 s, less than 0.5 s: it must do its work {iterations} times" ]
	[ "$(judge program 5.1 15 9.9)" = "failed a run takes 5.1 s, more than 5 s: make the workload smaller" ]
	# With a third of a CPU it does a third of the work in the same time.
	[[ "$(judge program 1 1.04 0.69)" == "failed the workload watches the clock: with so little of a CPU that it should take 2.97 times as long it takes 1.04 times"* ]]
	# It waited too little to tell, or it is too short.
	[ "$(judge program 1 1.04 0.3)" = "ok" ]
	[ "$(judge program 0.1 0.104 0.069)" = "ok short_run" ]
	[ "$(judge harness 1 3 2 "1 0.5" "2 1")" = "ok" ]
	[ "$(judge harness 1 3 2 "1 0.9" "2 0.95")" = "failed the harness takes as long for twice the {iterations}: it must do its work {iterations} times" ]
	[ "$(judge program 1 3 2 "1 0.9" "2 0.95")" = "ok sizeless" ]
	# What is mostly the start of a program says nothing of its work.
	[ "$(judge harness 1 3 2 "1 0.1" "2 0.1")" = "ok" ]
}
