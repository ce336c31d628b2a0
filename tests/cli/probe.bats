load ../helper
bats_require_minimum_version 1.5.0

setup_file() {
	"$BIN/atesor-probe" >"$BATS_FILE_TMPDIR/probe.json"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	found=$BATS_FILE_TMPDIR/probe.json
}

say() {
	jq -r "$1" "$found"
}

@test "one JSON object with kernel, CPUs, memory and libc as the system's own tools say" {
	[ "$(jq -s length "$found")" = 1 ]
	[ "$(say '"\(.kind) \(.arch) \(.kernel)"')" = "native $(uname -m) $(uname -r)" ]
	[ "$(say '.cpus_allowed | length')" = "$(nproc)" ]
	[ "$(say .libc)" = "$(getconf GNU_LIBC_VERSION)" ]
	[ "$(say '.memory_bytes / 1024 | floor')" -ge "$(($(awk '/^MemTotal/ { print $2 }' /proc/meminfo) - 65536))" ]
	[ "$(say '.warnings | type')" = array ]
}

@test "CPU identity as the kernel says; the core's chain begins with the core" {
	[ "$(uname -m)" = x86_64 ] || skip "not x86-64"
	kernel() { sed -n "s/^$1[[:blank:]]*: //p" /proc/cpuinfo | head -n 1; }
	[ "$(say '"\(.cpu.vendor) \(.cpu.family) \(.cpu.model) \(.cpu.stepping)"')" = \
		"$(kernel vendor_id) $(kernel 'cpu family') $(kernel model) $(kernel stepping)" ]
	jq -e '.core | .how == "absent" and .tune_names == [] and (has("id") | not) or (.how == "detected" or .how == "inferred") and .tune_names[0] == .id' "$found"
}

@test "the psABI level is what the dynamic linker says" {
	linker=/lib64/ld-linux-x86-64.so.2
	[ "$(uname -m)" = x86_64 ] && "$linker" --help >help 2>/dev/null && grep -q 'x86-64-v4' help || skip "no x86-64 ld.so that lists levels"
	level=$(sed -n 's/.*x86-64-v\([234]\) (supported.*/\1/p' help | sort -n | tail -n 1)
	[ "$(say .isa.level)" = "${level:-1}" ]
}

@test "no instruction set is claimed that the kernel does not know of" {
	[ "$(uname -m)" = x86_64 ] || skip "not x86-64"
	# The kernel's names of those sets whose bits it shows without fail; it must not miss one that we claim.
	for pair in avx:avx avx2:avx2 avx512f:avx512f avx512vl:avx512vl fma:fma bmi2:bmi2 sse4.2:sse4_2 sha:sha_ni aes:aes gfni:gfni amx-tile:amx_tile; do
		if jq -e --arg flag "${pair%%:*}" '.isa.flags | index($flag)' "$found" >/dev/null; then
			grep -m 1 '^flags' /proc/cpuinfo | grep -qw "${pair#*:}"
		fi
	done
}

@test "governor, frequency and temperatures only where the machine shows them" {
	ls /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor >/dev/null 2>&1 && there=true || there=false
	[ "$(say 'has("governor")')" = $there ]
	ls /sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq >/dev/null 2>&1 && there=true || there=false
	[ "$(say 'has("frequency")')" = $there ]
	ls /sys/class/thermal/thermal_zone*/temp >/dev/null 2>&1 || [ "$(say 'has("temperatures")')" = false ]
}

