load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

key() {      # key FILE FILTER: what inspect says of it
	"$BIN/atesor-elf" inspect "$1" | jq -r "$2"
}

source_c() {
	printf 'int g(int), h(int);\nint f(int x) { return %s(x) + 1; }\n' "${1:-g}"
}

@test "a program, a library and an object: machine, class, type as readelf says" {
	echo 'int main(void) { return 0; }' >m.c
	gcc -fPIE -pie -o pie m.c
	gcc -no-pie -o exec m.c
	source_c | gcc -shared -fPIC -Wl,-soname,libf.so.1 -xc - -o libf.so
	source_c | gcc -c -xc - -o f.o
	for f in pie exec libf.so f.o; do
		[ "$(key $f .machine)" = "$(uname -m)" ]
		[ "$(key $f .class)" = 64 ]
	done
	[ "$(key pie .type) $(key exec .type) $(key libf.so .type) $(key f.o .type)" = "pie exec shared object" ]
	[ "$(key libf.so .soname)" = libf.so.1 ]
	[ "$(key libf.so .build_id)" = "$(readelf -n libf.so | sed -n 's/.*Build ID: //p')" ]
	[ "$(key pie '.needed[0]')" = libc.so.6 ]
}

@test "equal code has equal hashes, other code has not" {
	source_c >a.c
	gcc -O2 -c a.c -o 1.o
	gcc -O2 -g -c a.c -o 2.o
	gcc -O0 -c a.c -o 3.o
	[ "$(key 1.o .code_sha256)" = "$(key 2.o .code_sha256)" ]
	[ "$(key 1.o .code_sha256)" != "$(key 3.o .code_sha256)" ]
	[[ "$(key 1.o .code_sha256)" =~ ^[0-9a-f]{64}$ ]]
}

@test "objects that differ only in what they call differ" {
	source_c g | gcc -O2 -c -xc - -o g.o
	source_c h | gcc -O2 -c -xc - -o h.o
	[ "$(objcopy -O binary -j .text g.o /dev/stdout | sha256sum)" = "$(objcopy -O binary -j .text h.o /dev/stdout | sha256sum)" ]
	[ "$(key g.o .code_sha256)" != "$(key h.o .code_sha256)" ]
	[ "$(key g.o .code_relocated_sha256)" != "$(key h.o .code_relocated_sha256)" ]
}

@test "with --emit-relocs, moved code keeps its masked hash" {
	source_c >f.c
	echo 'extern const char s[]; int f(int); int g(int x) { return x; } int h(int x) { return s[x]; } int main(void) { return f(h(1)); }' >m.c
	echo 'const char pad[1] = "p"; const char s[] = "text";' >d1.c
	echo 'const char pad[5001] = "p"; const char s[] = "text";' >d2.c
	gcc -O2 -fno-pie -no-pie -Wl,--emit-relocs m.c f.c d1.c -o 1
	gcc -O2 -fno-pie -no-pie -Wl,--emit-relocs m.c f.c d2.c -o 2
	[ "$(key 1 .code_sha256)" != "$(key 2 .code_sha256)" ]
	[ "$(key 1 .code_relocated_sha256)" = "$(key 2 .code_relocated_sha256)" ]
	gcc -O2 -fno-pie -no-pie m.c f.c d1.c -o 3
	[ "$(key 3 'has("code_relocated_sha256")')" = false ]
}

@test "slim LTO objects and bitcode have no hash, fat ones have" {
	source_c >a.c
	gcc -O2 -flto -fno-fat-lto-objects -c a.c -o slim.o
	gcc -O2 -flto -ffat-lto-objects -c a.c -o fat.o
	[ "$(key slim.o '.no_code + (has("code_sha256") | tostring)')" = "slim LTO objectfalse" ]
	[ "$(key fat.o 'has("no_code") or (has("code_sha256") | not)')" = false ]
	echo 'int data = 1;' | gcc -c -xc - -o data.o
	[ "$(key data.o .no_code)" = "no executable bytes" ]
	ar rcs slim.a fat.o slim.o
	[ "$(key slim.a '.no_code + (has("code_sha256") | tostring)')" = "slim LTO objectfalse" ]
	command -v clang >/dev/null || skip "clang is not installed"
	clang -O2 -flto -c a.c -o bit.o
	[ "$(key bit.o '.kind + .no_code')" = "bitcodeLLVM bitcode" ]
}

