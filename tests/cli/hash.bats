# atesor-hash: rows, row sets, errors of rows, saved results and their merge, and the golden example.
load ../helper

H1=$(printf '1%.0s' {1..64})
H2=$(printf '2%.0s' {1..64})

setup() { cd "$BATS_TEST_TMPDIR" || return; }

hash() { run "$BIN/atesor-hash" "$@"; }
# The JSON table of the rows given, and jq's answer from it.
table() { "$BIN/atesor-hash" --format json "$@" >table.json || true; }
of() { jq -r "$1" table.json; }
verdicts() { of '[.outputs[] | "\(.name)=\(.verdict)"] | join(" ")'; }
# A program of one shell command, as a file.
program() {
	printf '#!/bin/sh\n%s\n' "$2" >"$1"
	chmod +x "$1"
}
golden_example() { gcc -O2 -ffp-contract=off -pthread -o golden "$ROOT/examples/golden/golden.c"; }
x86() { [ "$(uname -m)" = x86_64 ] || skip "only on x86-64"; }
two_cpus() { [ "$(nproc)" -ge 2 ] || skip "there is only one CPU"; }
cross() {
	command -v "$1-linux-gnu-gcc" >/dev/null || skip "needs $1-linux-gnu-gcc: apt-get install gcc-${1/_/-}-linux-gnu"
	command -v "qemu-$1-static" >/dev/null || skip "needs qemu-$1-static: apt-get install qemu-user-static"
}

@test "rows that agree: exit 0; one that differs: exit 1, and its name" {
	program p 'echo "x '"$H1"'"; echo "y ${Y:-'"$H1"'}"'
	hash --set none --row a:: --row b:: -- ./p
	[ "$status" -eq 0 ]
	[[ $output == *"x       equal    2 rows"* && ${lines[-1]} == "equal: 2 outputs in 2 rows" ]]
	hash --set none --row a:: --row b:: --row "c:Y=$H2:" -- ./p
	[ "$status" -eq 1 ]
	[[ $output == *"y       UNEQUAL  c differs from a, b"* && $output == *"  $H2  c"* && ${lines[-1]} == "UNEQUAL: 1 of 2 outputs: y (c)" ]]
	table --set none --row a:: --row b:: --row "c:Y=$H2:" -- ./p
	[ "$(verdicts)" = "x=equal y=UNEQUAL" ]
	[ "$(of '.result + " " + (.outputs[1] | "\(.disagree) \(.groups[0].rows)")')" = 'unequal ["c"] ["a","b"]' ]
}

@test "the tallest group is the reference, wherever it stands; of two, the first row" {
	program p 'echo "x $X"'
	table --set none --row "a:X=$H1:" --row "b:X=$H2:" --row "c:X=$H2:" -- ./p
	[ "$(of '.outputs[0].disagree | join(" ")')" = a ]
	table --set none --row "a:X=$H2:" --row "b:X=$H1:" -- ./p
	[ "$(of '.outputs[0].disagree | join(" ")')" = b ]
}