@test "what it says of gcc is what gcc does" {
	gcc=$(jq -c '.compilers[] | select(.names | index("gcc"))' "$found")
	[ -n "$gcc" ] || skip "no gcc"
	[ "$(jq -r .path <<<"$gcc")" = "$(command -v gcc)" ]
	[ "$(jq -r .version <<<"$gcc")" = "$(gcc -dumpfullversion)" ]
	[ "$(jq -r .target <<<"$gcc")" = "$(gcc -dumpmachine)" ]
	[ "$(jq -r .family <<<"$gcc")" = gcc ]
	for flag in $(jq -r '.flags | keys[]' <<<"$gcc"); do
		if gcc "$flag" -c -xc /dev/null -o o.o 2>err && [ ! -s err ]; then does=true; else does=false; fi
		[ "$(jq --arg flag "$flag" '.flags[$flag]' <<<"$gcc")" = $does ]
	done
	for name in $(say '.core.tune_names[]'); do
		if gcc "-mtune=$name" -c -xc /dev/null -o o.o 2>/dev/null; then does=true; else does=false; fi
		[ "$(jq --arg name "$name" '.mtune | index($name) != null' <<<"$gcc")" = $does ]
	done
	for name in $(jq -r '.march[]' <<<"$gcc"); do
		gcc "-march=$name" -c -xc /dev/null -o o.o
	done
}

@test "a -march that runs here is offered, one that needs more than the machine has is set apart with what is missing" {
	[ "$(uname -m)" = x86_64 ] || skip "not x86-64"
	gcc=$(jq -c '.compilers[] | select(.names | index("gcc"))' "$found")
	[ -n "$gcc" ] || skip "no gcc"
	printf 'int main(void) { return 0; }\n' >m.c
	for name in $(jq -r '.march[]' <<<"$gcc"); do
		gcc -O3 "-march=$name" m.c -o m
		./m
	done
	for n in 2 3 4; do
		gcc "-march=x86-64-v$n" -c m.c -o o.o 2>/dev/null || continue
		if [ "$n" -le "$(say .isa.level)" ]; then list=march; else list=march_missing; fi
		jq -e --arg list $list --arg name "x86-64-v$n" '.[$list] | if type == "array" then index($name) != null else has($name) end' <<<"$gcc"
	done
	jq -e --slurpfile all "$found" 'all(.march_missing[][]; . as $flag | $all[0].isa.flags | index($flag) | not)' <<<"$gcc"
}

# A directory with stand-ins: cc1 NAME VERSION-NUMBER makes a compiler that accepts everything.
stand_in() {
	mkdir -p "$(dirname "$1")"
	cat >"$1" <<-EOF
	#!/bin/sh
	case " \$* " in *" -dM "*) echo '#define __GNUC__ $2'; echo '#define __GNUC_MINOR__ 1'; echo '#define __GNUC_PATCHLEVEL__ 0';; *" -dumpmachine "*) echo ours-linux;; esac
	case " \$* " in *" -O3 "*) echo "warning: no such level" >&2;; esac
	exit 0
	EOF
	chmod +x "$1"
}

@test "compilers: first of a name in PATH, one file once, versions in names, wrappers of atesor and broken ones left out" {
	export XDG_CACHE_HOME=$PWD/cache
	stand_in one/gcc 7
	ln one/gcc one/gcc-7
	stand_in two/gcc 8
	stand_in two/clang-99 99
	stand_in two/gcc-ar 1
	printf '#!/bin/sh\necho broken >&2\nexit 1\n' >two/gcc-6 && chmod +x two/gcc-6
	mkdir wrap
	cp "$BIN/atesor-probe" . && echo wrapper >atesor-cc && chmod +x atesor-cc
	ln atesor-cc wrap/gcc && cp atesor-cc wrap/clang
	PATH=$PWD/wrap:$PWD/one:relative:$PWD/two ./atesor-probe >out
	[ "$(jq -c '[.compilers[] | [.path, .names, .version]]' out)" = \
		"[[\"$PWD/one/gcc\",[\"gcc\",\"gcc-7\"],\"7.1.0\"],[\"$PWD/two/clang-99\",[\"clang-99\"],\"99.1.0\"]]" ]
	[ "$(jq -c '.compilers[0].flags | [.["-O3"], .["-flto=auto"]]' out)" = '[false,true]' ]
	[[ $(jq -r '.warnings[] | select(.code == "compiler_unusable").text' out) == *"$PWD/two/gcc-6"*broken* ]]
}