@test "archives: static, thin, mixed" {
	source_c g | gcc -c -xc - -o g.o
	source_c h | gcc -c -xc - -o a_member_with_a_rather_long_name.o
	echo text >note.txt
	ar rcs both.a g.o a_member_with_a_rather_long_name.o
	ar rcs note.a g.o note.txt
	ar rcsT thin.a g.o a_member_with_a_rather_long_name.o
	[ "$(key both.a '[.kind, .machine, .members_total, .members[1].name] | join(" ")')" = "archive $(uname -m) 2 a_member_with_a_rather_long_name.o" ]
	[ "$(key both.a '.members[0].code_sha256')" = "$(key g.o .code_sha256)" ]
	[ "$(key note.a '[.members_elf, .members_other, .members[1].kind] | join(" ")')" = "1 1 other" ]
	[ "$(key thin.a '.kind')" = "thin archive" ]
	[ "$(key thin.a '.code_sha256')" = "$(key both.a '.code_sha256')" ]
	[ "$(key both.a '.code_bytes')" = "$(( $(key g.o .code_bytes) + $(key a_member_with_a_rather_long_name.o .code_bytes) ))" ]
}

@test "a thin archive's member outside of the tree is refused" {
	mkdir in out
	source_c | gcc -c -xc - -o out/f.o
	(cd in && ar rcsT thin.a ../out/f.o)
	run --separate-stderr "$BIN/atesor-elf" inspect in/thin.a
	[ "$status" = 3 ]
	[[ "$(jq -r .error <<<"$output")" == *"lies outside of"* ]]
	run --separate-stderr "$BIN/atesor-elf" --root . inspect in/thin.a
	[ "$status" = 0 ]
	[ "$(jq -r .members_elf <<<"$output")" = 1 ]
}

@test "exports with versions, version definitions" {
	cat >v.c <<-'END'
	int f1(void) { return 1; } int f2(void) { return 2; } int data[3] = { 1 }; int hidden(void) { return 3; }
	__asm__(".symver f1,f@V1"); __asm__(".symver f2,f@@V2");
	END
	echo 'V1 { global: f; local: *; }; V2 { global: f; data; } V1;' >v.map
	gcc -shared -fPIC -Wl,--version-script=v.map v.c -o libv.so
	run "$BIN/atesor-elf" --exports inspect libv.so
	[ "$status" = 0 ]
	[ "$(jq -c .version_definitions <<<"$output")" = '["V1","V2"]' ]
	[ "$(jq -r '.exports | map("\(.name) \(.kind) \(.size_bytes)") | join(", ")' <<<"$output")" = "V1 version null, V2 version null, data@@V2 object 12, f@@V2 func null, f@V1 func null" ]
	[ "$(jq -r .exports_total <<<"$output")" = 5 ]
}

@test "truncated, absent and odd files: an error each, the others still done, exit 3" {
	source_c | gcc -c -xc - -o f.o
	head -c 40 f.o >cut1.o
	head -c 400 f.o >cut2.o
	head -c 3 f.o >cut3.o
	: >empty
	run --separate-stderr "$BIN/atesor-elf" inspect cut1.o cut2.o nowhere . empty cut3.o f.o
	[ "$status" = 3 ]
	[ "${#lines[@]}" = 7 ]
	for i in 0 1 2 3; do
		jq -e '.path and .error and (has("code_sha256") | not)' <<<"${lines[i]}"
	done
	[[ "$(jq -r .error <<<"${lines[1]}")" == truncated:* ]]
	[ "$(jq -r .machine <<<"${lines[1]}")" = "$(uname -m)" ]
	[ "$(jq -r .kind <<<"${lines[4]}") $(jq -r .kind <<<"${lines[5]}")" = "other other" ]
	jq -e '.code_sha256' <<<"${lines[6]}"
	[ "${#stderr_lines[@]}" = 4 ]
}

@test "an archive that is cut off is an error" {
	source_c | gcc -c -xc - -o f.o
	ar rcs f.a f.o
	head -c -300 f.a >cut.a
	run --separate-stderr "$BIN/atesor-elf" inspect cut.a
	[ "$status" = 3 ]
	[ "$(jq -r 'has("code_sha256")' <<<"$output")" = false ]
}