@test "the errors of a row: never equal, exit 1, with the reason" {
	program good "echo 'x $H1'"
	program exits "echo 'x $H1'; echo 'no licence' >&2; exit 7"
	program crashes 'echo "x '"$H1"'"; kill -SEGV $$'
	program hangs "echo 'x $H1'; sleep 60"
	program silent :
	program malformed "echo 'x $H1'; echo 'x is $H1'"
	program cut "printf 'x %.60s' $H1"
	program twice "echo 'x $H1'; echo 'x $H1'"
	program more "echo 'x $H1'; echo 'y $H1'"
	program fewer "echo 'y $H1'"
	program flood 'yes x | head -c 3000000'
	table --set none --timeout 10 --row good::./good --row good2::./good --row exits::./exits --row crashes::./crashes --row hangs::./hangs --row silent::./silent \
		--row malformed::./malformed --row cut::./cut --row twice::./twice --row more::./more --row fewer::./fewer --row flood::./flood --row gone::./gone
	while IFS='|' read -r row reason; do
		[[ $(of ".rows[] | select(.row == \"$row\") | \"\(.status): \(.reason)\"") == "error: $reason"* ]] || { of ".rows[] | select(.row == \"$row\")"; return 1; }
	done <<-E
		exits|exit 7: no licence
		crashes|ended by signal 11 (Segmentation fault)
		hangs|no end after 10 s
		silent|it prints no line '<name> <64 hex digits>' on stdout
		malformed|line 2 is not '<name> <64 hex digits>': 'x is 111
		cut|line 1 is not
		twice|line 2 has the output 'x' a second time
		more|it prints other outputs than most rows do: has also y
		fewer|it prints other outputs than most rows do: lacks x; has also y
		flood|it prints more than 1048576 bytes
		gone|'./gone' cannot be run: No such file or directory
	E
	[ "$(of '.result + " " + (.outputs[0] | "\(.name) \(.verdict) \(.errors | length)")')" = "error x ERROR 11" ]
	for bad in exits crashes silent malformed cut twice more; do
		hash --set none --row "good::./good" --row "bad::./$bad"
		[ "$status" -eq 1 ]
		[[ $output != *" equal"* && ${lines[-1]} == "ERROR: bad" ]]
	done
}

@test "equal output of two crashes is not equal" {
	program p "echo 'x $H1'; exit 1"
	hash --set none --row a:: --row b:: -- ./p
	[ "$status" -eq 1 ]
	[[ ${lines[-1]} == "ERROR: a, b" ]]
}

@test "a row of one's own: environment with colons and blanks, its own command; no shell" {
	program p 'printf "%s" "$A|$B|$1" | sha256sum | sed "s/\(.*\)  -/x \1/"'
	want=$(printf '1:2|3 4:5|c:d e' | sha256sum | cut -d' ' -f1)
	table --set none --row 'a\:b:A=1\:2 B="3 4\:5":./p "c:d e"' --row 'same:A=1\:2 B=3\ 4\:5:' --command "./p 'c:d e'"
	[ "$(of '.rows[0].row + " " + .outputs[0].verdict + " " + .outputs[0].groups[0].sha256')" = "a:b equal $want" ]
	hash --set none --row 'a:A=1:./p | cat'
	[ "$status" -eq 2 ]
	[[ $output == *"'|' is not allowed: no shell runs this"* ]]
}

@test "GLIBC_TUNABLES with its own colons reaches the program" {
	program p 'printf "%s" "$GLIBC_TUNABLES" | sha256sum | sed "s/\(.*\)  -/x \1/"'
	want=$(printf 'glibc.malloc.check=0:glibc.malloc.arena_max=1' | sha256sum | cut -d' ' -f1)
	GLIBC_TUNABLES=glibc.malloc.check=0 table --set none --row 'a:GLIBC_TUNABLES=glibc.malloc.check=0\:glibc.malloc.arena_max=1:' --row b:: -- ./p
	[ "$(of '.outputs[0].groups[] | select(.rows == ["a"]) | .sha256')" = "$want" ]
	# … and the caller's value does not reach the rows that set none.
	[ "$(of '.outputs[0].groups[] | select(.rows == ["b"]) | .sha256')" = "$(printf '' | sha256sum | cut -d' ' -f1)" ]
}

@test "the environment: equal for all rows, the locale and time zone fixed, stdin empty" {
	program p '{ echo "$LC_ALL $TZ $ATESOR_THREADS $OMP_NUM_THREADS"; cat; } | sha256sum | sed "s/\(.*\)  -/x \1/"'
	echo input | LC_ALL=tr_TR.UTF-8 TZ=Asia/Tokyo ATESOR_THREADS=9 OMP_NUM_THREADS=3 "$BIN/atesor-hash" --set none --format json --row a:: --row b:: ./p >table.json
	[ "$(of '.outputs[0].groups[0].sha256')" = "$(echo "C UTC0  " | sha256sum | cut -d' ' -f1)" ]
}

