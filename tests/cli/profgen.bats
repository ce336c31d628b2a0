# atesor-profgen on recordings that are made up, so that every count is known. perfsynth.c tells what the words of a scenario mean.
load ../helper
bats_require_minimum_version 1.5.0

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return
	gcc -O1 -o synth "$BATS_TEST_DIRNAME/../data/profgen/perfsynth.c"
	# One function a statement a line, so that the lines of the profile are known: hot begins on line 1, cold on line 6.
	printf '%s\n' 'int hot(int x) {' '	x += 3;' '	x *= x;' '	return x;' '}' 'int cold(int x) {' '	return x - 1;' '}' \
		'int main(int c, char **v) {' '	(void)v;' '	return hot(c) + cold(c);' '}' >w.c
	gcc -g -O0 -Wl,--build-id=sha1 -o w w.c
	gcc -g -O0 -no-pie -fno-pie -Wl,--build-id=none -o fixed w.c
	gcc -g -O0 -DX -Wl,--build-id=0x1122334455667788 -o other w.c
	strip -o bare w
	objcopy --only-keep-debug w w.debug
	id=$(readelf -n w | sed -n 's/.*Build ID: //p')
	seg=$(readelf -lW w | awk '$1 == "LOAD" && /R E/ { print $2; exit }')      # offset and address are the same
	hot=$(line w.c 2)
	cold=$(line w.c 7)
	export id seg hot cold
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$BATS_FILE_TMPDIR"/{w,fixed,other,bare,w.c,w.debug} .
}

# line FILE.c N: the address of the first instruction on that line of w, in hex.
line() {
	objdump -dl --no-show-raw-insn w | awk -v l="/w.c:$2\$" '$0 ~ l || $1 ~ l { at = 1; next } at && /^ *[0-9a-f]+:/ { sub(":", "", $1); print "0x" $1; exit }'
}

at() { printf '0x%x' $(($1 + $2)); }      # at BASE ADDRESS

map() {      # map PID BASE [PATH [ID]]: the code of w
	echo "map $1 $(at "$2" "$seg") 0x1000 $seg ${3:-/opt/w} ${4:-$id}"
}

times() {    # times N LINE: the line N times
	for ((i = 0; i < $1; i++)); do echo "$2"; done
}

synth() { "$BATS_FILE_TMPDIR/synth" "$@"; }

# counts [OPTION…]: from a scenario, "function line count" of what is not 0, from perf.data of all kinds; they must agree.
counts() {
	cat >scenario
	synth <scenario >file.data
	synth --pipe <scenario >pipe.data
	synth --big <scenario >big.data
	"$BIN/atesor-profgen" --binary w "$@" --perfdata file.data -o file.prof 2>said
	"$BIN/atesor-profgen" --binary w "$@" --perfdata pipe.data -o pipe.prof 2>/dev/null
	"$BIN/atesor-profgen" --binary w "$@" --perfdata big.data -o big.prof 2>/dev/null
	cmp file.prof pipe.prof && cmp file.prof big.prof
	show file.prof
}

show() { awk -F: '/^[^ ]/ { f = $1; next } $2 > 0 { gsub(" ", ""); print f, $1, $2 }' "$1" | sort; }

@test "samples of two functions: lines, counts, totals, zeros; the same from perf script" {
	{ map 10 0x5000000; times 3 "sample 10 $(at 0x5000000 "$hot")"; echo "sample 10 $(at 0x5000000 "$cold")"; } >s
	[ "$(counts <s)" = $'cold 1 1\nhot 1 3' ]
	printf '%s\n' 'hot:3:0' ' 0: 0' ' 1: 3' ' 2: 0' ' 3: 0' ' 4: 0' 'cold:1:0' ' 0: 0' ' 1: 1' ' 2: 0' >want
	diff want file.prof
	synth --script <s >s.txt
	"$BIN/atesor-profgen" --binary w --perfscript s.txt -o script.prof 2>said
	diff want script.prof
	"$BIN/atesor-profgen" -ba -binary=w -perfscript=s.txt --output=- 2>said | diff want -
	"$BIN/atesor-profgen" --binary w --ps - -o - <s.txt 2>said | diff want -
	# Other fields: the event's name, the CPU, the command; no time. Addresses of call chains are of no use.
	sed '/PERF_RECORD/!s/^ *\(10\) \(.*:\) */w x  \1\/10 [001] \2 cpu-clock: /' s.txt >fields.txt
	sed '/PERF_RECORD/!s/ [0-9.]*: / /' s.txt >untimed.txt
	for f in fields untimed; do "$BIN/atesor-profgen" --binary w --ps $f.txt -o - 2>said | diff want -; done
	sed '/PERF_RECORD/!s/: */:\n\t /' s.txt >chains.txt
	run -3 "$BIN/atesor-profgen" --binary w --ps chains.txt -o no
	[[ $output == *"it holds call chains: print it again with perf script -G"* ]]
}