@test "names with spaces, quotes and bad UTF-8 come through" {
	source_c | gcc -c -xc - -o 'a "b" %s ä.o'
	[ "$(key 'a "b" %s ä.o' .path)" = 'a "b" %s ä.o' ]
}

@test "usage: no command, an unknown one, no file" {
	run "$BIN/atesor-elf"
	[ "$status" = 2 ]
	run "$BIN/atesor-elf" look x
	[ "$status" = 2 ]
	[[ "$output" == *"'look'"* ]]
	run "$BIN/atesor-elf" inspect
	[ "$status" = 2 ]
	run "$BIN/atesor-elf" --help
	[ "$status" = 0 ]
}

# Instruction lines of a disassembly, by GNU or LLVM objdump.
lines_of() {
	"$@" | grep -P '^ *[0-9a-f]+:\s' | grep -vcP '\(bad\)|<unknown>'
}

@test "x86: totals equal objdump's on libc, classes are named as compilers name them" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	libc=$(ldd /bin/sh | sed -n 's/.*=> \(.*libc\.so[^ ]*\) .*/\1/p')
	[ "$(key "$libc" .instructions_total)" = "$(lines_of objdump -d --no-show-raw-insn "$libc")" ]
	[ "$(key "$libc" '.swept_bytes == .total_bytes and .total_bytes == .code_bytes')" = true ]
	cat >x.s <<-'END'
	tzcnt %eax, %eax
	lzcnt %eax, %eax
	popcnt %eax, %eax
	andn %eax, %eax, %eax
	bzhi %eax, %eax, %eax
	vfmadd213sd %xmm0, %xmm1, %xmm2
	vpaddd %ymm0, %ymm1, %ymm2
	vaddps %ymm0, %ymm1, %ymm2
	vpaddd %ymm16, %ymm1, %ymm2
	vpaddd %zmm0, %zmm1, %zmm2
	vaesenc %zmm0, %zmm1, %zmm2
	aesenc %xmm0, %xmm1
	sha256rnds2 %xmm0, %xmm1, %xmm2
	cmpxchg16b (%rax)
	endbr64
	END
	as x.s -o x.o
	[ "$(key x.o '.classes | tojson')" = '{"tzcnt":1,"cet":1,"popcnt":1,"cx16":1,"avx":1,"avx2":1,"bmi1":1,"bmi2":1,"fma":1,"lzcnt":1,"avx512f":3,"avx512vl":1,"aes":1,"vaes":1,"sha":1}' ]
	[ "$(key x.o '.isa_beyond | join(" ")')" = "aes vaes sha" ]
	sed -i '/aes/d;/sha/d' x.s
	as x.s -o y.o
	[ "$(key y.o .isa_level)" = x86-64-v4 ]
	grep -e tzcnt -e endbr x.s >z.s
	as z.s -o z.o
	[ "$(key z.o .isa_level)" = x86-64-v1 ]
}

cross() {      # cross TRIPLET ARCH FILE: a loop, a population count, a table, an atomic
	command -v clang >/dev/null || skip "clang is not installed"
	command -v llvm-objdump >/dev/null || skip "llvm-objdump is not installed (package llvm)"
	cat >cross.c <<-'END'
	int count(unsigned long x) { return __builtin_popcountl(x); }
	long sum(const int *p, long n) { long s = 0; for (long i = 0; i < n; i++) s += p[i] > 3 ? p[i] : -p[i]; return s; }
	int add(int *p) { return __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST); }
	int pick(int n) { switch (n) { case 0: return 9; case 1: return 7; case 2: return 33; case 3: return 4; case 4: return 61; } return 0; }
	END
	clang --target="$1" -march="$2" -O3 -c cross.c -o "$3" 2>err || skip "clang has no $1 with $2"
}

@test "riscv: totals equal llvm-objdump's, extensions are counted" {
	cross riscv64-linux-gnu rv64gc base.o
	cross riscv64-linux-gnu rv64gc_zba_zbb tune.o
	[ "$(key base.o .machine)" = riscv64 ]
	[ "$(key tune.o .instructions_total)" = "$(lines_of llvm-objdump -d --no-show-raw-insn --mattr=+m,+a,+f,+d,+c,+zba,+zbb tune.o)" ]
	[ "$(key base.o '.classes | has("zbb")')" = false ]
	[ "$(key tune.o '.classes.zbb')" = "$(llvm-objdump -d --no-show-raw-insn --mattr=+m,+a,+f,+d,+c,+zba tune.o | grep -c '<unknown>')" ]
	[[ "$(key tune.o .riscv_arch)" == rv64i*_zba*_zbb* ]]
}

