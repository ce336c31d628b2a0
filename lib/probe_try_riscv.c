/* Test instructions of riscv64, as encodings, for assemblers that do not know them yet. The RISC-V unprivileged manual, chapters
 * "B", "Zicond", "Zfa", "Zfh" and "V", has the encodings and what they compute. */
#include "probe_cpu.h"

#if defined __riscv && __riscv_xlen == 64

#include <string.h>

static volatile uint64_t number = UINT64_C(0x0123456789abcdef), other = UINT64_C(0x00ff0f3355aa1248), shift = 9, zero = 0;

/* rd = FUNCTION(rs1, rs2) of the opcode OP. */
#define OP(funct3, funct7, rd, rs1, rs2) \
	__asm__ volatile(".insn r 0x33, " #funct3 ", " #funct7 ", %0, %1, %2" : "=r"(rd) : "r"(rs1), "r"(rs2))

static bool try_zba(uint64_t *value)
{
	uint64_t a = number, b = other, one, two, word;

	(void)value;
	OP(2, 0x10, one, a, b);                 /* sh1add */
	OP(4, 0x10, two, a, b);                 /* sh2add */
	__asm__ volatile(".insn r 0x3b, 0, 4, %0, %1, %2" : "=r"(word) : "r"(a), "r"(b));      /* add.uw */
	return one == (a << 1) + b && two == (a << 2) + b && word == (a & UINT32_MAX) + b;
}

static bool try_zbb(uint64_t *value)
{
	uint64_t a = number, b = other, count, mixed, ones = 0;

	(void)value;
	__asm__ volatile(".insn i 0x13, 1, %0, %1, 0x602" : "=r"(count) : "r"(a));             /* cpop */
	OP(7, 0x20, mixed, a, b);               /* andn */
	for (unsigned bit = 0; bit < 64; bit++)
		ones += a >> bit & 1;
	return count == ones && mixed == (a & ~b);
}

static bool try_zbs(uint64_t *value)
{
	uint64_t a = number, by = shift, set, clear;

	(void)value;
	OP(1, 0x14, set, a, by + 20);           /* bset */
	OP(1, 0x24, clear, a, by);              /* bclr */
	return set == (a | UINT64_C(1) << (by + 20)) && clear == (a & ~(UINT64_C(1) << by));
}

static bool try_zbc(uint64_t *value)
{
	uint64_t a = number, b = other, got, want = 0;

	(void)value;
	OP(1, 0x05, got, a, b);                 /* clmul */
	for (unsigned bit = 0; bit < 64; bit++)
		want ^= b >> bit & 1 ? a << bit : 0;
	return got == want;
}

static bool try_zicond(uint64_t *value)
{
	uint64_t a = number, b = other, none = zero, kept, cleared;

	(void)value;
	OP(5, 0x07, kept, a, b);                /* czero.eqz */
	OP(5, 0x07, cleared, a, none);
	return kept == a && cleared == 0;
}

static bool try_zfa(uint64_t *value)
{
	uint32_t bits;

	(void)value;
	/* fli.s fa0, 1.0; fmv.x.w */
	__asm__ volatile(".word 0xf0180553\n\tfmv.x.w %0, fa0" : "=r"(bits) : : "fa0");
	return bits == 0x3f800000;
}

static bool try_zfhmin(uint64_t *value)
{
	static volatile const uint16_t half = 0x4200;             /* 3.0 */
	register const volatile uint16_t *from __asm__("a0") = &half;
	uint32_t bits;

	(void)value;
	/* flh fa0, 0(a0); fcvt.s.h fa0, fa0; fmv.x.w */
	__asm__ volatile(".word 0x00051507\n\t.word 0x40250553\n\tfmv.x.w %0, fa0" : "=r"(bits) : "r"(from) : "fa0", "memory");
	return bits == 0x40400000;
}

static bool try_zfh(uint64_t *value)
{
	static volatile const uint16_t half = 0x4200;
	register const volatile uint16_t *from __asm__("a0") = &half;
	register uint64_t bits __asm__("a1");

	(void)value;
	/* flh fa0, 0(a0); fadd.h fa0, fa0, fa0; fmv.x.h a1, fa0 */
	__asm__ volatile(".word 0x00051507\n\t.word 0x04a50553\n\t.word 0xe40505d3" : "=r"(bits) : "r"(from) : "fa0", "memory");
	return (bits & 0xffff) == 0x4600;                        /* 6.0 */
}

/* Four 32-bit sums, then the length of a register in bytes: the CSR vlenb. */
static bool try_v(uint64_t *value)
{
	static uint32_t one[4] = { 1, 20, 300, 4000 }, two[4] = { 50000, 600000, 7000000, 80000000 }, sum[4];
	register uint32_t *a __asm__("a0") = one, *b __asm__("a1") = two, *to __asm__("a2") = sum;
	register uint64_t count __asm__("a3") = 4;
	uint64_t bytes;

	memset(sum, 0, sizeof sum);
	/* vsetvli t0, a3, e32, m1, ta, ma; vle32.v v8, (a0); vle32.v v9, (a1); vadd.vv v8, v8, v9; vse32.v v8, (a2); csrr vlenb */
	__asm__ volatile(".word 0x0d06f2d7\n\t.word 0x02056407\n\t.word 0x0205e487\n\t.word 0x02848457\n\t.word 0x02066427\n\tcsrr %0, 0xc22"
			: "=r"(bytes) : "r"(a), "r"(b), "r"(to), "r"(count) : "t0", "memory");
	for (int i = 0; i < 4; i++)
		if (sum[i] != one[i] + two[i])
			return false;
	if (bytes < 16 || bytes > 8192 || (bytes & (bytes - 1)))
		return false;
	*value = bytes;
	return true;
}

const bool at_cpu_try_claimed_only = false;

const struct at_trial at_cpu_trials[] = {
	{ "v", try_v }, { "zicond", try_zicond }, { "zfa", try_zfa }, { "zfh", try_zfh }, { "zfhmin", try_zfhmin },
	{ "zba", try_zba }, { "zbb", try_zbb }, { "zbc", try_zbc }, { "zbs", try_zbs },
};
const size_t at_cpu_trial_count = sizeof at_cpu_trials / sizeof *at_cpu_trials;

#endif