@test "several processes at once, at different addresses" {
	[ "$({ map 10 0x5000000; map 11 0x7000000; echo "sample 10 $(at 0x5000000 "$hot")"; echo "sample 11 $(at 0x7000000 "$hot")"
		echo "sample 11 $(at 0x5000000 "$hot")"; echo "sample 10 $(at 0x5000000 "$hot")"; } | counts)" = "hot 1 3" ]
	grep -q '1 (25.0 %) where nothing is mapped' said
}

@test "--pid takes some processes only" {
	{ map 10 0x5000000; map 11 0x7000000; times 2 "sample 10 $(at 0x5000000 "$hot")"; echo "sample 11 $(at 0x7000000 "$hot")"; } >s
	[ "$(counts --pid 10 <s)" = "hot 1 2" ]
	grep -q '1 (33.3 %) of other processes' said
	[ "$(counts --pid=10 -pid=11 <s)" = "hot 1 3" ]
	synth <s >x
	run -3 "$BIN/atesor-profgen" --binary w --perfdata x --pid 12 -o out
	[[ $output == *"next step: --pid leaves out"* ]]
	[ ! -e out ]
}

@test "relocated: the newest map wins" {
	[ "$({ map 10 0x5000000; map 10 0x9000000; echo "sample 10 $(at 0x9000000 "$hot")"; echo "sample 10 $(at 0x5000000 "$cold")"; } | counts)" = \
		$'cold 1 1\nhot 1 1' ]
	# the same address range shows another part of the code after the second map
	[ "$({ echo "map 10 0x9000000 0x1000 $seg /opt/w $id"; echo "sample 10 $(at 0x9000000 $((hot - seg)))"
		echo "map 10 0x9000000 0x2000 $(at "$seg" -0x1000) /opt/w $id"; echo "sample 10 $(at 0x9001000 $((cold - seg)))"; } | counts)" = $'cold 1 1\nhot 1 1' ]
}

@test "a forked child has its parent's maps, and keeps them when the parent changes" {
	[ "$({ map 10 0x5000000; echo "fork 20 20 10 10"; echo "data 10 0x5000000 0x10000 0 /tmp/x"; echo "sample 20 $(at 0x5000000 "$hot")"
		echo "sample 10 $(at 0x5000000 "$hot")"; echo "exit 10 10 1 1"; echo "sample 20 $(at 0x5000000 "$cold")"; } | counts)" = $'cold 1 1\nhot 1 1' ]
}

@test "a process that was there before is not a copy of its parent" {
	{ map 10 0x5000000; echo "fork 20 20 10 10 fresh"; echo "sample 20 $(at 0x5000000 "$hot")"; echo "sample 10 $(at 0x5000000 "$cold")"; } >s
	[ "$(counts <s)" = "cold 1 1" ]
	grep -q 'in processes without maps' said
	synth --script <s >s.txt
	"$BIN/atesor-profgen" --binary w --perfscript s.txt -o - 2>/dev/null | diff file.prof -
}

@test "exec clears the maps" {
	[ "$({ map 10 0x5000000; echo "sample 10 $(at 0x5000000 "$hot")"; echo "exec 10 sh"; echo "sample 10 $(at 0x5000000 "$hot")"
		map 10 0x6000000; echo "sample 10 $(at 0x6000000 "$cold")"; } | counts)" = $'cold 1 1\nhot 1 1' ]
	grep -q '1 (33.3 %) in processes without maps' said
}

@test "the exit of a thread changes nothing, that of the last one clears the maps" {
	[ "$({ map 10 0x5000000; echo "fork 10 11 10 10"; echo "exit 10 10 1 1"; echo "sample 10 $(at 0x5000000 "$hot")"; echo "exit 10 11 1 1"
		echo "sample 10 $(at 0x5000000 "$hot")"; } | counts)" = "hot 1 1" ]
	grep -q '1 (50.0 %) in processes without maps' said
}