@test "aarch64: totals equal llvm-objdump's, extensions are counted" {
	cross aarch64-linux-gnu armv8-a base.o
	cross aarch64-linux-gnu armv8.1-a tune.o
	[ "$(key tune.o .instructions_total)" = "$(lines_of llvm-objdump -d --no-show-raw-insn --mattr=+lse tune.o)" ]
	[ "$(key base.o '.classes | has("lse")')" = false ]
	[ "$(key tune.o '.classes.lse')" = 1 ]
	[ "$(key tune.o .isa_level)" = armv8.1-a ]
}

@test "data among the code is not counted where mapping symbols mark it" {
	command -v clang >/dev/null || skip "clang is not installed"
	printf 'nop\nnop\n.word 0x12345678, 0x5ac01c00, 0x4e284800\nnop\n' >d.s
	clang --target=aarch64-linux-gnu -c d.s -o d.o 2>err || skip "clang has no aarch64"
	[ "$(key d.o '[.instructions_total, .data_in_code_bytes, (.classes | tojson)] | join(" ")')" = '3 12 {"base":3}' ]
	llvm-objcopy --strip-all d.o e.o 2>err || skip "llvm-objcopy is not installed (package llvm)"
	[ "$(key e.o .data_in_code_bytes)" = 0 ]
}

@test "--threads changes no count" {
	libc=$(ldd /bin/sh | sed -n 's/.*=> \(.*libc\.so[^ ]*\) .*/\1/p')
	"$BIN/atesor-elf" inspect "$libc" >one
	"$BIN/atesor-elf" --threads 3 inspect "$libc" | cmp one
	cc1=$(gcc -print-prog-name=cc1)
	[ ! -e "$cc1" ] || for n in 2 7 200; do
		[ "$("$BIN/atesor-elf" --code-limit 9M inspect "$cc1" | sha256sum)" = "$("$BIN/atesor-elf" --code-limit 9M --threads $n inspect "$cc1" | sha256sum)" ]
	done
}

@test "--code-limit is said, --no-classes leaves them out" {
	run "$BIN/atesor-elf" --code-limit 4K inspect "$BIN/atesor-elf"
	[ "$status" = 0 ]
	[ "$(jq -r '[.swept_bytes, .total_bytes > 4096, .warnings[].code] | join(" ")' <<<"$output")" = "4096 true code_not_swept" ]
	run "$BIN/atesor-elf" --no-classes inspect "$BIN/atesor-elf"
	[ "$(jq -r 'has("classes")' <<<"$output")" = false ]
}

compare() {      # compare BASE TUNE FILTER
	"$BIN/atesor-elf" compare "$1" "$2" | jq -r "$3"
}

@test "compare: same code, gained instructions, sizes" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	echo 'double f(double a, double b, double c) { return a * b + c; }' >f.c
	gcc -O2 -c f.c -o base.o
	gcc -O2 -g -c f.c -o debug.o
	gcc -O2 -march=haswell -c f.c -o tune.o
	[ "$(compare base.o debug.o '[.same_code, .same_code_by] | join(" ")')" = "true code_sha256" ]
	[ "$(compare base.o tune.o '[.same_code, .classes_new[], .classes_added.fma] | join(" ")')" = "false fma 1" ]
	[ "$(compare tune.o base.o '.classes_added | tojson')" = "{}" ]
	[ "$(compare base.o tune.o '.code_bytes.base')" = "$(key base.o .code_bytes)" ]
	echo text >other
	[ "$(compare other other .same_code)" = false ]
	gcc -O2 -flto -c f.c -o lto.o
	[ "$(compare lto.o lto.o '[.same_code, .no_code] | join(" ")')" = "false slim LTO object" ]
	run "$BIN/atesor-elf" compare base.o
	[ "$status" = 2 ]
	run "$BIN/atesor-elf" compare base.o nowhere
	[ "$status" = 3 ]
}

