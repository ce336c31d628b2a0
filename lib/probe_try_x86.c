/* Test instructions of x86-64. Intel SDM volume 2 and AMD APM volume 3 and 4 say what each computes. Only what CPUID lists is
 * tried: a hypervisor hides what the machine to which it moves the guest next may lack. */
#include "probe_cpu.h"

#ifdef __x86_64__

#include <asm/prctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BYTES = 64 };          /* of the widest register */

/* Two operands and a result in memory, read where the compiler cannot see the values. */
union vector {
	uint8_t b[BYTES];
	uint16_t w[BYTES / 2];
	uint32_t d[BYTES / 4];
	uint64_t q[BYTES / 8];
	float f[BYTES / 4];
};

static _Alignas(64) union vector one, two, result, expected;

static void fill(void)
{
	for (size_t i = 0; i < BYTES; i++) {
		one.b[i] = (uint8_t)(i * 37 + 11);
		two.b[i] = (uint8_t)(i * 73 + 5);
	}
	memset(&result, 0, sizeof result);
	memset(&expected, 0, sizeof expected);
}

static void fill_floats(void)
{
	fill();
	for (size_t i = 0; i < BYTES / 4; i++) {
		one.f[i] = (float)i;
		two.f[i] = (float)(2 * i + 1);
	}
}

static bool equal(size_t bytes)
{
	return !memcmp(&result, &expected, bytes);
}

/* result = INSTRUCTIONS on the first operand in register 0 and the second in register 1, result in register 0. */
#define RUN(move, register_, instructions) \
	__asm__ volatile(move " (%1), %%" register_ "0\n\t" move " (%2), %%" register_ "1\n\t" instructions "\n\t" move " %%" register_ "0, (%0)" \
		: : "r"(&result), "r"(&one), "r"(&two) : "xmm0", "xmm1", "xmm2", "memory")
#define RUN_SSE(instructions) RUN("movdqu", "xmm", instructions)
#define RUN_AVX(instructions) RUN("vmovdqu", "ymm", instructions)
#define RUN_512(instructions) RUN("vmovdqu64", "zmm", instructions)

#define EXPECT(member, count, value) \
	for (size_t i = 0; i < (count); i++) \
		expected.member[i] = (value)

static uint32_t count_ones(uint64_t value)
{
	uint32_t count = 0;

	for (; value; value &= value - 1)
		count++;
	return count;
}

static uint32_t leading_zeros(uint32_t value)
{
	uint32_t count = 0;

	for (uint32_t bit = UINT32_C(1) << 31; bit && !(value & bit); bit >>= 1)
		count++;
	return count;
}

static uint8_t times(uint8_t value, uint8_t by)          /* in the field of AES (FIPS 197, section 4.2) */
{
	unsigned product = 0, part = value;

	for (; by; by >>= 1, part = part << 1 ^ (part & 0x80 ? 0x11b : 0))
		product ^= by & 1 ? part : 0;
	return (uint8_t)product;
}

static void carryless(uint64_t a, uint64_t b, uint64_t product[2])
{
	product[0] = product[1] = 0;
	for (unsigned i = 0; i < 64; i++)
		if (b >> i & 1) {
			product[0] ^= a << i;
			product[1] ^= i ? a >> (64 - i) : 0;
		}
}

/* ---- on general registers ---- */

static volatile uint64_t number = UINT64_C(0x0123456789abcdef), mask = UINT64_C(0x00ff0f3355aa1248);

static bool try_popcnt(uint64_t *value)
{
	uint64_t n = number, count;

	(void)value;
	__asm__ volatile("popcnt %1, %0" : "=r"(count) : "r"(n) : "cc");
	return count == count_ones(n);
}

static bool try_lzcnt(uint64_t *value)
{
	uint64_t n = number >> 20, count;

	(void)value;
	__asm__ volatile("lzcnt %1, %0" : "=r"(count) : "r"(n) : "cc");        /* where it is missing this is bsr */
	return count == leading_zeros((uint32_t)(n >> 32)) + (n >> 32 ? 0 : leading_zeros((uint32_t)n));
}

static bool try_bmi(uint64_t *value)
{
	uint64_t a = number, b = mask, got, zeros;

	(void)value;
	__asm__ volatile("andn %2, %1, %0" : "=r"(got) : "r"(a), "r"(b) : "cc");
	__asm__ volatile("tzcnt %1, %0" : "=r"(zeros) : "r"(b << 9) : "cc");
	return got == (~a & b) && b << 9 >> zeros & 1 && !(b << 9 & ((UINT64_C(1) << zeros) - 1));
}