@test "the default rows: all CPUs, and one with the threads variable" {
	two_cpus
	program p 'printf "%s %s" "$(nproc)" "$ATESOR_THREADS$TEAM" | sha256sum | sed "s/\(.*\)  -/x \1/"'
	sum() { printf '%s' "$1" | sha256sum | cut -d' ' -f1; }
	table ./p
	[ "$(of '[.outputs[0].groups[] | "\(.rows[0])=\(.sha256)"] | sort | join(" ")')" = "1-cpu=$(sum '1 1') all-cpus=$(sum "$(nproc) ")" ]
	table --threads-variable TEAM ./p
	[ "$(of '[.outputs[0].groups[] | "\(.rows[0])=\(.sha256)"] | sort | join(" ")')" = "1-cpu=$(sum '1 1') all-cpus=$(sum "$(nproc) ")" ]
}

@test "one CPU only: all-cpus is not run, so nothing is compared: exit 3" {
	program p "echo 'x $H1'"
	run taskset -c "$(taskset -cp $$ | sed 's/.*[ ,-]//')" "$BIN/atesor-hash" ./p
	[ "$status" -eq 3 ]
	[[ $output == *"all-cpus  not run: there is only one CPU here"* && ${lines[-1]} == "not compared: only one row could be run" ]]
}

@test "the set dotnet has its eight rows, with --aot-cmd for two of them" {
	program p 'env | grep -E "^(DOTNET_Enable|ATESOR_THREADS)" | LC_ALL=C sort | tr "\n" " " >>"log.$1"; echo >>"log.$1"; echo "x '"$H1"'"'
	table --set dotnet --jobs 1 --aot-cmd './p aot' -- ./p jit
	[ "$(of '[.rows[].row] | join(" ")')" = "jit-default jit-1thread jit-no-avx512 jit-no-avx2 jit-no-dotprod jit-no-hwintrinsic aot-default aot-1thread" ]
	[ "$(sort log.aot)" = "$(printf '\nATESOR_THREADS=1 ')" ]
	grep -q '^DOTNET_EnableHWIntrinsic=0 $' log.jit
	if [ "$(uname -m)" = x86_64 ]; then
		[ "$(of '.rows[4] | "\(.status): \(.reason)"')" = "not run: it is for aarch64, and this machine is x86_64" ]
		! grep -q avx2 /proc/cpuinfo || grep -q '^DOTNET_EnableAVX2=0 $' log.jit
		! grep -q avx512f /proc/cpuinfo || grep -q '^DOTNET_EnableAVX512=0 DOTNET_EnableAVX512F=0 $' log.jit
	fi
	table --set dotnet -- ./p jit
	[ "$(of '[.rows[6:][] | "\(.status): \(.reason)"] | unique | join(" ")')" = "not run: no NativeAOT build was named (--aot-cmd)" ]
}

@test "the set openblas names only cores that this CPU can stand in for" {
	x86
	program p 'echo "$OPENBLAS_CORETYPE $OPENBLAS_NUM_THREADS" >>log; echo "x '"$H1"'"'
	table --set openblas --jobs 1 ./p
	[ "$(of .result)" = equal ]
	grep -q '^Prescott $' log && grep -q '^ 1$' log
	if grep -q avx512f /proc/cpuinfo; then grep -q '^SkylakeX $' log; else [ "$(grep -c SkylakeX log)" -eq 0 ]; fi
	[ "$(of '.rows[] | select(.row == "openblas-armv8") | .status')" = "not run" ]
}