@test "compare: a lost symbol, version, library or size is a loss, a new one is not" {
	echo 'int f(void) { return 1; } int g(void) { return 2; } int data[3] = { 1 };' >1.c
	echo 'int f(void) { return 1; } int h(void) { return 2; } int data[4] = { 1 };' >2.c
	echo 'V1 { global: *; };' >1.map
	echo 'V2 { global: *; };' >2.map
	gcc -shared -fPIC 1.c -Wl,-soname,lib.so.1 -o 1.so
	gcc -shared -fPIC 2.c -Wl,-soname,lib.so.2 -Wl,--no-as-needed -lm -Wl,--as-needed -o 2.so
	gcc -shared -fPIC 1.c -Wl,--version-script=1.map -o v1.so
	gcc -shared -fPIC 1.c -Wl,--version-script=2.map -o v2.so
	[ "$(compare 1.so 2.so '.abi_changes | map("\(.change) \(.name // "") \(.base // "") \(.tune // "") \(.loss)") | join(", ")')" = \
	  "soname  lib.so.1 lib.so.2 true, needed_added libm.so.6   false, export_size data 12 16 true, export_removed g   true, export_added h   false" ]
	[ "$(compare v1.so v2.so '[.abi_changes[] | select(.loss) | .change + " " + .name] | join(", ")')" = \
	  "version_removed V1, export_removed V1, export_removed data@@V1, export_removed f@@V1, export_removed g@@V1" ]
	[ "$(compare 1.so 1.so '.abi_changes | length')" = 0 ]
}

@test "a library that changes the floating-point mode at load is told, stripped or not" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	cat >set.c <<-'END'
	static void helper(void) { unsigned m = __builtin_ia32_stmxcsr(); __builtin_ia32_ldmxcsr(m | 0x8040); }
	__attribute__((constructor)) static void some_name(void) { helper(); }
	END
	echo 'void use(void) { __builtin_ia32_ldmxcsr(0x1f80); } __attribute__((constructor)) static void other(void) { }' >not.c
	gcc -O0 -shared -fPIC set.c -o set.so
	gcc -O0 -shared -fPIC not.c -o not.so
	gcc -O2 -shared -fPIC -Wl,-z,pack-relative-relocs set.c -o relr.so 2>err || cp set.so relr.so
	strip set.so not.so relr.so
	[ "$(key set.so '"\(.sets_fp_mode) \(.sets_fp_mode_how)"')" = "true ldmxcsr in an initializer" ]
	[ "$(key relr.so .sets_fp_mode)" = true ]
	[ "$(key not.so .sets_fp_mode)" = false ]
	[ "$(compare not.so set.so '.abi_changes[] | select(.change == "sets_fp_mode") | .loss')" = true ]
}

@test "runs-on: levels, extensions, the baseline's own instructions, other machines" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	printf 'andn %%eax, %%eax, %%eax\nrep bsf %%eax, %%eax\naesenc %%xmm0, %%xmm1\n' | as - -o f.o
	printf 'andn %%eax, %%eax, %%eax\nandn %%eax, %%eax, %%eax\naesenc %%xmm0, %%xmm1\n' | as - -o g.o
	run "$BIN/atesor-elf" runs-on x86-64-v3 f.o
	[ "$status" = 1 ]
	[ "$(jq -c '[.runs, .missing]' <<<"$output")" = '[false,{"aes":1}]' ]
	run "$BIN/atesor-elf" runs-on x86-64-v3+aes f.o
	[ "$status" = 0 ]
	[ "$(jq -c '[.runs, .missing]' <<<"$output")" = '[true,{}]' ]
	run "$BIN/atesor-elf" --base f.o runs-on x86-64-v2 g.o f.o
	[ "$status" = 1 ]
	[ "$(jq -c '[.runs, .missing]' <<<"${lines[0]}")" = '[false,{"bmi1":1}]' ]
	[ "$(jq -c '[.runs, .missing]' <<<"${lines[1]}")" = '[true,{}]' ]
	run "$BIN/atesor-elf" runs-on rva22u64 f.o
	[ "$status" = 1 ]
	[ "$(jq -r .reason <<<"$output")" = "for another machine" ]
	run "$BIN/atesor-elf" runs-on x86-64-v9 f.o
	[ "$status" = 3 ]
	[[ "$output" == *"'x86-64-v9' is neither a level"* ]]
	run "$BIN/atesor-elf" runs-on x86-64-v3+nonsense f.o
	[ "$status" = 3 ]
	[[ "$output" == *"unknown extension 'nonsense'"* ]]
	run "$BIN/atesor-elf" runs-on x86-64-v3
	[ "$status" = 2 ]
}