@test "a foreign map over the binary hides it" {
	{ map 10 0x5000000; echo "map 10 $(at 0x5000000 "$hot") 2 0 /opt/jit"; echo "sample 10 $(at 0x5000000 "$hot")"
		echo "sample 10 $(at 0x5000000 "$cold")"; } >s
	[ "$(counts <s)" = "cold 1 1" ]
	grep -q 'in other files: /opt/jit 1' said
	[ "$(sed 's/^map 10 \(.*\) 0 .opt.jit/data 10 \1 0 anon/' s | counts)" = "cold 1 1" ]
}

@test "order of time, not of the file: each buffer of a round has its own" {
	{ echo "at 5000000"; echo "sample 10 $(at 0x5000000 "$hot")"; echo "at 9000000"; echo "exit 10 10 1 1"; echo "round"
		echo "at 1000000"; map 10 0x5000000; echo "at 8000000"; echo "sample 10 $(at 0x5000000 "$hot")"; echo "round"
		echo "at 9500000"; echo "sample 10 $(at 0x5000000 "$cold")"; } >s
	[ "$(counts <s)" = "hot 1 2" ]
	grep -q '1 (33.3 %) in processes without maps' said
}

@test "records that are not known, areas of other bytes and lost samples do no harm; the last are told" {
	[ "$({ map 10 0x5000000; echo "unknown 82 0"; echo "unknown 200 40"; echo "aux 1000"; echo "lost 7"; echo "sample 10 $(at 0x5000000 "$hot")"; } | counts)" = "hot 1 1" ]
	grep -q 'perf has lost 7 samples' said
	grep -q '1 records of types that are not known' said
	synth <scenario >whole
	head -c $(($(stat -c %s whole) - 20)) whole >cut
	run -3 "$BIN/atesor-profgen" --binary w --perfdata cut -o out
	[[ $output == *"the profile would be empty"* ]]
	{ cat scenario; echo "sample 10 $(at 0x5000000 "$hot")"; } | synth >whole
	head -c $(($(stat -c %s whole) - 20)) whole >cut
	"$BIN/atesor-profgen" --binary w --perfdata cut -o cut.prof 2>said
	[ "$(show cut.prof)" = "hot 1 1" ]
	grep -q 'ends in the middle of a record' said
}

@test "several events: all of them, or one by --event" {
	{ map 10 0x5000000; times 2 "sample 10 $(at 0x5000000 "$hot") u 0"; echo "sample 10 $(at 0x5000000 "$hot") u 1"; } >s
	synth --events 2 <s >x
	for want in "hot 1 3:" "hot 1 2:--event=1" "hot 1 1:--event=2"; do
		"$BIN/atesor-profgen" --binary w --perfdata x ${want#*:} -o out 2>said
		[ "$(show out)" = "${want%:*}" ]
	done
	grep -q 'event 1 .*: 2 samples, left out by --event' said
	run -3 "$BIN/atesor-profgen" --binary w --perfdata x --event cycles -o no
	[[ $output == *"there is no event 'cycles'"* ]]
}

@test "kernel samples do not count for a program, and do for a kernel" {
	[ "$({ map 10 0x5000000; echo "map -1 0xffffffff81000000 0x1000000 0xffffffff81000000 [kernel.kallsyms]_text"
		echo "sample 10 0xffffffff81000040 k"; echo "sample 10 $(at 0x5000000 "$hot") g"; echo "sample 10 $(at 0x5000000 "$hot")"; } | counts)" = "hot 1 1" ]
	grep -q '1 (33.3 %) in the kernel' said
	grep -q '1 (33.3 %) in a guest' said
	# A kernel: a program that is linked for its addresses, with the symbol _text at its start. It is mapped elsewhere.
	printf '%s\n' '.globl _text' '.text' '_text:' >t.s
	gcc -g -O0 -nostdlib -no-pie -fno-pie -ffreestanding -Wl,-Ttext=0x81000000,-e,main -o vmlinux t.s w.c
	offset=$(($(nm vmlinux | awk '$3 == "cold" { print "0x" $1 }') - $(nm vmlinux | awk '$3 == "_text" { print "0x" $1 }')))
	for process in 10 99; do echo "sample $process $(at 0xffffffff93000000 $offset) k"; done >s
	echo "map -1 0xffffffff93000000 0x1000000 0xffffffff93000000 [kernel.kallsyms]_text" | cat - s | synth >x
	"$BIN/atesor-profgen" --binary vmlinux --perfdata x -o out 2>said
	[ "$(show out)" = "cold 0 2" ]
	echo "map -1 0xffffffff93000000 0x1000000 0xffffffff93000000 [kernel.kallsyms]_text" | cat - s | synth --script >x
	"$BIN/atesor-profgen" --binary vmlinux --perfscript x -o - 2>said | diff out -
}