@test "names of one front program stay compilers of their own" {
	stand_in front/ccache 12
	ln -s ccache front/gcc && ln -s ccache front/gcc-12 && ln -s ccache front/clang
	[ "$(PATH=$PWD/front "$BIN/atesor-probe" | jq -c '[.compilers[].names[0]] | sort')" = '["clang","gcc","gcc-12"]' ]
}

@test "without a compiler there is a warning, and the list is empty" {
	[ "$(PATH=/nonexistent "$BIN/atesor-probe" | jq -c '[.compilers, [.warnings[].code | select(. == "no_compiler")]]')" = '[[],["no_compiler"]]' ]
}

@test "the fingerprint is one line of hex, stays, and changes with the CPUs and with a compiler" {
	stand_in bin/gcc 9
	print=$(PATH=$PWD/bin "$BIN/atesor-probe" --fingerprint)
	[[ $print =~ ^[0-9a-f]{64}$ ]]
	[ "$(PATH=$PWD/bin "$BIN/atesor-probe" --fingerprint)" = "$print" ]
	touch -d 2001-01-01 bin/gcc
	other=$(PATH=$PWD/bin "$BIN/atesor-probe" --fingerprint)
	[ "$other" != "$print" ]
	stand_in bin/clang 9
	[ "$(PATH=$PWD/bin "$BIN/atesor-probe" --fingerprint)" != "$other" ]
	[ "$(nproc)" -gt 1 ] || skip "one CPU only: the rest was tested"
	[ "$(taskset -c "$(taskset -pc $$ | sed 's/.*[-,: ]//')" "$BIN/atesor-probe" --fingerprint)" != "$("$BIN/atesor-probe" --fingerprint)" ]
}

