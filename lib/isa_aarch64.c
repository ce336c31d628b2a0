/* AArch64: masks of the extensions' encodings; what no row matches is the base set of Armv8.0 with FP and Advanced SIMD.
 * The first row that matches counts, so exceptions stand before the rule. Source: Arm Architecture Reference Manual, chapter
 * C4 "A64 instruction set encoding"; hints (bti, paciasp) are in the base set, because they do nothing where they are not
 * implemented. */
#include <string.h>

#include "alloc.h"
#include "isa.h"
#include "isa_cpus.h"

enum {
	BASE, LSE, CRC, CRYPTO, SHA3, SM4, DOTPROD, FP16, FP16FML, RDM, FCMA, JSCVT, RCPC, RCPC2, BF16, I8MM, FLAGM, FLAGM2, FRINTTS, SB,
	PAUTH, MTE, RNG, LS64, WFXT, MOPS, CSSC, SVE, SVE2, SME, CLASSES
};

static const struct at_isa_class classes[CLASSES] = {
	[BASE] = { "base", "fp asimd evtstrm cpuid", true },
	[LSE] = { "lse", "atomics", false },
	[CRC] = { "crc", "crc32", false },
	[CRYPTO] = { "crypto", "aes", false },      /* AES, PMULL, SHA-1, SHA-256; no core has one without the others */
	[SHA3] = { "sha3", "sha512", false },       /* with SHA-512, as -march has it */
	[SM4] = { "sm4", "sm3", false },
	[DOTPROD] = { "dotprod", "asimddp", false },
	[FP16] = { "fp16", "asimdhp fphp", false },
	[FP16FML] = { "fp16fml", "asimdfhm", false },
	[RDM] = { "rdm", "asimdrdm rdma", false },
	[FCMA] = { "fcma", NULL, false },
	[JSCVT] = { "jscvt", NULL, false },
	[RCPC] = { "rcpc", "lrcpc", false },
	[RCPC2] = { "rcpc2", "ilrcpc", false },
	[BF16] = { "bf16", NULL, false },
	[I8MM] = { "i8mm", NULL, false },
	[FLAGM] = { "flagm", NULL, false },
	[FLAGM2] = { "flagm2", NULL, false },
	[FRINTTS] = { "frintts", "frint", false },
	[SB] = { "sb", NULL, false },
	[PAUTH] = { "pauth", "paca pacg", false },
	[MTE] = { "mte", "memtag", false },
	[RNG] = { "rng", NULL, false },
	[LS64] = { "ls64", NULL, false },
	[WFXT] = { "wfxt", NULL, false },
	[MOPS] = { "mops", NULL, false },
	[CSSC] = { "cssc", NULL, false },
	[SVE] = { "sve", NULL, false },
	[SVE2] = { "sve2", NULL, false },           /* with its AES, SHA-3, SM4 and bit permutation parts */
	[SME] = { "sme", NULL, false },
};

/* Arm Architecture Reference Manual, chapter A2: the mandatory extensions of each version. */
static const struct at_isa_level levels[] = {
	{ "armv8-a", NULL, "base" },
	{ "armv8.1-a", "armv8-a", "lse crc rdm" },
	{ "armv8.2-a", "armv8.1-a", "" },
	{ "armv8.3-a", "armv8.2-a", "pauth fcma jscvt rcpc" },
	{ "armv8.4-a", "armv8.3-a", "dotprod flagm rcpc2" },
	{ "armv8.5-a", "armv8.4-a", "sb frintts flagm2" },
	{ "armv8.6-a", "armv8.5-a", "bf16 i8mm" },
	{ "armv9-a", "armv8.5-a", "fp16 fp16fml sve sve2" },
	{ "armv9.1-a", "armv9-a", "bf16 i8mm" },
};

static const struct at_isa_level implied[] = {
	{ "sve2", NULL, "sve" },
	{ "fp16fml", NULL, "fp16" },
};