@test "runs-on: processors by name, as gcc knows them" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	printf 'popcnt %%eax, %%eax\n' | as - -o v2.o
	printf 'andn %%eax, %%eax, %%eax\n' | as - -o v3.o
	"$BIN/atesor-elf" runs-on Nehalem v2.o
	run "$BIN/atesor-elf" runs-on nehalem v3.o
	[ "$status" = 1 ]
	[ "$(jq -c .missing <<<"$output")" = '{"bmi1":1}' ]
	"$BIN/atesor-elf" runs-on haswell v3.o
	run "$BIN/atesor-elf" runs-on core2 v2.o
	[ "$status" = 1 ]
	"$BIN/atesor-elf" runs-on nehalem+bmi1 v3.o
	# gcc's own list of what each may use: an instruction of each extension that both can name.
	while read -r macro text; do
		printf '%s\n' "$text" | as - -o "__$macro.o"
	done <<-'END'
	SSSE3 pshufb %xmm0, %xmm1
	SSE4_2 pcmpgtq %xmm0, %xmm1
	POPCNT popcnt %eax, %eax
	AVX vaddps %ymm0, %ymm1, %ymm2
	AVX2 vpaddd %ymm0, %ymm1, %ymm2
	BMI andn %eax, %eax, %eax
	BMI2 bzhi %eax, %eax, %eax
	FMA vfmadd213sd %xmm0, %xmm1, %xmm2
	F16C vcvtph2ps %xmm0, %xmm1
	LZCNT lzcnt %eax, %eax
	MOVBE movbe (%rax), %eax
	AES aesenc %xmm0, %xmm1
	PCLMUL pclmulqdq $0, %xmm0, %xmm1
	SHA sha256rnds2 %xmm0, %xmm1, %xmm2
	ADX adcx %eax, %eax
	RDRND rdrand %eax
	RDSEED rdseed %eax
	AVX512F vpaddd %zmm0, %zmm1, %zmm2
	AVX512VNNI vpdpbusd %zmm0, %zmm1, %zmm2
	AVX512VBMI vpermb %zmm0, %zmm1, %zmm2
	AVX512FP16 vaddph %zmm0, %zmm1, %zmm2
	AVXVNNI {vex} vpdpbusd %xmm0, %xmm1, %xmm2
	GFNI gf2p8mulb %xmm0, %xmm1
	SSE4A extrq %xmm0, %xmm1
	FMA4 vfmaddps %xmm0, %xmm1, %xmm2, %xmm3
	END
	tried=0
	for name in nehalem westmere sandybridge ivybridge haswell broadwell skylake skylake-avx512 cascadelake icelake-server sapphirerapids \
			silvermont goldmont tremont alderlake core2 amdfam10 btver2 bdver4 znver1 znver2 znver3; do
		gcc -march=$name -dM -E -x c /dev/null >macros 2>err || continue
		"$BIN/atesor-elf" runs-on $name __*.o | jq -r 'select(.runs) | .path[:-2]' >got || :
		for object in __*.o; do
			! grep -q "#define ${object%.o}__ 1" macros || echo "${object%.o}"
		done >want
		diff want got || { echo "$name"; false; }
		tried=$((tried + 1))
	done
	[ $tried -gt 10 ]
}

@test "compare --machine: what the machine lacks of what the tune has more" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	printf 'andn %%eax, %%eax, %%eax\n' | as - -o base.o
	printf 'andn %%eax, %%eax, %%eax\nbzhi %%eax, %%eax, %%eax\naesenc %%xmm0, %%xmm1\n' | as - -o tune.o
	run "$BIN/atesor-elf" --machine westmere+aes compare base.o tune.o
	[ "$status" = 0 ]
	[ "$(jq -c '[.classes_base, .classes_added, .classes_new, .missing]' <<<"$output")" = '[{"bmi1":1},{"bmi2":1,"aes":1},["bmi2","aes"],{"bmi2":1}]' ]
	[ "$(jq -c '[.swept_bytes.base == .code_bytes.base, .swept_bytes.tune]' <<<"$output")" = "[true,$(key tune.o .code_bytes)]" ]
	run "$BIN/atesor-elf" --machine nothing compare base.o tune.o
	[ "$status" = 3 ]
}