@test "a CPU model that the emulator does not know is not run, with its own words" {
	cross riscv64
	echo 'int main(void) { return 0; }' >t.c
	riscv64-linux-gnu-gcc -static -o t t.c
	mkdir fake
	printf '#!/bin/sh\n[ "$2" != sifive-u54 ] || { echo "model? what model" >&2; exit 1; }\n[ "$2" != rv64 ] || echo "hm" >&2\nexec %s "$@"\n' "$(command -v qemu-riscv64-static)" >fake/qemu-riscv64-static
	chmod +x fake/qemu-riscv64-static
	PATH=$PWD/fake:$PATH table --set qemu-riscv64 ./t
	[[ $(of '.rows[] | select(.row == "qemu-riscv64-u54") | "\(.status): \(.reason)"') == "not run: "*"does not run the CPU model 'sifive-u54': model? what model" ]]
	[[ $(of '.rows[] | select(.row == "qemu-riscv64-rv64") | "\(.status): \(.reason)"') == "not run: "*"hm" ]]
	[ "$(of '.rows[] | select(.row == "qemu-riscv64-no-zb") | .status')" = error ]
}

@test "without the emulator, and for a program of another architecture, the reason is said" {
	program p "echo 'x $H1'"
	cp "$(type -P true)" t
	mkdir bin && ln -s "$(command -v jq)" "$(command -v getconf)" bin
	run env PATH="$PWD/bin" "$BIN/atesor-hash" --set qemu-riscv64 ./t
	[ "$status" -eq 3 ]
	[[ $output == *"qemu-riscv64-u54    not run: qemu-riscv64 was not found: install the package qemu-user-static"* && ${lines[-1]} == "not compared: no row could be run" ]]
	cross riscv64
	hash --set qemu-riscv64 ./t
	[[ $output == *"not run: './t' is a program for $(uname -m), not for riscv64"* ]]
	hash --set qemu-riscv64 ./p
	[[ $output == *"not run: './p' is no program that qemu-riscv64 can run"* ]]
}

@test "rows run side by side, those about CPUs alone" {
	two_cpus
	# A row that should have others beside it waits for the first of them.
	program p 'mkdir "in.$$"; sleep 0.5; for n in $(seq 600); do set -- in.*; [ "$KIND" = side ] && [ $# -eq 1 ] && [ ! -e seen.side ] || break; sleep 0.1; done; set -- in.*; echo $# >>"seen.$KIND"; sleep 0.5; rmdir "in.$$"; echo "x '"$H1"'"'
	table --jobs 4 --set none --row a:KIND=side: --row b:KIND=side: --row c:KIND=side: --row d:KIND=side: -- ./p
	[ "$(sort -n seen.side | tail -n 1)" -gt 1 ]
	table --set openblas --set default --jobs 4 --row one:KIND=x: -- ./p
	rm -f seen.*
	table --jobs 4 --set default -- ./p
	[ "$(sort -u seen.)" = 1 ]
	table --jobs 1 --set none --row a:KIND=single: --row b:KIND=single: -- ./p
	[ "$(sort -u seen.single)" = 1 ]
}

@test "an interrupt ends the rows and saves nothing" {
	program p ': >begun; sleep 50; echo "x '"$H1"'"'
	"$BIN/atesor-hash" --save s.json --set none --row a:: --row b:: ./p &
	pid=$!
	await [ -e begun ]
	kill -TERM "$pid"
	code=0; wait "$pid" || code=$?
	[ "$code" -eq 143 ]
	[ ! -e s.json ]
}

