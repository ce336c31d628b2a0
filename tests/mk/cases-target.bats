# Machines and targets: what real boards would see, on this machine or under an emulator.
load package

setup() { short; }

# target_package DIR CASE TEST WORKLOAD: the case's a.c as the program p.
target_package() {
	mkdir -p "$1"
	cp "$CASES/$2"/*.c "$1"
	cat >"$1/Makefile" <<M
CFLAGS = -O2
p: \$(wildcard *.c)
	\$(CC) \$(CFLAGS) -o \$@ \$(wildcard *.c)
check: p
	$3
ATESOR_BUILD    = make \$(if \$(ATESOR_TRIPLET),CC=\$(ATESOR_TRIPLET)-\$(or \$(KIND),gcc))
ATESOR_TEST     = make check
ATESOR_TEST_RUNS = 1
ATESOR_PROGRAMS = p
ATESOR_WORKLOAD = $4
include $ROOT/mk/atesor.mk
M
}
native_case() {
	target_package "$@"
	machine_known "$1"
}
verdict() { result "$dir" ".data.tunes[] | select(.slot == \"$1\") | .verdict + \": \" + (.reason // \"\")"; }
flags() { result "$dir" ".data.tunes[] | select(.slot == \"$1\").flags"; }
left_out() { result "$dir" ".data.left_out[] | select(.slot == \"$1\").reason"; }

# in_binfmt COMMAND…: in a user namespace whose kernel starts riscv64 programs; the machine's own settings stay.
in_binfmt() {
	cat >"$BATS_TEST_TMPDIR/binfmt.sh" <<-'E'
	mount -t binfmt_misc none /proc/sys/fs/binfmt_misc || exit 77
	printf '%s' ":qemu-riscv64:M::\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xf3\\x00:\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff:$(command -v qemu-riscv64-static):F" >/proc/sys/fs/binfmt_misc/register || exit 77
	exec "$@"
	E
	unshare -Urm sh "$BATS_TEST_TMPDIR/binfmt.sh" "$@"
}

@test "04-nan: -ffast-math as a tune of the package's own: other output, refused; it is in no ladder" {
	dir=$BATS_TEST_TMPDIR/p
	native_case "$dir" 04-nan './p 3 >/dev/null' '{bin} 3'
	export ATESOR_TUNES='1 4' ATESOR_EXTRA_TUNES='-O2 -ffast-math; -O2 -fno-math-errno'
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	# The package's test looks at the exit status only, and passes.
	[ "$(jq -r .status "$dir.opt/doc/usr1.tests.json")" = ok ]
	[ "$(verdict usr1)" = "gate 3 failed: the output differs from the baseline's" ]
	[[ "$(verdict usr2)" != gate* ]]
	! jq -r '.data.tunes[] | select(.slot | startswith("usr") | not).flags' "$dir.opt/result.json" | grep -q fast-math || return 1
}

@test "22-unaligned: core tuning alone turns undefined behaviour into a crash: refused, with the signal" {
	[ "$(uname -m)" = x86_64 ] || skip "not x86-64"
	dir=$BATS_TEST_TMPDIR/p
	native_case "$dir" 22-unaligned './p x >/dev/null' '{bin}'
	export ATESOR_TUNES=4 ATESOR_EXTRA_TUNES='-O3 -mtune=bonnell'
	gcc -O3 -mtune=bonnell -o "$BATS_TEST_TMPDIR/crash" "$dir/a.c" && ! "$BATS_TEST_TMPDIR/crash" || skip "this gcc does not make it crash"
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(verdict usr1)" = "gate 3 failed: the workload fails: ended by signal 11" ]
}

@test "emulated: tunes with the model's extensions are built and gated, never timed; their code holds them" {
	cross riscv64
	dir=$BATS_TEST_TMPDIR/p
	target_package "$dir" 21-zbb './p | grep -q 621c1506bdc07c87' '{bin}'
	export ATESOR_TUNES='1 2 3 4' ATESOR_TARGET=riscv64 ATESOR_QEMU_CPU=rv64 ATESOR_KEEP=1
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.status)" = checked ]
	[[ $output == *"Optimized: NOT TIMED"* ]]
	[ "$(flags tun2)" = "-march=rv64gc_zba_zbb_zbs" ]
	[ "$(verdict tun2)" = "not timed: emulated: built and gated only" ]
	[[ "$(left_out tun1)" == *"no core"* ]]
	[[ "$(left_out tun3)" == *"no V"* ]]
	[ "$(jq -r .data.output_sha256 "$dir.opt/doc/tun2.output.json")" = "$(jq -r .data.output_sha256 "$dir.opt/doc/base.workload.json")" ]
	[ ! -e "$dir.opt/doc/tun2.samples.json" ] && [ ! -e "$dir.opt/doc/mach.integrity.json" ] && [ ! -e "$dir.opt/accepted" ]
	[ "$("$BIN/atesor-elf" inspect "$dir.opt/tree/tun2/p" | jq '.classes.zbb > 0')" = true ]
	[[ "$(result "$dir" '.data.notes | join(" ")')" == *"forgives misaligned access"* ]]
	[ "$(result "$dir" '.data.machine | .kind + " " + .emulator_cpu')" = "emulated rv64" ]
	# No binfmt_misc: gate 2 says so.
	[ "$(jq .data.binfmt "$dir.opt/doc/mach.probe.json")" = true ] || [[ "$(result "$dir" .data.tests.reason)" == "not run: binfmt_misc"* ]]
	# Again: nothing. Another model: all of it.
	optimize "$dir"
	[ -z "$(steps)" ]
	export ATESOR_QEMU_CPU=sifive-u54
	optimize "$dir"
	echo "$output"
	[[ "$(steps)" == "mach probe,vrfy build,base build,"* ]]
	[[ "$(left_out tun2)" == *"none of the extensions"* ]]
	! jq -r '.data.tunes[].flags' "$dir.opt/result.json" | grep -q zb || return 1
}

@test "21-zbb, emulated: a build with Zbb on a core without it is refused with the signal named" {
	cross riscv64
	dir=$BATS_TEST_TMPDIR/p
	target_package "$dir" 21-zbb './p | grep -q 621c1506bdc07c87' '{bin}'
	export ATESOR_TUNES=4 ATESOR_TARGET=riscv64 ATESOR_QEMU_CPU=sifive-u54 ATESOR_EXTRA_TUNES='-O2 -march=rv64gc_zba_zbb_zbs'
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(verdict usr1)" =~ ^gate\ [23]\ failed:.*signal\ 4 ]]
	[ "$(result "$dir" .data.status)" = checked ]
}

@test "emulated, with binfmt_misc: the package's own tests run and decide" {
	cross riscv64
	in_binfmt "$BIN/atesor-cpu-riscv64" --version >/dev/null || skip "this kernel gives a user namespace no binfmt_misc of its own"
	dir=$BATS_TEST_TMPDIR/p
	target_package "$dir" 21-zbb './p | grep -q 621c1506bdc07c87' '{bin}'
	export ATESOR_TUNES=4 ATESOR_TARGET=riscv64 ATESOR_QEMU_CPU=sifive-u54 ATESOR_EXTRA_TUNES='-O2 -march=rv64gc_zba_zbb_zbs; -O2 -funroll-loops'
	run in_binfmt make -C "$dir" optimize
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.tests.decisive)" = true ]
	[[ "$(verdict usr1)" == "gate 2 failed:"* ]]
	[ "$(verdict usr2)" = "not timed: emulated: built and gated only" ]
	[ "$(jq -r .status "$dir.opt/doc/usr2.tests.json")" = ok ]
}

@test "emulated: without a named model there is no ISA tune; without a workload there are gates 1 and 2" {
	cross riscv64
	dir=$BATS_TEST_TMPDIR/p
	target_package "$dir" 21-zbb 'true' ''
	sed -i '/^ATESOR_TEST /d; s/^ATESOR_WORKLOAD.*/ATESOR_TEST =/' "$dir/Makefile"
	export ATESOR_TUNES='2 4' ATESOR_TARGET=riscv64
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.status)" = checked ]
	[[ "$(left_out tun2)" == *ATESOR_QEMU_CPU* ]]
	[ "$(verdict tun4)" = "not timed: emulated: built and gated only" ] || [[ "$(verdict tun4)" == "no effect"* ]]
	[[ "$(result "$dir" '.data.notes | join(" ")')" == *"gate 3 is not there: no workload"* ]]
}