static const struct row {
	uint32_t mask, match;
	uint8_t class;
} rows[] = {
	/* Loads, stores, atomics (CAS, CASP; LDADD … LDUMIN; SWP) */
	{ 0x3fa07c00, 0x08a07c00, LSE }, { 0xbfa07c00, 0x08207c00, LSE }, { 0x3f208c00, 0x38200000, LSE },
	{ 0x3f20fc00, 0x38208000, LSE }, { 0x3ffffc00, 0x38bfc000, RCPC }, { 0x3f200c00, 0x19000000, RCPC2 },
	{ 0xff200400, 0xf8200400, PAUTH }, { 0xff200000, 0xd9200000, MTE }, { 0xfe400000, 0x68000000, MTE },
	{ 0xfffffc00, 0xf83fd000, LS64 }, { 0xfffffc00, 0xf83f9000, LS64 }, { 0xffe0fc00, 0xf820b000, LS64 },
	{ 0xffe0fc00, 0xf820a000, LS64 }, { 0x3b200c00, 0x19000400, MOPS },
	/* Data processing: CRC32; CFINV, RMIF, SETF; XAFLAG, AXFLAG; PAC*, AUT*, PACGA; IRG, GMI, SUBP, ADDG, SUBG; CSSC */
	{ 0x7fe0e000, 0x1ac04000, CRC }, { 0xfffff0ff, 0xd500401f, FLAGM }, { 0xffe07c10, 0xba000400, FLAGM },
	{ 0xffffbc1f, 0x3a00080d, FLAGM }, { 0xfffff0ff, 0xd500403f, FLAGM2 }, { 0xfffff0ff, 0xd500405f, FLAGM2 },
	{ 0xffff0000, 0xdac10000, PAUTH }, { 0xffe0fc00, 0x9ac03000, PAUTH }, { 0xffe0fc00, 0x9ac01000, MTE },
	{ 0xffe0fc00, 0x9ac01400, MTE }, { 0xdfe0fc00, 0x9ac00000, MTE }, { 0xbfc00000, 0x91800000, MTE },
	{ 0x7ffffc00, 0x5ac02000, CSSC }, { 0x7ffff800, 0x5ac01800, CSSC }, { 0x7ff00000, 0x11c00000, CSSC },
	{ 0x7fe0f000, 0x1ac06000, CSSC },
	/* Branches, barriers, system: RETAA, ERETAA, BRAA, BRAAZ, BLRAA, BLRAAZ; SB; RNDR, RNDRRS; WFET, WFIT */
	{ 0xffdff81f, 0xd61f081f, PAUTH }, { 0xffdff800, 0xd71f0800, PAUTH }, { 0xfffffbff, 0xd65f0bff, PAUTH },
	{ 0xfffffbff, 0xd69f0bff, PAUTH }, { 0xfffff0ff, 0xd50330ff, SB }, { 0xffffffc0, 0xd53b2400, RNG },
	{ 0xffffffc0, 0xd5031000, WFXT }, { 0xfffff9ff, 0xd503417f, SME }, { 0xfffff9ff, 0xd503407f, SME },
	/* Scalar floating point: FJCVTZS; FRINT32/64; BFCVT; half precision, without its conversions from single and double */
	{ 0xfffffc00, 0x1e7e0000, JSCVT }, { 0xffbe7c00, 0x1e284000, FRINTTS }, { 0xfffffc00, 0x1e634000, BF16 },
	{ 0xfffffc00, 0x1ee24000, BASE }, { 0xfffffc00, 0x1ee2c000, BASE }, { 0x7fc00000, 0x1ec00000, FP16 },
	{ 0xffc00000, 0x1fc00000, FP16 },
	/* Cryptography: AESE …; PMULL of 64 bits; SHA1C … SHA256SU1; SHA1H …; SHA512, RAX1; SHA512SU0; EOR3; BCAX; XAR; SM */
	{ 0xffffcc00, 0x4e284800, CRYPTO }, { 0xbfe0fc00, 0x0ee0e000, CRYPTO }, { 0xffe08c00, 0x5e000000, CRYPTO },
	{ 0xffffcc00, 0x5e280800, CRYPTO }, { 0xffe0f000, 0xce608000, SHA3 }, { 0xfffffc00, 0xcec08000, SHA3 },
	{ 0xffe08000, 0xce000000, SHA3 }, { 0xffe08000, 0xce200000, SHA3 }, { 0xffe00000, 0xce800000, SHA3 },
	{ 0xffe08000, 0xce400000, SM4 }, { 0xffe0c000, 0xce408000, SM4 }, { 0xffe0f000, 0xce60c000, SM4 },
	{ 0xfffffc00, 0xcec08400, SM4 },
	/* Advanced SIMD, dot products and matrices: vector, by element */
	{ 0x9fe0fc00, 0x0e809400, DOTPROD }, { 0x9fc0f400, 0x0f80e000, DOTPROD }, { 0xbfe0fc00, 0x0e809c00, I8MM },
	{ 0xbf40f400, 0x0f00f000, I8MM }, { 0xdfe0fc00, 0x4e80a400, I8MM }, { 0xffe0fc00, 0x4e80ac00, I8MM },
	{ 0xbfe0fc00, 0x2e40fc00, BF16 }, { 0xbfc0f400, 0x0f40f000, BF16 }, { 0xffe0fc00, 0x6e40ec00, BF16 },
	{ 0xbfe0fc00, 0x2ec0fc00, BF16 }, { 0xbfc0f400, 0x0fc0f000, BF16 }, { 0xbffffc00, 0x0ea16800, BF16 },
	/* SQRDMLAH, SQRDMLSH: vector, scalar, by element; FCMLA, FCADD; FRINT32/64; FMLAL, FMLSL */
	{ 0xbf20f400, 0x2e008400, RDM }, { 0xff20f400, 0x7e008400, RDM }, { 0xbf00d400, 0x2f00d000, RDM },
	{ 0xff00d400, 0x7f00d000, RDM }, { 0xbf20e400, 0x2e00c400, FCMA }, { 0xbf20ec00, 0x2e00e400, FCMA },
	{ 0xbf009400, 0x2f001000, FCMA }, { 0x9fbfec00, 0x0e21e800, FRINTTS }, { 0xbf60fc00, 0x0e20ec00, FP16FML },
	{ 0xbf60fc00, 0x2e20cc00, FP16FML }, { 0xbfc0b400, 0x0f800000, FP16FML }, { 0xbfc0b400, 0x2f808000, FP16FML },
	/* Half precision: three same, two-register misc, across lanes, pairwise, by element, fixed point, immediate */
	{ 0x9f60c400, 0x0e400400, FP16 }, { 0xdf60c400, 0x5e400400, FP16 }, { 0x9f7e0c00, 0x0e780800, FP16 },
	{ 0xdf7e0c00, 0x5e780800, FP16 }, { 0xbf7fcc00, 0x0e30c800, FP16 }, { 0xff7f0c00, 0x5e300800, FP16 },
	{ 0xbfc09400, 0x0f001000, FP16 }, { 0x9fc0f400, 0x0f009000, FP16 }, { 0xffc09400, 0x5f001000, FP16 },
	{ 0xdfc0f400, 0x5f009000, FP16 }, { 0x9ff0fc00, 0x0f10e400, FP16 }, { 0x9ff0fc00, 0x0f10fc00, FP16 },
	{ 0xdff0fc00, 0x5f10e400, FP16 }, { 0xdff0fc00, 0x5f10fc00, FP16 }, { 0xbff8fc00, 0x0f00fc00, FP16 },
	/* SVE's space: first what later extensions put there. Matrix and BFloat16 */
	{ 0xff20fc00, 0x45009800, I8MM }, { 0xffe0fc00, 0x44807800, I8MM }, { 0xffe0f800, 0x44a01800, I8MM },
	{ 0xffe0fc00, 0x6460e400, BF16 }, { 0xffe0fc00, 0x64608000, BF16 }, { 0xffe0fc00, 0x64604000, BF16 },
	{ 0xffe0f800, 0x64e08000, BF16 }, { 0xffe0f000, 0x64e04000, BF16 }, { 0xffffe000, 0x648aa000, BF16 },
	{ 0xffffe000, 0x658aa000, BF16 },
	/* SME's in SVE's space: PSEL, REVD, SCLAMP, UCLAMP */
	{ 0xff20c210, 0x25204000, SME }, { 0xffffe000, 0x052e8000, SME }, { 0xff20f800, 0x4400c000, SME },
	/* SVE2: integer; SDOT and UDOT are SVE's */
	{ 0xffa0f800, 0x44800000, SVE }, { 0xffa0f800, 0x44a00000, SVE }, { 0xff000000, 0x44000000, SVE2 },
	{ 0xff000000, 0x45000000, SVE2 }, { 0xff20f800, 0x04206000, SVE2 }, { 0xff20f800, 0x04206800, SVE2 },
	{ 0xff20f800, 0x04207000, SVE2 }, { 0xff20f800, 0x04203800, SVE2 }, { 0xff20fc00, 0x04203400, SVE2 },
	{ 0xff3ee000, 0x04068000, SVE2 }, { 0xff3ee000, 0x040c8000, SVE2 }, { 0xff3fe000, 0x040f8000, SVE2 },
	{ 0xffe0e000, 0x05600000, SVE2 }, { 0xff3fe000, 0x052d8000, SVE2 }, { 0xff20f800, 0x05202800, SVE2 },
	{ 0xff20e400, 0x25200000, SVE2 }, { 0xff20fc00, 0x25203000, SVE2 },
	/* SVE2: floating point; non-temporal gathers and scatters */
	{ 0xffe0d800, 0x64a08000, SVE2 }, { 0xffe0d000, 0x64a04000, SVE2 }, { 0xff3ce000, 0x64088000, SVE2 },
	{ 0xff38e000, 0x64108000, SVE2 }, { 0xfffee000, 0x6488a000, SVE2 }, { 0xfffee000, 0x64caa000, SVE2 },
	{ 0xffffe000, 0x640aa000, SVE2 }, { 0xfff9e000, 0x6518a000, SVE2 }, { 0xffffe000, 0x650aa000, SVE2 },
	{ 0xfe60c000, 0x84008000, SVE2 }, { 0xfe60a000, 0xc4008000, SVE2 }, { 0xfe20e000, 0xe4002000, SVE2 },
	{ 0x1e000000, 0x04000000, SVE }, { 0x9e000000, 0x80000000, SME },
};

