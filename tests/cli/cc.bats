load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	mkdir -p tree/tun1
	echo 'int main(void) { return 0; }' >tree/tun1/m.c
	tree=$PWD/tree/tun1 log=$PWD/wrap/log.jsonl
}

wrap() {     # wrap FLAG…: a wrapper directory for the slot's gcc
	"$BIN/atesor-replay" wrap --dir wrap --tree tree/tun1 --profile profile/trn1 -- "$@" >wrap.json
}

call() {     # call NAME ARG…: in the tree, as a build does it
	(cd tree/tun1 && PATH=$BATS_TEST_TMPDIR/wrap:$PATH "$@")
}

last() {     # last FILTER: of the last record
	tail -n 1 "$log" | jq -c "$1"
}

# A stand-in that prints its arguments, one a line, in place of the compiler behind NAME.
stand_in() {
	printf '#!/bin/sh\nfor word; do printf "%%s\\n" "$word"; done\n' >"real-$1"
	chmod +x "real-$1"
	sed -i "s#^link $1 \([^ ]*\) .*#link $1 \1 $PWD/real-$1#" wrap/config
}

@test "compile, link and both: flags come last, and the log says so" {
	wrap -O3 -falign-functions=64
	call gcc -O2 -c m.c -o m.o
	[ "$(last '[.name, .mode, .sources, .output, .own_o, .added]')" = \
		'["gcc","compile",["m.c"],"m.o","-O2",["-ffile-prefix-map='"$tree"'=.","-O3","-falign-functions=64"]]' ]
	[ "$(last .cwd)" = "\"$tree\"" ]
	[ "$(last .argv)" = '["gcc","-O2","-c","m.c","-o","m.o"]' ]
	[ "$(last .compiler)" = "\"$(command -v gcc)\"" ]
	call gcc m.o -o m
	[ "$(last '[.mode, .sources, .added]')" = '["link",[],["-O3","-falign-functions=64"]]' ]
	call gcc m.c -o m
	[ "$(last '[.mode, .added[0], .added[1]]')" = '["compile_link","-ffile-prefix-map='"$tree"'=.","-O3"]' ]
	(cd tree/tun1 && ./m)
	[ "$(last 'has("withheld") or has("kept") or has("event")')" = false ]
}

@test "the flags really reach the compiler, after the call's own" {
	wrap -O3
	stand_in gcc
	run call gcc -O1 -c m.c
	[ "${lines[*]}" = "-O1 -c m.c -ffile-prefix-map=$tree=. -O3" ]
}

