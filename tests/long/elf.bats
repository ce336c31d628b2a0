# atesor-elf on files that others have collected, and against other disassemblers.
load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# apt-get with a state of its own, and the system's own archives as source archives: its configuration is not touched.
sources() {
	command -v apt-get >/dev/null || skip "not a Debian system"
	mkdir -p lists state/lists/partial cache/archives/partial
	for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
		[ ! -f "$list" ] || sed 's/^Types: *deb *$/Types: deb-src/; s/^deb /deb-src /' "$list" >"lists/${list##*/}"
	done
	apt-get -qq -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$PWD/lists" -o "Dir::State=$PWD/state" \
		-o "Dir::Cache=$PWD/cache" "$@" >log 2>&1
}

@test "elfutils' own test files: no crash, no hang, machine and type as readelf -h says" {
	sources update && sources source --download-only elfutils || skip "the elfutils source package cannot be fetched"
	tar xf elfutils_*.orig.tar.*[^c]
	files=0
	for packed in elfutils-*/tests/*.bz2; do
		bunzip2 -c "$packed" >file
		code=0
		timeout 5 "$BIN/atesor-elf" --members 3 inspect file >found 2>error || code=$?
		[ $code = 0 ] || [ $code = 3 ] || { echo "$packed: exit $code"; false; }
		jq -e . found >/dev/null
		files=$((files + 1))
		[ "$(jq -r .kind found)" = elf ] || continue
		want=$(readelf -hW file 2>/dev/null | sed -n 's/^ *Type: *\([A-Z]*\).*/\1/p' | head -1)
		got=$(jq -r '{exec: "EXEC", pie: "DYN", shared: "DYN", object: "REL", core: "CORE"}[.type]' found)
		[ "$want" = "$got" ] || { echo "$packed: $got, not $want"; false; }
		want=$(od -An -tu1 -j18 -N2 file | awk -v big="$(jq -r .endian found)" '{ print big == "big" ? $1 * 256 + $2 : $2 * 256 + $1 }')
		[ "$want" = "$(jq -r .machine_number found)" ] || { echo "$packed: machine $want"; false; }
	done
	[ $files -gt 300 ]
}

@test "x86: as many instructions in the compiler as objdump finds" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	cc1=$(gcc -print-prog-name=cc1)
	[ -e "$cc1" ] || skip "gcc has no cc1"
	"$BIN/atesor-elf" inspect "$cc1" >found
	[ "$(jq .instructions_total found)" = "$(objdump -d --no-show-raw-insn "$cc1" | grep -P '^ *[0-9a-f]+:\t' | grep -vc '(bad)')" ]
	[ "$(jq '.undecoded_bytes + .total_bytes - .swept_bytes' found)" = 0 ]
}

