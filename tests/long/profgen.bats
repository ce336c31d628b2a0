# atesor-profgen against llvm-profgen-19 on real recordings, and what compilers make of its profiles.
load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	data=$BATS_TEST_DIRNAME/../data/profgen
}

need() {     # need PACKAGE COMMAND…: skips unless all commands are there
	local package=$1
	shift
	for command in "$@"; do command -v "$command" >/dev/null || skip "needs $command: apt-get install $package"; done
}

record() {   # record DATA COMMAND…
	local file=$1
	shift
	need linux-perf perf
	perf record -q -e cpu-clock -F 10000 -o "$file" "$@" >/dev/null 2>perf.said || skip "perf record does not work here: $(head -1 perf.said)"
}

# oracle BINARY DATA: the same profile as llvm-profgen makes of the same counts. It reads them as ranges of one address.
oracle() {
	need llvm-19 llvm-profgen-19
	"$BIN/atesor-profgen" --binary "$1" --perfdata "$2" --skip-symbolization --use-offset=0 -o counts 2>said
	{ grep -v '^#' counts | sed '1!s/^\([0-9a-f]*\):/\1-\1:/'; echo 0; } >ranges
	llvm-profgen-19 --unsymbolized-profile=ranges --use-offset=0 --format=text --binary="$1" -o theirs 2>/dev/null
	"$BIN/atesor-profgen" --binary "$1" --perfdata "$2" --compat=llvm-profgen -o ours 2>said
	[ "$(wc -l <theirs)" -gt 10 ]
	diff theirs ours
	# The text of perf script says the same.
	perf script -i "$2" -F pid,ip,time -G --show-mmap-events --show-task-events >script 2>/dev/null
	"$BIN/atesor-profgen" --binary "$1" --perfscript script --compat=llvm-profgen -o - 2>/dev/null | diff ours -
}

@test "C, forked child, clang, DWARF 5, PIE: as llvm-profgen" {
	need clang-19 clang-19
	clang-19 -O2 -g -gdwarf-5 -fdebug-info-for-profiling -o p "$data/inline.c"
	record d ./p 20000
	oracle p d
}

@test "C, forked child, clang, DWARF 4, fixed addresses: as llvm-profgen" {
	need clang-19 clang-19
	clang-19 -O3 -g -gdwarf-4 -no-pie -fno-pie -fdebug-info-for-profiling -o p "$data/inline.c"
	record d ./p 20000
	oracle p d
}

@test "C, gcc, DWARF 4 and 5: as llvm-profgen" {
	gcc -O3 -g -gdwarf-4 -no-pie -fno-pie -o p "$data/inline.c"
	record d ./p 20000
	oracle p d
	gcc -O2 -g -gdwarf-5 -o q "$data/inline.c"
	record e ./q 20000
	oracle q e
}

@test "C++ inlined deeply, threads, clang, DWARF 5, PIE: as llvm-profgen" {
	need clang-19 clang++-19
	clang++-19 -std=c++17 -O2 -g -gdwarf-5 -fdebug-info-for-profiling -pthread -o p "$data/deep.cc"
	record d ./p 300
	oracle p d
}

@test "C++ inlined deeply, threads, gcc and clang, DWARF 4, fixed addresses, sections dropped: as llvm-profgen" {
	need clang-19 clang++-19
	clang++-19 -std=c++17 -O3 -g -gdwarf-4 -no-pie -fno-pie -fdebug-info-for-profiling -ffunction-sections -Wl,--gc-sections -pthread -o p "$data/deep.cc"
	record d ./p 300
	oracle p d
	command -v g++ >/dev/null || skip "needs g++: apt-get install g++"
	g++ -std=c++17 -O2 -g -gdwarf-4 -no-pie -ffunction-sections -Wl,--gc-sections -pthread -o q "$data/deep.cc"
	record e ./q 300
	oracle q e
}

@test "flow-sensitive discriminators: as llvm-profgen, and told in extbinary" {
	need clang-19 clang-19
	clang-19 -O2 -g -fdebug-info-for-profiling -mllvm -enable-fs-discriminator -mllvm -improved-fs-discriminator=false -o p "$data/inline.c"
	nm p | grep -q __llvm_fs_discriminator__ || skip "this clang makes none"
	record d ./p 20000
	oracle p d
	"$BIN/atesor-profgen" --binary p --perfdata d --format extbinary -o x 2>said
	llvm-profdata-19 show --sample --show-sec-info-only x | grep -i 'ProfileSummary' | grep -i fs-discriminator
}