@test "--save and --merge: machines are told apart, equal outputs stay equal, exit codes" {
	program p 'echo "x $X"'
	"$BIN/atesor-hash" --save a.json --machine one --set none --row r:X="$H1": ./p >/dev/null
	"$BIN/atesor-hash" --save b.json --machine two --set none --row r:X="$H1": ./p >/dev/null
	"$BIN/atesor-hash" --save c.json --machine two --set none --row r:X="$H2": ./p >/dev/null
	[ "$(jq -r '[.schema, .name, .machine.arch, .rows[0].environment[0]] | join(" ")' a.json)" = "atesor.golden/1 one $(uname -m) X=$H1" ]
	hash --merge a.json b.json
	[ "$status" -eq 0 ]
	[[ ${lines[-1]} == "equal: 1 output in 2 rows" ]]
	hash --merge a.json b.json c.json
	[ "$status" -eq 1 ]
	[[ ${lines[-1]} == "UNEQUAL: 1 of 1 outputs: x (two#2/r)" ]]
	hash --merge --format markdown a.json b.json c.json
	[ "$status" -eq 1 ]
	[[ $output == *"| x | UNEQUAL | two#2/r differs from one/r, two/r |"* && $output == *"| x | \`$H2\` | two#2/r |"* ]]
	hash --merge --format json a.json b.json c.json
	[ "$status" -eq 1 ]
	[ "$(jq -r '.result + " " + .outputs[0].disagree[0] + " " + (.machines | length | tostring)' <<<"$output")" = "unequal two#2/r 3" ]
	# One row alone is not compared with anything.
	hash --merge a.json
	[ "$status" -eq 3 ]
	# A file without its last newline is a file like any other.
	printf '%s' "$(cat b.json)" >b2.json
	hash --merge a.json b2.json
	[ "$status" -eq 0 ]
}

@test "--merge: an output that one machine does not print, an error on one machine" {
	program p "echo 'x $H1'; echo 'y $H1'"
	program q "echo 'x $H1'"
	program r "echo 'x $H1'; exit 9"
	"$BIN/atesor-hash" --save p.json --machine p --set none --row a:: --row b:: ./p >/dev/null
	"$BIN/atesor-hash" --save q.json --machine q --set none --row a:: ./q >/dev/null
	code=0; "$BIN/atesor-hash" --save r.json --machine r --set none --row a:: ./r >/dev/null || code=$?
	[ "$code" -eq 1 ]
	hash --merge p.json q.json
	[ "$status" -eq 1 ]
	[[ $output == *"q/a  ERROR: it prints other outputs than most rows do: lacks y"* && ${lines[-1]} == "ERROR: q/a" ]]
	hash --merge p.json r.json
	[ "$status" -eq 1 ]
	[[ $output == *"r/a  ERROR: exit 9"* ]]
}

@test "--merge refuses what --save did not write, naming the file" {
	program p "echo 'x $H1'"
	"$BIN/atesor-hash" --save a.json --set none --row r:: ./p >/dev/null
	echo '{"schema":"atesor.golden/1"' >cut.json
	: >empty.json
	echo '{"schema":"atesor.probe/1"}' >other.json
	jq '.rows[0].outputs[0].sha256 = "12"' a.json >short.json
	jq '.rows[0].outputs = []' a.json >none.json
	jq '.rows[0].status = "waiting"' a.json >waiting.json
	for bad in cut empty other short none waiting; do
		hash --merge a.json "$bad.json"
		[ "$status" -eq 3 ]
		[[ $output == *"error: '$bad.json' is not what 'atesor-hash --save' wrote"* ]]
	done
	hash --merge a.json gone.json
	[ "$status" -eq 3 ]
	[[ $output == *"cannot read 'gone.json': No such file"* ]]
}

@test "--save - gives the record on stdout, the table on stderr" {
	program p "echo 'x $H1'"
	"$BIN/atesor-hash" --save - --set none --row a:: --row b:: ./p 2>table.txt | jq -e '.rows | length == 2'
	grep -q '^equal: 1 output in 2 rows$' table.txt
	hash --save no/such/dir/s.json --set none --row a:: ./p
	[ "$status" -eq 3 ]
	[[ $output == *"cannot write 'no/such/dir/s.json'"* ]]
}