enum { ROWS = sizeof rows / sizeof *rows, BUCKETS = 256 };

struct decoder {
	uint16_t start[BUCKETS + 1];      /* rows by the top byte of the word, in `index` */
	uint8_t index[ROWS * 32];
};

static void *open_decoder(unsigned class)
{
	struct decoder *decoder = at_alloc(sizeof *decoder);
	uint16_t count = 0;

	(void)class;
	for (uint32_t top = 0; top < BUCKETS; top++) {
		decoder->start[top] = count;
		for (uint8_t i = 0; i < ROWS && count < ROWS * 32; i++)
			if (((top << 24 ^ rows[i].match) & rows[i].mask & 0xff000000) == 0)
				decoder->index[count++] = i;
	}
	decoder->start[BUCKETS] = count;
	return decoder;
}

static unsigned class_of(const struct decoder *decoder, uint32_t word)
{
	unsigned top = word >> 24;

	for (unsigned i = decoder->start[top]; i < decoder->start[top + 1]; i++) {
		const struct row *row = &rows[decoder->index[i]];
		if ((word & row->mask) == row->match)
			return row->class;
	}
	return BASE;
}

static size_t sweep(void *decoder, struct at_isa_counts *counts, const unsigned char *bytes, size_t count, bool more,
		bool *zeros)
{
	size_t at = 0;

	while (at + 4 <= count && !(more && count - at < 16)) {
		uint32_t word = bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24;
		if (!bytes[at] || *zeros) {
			size_t padding = at_isa_zeros(bytes + at, count - at, more, zeros);
			counts->padding_bytes += padding;
			at += padding;
			if (padding)
				continue;
		}
		counts->instructions++;
		counts->class[class_of(decoder, word)]++;
		at += 4;
	}
	if (!more && at < count) {
		counts->undecoded_bytes += count - at;
		at = count;
	}
	return at;
}

static size_t length(void *decoder, const unsigned char *bytes, size_t count)
{
	(void)decoder, (void)bytes;
	return count >= 4 ? 4 : 0;
}

const struct at_isa at_isa_aarch64 = {
	.name = "aarch64", .class = classes, .class_count = CLASSES, .level = levels, .level_count = sizeof levels / sizeof *levels,
	.cpu = at_cpus_aarch64, .cpu_count = AT_CPUS_AARCH64,
	.implied = implied, .implied_count = sizeof implied / sizeof *implied, .open = open_decoder, .sweep = sweep,
	.length = length,
};