static bool try_bmi2(uint64_t *value)
{
	uint64_t a = number, m = mask, got, want = 0;

	(void)value;
	__asm__ volatile("pdep %2, %1, %0" : "=r"(got) : "r"(a), "r"(m));
	for (unsigned bit = 0, from = 0; bit < 64; bit++)
		if (m >> bit & 1)
			want |= (a >> from++ & 1) << bit;
	return got == want;
}

static bool try_adx(uint64_t *value)
{
	uint64_t sum = number, high = 0, zero = 0;

	(void)value;
	__asm__ volatile("xor %k2, %k2\n\tadcx %3, %0\n\tadcx %2, %1" : "+&r"(sum), "+&r"(high), "+&r"(zero) : "r"(~UINT64_C(0)) : "cc");
	return sum == number - 1 && high == 1;
}

static bool try_movbe(uint64_t *value)
{
	uint64_t n = number, got;

	(void)value;
	__asm__ volatile("movbe %1, %0" : "=r"(got) : "m"(n));
	return got == __builtin_bswap64(n);
}

static bool try_cx16(uint64_t *value)
{
	struct { uint64_t low, high; } __attribute__((aligned(16))) pair = { number, mask };
	uint64_t low = number, high = mask;

	(void)value;
	__asm__ volatile("lock cmpxchg16b %0" : "+m"(pair), "+a"(low), "+d"(high) : "b"(UINT64_C(1)), "c"(UINT64_C(2)) : "cc");
	return pair.low == 1 && pair.high == 2;
}

static bool try_sahf(uint64_t *value)
{
	uint64_t flags = UINT64_C(0x4500), carry = 0;      /* AH: zero, parity, bit 2 … and then the carry bit */

	(void)value;
	flags |= 0x100;
	__asm__ volatile("sahf\n\tsetc %b1" : "+a"(flags), "+q"(carry) : : "cc");
	return carry == 1;
}

static bool try_rdrnd(uint64_t *value)
{
	uint64_t got[4] = { 0 };
	uint8_t good = 0;

	(void)value;
	for (int i = 0; i < 4; i++)
		for (int attempt = 0; attempt < 100 && !good; attempt++, good = i < 3 && good ? 0 : good)
			__asm__ volatile("rdrand %0\n\tsetc %1" : "=r"(got[i]), "=q"(good) : : "cc");
	return got[0] != got[1] || got[1] != got[2] || got[2] != got[3];
}

static bool try_rdtscp(uint64_t *value)
{
	uint32_t low, high, more_low, more_high, cpu;

	(void)value;
	__asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(cpu));
	__asm__ volatile("rdtscp" : "=a"(more_low), "=d"(more_high), "=c"(cpu));
	return ((uint64_t)more_high << 32 | more_low) >= ((uint64_t)high << 32 | low);
}

static bool try_fsgsbase(uint64_t *value)
{
	uint64_t base, kernel = 0;

	(void)value;
	__asm__ volatile("rdfsbase %0" : "=r"(base));
	return !syscall(SYS_arch_prctl, ARCH_GET_FS, &kernel) && base == kernel;
}

static bool try_clzero(uint64_t *value)
{
	(void)value;
	fill();
	memset(&result, 0xff, sizeof result);
	__asm__ volatile("clzero" : : "a"(&result) : "memory");
	return equal(BYTES);
}

static bool try_movdiri(uint64_t *value)
{
	uint64_t there = 0, n = number;

	(void)value;
	__asm__ volatile("movdiri %1, %0" : "=m"(there) : "r"(n));
	__asm__ volatile("mfence" : : : "memory");
	return there == n;
}

static bool try_movdir64b(uint64_t *value)
{
	(void)value;
	fill();
	__asm__ volatile("movdir64b (%1), %0\n\tmfence" : : "r"(&result), "r"(&one) : "memory");
	return !memcmp(&result, &one, BYTES);
}

/* ---- on vectors ---- */

static bool try_sse3(uint64_t *value)
{
	(void)value;
	fill();
	RUN_SSE("movddup %%xmm1, %%xmm0");
	EXPECT(q, 2, two.q[0]);
	return equal(16);
}

static bool try_ssse3(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(b, 16, two.b[i] & 0x80 ? 0 : one.b[two.b[i] & 15]);
	RUN_SSE("pshufb %%xmm1, %%xmm0");
	return equal(16);
}

static bool try_sse41(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(d, 4, one.d[i] * two.d[i]);
	RUN_SSE("pmulld %%xmm1, %%xmm0");
	return equal(16);
}