@test "usage errors: exit 2, and what is wanted" {
	program p "echo 'x $H1'"
	while IFS='|' read -r words message; do
		eval "hash $words"
		[ "$status" -eq 2 ] || { echo "$words: exit $status"; return 1; }
		[[ $output == *"$message"* ]] || { echo "$words: $output"; return 1; }
	done <<-'E'
		|there is nothing to run
		--set none|there is nothing to run
		--set nope ./p|--set takes none, default, glibc-x86
		--set default|the set 'default' needs a COMMAND
		--row a|it has no colon
		--row a:b|it has one colon only
		--row a:b:./p|'b' is not NAME=VALUE
		--row a::|the row 'a' has no command
		--row a:: --row a:: ./p|there are two rows 'a'
		--row all-cpus:: ./p|there are two rows 'all-cpus'
		--format xml ./p|--format takes text, markdown or json
		--timeout 0 ./p|--timeout takes seconds
		--threads-variable A=B ./p|takes the name of a variable
		--command ./p ./p|give one of them
		--command '' |--command is empty
		--merge|--merge needs the files
		--merge --save x y|--merge only reads
	E
}

@test "golden example: the default rows find exactly the failure that depends on threads" {
	two_cpus
	golden_example
	hash ./golden
	[ "$status" -eq 1 ]
	[[ ${lines[-1]} == "UNEQUAL: 1 of 4 outputs: sum-threads (1-cpu)" ]]
}

@test "golden example: the rows of the C library find exactly the fused multiply-add" {
	x86
	grep -qw fma /proc/cpuinfo || skip "this CPU has no FMA"
	ldd --version 2>&1 | grep -qi 'glibc\|gnu libc' || skip "needs the GNU C library"
	golden_example
	hash --set glibc-x86 ./golden
	[ "$status" -eq 1 ]
	[[ ${lines[-1]} == "UNEQUAL: 1 of 4 outputs: dot-fma (glibc-no-avx2, glibc-no-fma)" ]]
}

@test "a C library without these masks: the rows are not run" {
	x86
	program p "echo 'x $H1'"
	program getconf 'echo glibc 2.32'
	PATH=$PWD:$PATH table --set glibc-x86 ./p
	[ "$(of '[.rows[] | .status] | join(" ")')" = "ok not run not run not run" ]
	[[ $(of '.rows[3].reason') == "the C library is not glibc 2.33 or later"* || $(of '.rows[3].reason') == "this CPU has no fma" ]]
}

@test "golden example: the emulated rows find exactly the fused multiply-add" {
	x86
	command -v qemu-x86_64-static >/dev/null || skip "needs qemu-x86_64-static: apt-get install qemu-user-static"
	golden_example
	table --set qemu-x86_64 ./golden
	[ "$(verdicts)" = "dot4=equal sum-fixed=equal dot-fma=UNEQUAL sum-threads=equal" ]
	[ "$(of '[.outputs[2].groups[].rows | sort | join(" ")] | sort | join("; ")')" = \
		"qemu-x86_64-haswell qemu-x86_64-max; qemu-x86_64-nehalem qemu-x86_64-no-fma qemu-x86_64-v1" ]
}

@test "golden example: two emulated machines, saved and merged, give the same verdicts" {
	x86
	cross riscv64
	golden_example
	riscv64-linux-gnu-gcc -O2 -ffp-contract=off -static -pthread -o golden.rv "$ROOT/examples/golden/golden.c"
	"$BIN/atesor-hash" --save old.json --machine nehalem --set none --row all:QEMU_CPU=Nehalem:'qemu-x86_64-static ./golden' \
		--row 2threads:'QEMU_CPU=Nehalem ATESOR_THREADS=2':'qemu-x86_64-static ./golden' >/dev/null || true
	"$BIN/atesor-hash" --save new.json --machine haswell --set none --row 2threads:'QEMU_CPU=max ATESOR_THREADS=2':'qemu-x86_64-static ./golden' >/dev/null
	"$BIN/atesor-hash" --save board.json --machine u54 --set none --row 2threads:'QEMU_CPU=sifive-u54 ATESOR_THREADS=2':'qemu-riscv64-static ./golden.rv' \
		--row 1thread:'QEMU_CPU=sifive-u54 ATESOR_THREADS=1':'qemu-riscv64-static ./golden.rv' >/dev/null || true
	# Same machine kind and threads: nothing differs. FMA against none: dot-fma. One thread against two: sum-threads.
	table --merge --format json new.json board.json
	[ "$(verdicts)" = "dot4=equal sum-fixed=equal dot-fma=equal sum-threads=UNEQUAL" ]
	[ "$(of '.outputs[3].disagree | join(" ")')" = "u54/1thread" ]
	table --merge --format json old.json new.json
	[ "$(of '[.outputs[] | select(.verdict == "UNEQUAL") | "\(.name): \(.disagree | join(" "))"] | .[0]')" = "dot-fma: haswell/2threads" ]
	[ "$(of '.outputs[0].verdict + " " + .outputs[1].verdict')" = "equal equal" ]
}