@test "a real package, lua: as llvm-profgen; gcc and clang" {
	need clang-19 clang-19
	mkdir -p real/lua
	make -s -C real/lua -f "$ROOT/examples/real/source.mk" PACKAGE=lua5.4 src >log 2>&1 || skip "the lua source package cannot be fetched: $(tail -1 log)"
	cat >fib.lua <<-'END'
		local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
		local t = {} for i = 1, 200000 do t[i] = tostring(i * 7919 % 100003) end table.sort(t)
		local s = 0 for w in (table.concat(t, ' ')):gmatch('%d+') do s = s + #w end
		print(fib(27), s)
	END
	for cc in clang-19 gcc; do
		(cd real/lua/src/src && $cc -std=gnu99 -O2 -g -DLUA_USE_POSIX -o "$BATS_TEST_TMPDIR/lua-$cc" $(ls l*.c | grep -v luac.c) -lm)
		record "$cc.data" "./lua-$cc" fib.lua
		oracle "lua-$cc" "$cc.data"
	done
	"$BIN/atesor-profgen" report --binary lua-clang-19 --perfdata clang-19.data >r 2>said
	jq -e '.coverage_pct > 80 and .hit_pct > 50 and (.hottest | map(.name) | index("luaV_execute"))' r
}

@test "text and extbinary of one input: equal for llvm-profdata, the same code from clang" {
	need clang-19 clang++-19
	need llvm-19 llvm-profdata-19
	clang++-19 -std=c++17 -O2 -g -fdebug-info-for-profiling -pthread -o p "$data/deep.cc"
	record d ./p 300
	"$BIN/atesor-profgen" --binary p --perfdata d -o text 2>said
	"$BIN/atesor-profgen" --binary p --perfdata d --format extbinary -o extbinary 2>said
	llvm-profdata-19 merge --sample --text text -o a
	llvm-profdata-19 merge --sample --text extbinary -o b
	cmp a b
	for format in text extbinary; do llvm-profdata-19 show --sample --detailed-summary $format >$format.summary; done
	cmp text.summary extbinary.summary
	for format in text extbinary; do
		cp $format used
		clang++-19 -std=c++17 -O2 -g -fprofile-sample-use=used -pthread -c -o $format.o "$data/deep.cc"
	done
	cmp text.o extbinary.o
	clang++-19 -std=c++17 -O2 -g -pthread -c -o plain.o "$data/deep.cc"
	run -1 cmp text.o plain.o
	[ "$("$BIN/atesor-profgen" diff text extbinary | jq .places.overlap_pct)" = 100 ]
}

@test "gcc takes the gcov file, and builds other code with it" {
	gcc -O2 -g -o p "$data/inline.c"
	record d ./p 20000
	"$BIN/atesor-profgen" --binary p --perfdata d --format gcov -o p.gcov 2>said
	gcc -O2 -fauto-profile=p.gcov -Wno-missing-profile -S -o with.s "$data/inline.c"
	gcc -O2 -S -o without.s "$data/inline.c"
	run -1 cmp with.s without.s
}

@test "pseudo-probes: the line path all the same" {
	need clang-19 clang-19
	clang-19 -O2 -g -fpseudo-probe-for-profiling -o p "$data/inline.c"
	record d ./p 20000
	"$BIN/atesor-profgen" --binary p --perfdata d -o out 2>said
	grep -q 'pseudo-probe metadata' said
	clang-19 -O2 -g -fdebug-info-for-profiling -funique-internal-linkage-names -o q "$data/inline.c"
	record e ./q 20000
	"$BIN/atesor-profgen" --binary q --perfdata e -o other 2>said
	[ "$("$BIN/atesor-profgen" diff out other | jq '.functions.overlap_pct > 60')" = true ]
}

@test "recordings through a pipe, compressed, of two events, with build-ids in the maps: as the text of perf script says" {
	gcc -O2 -g -o p "$data/inline.c"
	record d ./p 10000
	check() {
		perf script -i "$1" -F pid,ip,time -G --show-mmap-events --show-task-events >script 2>/dev/null
		"$BIN/atesor-profgen" --binary p --perfdata "$1" -o a 2>said
		"$BIN/atesor-profgen" --binary p --perfscript script -o b 2>/dev/null
		cmp a b
	}
	perf record -q -z -e cpu-clock -F 10000 -o z ./p 10000 >/dev/null
	"$BIN/atesor-profgen" --binary p --perfdata z -o out 2>said || grep -q 'without zstd' said
	[ ! -e out ] || check z
	perf record -q --buildid-mmap -e cpu-clock,task-clock -F 10000 -o e ./p 10000 >/dev/null
	check e
	perf record -q -e cpu-clock -F 10000 -o - ./p 10000 >pipe
	"$BIN/atesor-profgen" --binary p --perfdata pipe -o a 2>said
	perf script -i - -F pid,ip,time -G --show-mmap-events --show-task-events <pipe >script 2>/dev/null
	"$BIN/atesor-profgen" --binary p --perfscript script -o b 2>/dev/null
	diff a b || { wc -l script; false; }
}