static bool try_sse42(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(q, 2, (int64_t)one.q[i] > (int64_t)two.q[i] ? ~UINT64_C(0) : 0);
	RUN_SSE("pcmpgtq %%xmm1, %%xmm0");
	return equal(16);
}

static bool try_avx(uint64_t *value)
{
	(void)value;
	fill_floats();
	EXPECT(f, 8, one.f[i] + two.f[i]);
	RUN_AVX("vaddps %%ymm1, %%ymm0, %%ymm0");
	return equal(32);
}

static bool try_avx2(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(d, 8, one.d[i] + two.d[i]);
	RUN_AVX("vpaddd %%ymm1, %%ymm0, %%ymm0");
	return equal(32);
}

static bool try_fma(uint64_t *value)
{
	(void)value;
	fill_floats();
	EXPECT(f, 8, one.f[i] * two.f[i] + one.f[i]);        /* exact: small whole numbers */
	RUN_AVX("vmovaps %%ymm0, %%ymm2\n\tvfmadd213ps %%ymm2, %%ymm1, %%ymm0");
	return equal(32);
}

static bool try_f16c(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(f, 8, (float)(1 << i));
	for (size_t i = 0; i < 8; i++)
		one.w[i] = (uint16_t)((15 + i) << 10);              /* 2 to the i as a half */
	RUN_AVX("vcvtph2ps %%xmm0, %%ymm0");
	return equal(32);
}

/* One round on a state of zeros: every byte becomes S(0) = 0x63, which rows and columns keep, and then the key. */
static bool aes(size_t bytes)
{
	memset(&one, 0, sizeof one);
	EXPECT(b, bytes, 0x63 ^ two.b[i]);
	return true;
}

static bool try_aes(uint64_t *value)
{
	(void)value;
	fill();
	aes(16);
	RUN_SSE("aesenc %%xmm1, %%xmm0");
	return equal(16);
}

static bool try_vaes(uint64_t *value)
{
	(void)value;
	fill();
	aes(32);
	RUN_AVX("vaesenc %%ymm1, %%ymm0, %%ymm0");
	return equal(32);
}

static bool try_pclmul(uint64_t *value)
{
	(void)value;
	fill();
	carryless(one.q[0], two.q[0], expected.q);
	RUN_SSE("pclmulqdq $0, %%xmm1, %%xmm0");
	return equal(16);
}

static bool try_vpclmulqdq(uint64_t *value)
{
	(void)value;
	fill();
	carryless(one.q[0], two.q[0], expected.q);
	carryless(one.q[2], two.q[2], expected.q + 2);
	RUN_AVX("vpclmulqdq $0, %%ymm1, %%ymm0, %%ymm0");
	return equal(32);
}

static bool try_sha(uint64_t *value)
{
	(void)value;
	fill();
	for (size_t i = 0; i < 4; i++)                           /* SHA1MSG1: words W0 (the highest) to W5 */
		expected.d[3 - i] = one.d[3 - i] ^ (i < 2 ? one.d[1 - i] : two.d[5 - i]);
	RUN_SSE("sha1msg1 %%xmm1, %%xmm0");
	return equal(16);
}

static bool try_gfni(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(b, 16, times(one.b[i], two.b[i]));
	RUN_SSE("gf2p8mulb %%xmm1, %%xmm0");
	return equal(16);
}

/* Sums of four products, unsigned bytes by signed ones, onto the first operand (VPDPBUSD). */
static void expect_dots(size_t words)
{
	for (size_t i = 0; i < words; i++) {
		int32_t sum = 0;
		for (size_t k = 4 * i; k < 4 * i + 4; k++)
			sum += one.b[k] * (int8_t)two.b[k];
		expected.d[i] = one.d[i] + (uint32_t)sum;
	}
}

static bool try_avxvnni(uint64_t *value)
{
	(void)value;
	fill();
	expect_dots(8);
	RUN_AVX("vmovdqa %%ymm0, %%ymm2\n\t%{vex%} vpdpbusd %%ymm1, %%ymm2, %%ymm0");
	return equal(32);
}

static bool try_avx512f(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(d, 16, one.d[i] + two.d[i]);
	RUN_512("vpaddd %%zmm1, %%zmm0, %%zmm0");
	return equal(64);
}

static bool try_avx512bw(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(b, 64, (uint8_t)(one.b[i] + two.b[i]));
	RUN_512("vpaddb %%zmm1, %%zmm0, %%zmm0");
	return equal(64);
}

