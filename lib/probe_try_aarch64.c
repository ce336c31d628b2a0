/* Test instructions of aarch64. The Arm Architecture Reference Manual (DDI 0487), part C7 and C8, says what each computes. */
#include "probe_cpu.h"

#ifdef __aarch64__

#include <string.h>

/* Lets the assembler take the words below, whatever the compiler was told. */
#define ARCH ".arch armv8.6-a+crypto+sha3+fp16+sve2\n\t"

union vector {
	uint8_t b[16];
	int8_t s[16];
	uint16_t h[8];
	uint32_t w[4];
	uint64_t d[2];
	float f[4];
};

static union vector one, two, three, result, expected;

static void fill(void)
{
	for (size_t i = 0; i < 16; i++) {
		one.b[i] = (uint8_t)(i * 37 + 11);
		two.b[i] = (uint8_t)(i * 73 + 5);
		three.b[i] = (uint8_t)(i * 19 + 7);
	}
}

static bool equal(void)
{
	return !memcmp(&result, &expected, sizeof result);
}

/* result = INSTRUCTION on v0 (also an operand), v1 and v2. */
#define RUN(instruction) \
	__asm__ volatile(ARCH "ldr q0, [%1]\n\tldr q1, [%2]\n\tldr q2, [%3]\n\t" instruction "\n\tstr q0, [%0]" \
		: : "r"(&result), "r"(&one), "r"(&two), "r"(&three) : "v0", "v1", "v2", "memory")

#define EXPECT(member, count, value) \
	for (size_t i = 0; i < (count); i++) \
		expected.member[i] = (value)

static bool try_crc(uint64_t *value)
{
	uint32_t crc = 0x12345678, want = crc ^ 0xa5, got;

	(void)value;
	__asm__ volatile(ARCH "crc32cb %w0, %w1, %w2" : "=r"(got) : "r"(crc), "r"(0xa5));
	for (int i = 0; i < 8; i++)
		want = want >> 1 ^ (want & 1 ? 0x82f63b78 : 0);       /* Castagnoli, reflected */
	return got == want;
}

static bool try_lse(uint64_t *value)
{
	uint64_t there = 41, before = 0;

	(void)value;
	__asm__ volatile(ARCH "ldadd %2, %0, [%1]" : "=&r"(before) : "r"(&there), "r"(UINT64_C(1)) : "memory");
	return before == 41 && there == 42;
}

static bool try_rcpc(uint64_t *value)
{
	uint64_t there = 42, got;

	(void)value;
	__asm__ volatile(ARCH "ldapr %0, [%1]" : "=r"(got) : "r"(&there) : "memory");
	return got == 42;
}

static bool try_jscvt(uint64_t *value)
{
	double number = 4294967298.0;            /* 2 to the 32, and 2: modulo 2 to the 32 it is 2 */
	uint32_t got;

	(void)value;
	__asm__ volatile(ARCH "fjcvtzs %w0, %d1" : "=r"(got) : "w"(number) : "cc");
	return got == 2;
}

static bool try_flagm(uint64_t *value)
{
	uint64_t carry;

	(void)value;
	__asm__ volatile(ARCH "cmp xzr, xzr\n\tcfinv\n\tcset %0, cs" : "=r"(carry) : : "cc");
	return carry == 0;
}

static bool try_frintts(uint64_t *value)
{
	double number = 1e18, got;

	(void)value;
	__asm__ volatile(ARCH "frint32z %d0, %d1" : "=w"(got) : "w"(number));
	return got == -2147483648.0;             /* out of range: the smallest number */
}

static bool try_fp16(uint64_t *value)
{
	(void)value;
	EXPECT(h, 8, 0x4000);                    /* 2.0 */
	for (size_t i = 0; i < 8; i++)
		one.h[i] = two.h[i] = 0x3c00;        /* 1.0 */
	RUN("fadd v0.8h, v0.8h, v1.8h");
	return equal();
}

static bool try_rdma(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(w, 4, 7 + (UINT32_C(1) << 29));   /* 7 + ((2 · 2^30 · 2^30 + 2^31) >> 32) */
	for (size_t i = 0; i < 4; i++) {
		one.w[i] = 7;
		two.w[i] = three.w[i] = UINT32_C(1) << 30;
	}
	RUN("sqrdmlah v0.4s, v1.4s, v2.4s");
	return equal();
}

static bool try_fcma(uint64_t *value)
{
	(void)value;
	for (size_t i = 0; i < 4; i++) {
		one.f[i] = (float)(i + 1);
		two.f[i] = (float)(10 * i);
	}
	for (size_t i = 0; i < 4; i += 2) {      /* the second operand turned by 90 degrees */
		expected.f[i] = one.f[i] - two.f[i + 1];
		expected.f[i + 1] = one.f[i + 1] + two.f[i];
	}
	RUN("fcadd v0.4s, v0.4s, v1.4s, #90");
	return equal();
}

