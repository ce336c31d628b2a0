load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	mkdir -p tree/tun1
	replay=$BIN/atesor-replay
}

run_it() {   # run_it OPTIONS…: in tree/tun1, results in result.jsonl
	"$replay" run --tree tree/tun1 --logs log/tun1.build "$@" >result.jsonl
}

result() {   # result FILTER: over all results
	jq -s -c "$1" result.jsonl
}

# Two packages, one with two sandboxes; a command with a newline, and one that leaves its directory to nobody.
recipe() {
	jq -n '{packages: {
		one: {native: {
			build_plan: {phases: [
				{name: "setup", commands: ["apt-get update && apt-get install -y gcc"]},
				{name: "build", commands: ["cd sub && touch a", "touch b\ntouch c", "make install"]}]},
			artifacts: [{type: "binary", path: "/src/one/b", role: "primary"}, {type: "library_static", path: "c.a"}]}},
		two: {x: {build_plan: {phases: []}}, y: {}}}}' >recipe.json
}

@test "plan: one object a part, in order; exit 1 when nothing is left" {
	"$replay" plan --build './configure && make -j2; sudo make install' >plan.jsonl
	[ "$(jq -s -c . plan.jsonl)" = '[{"repeat":true,"command":"./configure","directory":"."},{"repeat":true,"command":"make -j2","directory":"."},{"repeat":false,"command":"sudo make install","reason":"install step"}]' ]
	run -1 "$replay" plan --build 'make install'
	run -1 "$replay" plan --build '# nothing'
}

@test "plan: paths of the source become relative only where that is certain" {
	"$replay" plan --source /src/w --build 'cd /src/w/a && make && ./t /src/w/a/in' >plan.jsonl
	[ "$(jq -s -c 'map([.repeat, .command])' plan.jsonl)" = '[[true,"cd a"],[true,"make"],[false,"./t /src/w/a/in"]]' ]
	run -1 "$replay" plan --build 'cd /src/w/a && make'
}

@test "usage errors name the option, and end with 2" {
	while IFS='|' read -r words text; do
		# shellcheck disable=SC2086
		run -2 "$replay" $words
		[[ $output == *"$text"* ]] || { echo "$words: $output"; return 1; }
	done <<-'END'
		|give a command
		nonsense|unknown command 'nonsense'
		plan|give --build TEXT or --recipe FILE
		plan --build x --recipe y|give --build TEXT or --recipe FILE
		plan --build x --package y|need --recipe
		plan --build x --source y|absolute path
		plan --build x --artifacts|needs --recipe
		plan --build x y|unexpected argument 'y'
		wrap --dir x|--tree
		wrap --dir x --tree y -O3|unknown option
		run --tree x --build y|--logs
		run --tree x --logs y|give --build
		run --tree x --logs y --recipe z --whole|--whole needs --build
		run --tree x --logs y --build z --seconds soon|takes a number
	END
	for tool in '' plan wrap run; do
		# shellcheck disable=SC2086
		"$replay" $tool --help | grep -q '^usage: atesor-replay '
	done
	"$replay" --version | grep -q '^atesor-replay [0-9]'
}

@test "recipe: each command has a shell of its own; package and sandbox are chosen or asked for" {
	recipe
	"$replay" plan --recipe recipe.json --package one >plan.jsonl
	[ "$(jq -s -c 'map([.repeat, .command, .directory // .reason])' plan.jsonl)" = '[[false,"apt-get update","package install"],[false,"apt-get install -y gcc","package install"],[true,"cd sub","."],[true,"touch a","sub"],[true,"touch b","."],[true,"touch c","."],[false,"make install","install step"]]' ]
	run -3 "$replay" plan --recipe recipe.json
	[[ $output == *"give the package; there are: one, two"* ]]
	run -3 "$replay" plan --recipe recipe.json --package three
	[[ $output == *"no package three; there are: one, two"* ]]
	run -3 "$replay" plan --recipe recipe.json --package two
	[[ $output == *"give the sandbox; there are: x, y"* ]]
	run -3 "$replay" plan --recipe recipe.json --package two --sandbox y
	[[ $output == *"no build_plan.phases"* ]]
	run -1 "$replay" plan --recipe recipe.json --package two --sandbox x
	for text in '[]' '{"packages":3}' 'nonsense' '{"packages":{"a":{"b":{"build_plan":{"phases":[{"commands":[7]}]}}}}}'; do
		echo "$text" >bad.json
		run -3 "$replay" plan --recipe bad.json
		[[ $output == *"cannot read the recipe 'bad.json'"* ]]
	done
	run -3 "$replay" plan --recipe missing.json
}

