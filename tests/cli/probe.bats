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

@test "usage: operands and unknown options are refused; an answer that cannot be written is an error" {
	run -2 "$BIN/atesor-probe" more
	run -2 "$BIN/atesor-probe" --frob
	run -0 "$BIN/atesor-probe" --help
	run -3 bash -c '"$1/atesor-probe" --fingerprint >/dev/full' - "$BIN"
}