@test "with a profile, whole paths of sources and search directories are given from the working directory; without one as they are" {
	mkdir -p tree/tun1/b/c tree/tun1/inc
	echo '#define Y' >tree/tun1/inc/y.h
	words=(-I"$tree" -I "$tree/inc" -isystem"$tree/b" -isystem /usr/include -include "$tree/inc/y.h" -MF "$tree/d" -o "$tree/b/c/m.o" -c "$tree/m.c")
	wrap -fprofile-generate -fprofile-update=atomic
	stand_in gcc
	run call sh -c 'cd b/c && exec gcc "$@"' - "${words[@]}"
	echo "$output"
	[[ "${lines[*]}" == "-I../.. -I ../../inc -isystem../../b -isystem /usr/include -include ../../inc/y.h -MF $tree/d -o ../../b/c/m.o -c ../../m.c -f"* ]]
	[ "$(last '[.relative, .argv[1], .sources]')" = "[true,\"-I$tree\",[\"$tree/m.c\"]]" ]
	run call gcc -I"$tree/inc" -c "$tree/m.c" "$BATS_TEST_TMPDIR/tree/tun10/x.c"
	[[ "${lines[*]}" == "-I./inc -c ./m.c $BATS_TEST_TMPDIR/tree/tun10/x.c "* && "${lines[*]}" != *macro-prefix* ]]
	run call gcc -c m.c
	[ "$(last 'has("relative")')" = false ]
	run call sh -c 'cd / && exec gcc "$@"' - -c "$tree/m.c"
	[[ "${lines[*]}" == "-c $tree/m.c "* ]]
	# What __FILE__ says is what it says without a profile.
	printf 'const char *f(void) { return __FILE__; }\n' >tree/tun1/f.c
	rm wrap/*
	wrap -fprofile-update=atomic
	call sh -c 'cd b/c && exec gcc -c -o f.o "$@"' - "$tree/f.c"
	grep -qF ./f.c tree/tun1/b/c/f.o
	grep -qF ../f.c tree/tun1/b/c/f.o && return 1
	printf 'static const char *g(void) { return __FILE__; }\n' >tree/tun1/g.h
	printf '#include <g.h>\nconst char *f(void) { return g(); }\n' >tree/tun1/b/f.c
	call sh -c 'cd b && exec gcc -c -o f.o "$@"' - -I"$tree" "$tree/b/f.c"
	strings tree/tun1/b/f.o | grep -qx ./g.h
	# A path upward that the call has itself is no matter of ours.
	call sh -c 'cd b && exec gcc -c -o f.o "$@"' - -I"$tree" ../f.c
	grep -qF ../f.c tree/tun1/b/f.o
	wrap -fprofile-generate -fprofile-update=atomic
	stand_in gcc
	# A link has no sources, and a call that gets no flags stays whole.
	run call gcc "$tree/m.o" -L"$tree"
	[[ "${lines[*]}" == "$tree/m.o -L$tree "* ]]
	run call gcc -E "$tree/m.c"
	[ "${lines[*]}" = "-E $tree/m.c" ]
	wrap -O3
	stand_in gcc
	run call gcc -I"$tree" -c "$tree/m.c"
	[[ "${lines[*]}" == "-I$tree -c $tree/m.c "* ]]
	[ "$(last 'has("relative")')" = false ]
}

@test "prefix map only: a tree's place does not show in the object" {
	mkdir -p tree/longer-name
	printf 'const char *f(void) { return __FILE__; }\n' | tee tree/tun1/f.c >tree/longer-name/f.c
	wrap
	call gcc -c -g0 "$tree/f.c"
	"$BIN/atesor-replay" wrap --dir wrap2 --tree tree/longer-name >wrap2.json
	(cd tree/longer-name && PATH=$BATS_TEST_TMPDIR/wrap2:$PATH gcc -c -g0 "$PWD/f.c")
	cmp tree/tun1/f.o tree/longer-name/f.o
}

@test "before --, and nothing when the last word wants a value" {
	wrap -O3
	stand_in gcc
	run call gcc -c -o m.o -- m.c
	[ "${lines[*]}" = "-c -o m.o -ffile-prefix-map=$tree=. -O3 -- m.c" ]
	for word in -o -Xlinker -I -D --param -include -x -u; do
		run call gcc -c m.c "$word"
		[ "${lines[*]}" = "-c m.c $word" ]
		[ "$(last .withheld)" = '{"reason":"last_word_wants_a_value","by":"'$word'"}' ]
	done
}

@test "empty and odd arguments pass unchanged" {
	wrap
	stand_in gcc
	run call gcc '' 'a b' $'t\tn' '-DX="q\"' 'ü%#:' -E
	[ "$output" = $'\na b\nt\tn\n-DX="q\\"\nü%#:\n-E' ]
	[ "$(last '.argv[1:]')" = '["","a b","t\tn","-DX=\"q\\\"","ü%#:","-E"]' ]
	call gcc $'bad\xff\xc0\xafend' -E >/dev/null
	[ "$(last '.argv[1]')" = '"bad���end"' ]
}

@test "queries, preprocessing, -S, assembly and syntax checks get nothing" {
	wrap -O3
	stand_in gcc
	: >tree/tun1/s.S
	while IFS='|' read -r mode words; do
		# shellcheck disable=SC2086
		run call gcc $words
		[ "${lines[*]}" = "$words" ] || { echo "$words: $output"; return 1; }
		[ "$(last '[.mode, .withheld.reason, .added]')" = "[\"$mode\",\"$mode\",[]]" ] || { echo "$words"; last .; return 1; }
	done <<-'END'
		query|--version
		query|-v
		query|-dumpmachine
		query|-dumpversion
		query|-print-prog-name=ld
		query|-print-search-dirs
		query|--help=optimizers
		query|-### m.c
		query|-Wl,--version
		preprocess|-E m.c
		preprocess|-M m.c
		preprocess|-MM m.c
		to_assembly|-S m.c
		syntax|-fsyntax-only m.c
		assemble|-c s.S
		assemble|-c -x assembler s.txt
		assemble|-O2 -o t s.s
	END
	run call gcc
	[ -z "$output" ] && [ "$(last .mode)" = '"query"' ]
	run call gcc -MD -MF m.d -c m.c
	[ "$(last .mode)" = '"compile"' ]
}

@test "configuration checks get nothing, also far from the tree" {
	wrap -O3 -march=x86-64-v2
	stand_in gcc
	mkdir -p tree/tun1/CMakeFiles/CMakeScratch/TryCompile-x tree/tun1/meson-private tree/tun1/conftest.dir elsewhere/ffconf.1
	for words in "conftest.c" "-c conftest.c" "-o conftest conftest.o" "-c -o cmTC_1.o a.c" "-x c -c - -o t" "-c -x c /dev/null -o /dev/null" \
			"-c a/CMakeFiles/CMakeTmp/x.c" "-o meson-private/t.exe b.c" "-c ztest12.c"; do
		# shellcheck disable=SC2086
		run call gcc $words
		[ "${lines[*]}" = "$words" ] && [ "$(last '[.mode, .withheld.reason]')" = '["probe","probe"]' ] || { echo "$words"; last .; return 1; }
	done
	for directory in tree/tun1/CMakeFiles/CMakeScratch/TryCompile-x tree/tun1/meson-private tree/tun1/conftest.dir elsewhere/ffconf.1; do
		(cd "$directory" && "$BATS_TEST_TMPDIR/wrap/gcc" -c x.c) >/dev/null
		[ "$(last .mode)" = '"probe"' ]
	done
	for words in "-c ztest.c" "-c myconftest.c" "-c src/conf.c"; do
		# shellcheck disable=SC2086
		call gcc $words >/dev/null
		[ "$(last .mode)" = '"compile"' ]
	done
}

@test "where the tree itself lies makes no call a check" {
	mkdir -p meson-private/tun1
	"$BIN/atesor-replay" wrap --dir wrap --tree meson-private/tun1 -- -O3 >wrap.json
	stand_in gcc
	(cd meson-private/tun1 && "$BATS_TEST_TMPDIR/wrap/gcc" -c "$PWD/a.c") >/dev/null
	[ "$(last .mode)" = '"compile"' ]
}

@test "a call's own settings: only the flag that would override them is left out" {
	wrap -O3 -march=x86-64-v3 -mtune=generic -flto=auto -ffat-lto-objects -fprofile-use={profile}
	stand_in gcc
	check() {      # check "WORDS" "KEPT FLAGS" WHY
		# shellcheck disable=SC2086
		run call gcc $1 -c m.c
		[ "$(last '[.kept // [] | .[].flag] | join(" ")')" = "\"$2\"" ] || { last .; return 1; }
		[ "$(last '[.kept // [] | .[].why] | unique | join(" ")')" = "\"$3\"" ] || { last .; return 1; }
		[ "$(last '.added + [.kept // [] | .[].flag] | length')" = 7 ]
	}
	lto="-flto=auto -ffat-lto-objects"
	check "-O0" "-O3" kept_o0
	check "-Og" "-O3" kept_og
	check "-Ofast" "-O3" kept_ofast
	check "-O2" "" ""
	check "-O0 -O2" "" ""
	check "-march=haswell" "-march=x86-64-v3" kept_own_isa
	check "-mavx2" "-march=x86-64-v3" kept_own_isa
	check "-mno-sse4.1" "-march=x86-64-v3" kept_own_isa
	check "-mgeneral-regs-only" "-march=x86-64-v3" kept_own_isa
	check "-mtune=k8 -mno-omit-leaf-frame-pointer -mcx16" "" ""
	check "-fno-lto" "$lto" kept_no_lto
	check "-fno-lto -flto" "" ""
	check "-ffreestanding" "-march=x86-64-v3 $lto -fprofile-use=$BATS_TEST_TMPDIR/profile/trn1" kept_freestanding
	run call gcc -march=haswell -c m.c
	[ "$(last '[.own_isa, .kept[0].own]')" = '["-march=haswell","-march=haswell"]' ]
	run call gcc -flto -c m.c
	[ "$(last .own_lto)" = true ]
	run call gcc -fno-lto -c m.c
	[ "$(last .own_lto)" = false ]
	run call gcc -c m.c
	[ "$(last 'has("own_o") or has("own_lto") or has("own_isa")')" = false ]
}

@test "a flag with its value in the next word stays whole; what only links understand stays off compiles" {
	wrap --param max-unroll-times=4 -Wl,-O1 -fuse-ld=bfd
	stand_in gcc
	run call gcc -c m.c
	[ "$(last '.added[1:]')" = '["--param","max-unroll-times=4"]' ]
	run call gcc m.o -o m
	[ "$(last '.added')" = '["--param","max-unroll-times=4","-Wl,-O1","-fuse-ld=bfd"]' ]
}

@test "response files are read for the decision, in each other too, and passed on as they are" {
	wrap -O3
	stand_in gcc
	cat >tree/tun1/all.rsp <<-'END'
		-O0 -c
		'a b.c' "q\"r.c" \n\s.c @more.rsp
	END
	printf -- '-o out.o' >tree/tun1/more.rsp
	run call gcc @all.rsp
	[ "${lines[0]}" = @all.rsp ]
	[ "$(last '[.mode, .sources, .output, .kept[0].why]')" = '["compile",["a b.c","q\"r.c","ns.c"],"out.o","kept_o0"]' ]
	[ "$(last .argv)" = '["gcc","@all.rsp"]' ]
	run call gcc @missing.rsp
	[ "$(last '[.mode, .sources]')" = '["link",[]]' ]
	printf -- '-c -- m.c' >tree/tun1/end.rsp
	run call gcc @end.rsp
	[ "${lines[*]}" = "-ffile-prefix-map=$tree=. -O3 @end.rsp" ]
	echo '@loop.rsp' >tree/tun1/loop.rsp
	run call gcc @loop.rsp
	[ "$status" -eq 0 ]
}

@test "names: cc, c89, c99, g++, the triplet's and clang's" {
	wrap -O3 -ffat-lto-objects
	for name in gcc c89 g++; do stand_in $name; done
	run call c89 -c m.c
	[ "${lines[0]}" = -std=c89 ]
	run call g++ -c m.cc
	[ "${lines[*]}" = "-c m.cc -ffile-prefix-map=$tree=. -O3 -ffat-lto-objects" ]
	call "$(gcc -dumpmachine)-gcc" -c m.c
	[ "$(last .added[1])" = '"-O3"' ]
	[ "$(jq -r .links.cc wrap.json)" = "$(jq -r .links.gcc wrap.json)" ]
	command -v clang >/dev/null || skip "clang is not installed"
	[ "$(jq -r .links.clang wrap.json)" = "$(command -v clang)" ]
	call clang -Werror -c m.c
	call clang -Werror m.o -o m
	[ "$(last '[.compiler, .added]')" = "[\"$(command -v clang)\",$(jq -c .flags.clang wrap.json)]" ]
	if clang -ffat-lto-objects -c -x c /dev/null -o x.o 2>&1 | grep -q .; then
		[ "$(jq -c .refused.clang wrap.json)" = '["-ffat-lto-objects"]' ]
	fi
}

@test "in the slot of clang, gcc leads to clang and gcc's own versions keep to themselves" {
	command -v clang >/dev/null || skip "clang is not installed"
	"$BIN/atesor-replay" wrap --dir wrap --tree tree/tun1 --cc clang -- -O3 >wrap.json
	call gcc -c m.c
	[ "$(last .compiler)" = "\"$(command -v clang)\"" ]
	call g++ --version | grep -q clang
	version=$(jq -r '.links | keys[] | select(test("^gcc-[0-9]"))' wrap.json | head -n 1)
	[ -n "$version" ] || skip "no gcc-NN is installed"
	call "$version" --version | grep -q -i gcc
}

@test "ar, nm and ranlib are those of the compiler, and find the real ones behind us" {
	wrap -flto=auto -ffat-lto-objects
	call gcc -c m.c -o m.o
	call ar rcs libm.a m.o
	[ "$(last '[.name, .mode, .compiler, .withheld.reason]')" = "[\"ar\",\"tool\",\"$(command -v gcc-ar)\",\"tool\"]" ]
	call nm libm.a | grep -q ' T main'
	call ranlib libm.a
}

@test "found by a relative path, a symbolic link, any argv[0] and with an empty environment" {
	wrap -O3
	(cd tree/tun1 && ../../wrap/gcc -c m.c && env -i "$BATS_TEST_TMPDIR/wrap/gcc" -c m.c)
	(cd wrap && ./gcc -c "$tree/m.c" -o "$tree/m.o")
	(cd tree/tun1 && bash -c 'exec -a nonsense ../../wrap/gcc -c m.c')
	[ "$(jq -s 'map(select(.name == "gcc" and .mode == "compile")) | length' wrap/log.jsonl)" = 4 ]
	ln -s "$PWD/wrap/gcc" here-gcc
	(cd tree/tun1 && ../../here-gcc -c m.c)
	[ "$(last .name)" = '"gcc"' ]
	(cd tree/tun1 && PATH=../../wrap:$PATH gcc -c m.c)
	[ "$(last .name)" = '"gcc"' ]
}

@test "moved with its directory, it still finds its configuration and log" {
	wrap -O3
	mv wrap moved
	(cd tree/tun1 && ../../moved/gcc -c m.c)
	[ "$(jq -r .mode moved/log.jsonl)" = compile ]
}

@test "exit status, signals and descriptors are the compiler's" {
	wrap
	printf '#!/bin/sh\nexit 41\n' >real-exit; printf '#!/bin/sh\nkill -9 $$\n' >real-kill; printf '#!/bin/sh\ncat\necho 7 >&7\n' >real-cat
	chmod +x real-*
	sed -i "s#^link gcc .*#link gcc slot $PWD/real-exit#; s#^link cc .*#link cc slot $PWD/real-kill#; s#^link g++ .*#link g++ slot $PWD/real-cat#" wrap/config
	run -41 wrap/gcc -c m.c
	run -137 wrap/cc -c m.c
	[ "$(echo in | wrap/g++ -c m.c 7>seven)" = in ]
	[ "$(cat seven)" = 7 ]
}

@test "faults are said on stderr and in the log" {
	wrap
	sed -i "s#^link gcc .*#link gcc slot $PWD/wrap/cc#; s#^link cc .*#link cc slot /nowhere/cc#; /^link c++/d" wrap/config
	run -125 wrap/gcc -c m.c
	[[ $output == *"names the wrapper itself"* ]]
	[ "$(last '[.event, .name, .cwd]')" = "[\"error\",\"gcc\",\"$PWD\"]" ]
	run -127 wrap/cc -c m.c
	[[ $output == *"cannot run '/nowhere/cc': No such file"* ]]
	[ "$(last .error)" = "\"cannot run '/nowhere/cc': No such file or directory\"" ]
	run -125 wrap/c++ -c m.c
	[ "$(last .event)" = '"error"' ]
	rm wrap/config
	run -2 wrap/gcc -c m.c
	[[ $output == *"no configuration beside the link"* ]]
}

@test "a log that cannot be written is a fault, not a silence" {
	wrap
	rm wrap/log.jsonl
	mkdir wrap/log.jsonl
	run -125 wrap/gcc -c tree/tun1/m.c
	[[ $output == *"cannot write the log"* ]]
}

@test "what lies outside the tree is named" {
	wrap
	stand_in gcc
	call gcc -c m.c -o sub/../m.o >/dev/null
	[ "$(last 'has("outside")')" = false ]
	call gcc -c m.c -o ../m.o >/dev/null
	[ "$(last .outside)" = '["output"]' ]
	call gcc -c /usr/src/x.c -o "$tree/x.o" >/dev/null
	[ "$(last .outside)" = '["source"]' ]
	wrap/gcc -c m.c >/dev/null
	[ "$(last .outside)" = '["cwd","source"]' ]
	call gcc -o "${tree}x/m" m.o >/dev/null
	[ "$(last .outside)" = '["output"]' ]
	call gcc m.o -o /dev/stdout >/dev/null
	[ "$(last 'has("outside")')" = false ]
}

@test "a call too long with its flags goes on by a response file" {
	flags=$(for i in $(seq 400); do printf -- '-DATESOR_LONG_FLAG_%s=%0200d ' "$i" 0; done)
	# shellcheck disable=SC2086
	wrap $flags
	printf '#!/bin/sh\necho $#; case $1 in @*) head -c 30 "${1#@}" | tr "\\n" " "; esac\n' >real-gcc
	chmod +x real-gcc
	sed -i "s#^link gcc .*#link gcc slot $PWD/real-gcc#" wrap/config
	# 2 MiB are the kernel's limit with a stack of 8 MiB: 16 words of 129904 bytes fit, with the flags they do not.
	cat >many.py <<-'END'
		import os, sys
		word = "-DY=" + "y" * 129900
		os.execve(sys.argv[1], ["gcc", "-c", "m.c"] + [word] * int(sys.argv[2]), {"PATH": os.environ["PATH"]})
	END
	python3 -c 'pass' || skip "python3 is not installed"
	run bash -c 'ulimit -s 8192; exec python3 many.py "$PWD/wrap/gcc" 16'
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = 1 ]
	[[ ${lines[1]} == '"-c" "m.c" "-DY=yyy'* ]]
}

@test "six writers of 60 records of 100 KB: no line is torn" {
	wrap
	sed -i "s#^link gcc .*#link gcc slot /bin/true#" wrap/config
	word=$(printf '%0100000d' 0)
	for writer in 1 2 3 4 5 6; do
		(for record in $(seq 60); do wrap/gcc -c "$word" "-DW=$writer.$record"; done) &
	done
	wait
	[ "$(jq -c '[.argv[3], (.argv[2] | length)]' wrap/log.jsonl | sort -u | wc -l)" = 360 ]
	[ "$(jq -s 'map(.argv[2] | length) | unique == [100000]' wrap/log.jsonl)" = true ]
}

@test "a file that needs its own ISA keeps it: cases 16" {
	[ "$(uname -m)" = x86_64 ] || skip "the case is for x86-64"
	cp "$CASES"/16-marchfile/* tree/tun1
	wrap -march=x86-64-v2
	call make CC=cc
	[ "$(jq -r 'select(.kept) | .sources[0]' wrap/log.jsonl)" = avx2.c ]
	[ "$(tree/tun1/t)" = 2016 ]
}

@test "a makefile that calls gcc by name is reached: cases 18; a marker check is not: cases 17" {
	cp "$CASES"/18-hardcc/* "$CASES"/17-slimlto/* tree/tun1
	wrap -O3 -flto
	call make
	[ "$(last '[.mode, .own_o, .added[1]]')" = '["compile_link","-O1","-O3"]' ]
	call gcc -O2 -c conftest.c
	grep -q ATESOR-MARKER-XYZZY tree/tun1/conftest.o
}

@test "only some products get the flags, and some get one besides: by -o, by the source's name, below the tree" {
	mkdir -p "tree/tun1/sub dir"
	printf 'sub dir/m.o\na.out\n' >only
	printf 'm.o\nnone.o\n' >also
	"$BIN/atesor-replay" wrap --dir wrap --tree tree/tun1 --only only --also also --also-flag -fwrapv -- -O3 >wrap.json
	call gcc -c m.c
	[ "$(last '[.product, .plain, .added[1:]]')" = '["m.o",true,["-fwrapv"]]' ]
	call gcc -c m.c -o "sub dir/m.o"
	[ "$(last '[.product, .plain, .added[1:]]')" = '["sub dir/m.o",null,["-O3"]]' ]
	(cd "tree/tun1/sub dir" && PATH=$BATS_TEST_TMPDIR/wrap:$PATH gcc -c -o "./../sub dir/m.o" "$tree/m.c")
	[ "$(last '[.product, .plain, .added[1:]]')" = '["sub dir/m.o",null,["-O3"]]' ]
	call gcc -c m.c -o "$tree/x.o"
	[ "$(last '[.product, .plain, .added[1:]]')" = '["x.o",true,[]]' ]
	call gcc m.c
	[ "$(last '[.product, .plain, .added[1:]]')" = '["a.out",null,["-O3"]]' ]
	# A link has its flags.
	call gcc m.o -o m
	[ "$(last '[has("product"), has("plain"), .added]')" = '[false,false,["-O3"]]' ]
	# An empty list names none.
	: >only
	"$BIN/atesor-replay" wrap --dir wrap --tree tree/tun1 --only only -- -O3 >wrap.json
	call gcc -c m.c
	[ "$(last '[.plain, .added[1:]]')" = '[true,[]]' ]
	call gcc m.o -o m
	[ "$(last .added)" = '["-O3"]' ]
}

@test "a list of products that is not there, or half of --also, is an error" {
	run -3 "$BIN/atesor-replay" wrap --dir wrap --tree tree/tun1 --only nowhere -- -O3
	[[ $output == *"cannot read the products in 'nowhere': No such file"* ]]
	run -2 "$BIN/atesor-replay" wrap --dir wrap --tree tree/tun1 --also x -- -O3
	[[ $output == *"--also and --also-flag need each other"* ]]
}