static bool try_dotprod(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(w, 4, one.w[i] + (uint32_t)(two.b[4 * i] * three.b[4 * i] + two.b[4 * i + 1] * three.b[4 * i + 1] +
			two.b[4 * i + 2] * three.b[4 * i + 2] + two.b[4 * i + 3] * three.b[4 * i + 3]));
	RUN("udot v0.4s, v1.16b, v2.16b");
	return equal();
}

static bool try_i8mm(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(w, 4, one.w[i] + (uint32_t)(two.b[4 * i] * three.s[4 * i] + two.b[4 * i + 1] * three.s[4 * i + 1] +
			two.b[4 * i + 2] * three.s[4 * i + 2] + two.b[4 * i + 3] * three.s[4 * i + 3]));
	RUN("usdot v0.4s, v1.16b, v2.16b");
	return equal();
}

static bool try_bf16(uint64_t *value)
{
	(void)value;
	EXPECT(f, 4, 2);
	for (size_t i = 0; i < 8; i++)
		two.h[i] = three.h[i] = 0x3f80;      /* 1.0 */
	memset(&one, 0, sizeof one);
	RUN("bfdot v0.4s, v1.8h, v2.8h");
	return equal();
}

static bool try_aes(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(b, 16, 0x63);                     /* S(0) everywhere */
	one = two;
	RUN("aese v0.16b, v1.16b");
	return equal();
}

static bool try_pmull(uint64_t *value)
{
	(void)value;
	fill();
	memset(&expected, 0, sizeof expected);
	for (unsigned i = 0; i < 64; i++)
		if (three.d[0] >> i & 1) {
			expected.d[0] ^= two.d[0] << i;
			expected.d[1] ^= i ? two.d[0] >> (64 - i) : 0;
		}
	RUN("pmull v0.1q, v1.1d, v2.1d");
	return equal();
}

static uint32_t sigma(uint32_t word)
{
	return (word >> 7 | word << 25) ^ (word >> 18 | word << 14) ^ word >> 3;
}

static bool try_sha2(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(w, 4, one.w[i] + sigma(i < 3 ? one.w[i + 1] : two.w[0]));
	RUN("sha256su0 v0.4s, v1.4s");
	return equal();
}

static bool try_sha3(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(b, 16, one.b[i] ^ two.b[i] ^ three.b[i]);
	RUN("eor3 v0.16b, v0.16b, v1.16b, v2.16b");
	return equal();
}

/* Sums over a whole register, in memory of at most 256 bytes, and the length of a register. */
static bool try_sve(uint64_t *value)
{
	static uint8_t a[256], b[256], sum[256];
	uint64_t bytes;

	for (size_t i = 0; i < sizeof a; i++) {
		a[i] = (uint8_t)(3 * i);
		b[i] = (uint8_t)(5 * i + 1);
	}
	__asm__ volatile(ARCH "cntb %0\n\tptrue p0.b\n\tld1b {z0.b}, p0/z, [%1]\n\tld1b {z1.b}, p0/z, [%2]\n\tadd z0.b, z0.b, z1.b\n\t"
			"st1b {z0.b}, p0, [%3]" : "=&r"(bytes) : "r"(a), "r"(b), "r"(sum) : "v0", "v1", "memory");
	for (size_t i = 0; i < bytes; i++)
		if (i >= sizeof a || sum[i] != (uint8_t)(a[i] + b[i]))
			return false;
	*value = bytes;
	return bytes >= 16;
}

static bool try_sve2(uint64_t *value)
{
	(void)value;
	fill();
	EXPECT(b, 16, one.b[i] ^ two.b[i] ^ three.b[i]);
	RUN("eor3 z0.d, z0.d, z1.d, z2.d");
	return equal();
}

const bool at_cpu_try_claimed_only = false;

const struct at_trial at_cpu_trials[] = {
	{ "crc", try_crc }, { "lse", try_lse }, { "rdma", try_rdma }, { "fp16", try_fp16 }, { "rcpc", try_rcpc }, { "jscvt", try_jscvt },
	{ "fcma", try_fcma }, { "dotprod", try_dotprod }, { "flagm", try_flagm }, { "frintts", try_frintts }, { "i8mm", try_i8mm },
	{ "bf16", try_bf16 }, { "aes", try_aes }, { "pmull", try_pmull }, { "sha2", try_sha2 }, { "sha3", try_sha3 },
	{ "sve", try_sve }, { "sve2", try_sve2 },
};
const size_t at_cpu_trial_count = sizeof at_cpu_trials / sizeof *at_cpu_trials;

#endif