@test "what is known of a compiler is remembered until its files change, and only if it works" {
	export XDG_CACHE_HOME=$PWD/cache
	stand_in bin/gcc 9
	printf '#!/bin/sh\necho broken >&2\nexit 1\n' >bin/gcc-6 && chmod +x bin/gcc-6
	sed -i "2i echo run >>$PWD/runs" bin/gcc
	PATH=$PWD/bin "$BIN/atesor-probe" >one
	first=$(wc -l <runs)
	[ "$(ls cache/atesor | wc -l)" = 1 ]
	PATH=$PWD/bin "$BIN/atesor-probe" >two
	# The second time only its parts are asked for: cc1 and as.
	[ "$(wc -l <runs)" = $((first + 2)) ]
	[ "$(jq -c .compilers one)" = "$(jq -c .compilers two)" ]
	PATH=$PWD/bin "$BIN/atesor-probe" --no-cache >/dev/null
	[ "$(wc -l <runs)" -gt $((first + 4)) ]
	now=$(wc -l <runs)
	touch -d 2001-01-01 bin/gcc
	PATH=$PWD/bin "$BIN/atesor-probe" >/dev/null
	[ "$(wc -l <runs)" = $((now + first)) ]
	# An entry that is cut is no entry.
	for file in cache/atesor/*; do truncate -s 20 "$file"; done
	[ "$(PATH=$PWD/bin "$BIN/atesor-probe" | jq -c '.compilers[0] | del(.path)')" = "$(jq -c '.compilers[0] | del(.path)' one)" ]
}

@test "without compilers it asks none, so it is soon done, and says nothing of them" {
	stand_in bin/gcc 9
	sed -i "2i echo run >>$PWD/runs" bin/gcc
	PATH=$PWD/bin:$PATH run -0 timeout 300 "$BIN/atesor-probe" --no-compilers
	[ ! -e runs ]
	jq -e 'has("compilers") or has("rust") or has("go") | not' <<<"$output"
}

@test "each fact of the system says whether it is known; what is absent is not there" {
	jq -e '. as $all | .facts | to_entries | length >= 9 and all(.[]; .key as $key | (.value == "detected") == ($all | has($key)))' "$found"
	ls /sys/devices/system/cpu/cpu0/cache/index0/size >/dev/null 2>&1 && there=true || there=false
	[ "$(say 'has("caches")')" = $there ]
}

@test "a group's share of the CPUs" {
	limit=$(cat "/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)/cpu.max" 2>/dev/null) || true
	case $limit in
	''|max*) skip "no limit here" ;;
	*) [ "$(say '.cpu_quota <= ('"${limit% *} / ${limit#* }"')')" = true ] ;;
	esac
}

@test "--accepts tries whole texts of flags" {
	command -v gcc >/dev/null || skip "no gcc"
	run -0 "$BIN/atesor-probe" --accepts gcc -- '-O2 -Wall' -frob
	[ "$output" = '{"-O2 -Wall":true,"-frob":false}' ]
	run -2 "$BIN/atesor-probe" --accepts gcc
}

@test "Rust: the version, the CPUs, and the features of the core, as rustc says" {
	command -v rustc >/dev/null || skip "needs rustc"
	[ "$(say .rust.version)" = "$(rustc -vV | sed -n 's/^release: //p')" ]
	[ "$(say '.rust.target_cpus | index("x86-64-v3") != null or length > 0')" = true ]
	for cpu in $(say '.rust.cpus | keys[]'); do
		[ "$(say ".rust.cpus[\"$cpu\"] | sort | join(\" \")")" = "$(rustc --print cfg -C "target-cpu=$cpu" | sed -n 's/^target_feature="\(.*\)"$/\1/p' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')" ]
	done
}

@test "Go and rustc are asked in their own words" {
	mkdir bin
	printf '#!/bin/sh\n[ "$1" = version ] && echo "go version go1.23.4 linux/amd64"\n' >bin/go
	cat >bin/rustc <<-'E'
	#!/bin/sh
	case "$*" in
	-vV) printf 'rustc 1.75.0 (82e1608df 2023-12-21)\nhost: some-unknown-linux-gnu\nrelease: 1.75.0\n' ;;
	*target-cpus*) printf 'Available CPUs for this target:\n    native                  - Select the CPU\n    one\n    two                     - This is the default\n' ;;
	*target-features*) printf 'Features supported by rustc for this target:\n    aa        - Enable AA.\n    bb        - Enable BB.\n\nCode-generation features supported by LLVM for this target:\n    cc        - no.\n\nUse +feature to enable\n' ;;
	esac
	E
	chmod +x bin/go bin/rustc
	PATH=$PWD/bin:/usr/bin:/bin run -0 "$BIN/atesor-probe"
	[ "$(jq -c '[.go.version, .go.path]' <<<"$output")" = "[\"go1.23.4\",\"$PWD/bin/go\"]" ]
	[ "$(jq -c '.rust | [.version, .target, .target_cpus, .target_features]' <<<"$output")" = '["1.75.0","some-unknown-linux-gnu",["one","two"],["aa","bb"]]' ]
}

@test "Go: the version that go says" {
	command -v go >/dev/null || skip "needs go: apt-get install golang-go"
	[ "$(say .go.version)" = "$(go version | cut -d ' ' -f 3)" ]
}

# emulated ARCH MODEL: the document of that emulated machine in $output.
emulated() {
	QEMU_CPU=$2 run -0 --separate-stderr "$BIN/atesor-probe" --target "$1" --run "qemu-$1-static" --no-compilers
	[ -z "$stderr" ]
}
extensions() { jq -r '.isa.flags | map(select(length > 1)) | sort | join(" ")' <<<"$output"; }

@test "riscv64 emulated: the extensions of each model, found by instructions" {
	cross riscv64
	emulated riscv64 rv64
	[ "$(jq -r '"\(.kind) \(.arch) \(.emulator_cpu) \(.core.how)"' <<<"$output")" = "emulated riscv64 rv64 absent" ]
	[[ " $(extensions) " == *" zba zbb "*" zbs "* ]]
	jq -e '(.isa.flags | index("v")) == null and (has("misaligned") | not) and (.isa | has("vector_bits") | not) and .findings == []' <<<"$output"
	emulated riscv64 sifive-u54
	[ -z "$(extensions)" ]
	emulated riscv64 rv64,v=true,vlen=256,vext_spec=v1.0
	jq -e '(.isa.flags | index("v")) != null and .isa.vector_bits == 256' <<<"$output"
	emulated riscv64 rv64,zba=false
	jq -e '(.isa.flags | index("zba")) == null and (.isa.flags | index("zbb")) != null' <<<"$output"
}

@test "aarch64 emulated: the extensions of each model" {
	cross aarch64
	emulated aarch64 cortex-a72
	jq -e '.isa.flags | index("lse") == null and index("dotprod") == null and index("crc") != null' <<<"$output"
	emulated aarch64 neoverse-n1
	jq -e '.isa.flags | index("lse") != null and index("dotprod") != null and index("sve") == null' <<<"$output"
	emulated aarch64 a64fx
	jq -e '.isa.flags | index("sve") != null and index("sve2") == null' <<<"$output"
}

@test "a model that the emulator complains of, or does not know, is an error with its words" {
	cross riscv64
	QEMU_CPU=rv64,v=true run -3 "$BIN/atesor-probe" --target riscv64 --run qemu-riscv64-static
	[[ $output == *"in silence with QEMU_CPU='rv64,v=true'"* ]]
	QEMU_CPU=rv65 run -3 "$BIN/atesor-probe" --target riscv64 --run qemu-riscv64-static
	[[ $output == *"rv65"* ]]
	run -3 "$BIN/atesor-probe" --target riscv64 --run no-such-emulator
	[[ $output == *"no-such-emulator"* ]]
}

@test "cross compilers: what they accept, and whether they use it, as they do" {
	cross riscv64
	QEMU_CPU=rv64 run -0 "$BIN/atesor-probe" --target riscv64 --run qemu-riscv64-static
	gcc=$(jq -c '.compilers[] | select(.name == "riscv64-linux-gnu-gcc")' <<<"$output")
	for name in zicond zfa zfhmin zba zbb zbs; do
		if riscv64-linux-gnu-gcc "-march=rv64gc_$name" -c -xc /dev/null -o o.o 2>err && [ ! -s err ]; then does=true; else does=false; fi
		[ "$(jq --arg name $name '.extensions | index($name) != null' <<<"$gcc")" = $does ]
	done
	printf 'int s(const int *a, int n) { int t = 0; for (int i = 0; i < n; i++) t += a[i]; return t; }\nlong f(long a, long b) { return (a << 3) + b; }\n' >e.c
	riscv64-linux-gnu-gcc -O3 -march=rv64gcv -S e.c -o v.s 2>/dev/null && grep -q vset v.s && does=true || does=false
	[ "$(jq .emits.vector <<<"$gcc")" = $does ]
	riscv64-linux-gnu-gcc -O3 -march=rv64gc_zba -S e.c -o b.s && grep -q sh3add b.s && does=true || does=false
	[ "$(jq .emits.bitmanip <<<"$gcc")" = $does ]
	[ "$(jq '.flags["-mstrict-align"]' <<<"$gcc")" = true ]
	[ "$(jq -c .mtune <<<"$gcc")" = '[]' ]
}

@test "the fingerprint of an emulated machine changes with its model" {
	one=$(QEMU_CPU=rv64 "$BIN/atesor-probe" --fingerprint --target riscv64 --run qemu-riscv64-static)
	[[ $one =~ ^[0-9a-f]{64}$ ]]
	[ "$(QEMU_CPU=sifive-u54 "$BIN/atesor-probe" --fingerprint --target riscv64 --run qemu-riscv64-static)" != "$one" ]
	[ "$("$BIN/atesor-probe" --fingerprint)" != "$one" ]
}

@test "usage: operands and unknown options are refused; an answer that cannot be written is an error" {
	run -2 "$BIN/atesor-probe" more
	run -2 "$BIN/atesor-probe" --frob
	run -2 "$BIN/atesor-probe" --target riscv64
	run -2 "$BIN/atesor-probe" --run qemu-riscv64-static
	run -2 "$BIN/atesor-probe" --target sparc --run x
	run -0 "$BIN/atesor-probe" --help
	run -3 bash -c '"$1/atesor-probe" --fingerprint >/dev/full' - "$BIN"
}