@test "emulated: a build that calls bare names makes programs of the host, and that is said" {
	cross riscv64
	dir=$BATS_TEST_TMPDIR/p
	target_package "$dir" 21-zbb './p' '{bin}'
	sed -i 's/^ATESOR_BUILD .*/ATESOR_BUILD = make/' "$dir/Makefile"
	ATESOR_TARGET=riscv64 optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.status + ": " + .data.reason')" = "skipped: p is for $(uname -m), not riscv64" ]
}

@test "emulated: settings that cannot be are named" {
	dir=$BATS_TEST_TMPDIR/p
	target_package "$dir" 21-zbb './p' '{bin}'
	ATESOR_TARGET=sparc optimize "$dir"
	[ "$status" -ne 0 ] && [[ $output == *"ATESOR_TARGET must be one of: native, riscv64, aarch64"* ]]
	ATESOR_QEMU_CPU=rv64 optimize "$dir"
	[ "$status" -ne 0 ] && [[ $output == *"ATESOR_QEMU_CPU needs ATESOR_TARGET"* ]]
	cross riscv64
	ATESOR_TARGET=riscv64 ATESOR_QEMU_CPU=rv65 optimize "$dir"
	[ "$status" -ne 0 ] && [[ $output == *rv65* ]]
	[ "$(result "$dir" .data.status)" = error ]
}