@test "a stripped binary: debug file by name, beside it, and not that of another build" {
	{ map 10 0x5000000 /opt/bare; echo "sample 10 $(at 0x5000000 "$hot")"; } | synth >x
	run -3 "$BIN/atesor-profgen" --binary bare --perfdata x -o out
	[[ $output == *"next step: build 'bare' with -g"*"--debug-binary"* ]]
	"$BIN/atesor-profgen" --binary bare --debug-binary w.debug --perfdata x -o out 2>said
	[ "$(show out)" = "hot 1 1" ]
	cp -L bare linked
	cp -L w.debug linked.debug
	objcopy --add-gnu-debuglink=linked.debug linked
	"$BIN/atesor-profgen" --binary linked --perfdata x -o beside 2>said
	cmp out beside
	mkdir .debug && mv linked.debug .debug
	"$BIN/atesor-profgen" --binary linked --perfdata x -o beside 2>said
	cmp out beside
	run -3 "$BIN/atesor-profgen" --binary bare --debug-binary other --perfdata x -o no
	[[ $output == *"another build: build-id 1122334455667788, the binary's is $id"* ]]
}

@test "another build is refused, with both build-ids" {
	{ map 10 0x5000000 /opt/w 1122334455667788; echo "sample 10 $(at 0x5000000 "$hot")"; } >s
	synth <s >x
	synth --script <s >x.txt
	for input in "--perfdata x" "--perfscript x.txt"; do
		run -3 "$BIN/atesor-profgen" --binary w $input -o no
		[[ $output == *"its build-id is $id, the recorded one is 1122334455667788"* ]]
		[ ! -e no ]
	done
	# The same from the list of build-ids that perf puts behind the data, or into a pipe.
	{ map 10 0x5000000 /opt/w; echo "sample 10 $(at 0x5000000 "$hot")"; echo "id /opt/w 1122334455667788"; } | sed "s/ $id//" >s
	for how in "" --pipe; do
		synth $how <s >x
		run -3 "$BIN/atesor-profgen" --binary w --perfdata x -o no
		[[ $output == *"the recorded one is 1122334455667788"* ]]
	done
	# Some samples of the right build: the others are left out, and told.
	{ map 10 0x5000000; map 11 0x5000000 /opt/w 1122334455667788; for p in 10 11; do echo "sample $p $(at 0x5000000 "$hot")"; done; } >s
	[ "$(counts <s)" = "hot 1 1" ]
	grep -q "1 samples are left out: they are from another build of '/opt/w'" said
}