static bool try_avx512dq(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(q, 8, one.q[i] * two.q[i]);
	RUN_512("vpmullq %%zmm1, %%zmm0, %%zmm0");
	return equal(64);
}

static bool try_avx512vl(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(d, 8, one.d[i] + two.d[i]);
	RUN("vmovdqu", "ymm", "vpaddd %%ymm1, %%ymm0, %%ymm16\n\tvmovdqu64 %%ymm16, %%ymm0");
	return equal(32);
}

static bool try_avx512cd(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(d, 16, leading_zeros(one.d[i]));
	RUN_512("vplzcntd %%zmm0, %%zmm0");
	return equal(64);
}

static bool try_avx512ifma(uint64_t *value)
{
	const uint64_t low52 = (UINT64_C(1) << 52) - 1;

	(void)value;
	fill();
	EXPECT(q, 8, one.q[i] + (uint64_t)(((unsigned __int128)(one.q[i] & low52) * (two.q[i] & low52)) & low52));
	RUN_512("vmovdqa64 %%zmm0, %%zmm2\n\tvpmadd52luq %%zmm1, %%zmm2, %%zmm0");
	return equal(64);
}

static bool try_avx512vbmi(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(b, 64, one.b[two.b[i] & 63]);
	RUN_512("vpermb %%zmm0, %%zmm1, %%zmm0");
	return equal(64);
}

static bool try_avx512vbmi2(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(d, 16, one.d[i] << 8 | two.d[i] >> 24);
	RUN_512("vpshldd $8, %%zmm1, %%zmm0, %%zmm0");
	return equal(64);
}

static bool try_avx512vnni(uint64_t *value)
{
	(void)value;
	fill();
	expect_dots(16);
	RUN_512("vmovdqa64 %%zmm0, %%zmm2\n\tvpdpbusd %%zmm1, %%zmm2, %%zmm0");
	return equal(64);
}

static bool try_avx512bitalg(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(b, 64, (uint8_t)count_ones(one.b[i]));
	RUN_512("vpopcntb %%zmm0, %%zmm0");
	return equal(64);
}

static bool try_avx512vpopcntdq(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(d, 16, count_ones(one.d[i]));
	RUN_512("vpopcntd %%zmm0, %%zmm0");
	return equal(64);
}

static bool try_avx512bf16(uint64_t *value)
{
	(void)value;
	fill_floats();
	EXPECT(w, 16, (uint16_t)(one.d[i] >> 16));              /* small whole numbers: the upper half is exact */
	RUN_512("vcvtneps2bf16 %%zmm0, %%ymm0");
	return equal(32);
}

const bool at_cpu_try_claimed_only = true;

const struct at_trial at_cpu_trials[] = {
	{ "cx16", try_cx16 }, { "sahf", try_sahf }, { "popcnt", try_popcnt }, { "sse3", try_sse3 }, { "ssse3", try_ssse3 },
	{ "sse4.1", try_sse41 }, { "sse4.2", try_sse42 }, { "lzcnt", try_lzcnt }, { "bmi", try_bmi }, { "bmi2", try_bmi2 },
	{ "movbe", try_movbe }, { "adx", try_adx }, { "avx", try_avx }, { "avx2", try_avx2 }, { "fma", try_fma }, { "f16c", try_f16c },
	{ "aes", try_aes }, { "pclmul", try_pclmul }, { "sha", try_sha }, { "gfni", try_gfni }, { "vaes", try_vaes },
	{ "vpclmulqdq", try_vpclmulqdq }, { "avxvnni", try_avxvnni }, { "rdrnd", try_rdrnd }, { "rdtscp", try_rdtscp },
	{ "fsgsbase", try_fsgsbase }, { "clzero", try_clzero }, { "movdiri", try_movdiri }, { "movdir64b", try_movdir64b },
	{ "avx512f", try_avx512f }, { "avx512bw", try_avx512bw }, { "avx512cd", try_avx512cd }, { "avx512dq", try_avx512dq },
	{ "avx512vl", try_avx512vl }, { "avx512ifma", try_avx512ifma }, { "avx512vbmi", try_avx512vbmi },
	{ "avx512vbmi2", try_avx512vbmi2 }, { "avx512vnni", try_avx512vnni }, { "avx512bitalg", try_avx512bitalg },
	{ "avx512vpopcntdq", try_avx512vpopcntdq }, { "avx512bf16", try_avx512bf16 },
};
const size_t at_cpu_trial_count = sizeof at_cpu_trials / sizeof *at_cpu_trials;

#endif