@test "riscv: every class counts as llvm-objdump-19's mnemonics do" {
	command -v llvm-objdump-19 >/dev/null || { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null &&
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends llvm-19 >log 2>&1; } ||
		skip "llvm-objdump-19 is not installed (package llvm-19)"
	awk 'BEGIN { split("int long double float unsigned", t, " "); for (i = 0; i < 500; i++) { y = t[i % 5 + 1]
		printf "%s f%d(%s *a, long n, %s k) { %s s = 0; for (long i = 0; i < n; i++) { s += a[i] * k + i;", y, i, y, y, y
		printf " if (s > %d) s -= a[n - i - 1] / (k + %d); }", i, i
		printf " return s > k ? s : k + __builtin_popcountl(n) + __atomic_fetch_add(&n, 2, 5); }\n" } }' >r.c
	compared=0
	for arch in "clang rv64gc_zba_zbb_zbs -O2" "clang-19 rv64gcv_zba_zbb_zbs_zicond_zfa_zfhmin_zcb -O3"; do
		set -- $arch
		command -v $1 >/dev/null || { echo "# $1 is not installed: $2 is left out" >&3; continue; }
		$1 --target=riscv64-linux-gnu -march=$2 $3 -c r.c -o r.o 2>err || continue
		llvm-objdump-19 -d -M no-aliases --no-show-raw-insn --mattr=+m,+a,+f,+d,+c,+v,+zba,+zbb,+zbs,+zicond,+zfa,+zfhmin,+zcb r.o | awk -F'\t' '
			NR == FNR { if ($1 !~ /^#/) class[$1] = $5; next }
			/^ *[0-9a-f]+:/ { sub(/\.(aq|rl|aqrl)$/, "", $2); count[$2 in class ? class[$2] : "no class for " $2]++ }
			END { for (c in count) print c, count[c] }' "$ROOT/tests/data/riscv.tsv" - | sort >want
		"$BIN/atesor-elf" inspect r.o | jq -r '.classes | to_entries[] | "\(.key) \(.value)"' | sort >got
		diff want got
		grep -q '^zbb ' got
		[ $1 = clang ] || { grep -q '^v ' got && grep -q '^zcb ' got; }
		compared=$((compared + 1))
	done
	[ $compared -gt 0 ] || skip "clang has no riscv64"
}

@test "aarch64: totals and classes on a cross-built set, by the mnemonics that llvm-objdump prints" {
	{ command -v clang && command -v llvm-objdump; } >/dev/null || skip "clang or llvm-objdump is not installed (packages clang, llvm)"
	awk 'BEGIN { split("int long double float unsigned", t, " "); for (i = 0; i < 200; i++) { y = t[i % 5 + 1]
		printf "%s f%d(%s *a, long n, %s k) { %s s = 0; for (long i = 0; i < n; i++) { s += a[i] * k + i;", y, i, y, y, y
		printf " if (s > %d) s -= a[n - i - 1] / (k + %d); } return s > k ? s : k + __atomic_fetch_add(&n, 2, 5); }\n", i, i
		printf "void g%d(%s *a, const %s *b, long n) { for (long i = 0; i < n; i++) a[i] = a[i] * b[i] + %d; }\n", i, y, y, i } }' >loops.c
	cat >neon.c <<-'C'
	#include <arm_acle.h>
	#include <arm_neon.h>
	float16_t half(float16_t *a, float16_t k, long n) { float16_t s = 0; for (long i = 0; i < n; i++) s += a[i] * k; return s; }
	void halves(float16x8_t *a) { *a = vfmaq_f16(vaddq_f16(a[1], a[2]), a[3], vsqrtq_f16(a[4])); }
	int dots(int32x4_t *s, int8x16_t a, int8x16_t b) { *s = vdotq_s32(*s, a, b); return vaddvq_s32(*s); }
	unsigned crc(unsigned c, const unsigned char *p, long n) { for (long i = 0; i < n; i++) c = __crc32cb(c, p[i]); return __crc32d(c, n); }
	void aes(uint8x16_t *s, uint8x16_t k) { *s = vaesmcq_u8(vaeseq_u8(*s, k)); s[1] = vaesimcq_u8(vaesdq_u8(s[1], k)); }
	poly128_t mul(poly64_t a, poly64_t b) { return vmull_p64(a, b); }
	void sha(uint32x4_t *s, uint32x4_t w) { s[0] = vsha256hq_u32(s[0], s[1], w); s[1] = vsha256su0q_u32(s[1], w); s[2] = vsha1cq_u32(s[2], 7, w); }
	long atomics(long *p, int *q, unsigned char *b, long v)
	{
		long r = __atomic_fetch_add(p, v, 5) + __atomic_exchange_n(q, 3, 5);
		__atomic_compare_exchange_n(p, &r, v, 0, 5, 0);
		return __atomic_fetch_or(b, 4, 0) + r + __atomic_fetch_and(q, 9, 2);
	}
	C
	cat >sve.c <<-'C'
	#include <arm_sve.h>
	svint32_t difference(svint32_t a, svint32_t b, svint32_t c) { return svaba_s32(a, b, c); }
	svint16_t rounded(svint16_t a, svint16_t b, svint16_t c) { return svqrdmlah_s16(a, b, c); }
	svbool_t match(svbool_t p, svuint8_t a, svuint8_t b) { return svmatch_u8(p, a, b); }
	svuint32_t histogram(svbool_t p, svuint32_t a, svuint32_t b) { return svhistcnt_u32_z(p, a, b); }
	svint32_t bits(svint32_t a, svint32_t b, svint32_t c) { return svbsl_s32(a, b, c); }
	svfloat32_t product(svbool_t p, svfloat32_t a, svfloat32_t b, svfloat32_t c) { return svmla_f32_x(p, a, b, c); }
	svbool_t above(long a, long b) { return svwhilegt_b32_s64(a, b); }
	C
	cat >classes.awk <<-'A'
	/^ *[0-9a-f]+:/ {
		m = $2; o = $3; c = "base"
		if (o ~ /(^|[ ,{\[])[zp][0-9]/ || m ~ /^((cnt|inc|dec)[bhwd]|rdvl|addvl|addpl|ptrue|while)/)
			c = m ~ /^([su]aba|sqrdmla[hs]|n?match|hist(cnt|seg)|bsl|bsl[12]n|nbsl|while(g[te]|h[is]|rw|wr)|eor3|bcax|[su]r?sra|xar|[us]adalp)$/ ? "sve2" : "sve"
		else if (m ~ /^(cas|swp|(ld|st)(add|clr|eor|set|[su](max|min)))/) c = "lse"
		else if (m ~ /^crc32/) c = "crc"
		else if (m ~ /^(aes|sha1|sha256)/ || m ~ /^pmull/ && o ~ /[.]1q/) c = "crypto"
		else if (m ~ /^[su]dot$/) c = "dotprod"
		else if (m ~ /^(f|[su]cvtf)/ && m !~ /^fcvt([ln]2?)?$/ && o ~ /(^|[ ,{])h[0-9]|[.][48]h/) c = "fp16"
		if (m != "<unknown>") count[c]++
	}
	END { for (c in count) print c, count[c] }
	A
	: >seen
	for one in "armv8-a loops" "armv8.1-a loops" "armv8.2-a+fp16+dotprod+crypto+crc neon" "armv8.2-a+sve loops" "armv8.5-a+sve2 sve"; do
		set -- $one
		clang --target=aarch64-linux-gnu -ffreestanding -march=$1 -O3 -mllvm -scalable-vectorization=preferred -c $2.c -o a.o 2>err || skip "clang has no aarch64 with $1"
		llvm-objdump -d --no-show-raw-insn --mattr=+lse,+crc,+aes,+sha2,+dotprod,+fullfp16,+rdm,+sve,+sve2 a.o >text
		awk -F'\t' -f classes.awk text | sort >want
		"$BIN/atesor-elf" inspect a.o >found
		jq -r '.classes | to_entries[] | "\(.key) \(.value)"' found | sort | tee -a seen >got
		diff want got
		[ "$(jq .instructions_total found)" = "$(awk '{ n += $2 } END { print n }' want)" ]
	done
	[ "$(cut -d ' ' -f 1 seen | sort -u | tr '\n' ' ')" = "base crc crypto dotprod fp16 lse sve sve2 " ]
}

# The most memory, in KiB, that any of these runs needed, by the kernel's account of the children; not all of them are readable.
memory() {
	python3 -c 'import resource, subprocess, sys
for path in sys.argv[2:]: subprocess.run([sys.argv[1], "inspect", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$BIN/atesor-elf" "$@"
}

@test "memory: at most 64 MiB for the compiler, for an archive of 500 MB, for every file of the fuzz corpus" {
	command -v python3 >/dev/null || skip "python3 is not installed"
	[ "$(memory "$ROOT"/tests/fuzz/elf/*)" -le 65536 ]
	cc1=$(gcc -print-prog-name=cc1)
	[ ! -e "$cc1" ] || [ "$(memory "$cc1")" -le 65536 ]
	head -c 100000000 /dev/urandom >random
	objcopy -I binary -O elf64-x86-64 --rename-section .data=.text,code random 1.o
	for i in 2 3 4 5; do ln -f 1.o $i.o; done
	ar rc big.a [1-5].o
	rm random [1-5].o
	[ "$(stat -c %s big.a)" -gt 500000000 ]
	[ "$(memory big.a)" -le 65536 ]
}