@test "vlen, emulated: vector code with -ffast-math depends on the vector length: refused where it shows" {
	cross riscv64
	command -v clang-19 >/dev/null || skip "needs clang-19: apt-get install clang-19"
	mkdir "$BATS_TEST_TMPDIR/bin"
	printf '#!/bin/sh\nexec clang-19 --target=riscv64-linux-gnu "$@"\n' >"$BATS_TEST_TMPDIR/bin/riscv64-linux-gnu-clang"
	chmod +x "$BATS_TEST_TMPDIR/bin/riscv64-linux-gnu-clang"
	export PATH=$BATS_TEST_TMPDIR/bin:$PATH KIND=clang ATESOR_CC=riscv64-linux-gnu-clang ATESOR_TARGET=riscv64 ATESOR_TUNES=4
	export ATESOR_EXTRA_TUNES='-O3 -march=rv64gcv; -O3 -march=rv64gcv -ffast-math'
	for length in 128 256; do
		dir=$BATS_TEST_TMPDIR/v$length
		target_package "$dir" vlen './p' '{bin}'
		sed -i 's/^CFLAGS.*/CFLAGS = -O2 -ffp-contract=off/' "$dir/Makefile"
		ATESOR_QEMU_CPU=rv64,v=true,vlen=$length,vext_spec=v1.0 optimize "$dir"
		echo "$output"
		[ "$(jq .data.isa.vector_bits "$dir.opt/doc/mach.probe.json")" = $length ]
		[ "$(verdict usr1)" = "not timed: emulated: built and gated only" ]
		if [ $length = 256 ]; then [ "$(verdict usr2)" = "gate 3 failed: the output differs from the baseline's" ]
		else [ "$(verdict usr2)" = "not timed: emulated: built and gated only" ]; fi
		[ ! -e "$dir.opt/accepted" ]
	done
}