@test "a build-id finds the binary under another name; without ids the name does, with a warning" {
	[ "$({ map 10 0x5000000 /opt/renamed; echo "sample 10 $(at 0x5000000 "$hot")"; } | counts)" = "hot 1 1" ]
	! grep -q warning said || return 1
	[ "$({ map 10 0x5000000 /opt/w; echo "sample 10 $(at 0x5000000 "$hot")"; } | sed "s/ $id//" | counts)" = "hot 1 1" ]
	grep -q "warning: '/opt/w' was taken for 'w' by its name" said
	[ "$({ map 10 0x5000000 /opt/renamed; echo "sample 10 $(at 0x5000000 "$hot")"; echo "id /opt/renamed $id"; } | sed "/^map/s/ $id//" >s
		synth <s >x; "$BIN/atesor-profgen" --binary w --perfdata x -o out 2>said; show out)" = "hot 1 1" ]
}

@test "no map, other files, nothing at all: where the samples went, and the next step" {
	for p in 10 11; do echo "sample $p $(at 0x5000000 "$hot")"; done | synth >x
	run -3 "$BIN/atesor-profgen" --binary w --perfdata x -o no
	[[ $output == *"2 samples: 2 (100.0 %) in processes without maps"*"next step: the recording lacks its maps"* ]]
	{ map 10 0x5000000 /usr/bin/tool 00112233; times 3 "sample 10 $(at 0x5000000 "$hot")"; } | synth >x
	run -3 "$BIN/atesor-profgen" --binary w --perfdata x -o no
	[[ $output == *"in other files: /usr/bin/tool 3"*"next step: no map of the recording is called 'w'"* ]]
	map 10 0x5000000 | synth >x
	run -3 "$BIN/atesor-profgen" --binary w --perfdata x -o no
	[[ $output == *"0 samples: none"*"next step: record for longer"* ]]
	[ ! -e no ]
}

@test "a binary without build-id and debug information" {
	strip -o naked fixed
	base=$(nm fixed | awk '$3 == "hot" { print "0x" $1 }')
	{ echo "map 10 0x401000 0x1000 0x1000 /opt/naked"; echo "sample 10 $base"; } | synth >x
	run -3 "$BIN/atesor-profgen" --binary naked --perfdata x -o no
	[[ $output == *"the profile would be empty"*"1 (100.0 %) in naked"*"with -g"* ]]
}

@test "64 MB of garbage: an error at once, from every reader" {
	head -c 1M /dev/urandom >some
	for _ in {1..64}; do cat some; done >garbage
	for input in --perfdata --perfscript --unsymbolized-profile; do
		run -3 timeout 200 "$BIN/atesor-profgen" --binary w $input garbage -o no
		[[ $output == *"error: "* ]]
	done
	{ synth <<<"map 10 0x5000000 0x1000 0x1000 /opt/w"; head -c 64M garbage; } >x
	printf '\0\0\0\0\0\0\0\x04' | dd of=x bs=1 seek=48 conv=notrunc status=none
	run -3 timeout 200 "$BIN/atesor-profgen" --binary w --perfdata x -o no
	[[ $output == *"error: "* ]]
	run -3 "$BIN/atesor-profgen" --binary garbage --perfdata x -o no
	run -3 "$BIN/atesor-profgen" diff garbage garbage
	[ ! -e no ]
}

@test "two segments that show the same bytes at different addresses: conflicting load biases" {
	python3 - w two <<-'END'
		import struct, sys
		data = bytearray(open(sys.argv[1], 'rb').read())
		start, size, count = struct.unpack_from('<Q', data, 32)[0], *struct.unpack_from('<HH', data, 54)
		headers = [start + i * size for i in range(count)]
		code = next(h for h in headers if struct.unpack_from('<II', data, h)[0] == 1 and data[h + 4] & 1)
		spare = next(h for h in headers if struct.unpack_from('<I', data, h)[0] == 4)
		data[spare:spare + size] = data[code:code + size]
		struct.pack_into('<Q', data, spare + 16, struct.unpack_from('<Q', data, code + 16)[0] + 0x100000)
		open(sys.argv[2], 'wb').write(data)
	END
	{ map 10 0x5000000 /opt/two; echo "sample 10 $(at 0x5000000 "$hot")"; } | sed "s/ $id//" | synth >x
	run -3 "$BIN/atesor-profgen" --binary two --perfdata x -o no
	[[ $output == *"conflicting load biases"* ]]
}

@test "the unsymbolized form: saved, loaded, merged with other inputs" {
	{ map 10 0x5000000; times 3 "sample 10 $(at 0x5000000 "$hot")"; echo "sample 10 $(at 0x5000000 "$cold")"; } | synth >x
	"$BIN/atesor-profgen" --binary w --perfdata x --skip-symbolization --use-offset=0 -o saved 2>said
	printf '%s\n' '# llvm-profgen-content: basic-event' "# build-id: $id" 2 "$(printf '%x:3' "$hot")" "$(printf '%x:1' "$cold")" | diff - saved
	"$BIN/atesor-profgen" --binary w --perfdata x -o direct 2>said
	"$BIN/atesor-profgen" --binary w --unsymbolized-profile saved --use-offset=0 -o - 2>said | diff direct -
	"$BIN/atesor-profgen" --binary w --perfdata x --skip-symbolization -o relative 2>said
	grep -qx "$(printf '%x:3' $((hot - seg)))" relative
	"$BIN/atesor-profgen" --binary w -up=relative -o - 2>said | diff direct -
	"$BIN/atesor-profgen" --binary w --up relative --up relative --perfdata x -o three 2>said
	[ "$(show three)" = $'cold 1 3\nhot 1 9' ]
}

@test "the unsymbolized form: what is wrong with it is told, by line" {
	good=$(printf '%x' $((hot - seg)))
	try() {      # try LINES…, last the error
		printf '%s\n' "${@:1:$#-1}" >f
		run -3 "$BIN/atesor-profgen" --binary w --unsymbolized-profile f -o no
		[[ $output == *"${!#}"* ]] || { echo "$output"; false; }
		[ ! -e no ]
	}
	m='# llvm-profgen-content: basic-event'
	try 1 "$good:1" "the marker '$m' is missing"
	try '# llvm-profgen-content: lbr' 1 "$good:1" "unknown content 'lbr'"
	try "$m" '# something' 1 "$good:1" "line 2: unknown marker"
	try "$m" x "line 2: the number of counts"
	try "$m" 2 "$good:1" "ends after 1 of 2"
	try "$m" 1 "$good:1" "$good:1" "line 4: there is more than the 1 counts"
	try "$m" 1 "$good:18446744073709551616" "line 3"
	try "$m" 1 "$good: 1" "line 3"
	try "$m" 1 "$good:1 " "line 3"
	try "$m" 1 "0x$good:1" "line 3"
	try "$m" 1 "ffff0000:1" "is no address of code"
	try "$m" 2 "$good:18446744073709551615" "$good:1" "do not fit in 64 bits"
	try "$m" '# build-id: 1122334455667788' 1 "$good:1" "build-id 1122334455667788; 'w' has $id"
	printf '%s\n' "$m" 2 "$good:1" "$good:2" >f
	"$BIN/atesor-profgen" --binary w --unsymbolized-profile f -o out 2>said
	[ "$(show out)" = "hot 1 3" ]
}

@test "merging saturates" {
	printf '%s\n' '# llvm-profgen-content: basic-event' 1 "$(printf '%x' $((hot - seg))):18446744073709551615" >f
	"$BIN/atesor-profgen" --binary w --up f --up f -o out 2>said
	[ "$(show out)" = "hot 1 18446744073709551615" ]
	[ "$(head -1 out)" = hot:18446744073709551615:0 ]
}

# instructions LINE: the addresses on that line of w.c
instructions() {
	objdump -d --no-show-raw-insn w | sed -n 's/^ *\([0-9a-f]*\):\t.*/0x\1/p' | addr2line -a -e w | paste - - |
		awk -v l="/w.c:$1\$" '$2 ~ l { print $1 }'
}

@test "--count, --totals: of the instructions of a line the largest, the mean or the sum; samples or bytes" {
	instructions 3 | awk '{ print NR, $1 }' >on3      # the Nth is sampled N times
	n=$(wc -l <on3)
	[ "$n" -ge 2 ]
	{ map 10 0x5000000; while read -r count address; do times "$count" "sample 10 $(at 0x5000000 "$address")"; done <on3; } >s
	[ "$(counts <s)" = "hot 2 $n" ]
	[ "$(counts --count max <s)" = "hot 2 $n" ]
	[ "$(counts --count=sum <s)" = "hot 2 $((n * (n + 1) / 2))" ]
	[ "$(counts --count=mean <s)" = "hot 2 $(((n * (n + 1) / 2 + n - 1) / n))" ]
	[ "$(sed -n 's/^hot:\([0-9]*\):0/\1/p' file.prof)" = $((n * (n + 1) / 2)) ]
	counts --totals=bytes <s
	next=$(printf '0x%x' $(($(line w.c 4))))
	bytes=$({ sed 's/.* //' on3; echo "$next"; } | while read -r a; do echo $((a)); done | awk 'NR > 1 { sum += (NR - 1) * ($1 - last) } { last = $1 } END { print sum }')
	[ "$(sed -n 's/^hot:\([0-9]*\):0/\1/p' file.prof)" = "$bytes" ]
}

@test "--line0: code on line 0 is dropped or wraps around" {
	printf '%s\n' '	.text' '	.file 1 "z.c"' '	.globl z' '	.type z,@function' 'z:	.loc 1 5' '	nop' '	.loc 1 0' '	nop' '	.loc 1 7' '	ret' '	.size z,.-z' \
		'.Le:	.section .debug_abbrev,"",@progbits' '	.byte 1,0x11,1, 0x10,6, 0x11,1, 0x12,1, 0,0, 2,0x2e,0, 3,8, 0x3b,11, 0x11,1, 0x12,1, 0,0, 0' \
		'	.section .debug_info,"",@progbits' '	.long .Li-.Ls' '.Ls:	.short 3' '	.long .debug_abbrev' '	.byte 8,1' '	.long .debug_line' '	.quad .text,.Le' \
		'	.byte 2' '	.string "z"' '	.byte 4' '	.quad z,.Le' '	.byte 0' '.Li:	.section .debug_line,"",@progbits' >z.s
	clang -c z.s      # GNU as leaves line 0 out
	gcc -shared -nostdlib -o z z.o
	at=$(nm z | awk '$3 == "z" { print "0x" $1 }')
	code=$(readelf -lW z | awk '$1 == "LOAD" && /R E/ { print $2; exit }')
	{ echo "map 10 0x7000000 0x1000 $code /opt/z"; for i in 0 1 1 2; do echo "sample 10 $(at 0x7000000 $((at - code + i)))"; done; } | synth >x
	"$BIN/atesor-profgen" --binary z --perfdata x -o - 2>said >out
	printf '%s\n' z:2:0 ' 1: 1' ' 3: 1' | diff - out
	grep -q '2 (50.0 %) of these on no source line' said
	"$BIN/atesor-profgen" --binary z --perfdata x --line0=wrap -o - 2>said >out
	printf '%s\n' z:4:0 ' 1: 1' ' 3: 1' ' 65532: 2' | diff - out
}

@test "inlined functions, DWARF 4 and 5: nested, at the line of the call" {
	printf '%s\n' 'static inline __attribute__((always_inline)) int in(int x) {' '	return x * x;' '}' \
		'static inline __attribute__((always_inline)) int mid(int x) {' '	return in(x + 1);' '}' \
		'__attribute__((noinline)) int out(int x) {' '	x--;' '	return mid(x);' '}' 'int main(int c, char **v) { (void)v; return out(c); }' >i.c
	for version in 4 5; do
		gcc -g -gdwarf-$version -O1 -o i i.c
		code=$(readelf -lW i | awk '$1 == "LOAD" && /R E/ { print $2; exit }')
		at=$(objdump -d i | awk '/imul/ { sub(":", "", $1); print "0x" $1; exit }')
		{ echo "map 10 0x7000000 0x1000 $code /opt/i"; echo "sample 10 $(at 0x7000000 $((at - code)))"; } | synth >x
		"$BIN/atesor-profgen" --binary i --perfdata x -o - 2>said >out
		grep -qx ' 2: mid:1' out
		grep -qx '  1: in:1' out
		grep -qx '   1: 1' out
	done
}

@test "debug information in .dwo files, and what is said when they are gone" {
	for version in 4 5; do
		gcc -g -gdwarf-$version -gsplit-dwarf -O0 -o split w.c
		at=$(nm split | awk '$3 == "cold" { print "0x" $1 }')
		code=$(readelf -lW split | awk '$1 == "LOAD" && /R E/ { print $2; exit }')
		{ echo "map 10 0x7000000 0x1000 $code /opt/split"; echo "sample 10 $(at 0x7000000 $((at - code)))"; } | synth >x
		"$BIN/atesor-profgen" --binary split --perfdata x -o out 2>said
		[ "$(show out)" = "cold 0 1" ]
		rm ./*.dwo
		run -3 "$BIN/atesor-profgen" --binary split --perfdata x -o no
		[[ $output == *"the .dwo files of 1 units were not found"*"next step: put the .dwo files"* ]]
	done
}

@test "compilers take both formats; the same input gives the same bytes" {
	{ map 10 0x5000000; echo "samples 10 $(at 0x5000000 "$seg") 0x400 500"; echo "sample 10 $(at 0x5000000 "$hot")"; } | synth >x
	for format in text extbinary gcov; do
		"$BIN/atesor-profgen" --binary w --perfdata x --format $format -o $format.1 2>said
		"$BIN/atesor-profgen" --binary w --perfdata x --format $format -o $format.2 2>said
		cmp $format.1 $format.2
	done
	llvm-profdata merge --sample --text text.1 -o a
	llvm-profdata merge --sample --text extbinary.1 -o b
	cmp a b
	llvm-profdata show --sample text.1 | grep -q hot
	gcc -O2 -fauto-profile=gcov.1 -Wno-missing-profile -c w.c -o g.o
	[ "$(head -c 4 gcov.1)" = adcg ]
	clang -O2 -g -fprofile-sample-use=extbinary.1 -c w.c -o c.o
}

@test "--compat=autofdo: functions of the symbol table, the least ones left out" {
	{ map 10 0x5000000; times 11 "sample 10 $(at 0x5000000 "$hot")"; times 10 "sample 10 $(at 0x5000000 "$cold")"; } | synth >x
	"$BIN/atesor-profgen" --binary w --perfdata x --compat autofdo -o - 2>said >out
	printf '%s\n' hot:11:0 ' 1: 11' | diff - out
}

@test "report: coverage, hottest functions, exact addresses, staleness" {
	{ map 10 0x5000000; times 3 "sample 10 $(at 0x5000000 "$hot") e"; echo "sample 10 $(at 0x5000000 "$cold")"; echo "sample 10 0x10"; } | synth >x
	"$BIN/atesor-profgen" report --binary w --perfdata x >r 2>said
	[ "$(jq -c '[.samples, .hits, .hit_pct, .coverage_pct, .exact_pct, .stale, .hottest[0].name, .hottest[0].share_pct, .where.not_mapped]' r)" = \
		'[5,4,80,100,75,false,"hot",75,1]' ]
	[ "$(jq -r .build_id r)" = "$id" ]
	{ map 10 0x5000000 /opt/w 1122334455667788; echo "sample 10 $(at 0x5000000 "$hot")"; } | synth >x
	run -3 --separate-stderr "$BIN/atesor-profgen" --binary w --perfdata x report
	[ "$(jq -c '[.stale, .recorded_build_id, .where.other_build]' <<<"$output")" = '[true,"1122334455667788",1]' ]
}

@test "diff: how much two profiles agree" {
	printf '%s\n' 'f:4:0' ' 1: 3' ' 2: g:1' '  1: 1' >a
	printf '%s\n' 'f:80:0' ' 1: 60' ' 2: g:20' '  1: 20' >b
	printf '%s\n' 'f:10:0' ' 1: 5' 'h:5:0' ' 0.3: 5' >c
	[ "$("$BIN/atesor-profgen" diff a b | jq -c '[.places.overlap_pct, .functions.overlap_pct]')" = '[100,100]' ]
	[ "$("$BIN/atesor-profgen" diff a c | jq -c '[.places.overlap_pct, .places.only_a, .places.only_b, .functions.overlap_pct, .largest_differences[0].name]')" = \
		'[50,1,1,50,"f"]' ]
	llvm-profdata merge --sample --extbinary a -o a.ext 2>/dev/null || skip "llvm-profdata has no extbinary"
	[ "$("$BIN/atesor-profgen" diff a a.ext | jq .places.overlap_pct)" = 100 ]
	run -3 "$BIN/atesor-profgen" diff a w.c
	run -2 "$BIN/atesor-profgen" diff a
}

@test "a compressed recording, from perf itself" {
	command -v perf >/dev/null || skip "needs perf: apt-get install linux-perf"
	perf record -q -z -e cpu-clock -o z.data true 2>/dev/null >/dev/null || skip "perf record -z does not work here"
	run -3 "$BIN/atesor-profgen" --binary w --perfdata z.data -o no
	[[ $output != *"without zstd"* ]] || skip "built without zstd: apt-get install libzstd-dev"
	[[ $output == *"the profile would be empty"* ]]
}

@test "binaries of other machines, recorded on machines of either byte order" {
	for machine in aarch64 riscv; do
		cp "$BATS_TEST_DIRNAME/../fuzz/dwarf/$machine" .
		read -r offset address < <(readelf -lW $machine | awk '$1 == "LOAD" && /R E/ { print $2, $3; exit }')
		out=$(readelf -sW $machine | awk '$8 == "out" { print "0x" $2 }')
		size=$(readelf -sW $machine | awk '$8 == "out" { print $3 }')
		# Each instruction once: those of 4 bytes on AArch64, of 2 or 4 on RISC-V. What lies between is no instruction.
		{ echo "map 10 0x4000000000 0x1000 $offset /opt/$machine"; for ((i = 0; i < size; i += 2)); do echo "sample 10 $((0x4000000000 + out - address + i))"; done; } >s
		for order in "" --big; do
			synth $order <s >x
			"$BIN/atesor-profgen" report --binary $machine --perfdata x >r 2>said
			[ "$(jq -r '.hottest[0].name' r)" = out ]
			jq -e --argjson n $((size / 2)) '.hits == $n and .where.used + .where.inside_of_an_instruction + .where.no_source_line == $n' r
			[ $machine = riscv ] || [ "$(jq .where.inside_of_an_instruction r)" = $((size / 4)) ]
		done
		"$BIN/atesor-profgen" --binary $machine --perfdata x -o - 2>said | grep -q '^ *1: in:'
		"$BIN/atesor-profgen" --binary $machine --perfdata x --totals bytes -o out.prof 2>said
	done
}

@test "usage: what is missing or wrong is told" {
	for words in "" "--binary w" "--perfdata x -o y" "--binary w --perfdata x" "--binary w --perfdata x -o y --format elf" "--binary w --perfdata x -o y --count few" \
		"--binary w --perfscript x -o y --event 1" "--binary w --perfdata x -o y z" "frob" "report --binary w --perfdata x -o y" "--pid x"; do
		run -2 "$BIN/atesor-profgen" $words
	done
	run -3 "$BIN/atesor-profgen" --binary w.c --perfdata w -o y
	run -3 "$BIN/atesor-profgen" --binary w --perfdata /nonexistent -o y
	[[ $output == *"cannot open: No such file"* ]]
	run -0 "$BIN/atesor-profgen" --help
	[[ $output == *"--unsymbolized-profile"* ]]
}
