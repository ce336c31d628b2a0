#include "isa_x86_plain.h"

#include <stdint.h>

/* What follows an opcode. Intel SDM volume 2, appendix A, tables. */
enum {
	ALONE = 1,             /* nothing: the opcode is known */
	MODRM = 2,
	IMM8 = 4,
	IMMZ = 8,              /* 4 bytes, or 2 with the operand size prefix */
	IMMV = 16,             /* as IMMZ, but 8 with REX.W */
	BRANCH = 32,           /* 32 bits for sure only without prefix: Intel and AMD differ */
	GROUP = 64             /* the reg field of ModRM selects; handled by hand */
};

#define M (ALONE | MODRM)
#define MB (ALONE | MODRM | IMM8)
#define MZ (ALONE | MODRM | IMMZ)
#define MG (ALONE | MODRM | GROUP)
#define B (ALONE | IMM8)
#define Z (ALONE | IMMZ)
#define V (ALONE | IMMV)
#define JB (ALONE | IMM8 | BRANCH)
#define JZ (ALONE | IMMZ | BRANCH)
#define A ALONE
#define ARITHMETIC M, M, M, M, B, Z, 0, 0

static const uint8_t one_byte[256] = {
	[0x00] = ARITHMETIC, [0x08] = ARITHMETIC, [0x10] = ARITHMETIC, [0x18] = ARITHMETIC,
	[0x20] = ARITHMETIC, [0x28] = ARITHMETIC, [0x30] = ARITHMETIC, [0x38] = ARITHMETIC,
	[0x50] = A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A,                          /* push, pop */
	[0x63] = M,                                                                      /* movsxd */
	[0x68] = Z, MZ, B, MB,                                                           /* push, imul */
	[0x70] = JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB,
	[0x80] = MB, MZ, 0, MB, M, M, M, M, M, M, M, M,                                  /* arithmetic, test, xchg, mov */
	[0x8d] = MG,                                                                     /* lea */
	[0x90] = A, A, A, A, A, A, A, A, A, A,                                           /* nop, xchg, cdqe, cqo */
	[0xa8] = B, Z,                                                                   /* test */
	[0xb0] = B, B, B, B, B, B, B, B, V, V, V, V, V, V, V, V,                         /* mov */
	[0xc0] = MB, MB, 0, A, 0, 0, MG | IMM8, MG | IMMZ, 0, A,                         /* shifts, ret, mov, leave */
	[0xcc] = A,                                                                      /* int3 */
	[0xd0] = M, M, M, M,                                                             /* shifts */
	[0xe8] = JZ, JZ, 0, JB,                                                          /* call, jmp */
	[0xf6] = MG, MG,                                                                 /* test, not, neg, mul, div */
	[0xfe] = MG, MG,                                                                 /* inc, dec, call, jmp, push */
};

static const uint8_t two_byte[256] = {
	[0x0b] = A,                                                                      /* ud2 */
	[0x1f] = M,                                                                      /* nop */
	[0x40] = M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,                         /* cmov */
	[0x80] = JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ,
	[0x90] = M, M, M, M, M, M, M, M, M, M, M, M, M, M, M, M,                         /* setcc */
	[0xa2] = A, M, MB, M,                                                            /* cpuid, bt, shld */
	[0xab] = M, MB, M, 0, M, M, M,                                                   /* bts, shrd, imul, cmpxchg */
	[0xb3] = M, 0, 0, M, M,                                                          /* btr, movzx */
	[0xbb] = M, M, M, M, M, M, M,                                                    /* btc, bsf, bsr, movsx, xadd */
	[0xc8] = A, A, A, A, A, A, A, A,                                                 /* bswap */
};

/* ModRM, SIB and displacement. */
static size_t address_length(const unsigned char *at)
{
	unsigned mod = at[0] >> 6, rm = at[0] & 7;
	size_t length = 1;

	if (mod == 3)
		return 1;
	if (rm == 4) {
		length = 2;
		if (mod == 0 && (at[1] & 7) == 5)
			return 6;
	} else if (mod == 0 && rm == 5) {
		return 5;
	}
	return length + (mod == 1 ? 1 : mod == 2 ? 4 : 0);
}

/* Opcodes whose reg field selects the instruction: what follows then, or 0: leave it. */
static unsigned group_what(unsigned opcode, unsigned what, unsigned modrm, unsigned prefixes)
{
	unsigned reg = modrm >> 3 & 7;

	switch (opcode) {
	case 0x8d:
		return modrm < 0xc0 ? what : 0;
	case 0xc6:
	case 0xc7:
		return reg == 0 ? what : 0;                /* 7 is xabort and xbegin */
	case 0xf6:
	case 0xf7:
		return reg == 0 ? what | (opcode == 0xf6 ? IMM8 : IMMZ) : reg == 1 ? 0 : what;
	case 0xfe:
		return reg < 2 ? what : 0;
	default:      /* 0xff; 3 and 5 are far, 7 is none */
		return reg < 2 || ((reg == 2 || reg == 4 || reg == 6) && !prefixes) ? what : 0;
	}
}

size_t at_x86_plain(const unsigned char *bytes)
{
	size_t at = 0;
	unsigned small = 0, rex = 0, what, opcode;

	/* Operand size; cs and fs, in padding and thread-local accesses. */
	for (; at < 4 && (bytes[at] == 0x66 || bytes[at] == 0x2e || bytes[at] == 0x64); at++)
		small |= bytes[at] == 0x66;
	unsigned prefixes = (unsigned)at;
	if ((bytes[at] & 0xf0) == 0x40)
		rex = bytes[at++];
	opcode = bytes[at++];
	if (opcode == 0x0f) {
		opcode = bytes[at++];
		what = two_byte[opcode];
	} else {
		what = one_byte[opcode];
		if (what & GROUP)
			what = group_what(opcode, what, bytes[at], prefixes);
	}
	if (!what || ((what & BRANCH) && prefixes))
		return 0;
	if (what & MODRM)
		at += address_length(bytes + at);
	if (what & IMM8)
		at++;
	if (what & (IMMZ | IMMV))
		at += rex & 8 ? what & IMMV ? 8 : 4 : small ? 2 : 4;
	return at <= AT_X86_LONGEST ? at : 0;
}