@test "a program's copy of the library's data is no export" {
	echo '#include <stdio.h>
	int main(void) { return fputs("x", stdout); }' >m.c
	gcc -O2 m.c -o program
	run "$BIN/atesor-elf" --exports inspect program
	[ "$(jq -c '[.exports[]? | .name | select(startswith("stdout"))]' <<<"$output")" = '[]' ]
	# Of a library without versions, and by another name of the same variable; what plug-ins find stays.
	echo 'int shared[9] = {1}; extern int other[9] __attribute__((alias("shared")));' >d.c
	gcc -shared -fPIC d.c -o libd.so
	echo 'extern int shared[], own[]; int own[3]; int main(void) { return own[1] + shared[argc()]; } int argc(void) { return 0; }' |
		gcc -w -O2 -fno-pie -no-pie -x c - -x none -rdynamic -o program -L. -ld
	readelf -rW program | grep -q 'COPY.*shared'
	[ "$("$BIN/atesor-elf" --exports inspect program | jq -c '[.exports[].name]')" = '["argc","main","own"]' ]
}

@test "runs-on: a machine document" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	[ -e "$BIN/../../mk/program/machine.jq" ] || [ -e "$BIN/../share/atesor/program/machine.jq" ] || skip "the programs are built outside of the tree"
	printf 'andn %%eax, %%eax, %%eax\naesenc %%xmm0, %%xmm1\n' | as - -o f.o
	echo '{"schema":"atesor.probe/1","data":{"arch":"x86_64","isa":{"flags":["bmi","aes"],"level":2}}}' >with.json
	echo '{"arch":"x86_64","isa":{"flags":["aes","erms"],"level":2}}' >without.json
	run "$BIN/atesor-elf" runs-on with.json f.o
	[ "$status" = 0 ]
	run "$BIN/atesor-elf" runs-on - f.o <without.json
	[ "$status" = 1 ]
	[ "$(jq -c .missing <<<"$output")" = '{"bmi1":1}' ]
	echo '{"arch":"vax"}' >vax.json
	run "$BIN/atesor-elf" runs-on vax.json f.o
	[ "$status" = 3 ]
	run "$BIN/atesor-elf" runs-on f.o f.o
	[ "$status" = 3 ]
}

@test "runs-on: riscv and its profiles" {
	cross riscv64-linux-gnu rv64gc base.o
	cross riscv64-linux-gnu rv64gc_zba_zbb tune.o
	run "$BIN/atesor-elf" runs-on rv64gc base.o tune.o
	[ "$status" = 1 ]
	[ "$(jq -s -c 'map(.runs)' <<<"$output")" = '[true,false]' ]
	[ "$(jq -r '.missing | keys | join(" ")' <<<"${lines[1]}")" = "zba zbb" ]
	for machine in rva22u64 rva23u64 rv64gc_zba_zbb rv64gcb rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zba1p0_zbb1p0; do
		"$BIN/atesor-elf" runs-on $machine tune.o
	done
}

@test "Go build information" {
	{ printf '.section .go.buildinfo,"aw"\n.ascii "\\377 Go buildinf:"\n.byte 8, 2\n.zero 16\n.byte 6\n.ascii "go1.22"\n'
	  printf '.byte 2f-1f\n1: .byte 0x30,0x77,0xaf,0x0c,0x92,0x74,8,2,0x41,0xe1,0xc1,7,0xe6,0xd6,0x18,0xe6\n.ascii "path\\tx\\nbuild\\t-pgo=/p/default.pgo\\nbuild\\tGOAMD64=v3\\n"\n.byte 0xf9,0x32,0x43,0x31,0x86,0x18,0x20,0x72,0,0x82,0x42,0x10,0x41,0x16,0xd8,0xf2\n2:\n'; } | as - -o go.o
	[ "$(key go.o '[.go_version, .go_settings.GOAMD64, .go_settings["-pgo"]] | join(" ")')" = "go1.22 v3 /p/default.pgo" ]
	head -c 200 /dev/zero | tr '\0' x >pad
	objcopy --update-section .go.buildinfo=pad go.o bad.o
	[ "$(key bad.o 'has("go_version")')" = false ]
}