@test "recipe: artifacts, relative to the source" {
	recipe
	[ "$("$replay" plan --recipe recipe.json --package one --source /src/one --artifacts | jq -c .)" = \
		'{"type":"binary","path":"b","role":"primary"}
{"type":"library_static","path":"c.a","role":null}' ]
}

@test "recipe: run" {
	recipe
	mkdir tree/tun1/sub
	run_it --recipe recipe.json --package one
	[ -e tree/tun1/sub/a ] && [ -e tree/tun1/b ] && [ -e tree/tun1/c ]
	[ "$(result 'map(.exit) | unique')" = '[0]' ]
}

@test "run: results, logs, and the end at the first failure" {
	run_it --build 'echo out; echo err >&2; exit 0' || status=$?
	[ "$(result 'map([.command, .directory, .exit, .log, (.seconds | type), has("first_error"), has("signal"), has("timed_out")])[0]')" = \
		'["echo out",".",0,"log/tun1.build/1.log","number",false,false,false]' ]
	[ "$(cat log/tun1.build/1.log log/tun1.build/2.log)" = $'out\nerr' ]
	run -1 run_it --build 'true; (echo "x.c:3:1: error: no"; echo "make: *** x"; exit 7); touch after'
	[ "$(result 'map([.exit, .first_error])')" = '[[0,null],[7,"x.c:3:1: error: no"]]' ]
	[ ! -e tree/tun1/after ]
	[ "$(ls log/tun1.build)" = $'1.log\n2.log' ]
}

@test "run: the first error is a compiler's, else a tool's, else the last line" {
	run -1 run_it --build 'printf "cc -Wfatal-errors\nmake: *** [x] Error 1\nld: undefined reference to f\n"; false'
	run -1 run_it --build '(printf "cc -Wfatal-errors\nmake: *** [x] Error 1\nld: undefined reference to f\n"; false)'
	[ "$(result '.[-1].first_error')" = '"ld: undefined reference to f"' ]
	run -1 run_it --build '(printf "a\nmake: *** [x] Error 1\nb\n"; false)'
	[ "$(result '.[-1].first_error')" = '"make: *** [x] Error 1"' ]
	run -1 run_it --build '(printf "a\nrm: x: No such file or directory\nmake: stamp: No such file or directory\nmake: *** [x] Error 127\n"; false)'
	[ "$(result '.[-1].first_error')" = '"make: stamp: No such file or directory"' ]
	run -1 run_it --build '(printf "a\nb\n\n"; false)'
	[ "$(result '.[-1].first_error')" = '"b"' ]
	run -1 run_it --build 'false'
	[ "$(result '.[-1] | has("first_error")')" = false ]
	run -1 run_it --build '(head -c 100000 /dev/zero; false)'
	[ "$(result '.[-1].first_error | length <= 400')" = true ]
}

@test "run: that the linker failed is not the first error, and colours are not in it" {
	run -1 run_it --build '(printf "collect2: error: ld returned 1 exit status\nmake: *** [x] Error 1\n"; false)'
	[ "$(result '.[-1].first_error')" = '"make: *** [x] Error 1"' ]
	run -1 run_it --build '(printf "x.c:1: \033[01;31m\033[Kerror: \033[m\033[Kno\n"; false)'
	[ "$(result '.[-1].first_error')" = '"x.c:1: error: no"' ]
}

@test "errors: what compilers and linkers say, the first lines of all logs, oldest first" {
	printf 'checking for x... not found\ncc -c a.c\na.c:1:2: error: one\nmake: *** [a.o] Error 1\n' >1.log
	printf 'a.s:3: Error: two\nx: undefined reference to `f'"'"'\nld: three: multiple definition of `g'"'"'\ncollect2: error: ld returned 1 exit status\n' >2.log
	printf 'cc: fatal: four\n/usr/bin/ld: cannot find -lnone: No such file or directory\na.o: relocation R_X86_64_32 against `.rodata'"'"' can not be used\nclang: error: linker command failed with exit code 1\n' >3.log
	run -0 "$replay" errors 1.log 2.log 3.log
	[ "$output" = "$(printf '%s\n' 'a.c:1:2: error: one' 'a.s:3: Error: two' 'x: undefined reference to `f'"'" 'ld: three: multiple definition of `g'"'" 'cc: fatal: four' \
		'/usr/bin/ld: cannot find -lnone: No such file or directory' 'a.o: relocation R_X86_64_32 against `.rodata'"'"' can not be used')" ]
	run -0 "$replay" errors --most 2 1.log 2.log 3.log
	[ "$output" = $'a.c:1:2: error: one\na.s:3: Error: two' ]
	run -0 bash -c '"$1" errors - <2.log | head -n 1' - "$replay"
	[ "$output" = 'a.s:3: Error: two' ]
}

@test "errors: without a compiler's, other tools' lines; without those the last that are not blank" {
	printf 'ok\nrm: x: No such file or directory\nchecking for y... Not Found\nmake: stamp: Permission denied\nmake: *** [x] Error 127\n' >1.log
	[ "$("$replay" errors 1.log)" = "$(tail -n 4 1.log)" ]
	seq 20 >1.log
	printf '\n  \n' >>1.log
	[ "$("$replay" errors 1.log)" = "$(seq 13 20)" ]
	[ "$("$replay" errors --most 3 1.log)" = $'18\n19\n20' ]
	printf 'no end' >1.log
	[ "$("$replay" errors 1.log)" = 'no end' ]
	: >1.log
	run -0 "$replay" errors 1.log
	[ "$output" = "" ]
}

@test "errors: colours and links are not in the lines, a line has at most 300 bytes and no half character, bytes of any kind pass" {
	printf 'a.c: \033[01;31m\033[Kerror: \033[m\033[Kx [\033]8;;https://gcc.gnu.org/\033\\-Wx\033]8;;\033\\]\r\n\000\377 error: \033[1' >1.log
	"$replay" errors 1.log >said
	cmp said - < <(printf 'a.c: error: x [-Wx]\n \377 error:\n')
	{ printf 'error: '; printf 'ä%.0s' $(seq 200); echo; } >1.log
	[ "$("$replay" errors 1.log | wc -c)" = 300 ]       # 7 + 146 × 2 and the newline: the 147th would be the 301st byte
	"$replay" errors 1.log | iconv -f UTF-8 -t UTF-8 >/dev/null
	{ head -c 3000000 /dev/zero | tr '\0' x; printf ' error: too far on\nreal error: here\n'; } >1.log
	[ "$("$replay" errors 1.log)" = "real error: here" ]
}

@test "diagnostics: each option once, apart as a warning and as an error, with its count and first line" {
	cat >1.log <<-'L'
	a.c:1:2: warning: type of 'f' does not match [-Wlto-type-mismatch]
	b.c:3: warning: type of 'g' does not match [-Wlto-type-mismatch]
	c.c:4: error: punned [-Werror=strict-aliasing=2]
	d.c: error: no data [-Werror,-Wprofile-instr-unprofiled]
	e.c:5: warning: punned [-Wstrict-aliasing]
	e.c:6: error: cut [-Werror=format-truncation=]
	e.c:6: warning: a word [-Wodr] in the middle
	gcc -Wodr -Wstrict-aliasing -c f.c [-Wodr
	g.c: error: missing counts [-Werror]
	x[1] -W[-W] [-Wno name] []
	L
	printf 'g.c:6: warning: one definition [\033[01;35m\033[K-Wodr\033[m\033[K]\r\nh.c:7: \377 counts do not match [-Wcoverage-mismatch]' >2.log
	run -0 "$replay" diagnostics 1.log 2.log
	[ "$(jq -rs 'map("\(.option) \(.as_error) \(.count) \(.first[:5])") | join(", ")' <<<"$output")" = "lto-type-mismatch false 2 a.c:1, strict-aliasing true 1 c.c:4, \
profile-instr-unprofiled true 1 d.c: , strict-aliasing false 1 e.c:5, format-truncation true 1 e.c:6, error true 1 g.c: , odr false 1 g.c:6, coverage-mismatch false 1 h.c:7" ]
	[ "$(jq -rs '.[-1].first' <<<"$output")" = 'h.c:7: � counts do not match [-Wcoverage-mismatch]' ]
	# A line at its bound: characters, not bytes.
	{ printf 'ä%.0s' $(seq 500); echo ' [-Wlong]'; } >1.log
	[ "$("$replay" diagnostics 1.log | jq -r '.first | length')" = 400 ]
	# More options than there are: bounded, and said.
	for i in $(seq 600); do echo "x [-Wo$i]"; done >1.log
	run -0 --separate-stderr "$replay" diagnostics 1.log
	[ "${#lines[@]}" = 512 ]
	[[ $stderr == *"88 lines"* ]]
	: >1.log
	run -0 "$replay" diagnostics 1.log
	[ "$output" = "" ]
}

@test "diagnostics: what gcc and clang print of a real source" {
	printf 'static int f(void) { return 1; }\nint g(int a) { switch (a) { case 1: a = 2; case 2: return a; } return 0; }\n' >w.c
	for cc in gcc clang; do
		command -v $cc >/dev/null || skip "needs $cc"
		run -1 $cc -fdiagnostics-color=always -Wall -Werror=unused-function -Wextra -Wimplicit-fallthrough -c -o w.o w.c
		echo "$output" >w.log
		[ "$("$replay" diagnostics w.log | jq -c '[.option, .as_error, .count]' | sort)" = $'["implicit-fallthrough",false,1]\n["unused-function",true,1]' ]
		[[ "$("$replay" errors w.log)" == w.c:*"error: "*f* ]]
	done
}

@test "errors, diagnostics: usage, and logs that are not there" {
	run -2 "$replay" errors
	run -2 "$replay" errors --most 0 x
	run -2 "$replay" errors --most 1001 x
	run -2 "$replay" diagnostics
	run -3 "$replay" errors gone
	[[ $output == *"'gone'"* ]]
	run -3 "$replay" diagnostics "$BATS_TEST_TMPDIR"
	run -0 "$replay" errors --help
	[[ $output == *"--most N"* ]]
	run -0 "$replay" diagnostics --help
	echo 'x error: y' >1.log
	run -3 bash -c '"$1" errors 1.log >/dev/full' - "$replay"
	[ -c /dev/full ]
}

@test "run: directory, environment and variables stay from part to part" {
	mkdir -p 'tree/tun1/s u'
	# shellcheck disable=SC2016
	run_it --build 'export A="a  b" && B="it'"'"'s $A"; cd "s u"; printf "%s|%s|%s" "$A" "$B" "$(env | grep -c ^B=)" >x; B= && cd .. && unset A; echo "${A-none}${B-no}$(basename "$PWD")" >y; for i in 1 2; do :; done; echo $i >z'
	[ "$(cat 'tree/tun1/s u/x')" = "a  b|it's a  b|0" ]
	[ "$(cat tree/tun1/y)" = nonetun1 ]
	[ "$(cat tree/tun1/z)" = 2 ]
	[ "$(result 'map(.directory) | unique')" = '[".","s u"]' ]
	[ ! -e log/tun1.build/state ]
}

@test "run: only names of variables get into the script that keeps them" {
	# shellcheck disable=SC2016
	run_it --build 'read -p "x}\$(touch stray)" V </dev/null || :; V=1; echo $V >v'
	[ "$(cat tree/tun1/v)" = 1 ]
	[ ! -e tree/tun1/stray ]
}

@test "run: a substitution in an assignment is made once" {
	# shellcheck disable=SC2016
	run_it --build 'T=$(mktemp -u x.XXXXXX); echo $T >a; echo $T >b'
	cmp tree/tun1/a tree/tun1/b
}

@test "run: a build that leaves its tree is stopped" {
	ln -s "$PWD" tree/tun1/up
	run -3 run_it --build 'cd up; touch stray'
	[ ! -e stray ]
}

@test "run: the environment is ours only as far as it should be" {
	export MAKEFLAGS=n MFLAGS=-n MAKELEVEL=3 MAKEFILES=x GNUMAKEFLAGS=-k atesor_cfg_X=1 ATESOR_SRC=x CDPATH=/ KEPT=1 SOURCE_DATE_EPOCH=
	unset SOURCE_DATE_EPOCH
	run_it --build 'env >env' --epoch 1234567890 --jobs 3
	grep -qx KEPT=1 tree/tun1/env
	grep -qx 'MAKEFLAGS= -j3' tree/tun1/env
	grep -qx SOURCE_DATE_EPOCH=1234567890 tree/tun1/env
	grep -qx CCACHE_DISABLE=1 tree/tun1/env
	grep -qx "PWD=$PWD/tree/tun1" tree/tun1/env
	[ "$(grep -E '^(MFLAGS|MAKELEVEL|MAKEFILES|GNUMAKEFLAGS|CDPATH|ATESOR_|atesor_)' tree/tun1/env)" = ATESOR_REPEATS=1 ]
	SOURCE_DATE_EPOCH=5 run_it --build 'env >env' --epoch 1234567890
	grep -qx SOURCE_DATE_EPOCH=5 tree/tun1/env
	run ! grep -q '^MAKEFLAGS' tree/tun1/env
	[ "$(run_it --build 'cat; readlink /proc/self/fd/0' && cat log/tun1.build/2.log)" = /dev/null ]
}

@test "run: make takes jobs, include directories and overrides from MAKEFLAGS, also below" {
	mkdir -p "inc l:u%d'ü#"
	echo 'seen = yes' >"inc l:u%d'ü#/x.mk"
	cat >tree/tun1/Makefile <<-'END'
		X = mine
		include x.mk
		all:; @echo '$(seen) $(X) $(Y)' >top; $(MAKE) -s sub
		sub:; @echo '$(seen) $(X) $(Y) $(filter -j%,$(MAKEFLAGS))' >sub
	END
	run_it --build make --jobs 2 --include "inc l:u%d'ü#" --overrides 'X=theirs Y=a\ b'
	[ "$(cat tree/tun1/top)" = 'yes theirs a b' ]
	[ "$(cat tree/tun1/sub)" = 'yes theirs a b -j2' ]
}

@test "run: the wrapper comes first, whatever the environment says" {
	echo 'int main(void) { return 0; }' >tree/tun1/m.c
	"$replay" wrap --dir wrap/tun1 --tree tree/tun1 -- -O3 >wrap.json
	printf 'm: m.c\n\t$(CC) -o m m.c\n' >tree/tun1/Makefile
	# shellcheck disable=SC2016
	CC="$(command -v gcc) -std=gnu99" run --separate-stderr run_it --wrap wrap/tun1 --build 'make -e; $PWD/m; ./m'
	[[ $stderr == *"is used as gcc -std=gnu99"* ]]
	[ "$(jq -c '[.name, .argv[1], .added[1]]' wrap/tun1/log.jsonl)" = '["gcc","-std=gnu99","-O3"]' ]
}

@test "run: limits, background processes, whole texts" {
	run -1 run_it --build 'sleep 60' --seconds 0.2
	[ "$(result '.[0] | [.timed_out, has("exit")]')" = '[true,false]' ]
	run_it --whole --build 'sleep 300 & sleep 301 & echo $! >pid; true'
	[ "$(result '.[0].stragglers')" = 2 ]
	run ! kill -0 "$(cat tree/tun1/pid)"
	run_it --whole --build 'x=1
	if [ $x ]; then echo make install; fi | cat'
	[ "$(cat log/tun1.build/1.log)" = "make install" ]
	run -1 run_it --whole --build 'exit 5'
	[ "$(result '.[0].exit')" = 5 ]
}

@test "run: an interruption ends the build and is passed on" {
	for signal in INT:130 TERM:143 HUP:129; do
		rm -f tree/tun1/pid
		"$replay" run --tree tree/tun1 --logs log --build 'sleep 300 & echo $! >pid; wait' --whole >result.jsonl &
		pid=$! code=0
		await [ -s tree/tun1/pid ]
		kill -"${signal%:*}" "$pid"
		wait "$pid" || code=$?
		[ "$code" -eq "${signal#*:}" ]
		[ "$(result '.[0].interrupted')" = true ]
		run ! kill -0 "$(cat tree/tun1/pid)"
	done
}

@test "run: what cannot be done is said" {
	run -3 "$replay" run --tree nowhere --logs log --build make
	[[ $output == *"cannot enter the tree 'nowhere'"* ]]
	run -3 run_it --build 'make install'
	[[ $output == *"nothing of the build can be repeated"* ]]
	run -3 run_it --build make --include nowhere
	[[ $output == *"--include"* ]]
	run -3 run_it --build make --wrap nowhere
	[[ $output == *"cannot use the wrappers in 'nowhere'"* ]]
}

@test "run: a ':' in the path of the wrappers does not split PATH" {
	mkdir a:b
	"$replay" wrap --dir a:b/wrap --tree tree/tun1 >/dev/null
	run_it --build 'command -v cc' --wrap a:b/wrap
	[[ "$(cat log/tun1.build/1.log)" == */wrap/cc ]]
	[ ! -e "$(dirname "$(dirname "$(cat log/tun1.build/1.log)")")" ]
}

@test "wrap: compilers are resolved once, past other wrappers and compiler caches" {
	"$replay" wrap --dir w1 --tree tree/tun1 >one.json
	mkdir cache
	printf '#!/bin/sh\n' >cache/ccache
	chmod +x cache/ccache
	ln -s ccache cache/gcc
	PATH=$PWD/w1:$PWD/cache:$PATH "$replay" wrap --dir w2 --tree tree/tun1 >two.json
	[ "$(jq -c .links one.json)" = "$(jq -c .links two.json)" ]
	[ "$(jq -r .links.gcc one.json)" = "$(command -v gcc)" ]
	[ "$(jq -r '.links[] | select(startswith("/") | not)' one.json)" = "" ]
}

@test "wrap: flags get their paths; refusals say what is missing" {
	"$replay" wrap --dir w --tree tree/tun1 --profile 'p q' -- '-fprofile-use={profile}' '-I{tree}/{tree}' >one.json
	[ "$(jq -c .flags.slot one.json)" = "[\"-fprofile-use=$PWD/p q\",\"-I$PWD/tree/tun1/$PWD/tree/tun1\"]" ]
	run -3 "$replay" wrap --dir w --tree tree/tun1 -- '-fprofile-use={profile}'
	[[ $output == *"needs --profile DIR"* ]]
	run -3 "$replay" wrap --dir w --tree nowhere
	[[ $output == *"cannot find the tree 'nowhere'"* ]]
	run -3 "$replay" wrap --dir w --tree tree/tun1 --cc no-such-cc
	[[ $output == *"cannot find the C compiler 'no-such-cc'"* ]]
	run -3 "$replay" wrap --dir w --tree tree/tun1 -- $'-DX=a\nb'
	[[ $output == *"newline"* ]]
	run -3 "$replay" wrap --dir w --tree tree/tun1 -- -O3 ''
	[[ $output == *"a flag is empty"* ]]
}

@test "wrap: an old directory of wrappers is replaced, anything else is left alone" {
	"$replay" wrap --dir w --tree tree/tun1 -- -O3 >one.json
	w/gcc --version >/dev/null
	[ -s w/log.jsonl ]
	"$replay" wrap --dir w --tree tree/tun1 >one.json
	[ ! -s w/log.jsonl ]
	run ! grep -q '^flag' w/config
	[ -z "$(find w -name '.*' -mindepth 1)" ]
	mkdir mine
	echo precious >mine/file
	run -3 "$replay" wrap --dir mine --tree tree/tun1
	[ "$(cat mine/file)" = precious ]
}

@test "a CMake build and a configure script: flags on the build, none on the checks" {
	"$replay" wrap --dir wrap/tun1 --tree tree/tun1 -- -O3 -fno-plt >wrap.json
	cat >tree/tun1/configure <<-'END'
		#!/bin/sh
		echo 'int main(void) { return 0; }' >conftest.c
		${CC:-cc} -o conftest conftest.c && ./conftest && echo 'CC = gcc -std=gnu89' >config.mk
		rm -f conftest*
	END
	chmod +x tree/tun1/configure
	printf 'include config.mk\nm: m.o\n\t$(CC) -o $@ m.o\n' >tree/tun1/Makefile
	echo 'int main(void) { return 0; }' >tree/tun1/m.c
	run_it --wrap wrap/tun1 --build './configure && make && make install'
	[ "$(jq -s -c 'map([.mode, (.added | index("-O3") != null)])' wrap/tun1/log.jsonl)" = '[["probe",false],["compile",true],["link",true]]' ]
	command -v cmake >/dev/null || skip "cmake is not installed"
	"$replay" wrap --dir wrap/tun1 --tree tree/tun1 -- -O3 -fno-plt >wrap.json
	printf 'cmake_minimum_required(VERSION 3.10)\nproject(m C)\ninclude(CheckFunctionExists)\ncheck_function_exists(dup2 HAVE_DUP2)\nadd_executable(m m.c)\n' >tree/tun1/CMakeLists.txt
	run_it --wrap wrap/tun1 --build 'cmake -S . -B b && cmake --build b' --jobs 2
	[ "$(jq -s -c 'map(select(.mode | IN("compile", "link", "compile_link")) | [.mode, (.added | index("-O3") != null), (has("outside"))])' wrap/tun1/log.jsonl)" = '[["compile",true,false],["link",true,false]]' ]
	[ "$(jq -s 'map(select(.mode == "probe")) | length > 1' wrap/tun1/log.jsonl)" = true ]
}

@test "run: what a failed part left in its shell is not taken over by a later run" {
	mkdir -p tree/tun1/sub
	run -1 run_it --build '{ cd sub; false; }'
	run_it --build 'eval "exec true"; pwd >here'
	[ -e tree/tun1/here ]
	[ ! -e tree/tun1/sub/here ]
}