@test "01-fma: x86-64 and riscv64 differ, without contraction they agree" {
	x86
	cross riscv64
	for how in on off; do
		flags=; [ $how = on ] || flags=-ffp-contract=off
		gcc -O2 $flags -o x86 "$CASES/01-fma/dot.c"
		riscv64-linux-gnu-gcc -O2 $flags -static -o riscv "$CASES/01-fma/dot.c"
		"$BIN/atesor-hash" --stdout --save x86.json --machine x86 ./x86 >/dev/null
		"$BIN/atesor-hash" --stdout --save riscv.json --machine riscv --set qemu-riscv64 ./riscv >/dev/null
		hash --merge x86.json riscv.json
		echo "$output"
		if [ $how = on ]; then
			[ "$status" -eq 1 ]
			[[ ${lines[-1]} == "UNEQUAL: 1 of 1 outputs: stdout (x86/all-cpus, x86/1-cpu)" || ${lines[-1]} == "UNEQUAL: 1 of 1 outputs: stdout (x86/1-cpu)" ]]
		else
			[ "$status" -eq 0 ]
			[[ ${lines[-1]} == "equal: 1 output in "* ]]
		fi
	done
}

@test "14-threads: all CPUs and 1 CPU are unequal" {
	two_cpus
	gcc -O2 -pthread -o p "$CASES/14-threads/a.c"
	hash --stdout ./p
	[ "$status" -eq 1 ]
	[[ ${lines[-1]} == "UNEQUAL: 1 of 1 outputs: stdout (1-cpu)" ]]
}

@test "vlen: fast-math vector code is unequal across vector lengths, the other equal; without vectors it is an error" {
	cross riscv64
	command -v clang-19 >/dev/null || skip "needs clang-19: apt-get install clang-19"
	for how in plain fast; do
		flags=; [ $how = plain ] || flags=-ffast-math
		clang-19 --target=riscv64-linux-gnu -march=rv64gcv -O3 $flags -c -o v.o "$CASES/vlen/v.c"
		riscv64-linux-gnu-gcc -O2 -static -o $how "$CASES/vlen/m.c" v.o
	done
	rows=(--row v128:'QEMU_CPU=rv64,v=true,vext_spec=v1.0,vlen=128': --row v256:'QEMU_CPU=rv64,v=true,vext_spec=v1.0,vlen=256': --row v512:'QEMU_CPU=rv64,v=true,vext_spec=v1.0,vlen=512':)
	hash --stdout --set none "${rows[@]}" qemu-riscv64-static ./plain
	[ "$status" -eq 0 ]
	hash --stdout --set none "${rows[@]}" qemu-riscv64-static ./fast
	[ "$status" -eq 1 ]
	[[ ${lines[-1]} == "UNEQUAL: 1 of 1 outputs: stdout (v256)" ]]
	table --stdout --set qemu-riscv64 ./fast
	[ "$(of '.outputs[0] | .verdict + " " + (.groups[0].rows | join(" ")) + " / " + (.disagree | join(" "))')" = "UNEQUAL qemu-riscv64-v128 qemu-riscv64-v512 / qemu-riscv64-v256" ]
	[[ $(of '.rows[] | select(.row == "qemu-riscv64-u54") | .reason') == "ended by signal 4 (Illegal instruction)"* ]]
}