@test "make atesor-probe: a readable summary, and the profile as a file" {
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
	run make -s -C "$dir" atesor-probe
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"machine "*"core "*"compiler "* ]]
	[ "$(jq -r .kind "$dir.opt/machine_profile_native.json")" = native ]
	[ "$(jq -cS . "$dir.opt/machine_profile_native.json")" = "$(jq -cS .data "$dir.opt/doc/mach.probe.json")" ]
}

@test "a CPU that computes wrong stops everything before any build, and is named" {
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
	rm -rf "$dir.opt"
	cpu=$(taskset -pc $$ | sed 's/.*[-,: ]//')
	atesor_test_fault=cpu:$cpu optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.status)" = "not measured" ]
	[[ "$(result "$dir" .data.reason)" == *"CPU $cpu"* ]]
	[ "$(steps)" = "mach probe,mach integrity," ]
}

@test "Rust: the CPU and fat LTO reach cargo's builds" {
	command -v cargo >/dev/null || skip "needs cargo"
	dir=$BATS_TEST_TMPDIR/r
	mkdir -p "$dir/src"
	printf '[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n' >"$dir/Cargo.toml"
	cat >"$dir/src/main.rs" <<-'E'
	fn main() {
	    let mut v: Vec<u64> = (0..4096).map(|i| i * 2654435761 % 1000003).collect();
	    let mut s = 0u64;
	    for r in 0..20000u64 { for x in v.iter_mut() { *x ^= r; s = s.wrapping_add(x.count_ones() as u64); } }
	    println!("{}", s);
	}
	E
	cat >"$dir/Makefile" <<-M
	ATESOR_BUILD    = cargo build --release --offline
	ATESOR_PROGRAMS = target/release/p
	ATESOR_WORKLOAD = {bin}
	include $ROOT/mk/atesor.mk
	M
	machine_known "$dir"
	export ATESOR_TUNES='1 2' ATESOR_KEEP=1
	run make -C "$dir" atesor-build
	echo "$output"
	[ "$status" -eq 0 ]
	jq -e '.request.inputs | .flags == [] and (.settings | length == 1 and (.[0] | startswith("RUSTFLAGS=-C target-")))' "$dir.opt/doc/tun1.build.json"
	jq -e '.request.inputs.settings[:2] == ["CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1", "CARGO_PROFILE_RELEASE_LTO=fat"]' "$dir.opt/doc/tun2.build.json"
	hashes=$(for slot in base tun1 tun2; do jq -r .data.code_sha256 "$dir.opt/doc/$slot.facts.json"; done | sort -u | wc -l)
	[ "$hashes" = 3 ]
}

@test "Go: the level reaches the build" {
	command -v go >/dev/null || skip "needs go: apt-get install golang-go"
	[ "$(uname -m)" = x86_64 ] || skip "not x86-64"
	dir=$BATS_TEST_TMPDIR/g
	mkdir -p "$dir"
	printf 'module p\ngo 1.18\n' >"$dir/go.mod"
	printf 'package main\nimport ("fmt"; "math/bits")\nfunc main() { s := 0; for i := uint64(0); i < 300000000; i++ { s += bits.OnesCount64(i) }; fmt.Println(s) }\n' >"$dir/main.go"
	printf 'ATESOR_BUILD = go build -o p .\nATESOR_PROGRAMS = p\nATESOR_WORKLOAD = {bin}\ninclude %s/mk/atesor.mk\n' "$ROOT" >"$dir/Makefile"
	machine_known "$dir"
	export ATESOR_KEEP=1
	ATESOR_TUNES=1 run make -C "$dir" atesor-build
	echo "$output"
	[ "$status" -eq 0 ]
	level=$(jq -r '.data.isa.level' "$dir.opt/doc/mach.probe.json")
	go version -m "$dir.opt/tree/tun1/p" | grep -q "GOAMD64=v$level"
}
