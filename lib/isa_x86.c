/* x86: Zydis decodes; its ISA sets are folded to the names that compilers and /proc/cpuinfo use. */
#include <Zydis/Zydis.h>
#include <elf.h>
#include <string.h>

#include "alloc.h"
#include "isa.h"
#include "isa_cpus.h"
#include "isa_x86_plain.h"

enum {
	NONE, BASE, X87, MMX, SSE, SSE2, FXSR, TZCNT, CET, PREFETCHW, MPX, CLDEMOTE,
	SSE3, SSSE3, SSE41, SSE42, POPCNT, CX16, LAHF,
	AVX, AVX2, BMI1, BMI2, F16C, FMA, LZCNT, MOVBE, XSAVE,
	AVX512F, AVX512BW, AVX512CD, AVX512DQ, AVX512VL,
	AVX512ER, AVX512PF, AVX5124FMAPS, AVX5124VNNIW, AVX512BF16, AVX512BITALG, AVX512FP16, AVX512IFMA, AVX512VBMI, AVX512VBMI2,
	AVX512VNNI, AVX512VP2INTERSECT, AVX512VPOPCNTDQ, AVXVNNI, AES, VAES, PCLMUL, VPCLMULQDQ, GFNI, SHA, ADX, RDRAND, RDSEED, RDPID,
	RDTSCP, FSGSBASE, RTM, XSAVEC, XSAVEOPT, XSAVES, CLFLUSHOPT, CLWB, CLZERO, PKU, MOVDIRI, ENQCMD, SERIALIZE, WAITPKG, TSXLDTRK,
	UINTR, PTWRITE, MWAITX, PREFETCHWT1, SSE4A, FMA4, XOP, TBM, LWP, AMD3DNOW, AMX_TILE, AMX_INT8, AMX_BF16, KL, RDPRU, HRESET,
	PADLOCK, KNC, PRIVILEGED, CLASSES
};

static const struct at_isa_class classes[CLASSES] = {
	[NONE] = { "none", NULL, true },
	[BASE] = { "base", NULL, true },
	[X87] = { "x87", "fpu", true },
	[MMX] = { "mmx", NULL, true },
	[SSE] = { "sse", NULL, true },
	[SSE2] = { "sse2", NULL, true },
	[FXSR] = { "fxsr", NULL, true },
	[TZCNT] = { "tzcnt", NULL, true },        /* compilers emit it as a faster bsf (rep bsf) in code for every x86-64 */
	[CET] = { "cet", "ibt shstk user_shstk", true },      /* endbr64, rdssp: NOPs */
	[PREFETCHW] = { "prefetchw", "3dnowprefetch prfchw", true },
	[MPX] = { "mpx", NULL, true },            /* NOPs on processors without it */
	[CLDEMOTE] = { "cldemote", NULL, true },
	[SSE3] = { "sse3", "pni", false },
	[SSSE3] = { "ssse3", NULL, false },
	[SSE41] = { "sse4.1", "sse4_1", false },
	[SSE42] = { "sse4.2", "sse4_2", false },
	[POPCNT] = { "popcnt", NULL, false },
	[CX16] = { "cx16", NULL, false },
	[LAHF] = { "lahf", "lahf_lm sahf", false },
	[AVX] = { "avx", NULL, false },
	[AVX2] = { "avx2", NULL, false },
	[BMI1] = { "bmi1", "bmi", false },
	[BMI2] = { "bmi2", NULL, false },
	[F16C] = { "f16c", NULL, false },
	[FMA] = { "fma", NULL, false },
	[LZCNT] = { "lzcnt", "abm", false },      /* not harmless: elsewhere it runs as bsr and gives another number */
	[MOVBE] = { "movbe", NULL, false },
	[XSAVE] = { "xsave", "osxsave", false },
	[AVX512F] = { "avx512f", NULL, false },
	[AVX512BW] = { "avx512bw", NULL, false },
	[AVX512CD] = { "avx512cd", NULL, false },
	[AVX512DQ] = { "avx512dq", NULL, false },
	[AVX512VL] = { "avx512vl", NULL, false },
	[AVX512ER] = { "avx512er", NULL, false },
	[AVX512PF] = { "avx512pf", NULL, false },
	[AVX5124FMAPS] = { "avx5124fmaps", "avx512_4fmaps", false },
	[AVX5124VNNIW] = { "avx5124vnniw", "avx512_4vnniw", false },
	[AVX512BF16] = { "avx512bf16", "avx512_bf16", false },
	[AVX512BITALG] = { "avx512bitalg", "avx512_bitalg", false },
	[AVX512FP16] = { "avx512fp16", "avx512_fp16", false },
	[AVX512IFMA] = { "avx512ifma", NULL, false },
	[AVX512VBMI] = { "avx512vbmi", NULL, false },
	[AVX512VBMI2] = { "avx512vbmi2", "avx512_vbmi2", false },
	[AVX512VNNI] = { "avx512vnni", "avx512_vnni", false },
	[AVX512VP2INTERSECT] = { "avx512vp2intersect", "avx512_vp2intersect", false },
	[AVX512VPOPCNTDQ] = { "avx512vpopcntdq", "avx512_vpopcntdq", false },
	[AVXVNNI] = { "avxvnni", "avx_vnni", false },
	[AES] = { "aes", NULL, false },
	[VAES] = { "vaes", NULL, false },
	[PCLMUL] = { "pclmul", "pclmulqdq", false },
	[VPCLMULQDQ] = { "vpclmulqdq", NULL, false },
	[GFNI] = { "gfni", NULL, false },
	[SHA] = { "sha", "sha_ni", false },
	[ADX] = { "adx", NULL, false },
	[RDRAND] = { "rdrnd", "rdrand", false },
	[RDSEED] = { "rdseed", NULL, false },
	[RDPID] = { "rdpid", NULL, false },
	[RDTSCP] = { "rdtscp", NULL, false },
	[FSGSBASE] = { "fsgsbase", NULL, false },
	[RTM] = { "rtm", NULL, false },
	[XSAVEC] = { "xsavec", NULL, false },
	[XSAVEOPT] = { "xsaveopt", NULL, false },
	[XSAVES] = { "xsaves", NULL, false },
	[CLFLUSHOPT] = { "clflushopt", NULL, false },
	[CLWB] = { "clwb", NULL, false },
	[CLZERO] = { "clzero", NULL, false },
	[PKU] = { "pku", "ospke", false },
	[MOVDIRI] = { "movdiri", "movdir64b", false },
	[ENQCMD] = { "enqcmd", NULL, false },
	[SERIALIZE] = { "serialize", NULL, false },
	[WAITPKG] = { "waitpkg", NULL, false },
	[TSXLDTRK] = { "tsxldtrk", NULL, false },
	[UINTR] = { "uintr", NULL, false },
	[PTWRITE] = { "ptwrite", NULL, false },
	[MWAITX] = { "mwaitx", NULL, false },
	[PREFETCHWT1] = { "prefetchwt1", NULL, true },
	[SSE4A] = { "sse4a", NULL, false },
	[FMA4] = { "fma4", NULL, false },
	[XOP] = { "xop", NULL, false },
	[TBM] = { "tbm", NULL, false },
	[LWP] = { "lwp", NULL, false },
	[AMD3DNOW] = { "3dnow", "3dnowext 3dnowa", false },
	[AMX_TILE] = { "amx-tile", "amx_tile", false },
	[AMX_INT8] = { "amx-int8", "amx_int8", false },
	[AMX_BF16] = { "amx-bf16", "amx_bf16", false },
	[KL] = { "kl", "widekl", false },
	[RDPRU] = { "rdpru", NULL, false },
	[HRESET] = { "hreset", NULL, false },
	[PADLOCK] = { "padlock", "rng ace phe pmm", false },
	[KNC] = { "knc", NULL, false },
	[PRIVILEGED] = { "privileged", NULL, true },      /* never in programs that run without privilege */
};

/* x86-64 psABI, "Micro-Architecture Levels". */
static const struct at_isa_level levels[] = {
	{ "x86-64-v1", NULL, "base x87 mmx sse sse2 fxsr" },
	{ "x86-64-v2", "x86-64-v1", "sse3 ssse3 sse4.1 sse4.2 popcnt cx16 lahf" },
	{ "x86-64-v3", "x86-64-v2", "avx avx2 bmi1 bmi2 f16c fma lzcnt movbe xsave" },
	{ "x86-64-v4", "x86-64-v3", "avx512f avx512bw avx512cd avx512dq avx512vl" },
};

/* Class and second class of a Zydis ISA set. */
struct fold {
	uint8_t class, second;
};

#define S(name) [ZYDIS_ISA_SET_##name]
/* An AVX-512 set on all register widths. The narrow ones need VL, the wide one F, unless the class is part of it. */
#define WIDTHS(name, class) \
	S(name##_128) = { class, AVX512VL }, S(name##_256) = { class, AVX512VL }, S(name##_512) = { class, AVX512F }

static const struct fold folds[ZYDIS_ISA_SET_MAX_VALUE + 1] = {
	S(ADOX_ADCX) = { ADX, 0 }, S(AES) = { AES, 0 }, S(AMD) = { BASE, 0 }, S(AMD3DNOW) = { AMD3DNOW, 0 },
	S(AMD_INVLPGB) = { PRIVILEGED, 0 }, S(AMX_BF16) = { AMX_BF16, 0 }, S(AMX_INT8) = { AMX_INT8, 0 },
	S(AMX_TILE) = { AMX_TILE, 0 }, S(AVX) = { AVX, 0 }, S(AVX2) = { AVX2, 0 }, S(AVX2GATHER) = { AVX2, 0 },
	S(AVX512BW_128) = { AVX512BW, AVX512VL }, S(AVX512BW_128N) = { AVX512BW, 0 },
	S(AVX512BW_256) = { AVX512BW, AVX512VL }, S(AVX512BW_512) = { AVX512BW, 0 }, S(AVX512BW_KOP) = { AVX512BW, 0 },
	S(AVX512CD_128) = { AVX512CD, AVX512VL }, S(AVX512CD_256) = { AVX512CD, AVX512VL },
	S(AVX512CD_512) = { AVX512CD, 0 }, S(AVX512DQ_128) = { AVX512DQ, AVX512VL },
	S(AVX512DQ_128N) = { AVX512DQ, 0 }, S(AVX512DQ_256) = { AVX512DQ, AVX512VL },
	S(AVX512DQ_512) = { AVX512DQ, 0 }, S(AVX512DQ_KOP) = { AVX512DQ, 0 }, S(AVX512DQ_SCALAR) = { AVX512DQ, 0 },
	S(AVX512ER_512) = { AVX512ER, 0 }, S(AVX512ER_SCALAR) = { AVX512ER, 0 },
	S(AVX512F_128) = { AVX512F, AVX512VL }, S(AVX512F_128N) = { AVX512F, 0 },
	S(AVX512F_256) = { AVX512F, AVX512VL }, S(AVX512F_512) = { AVX512F, 0 }, S(AVX512F_KOP) = { AVX512F, 0 },
	S(AVX512F_SCALAR) = { AVX512F, 0 }, S(AVX512PF_512) = { AVX512PF, 0 },
	S(AVX512_4FMAPS_512) = { AVX5124FMAPS, 0 }, S(AVX512_4FMAPS_SCALAR) = { AVX5124FMAPS, 0 },
	S(AVX512_4VNNIW_512) = { AVX5124VNNIW, 0 }, WIDTHS(AVX512_BF16, AVX512BF16),
	WIDTHS(AVX512_BITALG, AVX512BITALG), WIDTHS(AVX512_FP16, AVX512FP16), S(AVX512_FP16_128N) = { AVX512FP16, 0 },
	S(AVX512_FP16_SCALAR) = { AVX512FP16, 0 }, WIDTHS(AVX512_GFNI, GFNI), WIDTHS(AVX512_IFMA, AVX512IFMA),
	WIDTHS(AVX512_VAES, VAES), WIDTHS(AVX512_VBMI2, AVX512VBMI2), WIDTHS(AVX512_VBMI, AVX512VBMI),
	WIDTHS(AVX512_VNNI, AVX512VNNI), WIDTHS(AVX512_VP2INTERSECT, AVX512VP2INTERSECT),
	WIDTHS(AVX512_VPCLMULQDQ, VPCLMULQDQ), WIDTHS(AVX512_VPOPCNTDQ, AVX512VPOPCNTDQ), S(AVXAES) = { AES, AVX },
	S(AVX_GFNI) = { GFNI, AVX }, S(AVX_VNNI) = { AVXVNNI, 0 }, S(BMI1) = { BMI1, 0 }, S(BMI2) = { BMI2, 0 },
	S(CET) = { CET, 0 }, S(CLDEMOTE) = { CLDEMOTE, 0 }, S(CLFLUSHOPT) = { CLFLUSHOPT, 0 }, S(CLFSH) = { SSE2, 0 },
	S(CLWB) = { CLWB, 0 }, S(CLZERO) = { CLZERO, 0 }, S(CMOV) = { BASE, 0 }, S(CMPXCHG16B) = { CX16, 0 },
	S(ENQCMD) = { ENQCMD, 0 }, S(F16C) = { F16C, 0 }, S(FAT_NOP) = { BASE, 0 }, S(FCMOV) = { X87, 0 },
	S(FMA) = { FMA, 0 }, S(FMA4) = { FMA4, 0 }, S(FXSAVE) = { FXSR, 0 }, S(FXSAVE64) = { FXSR, 0 },
	S(GFNI) = { GFNI, 0 }, S(HRESET) = { HRESET, 0 }, S(I186) = { BASE, 0 }, S(I286PROTECTED) = { BASE, 0 },
	S(I286REAL) = { BASE, 0 }, S(I386) = { BASE, 0 }, S(I486) = { BASE, 0 }, S(I486REAL) = { BASE, 0 },
	S(I86) = { BASE, 0 }, S(INVPCID) = { PRIVILEGED, 0 }, S(KEYLOCKER) = { KL, 0 }, S(KEYLOCKER_WIDE) = { KL, 0 },
	S(KNCE) = { KNC, 0 }, S(KNCJKBR) = { KNC, 0 }, S(KNCSTREAM) = { KNC, 0 }, S(KNCV) = { KNC, 0 },
	S(KNC_MISC) = { KNC, 0 }, S(KNC_PF_HINT) = { KNC, 0 }, S(LAHF) = { LAHF, 0 }, S(LONGMODE) = { BASE, 0 },
	S(LWP) = { LWP, 0 }, S(LZCNT) = { LZCNT, 0 }, S(MCOMMIT) = { PRIVILEGED, 0 }, S(MONITOR) = { PRIVILEGED, 0 },
	S(MONITORX) = { MWAITX, 0 }, S(MOVBE) = { MOVBE, 0 }, S(MOVDIR) = { MOVDIRI, 0 }, S(MPX) = { MPX, 0 },
	S(PADLOCK_ACE) = { PADLOCK, 0 }, S(PADLOCK_PHE) = { PADLOCK, 0 }, S(PADLOCK_PMM) = { PADLOCK, 0 },
	S(PADLOCK_RNG) = { PADLOCK, 0 }, S(PAUSE) = { BASE, 0 }, S(PCLMULQDQ) = { PCLMUL, 0 },
	S(PCONFIG) = { PRIVILEGED, 0 }, S(PENTIUMMMX) = { MMX, 0 }, S(PENTIUMREAL) = { BASE, 0 }, S(PKU) = { PKU, 0 },
	S(POPCNT) = { POPCNT, 0 }, S(PPRO) = { BASE, 0 }, S(PREFETCHWT1) = { PREFETCHWT1, 0 },
	S(PREFETCH_NOP) = { PREFETCHW, 0 }, S(PT) = { PTWRITE, 0 }, S(RDPID) = { RDPID, 0 }, S(RDPMC) = { BASE, 0 },
	S(RDPRU) = { RDPRU, 0 }, S(RDRAND) = { RDRAND, 0 }, S(RDSEED) = { RDSEED, 0 }, S(RDTSCP) = { RDTSCP, 0 },
	S(RDWRFSGS) = { FSGSBASE, 0 }, S(RTM) = { RTM, 0 }, S(SERIALIZE) = { SERIALIZE, 0 },
	S(SGX) = { PRIVILEGED, 0 }, S(SGX_ENCLV) = { PRIVILEGED, 0 }, S(SHA) = { SHA, 0 },
	S(SMAP) = { PRIVILEGED, 0 }, S(SMX) = { PRIVILEGED, 0 }, S(SNP) = { PRIVILEGED, 0 }, S(SSE) = { SSE, 0 },
	S(SSE2) = { SSE2, 0 }, S(SSE2MMX) = { SSE2, 0 }, S(SSE3) = { SSE3, 0 }, S(SSE3X87) = { SSE3, 0 },
	S(SSE4) = { SSE41, 0 }, S(SSE42) = { SSE42, 0 }, S(SSE4A) = { SSE4A, 0 }, S(SSEMXCSR) = { SSE, 0 },
	S(SSE_PREFETCH) = { SSE, 0 }, S(SSSE3) = { SSSE3, 0 }, S(SSSE3MMX) = { SSSE3, 0 }, S(SVM) = { PRIVILEGED, 0 },
	S(TBM) = { TBM, 0 }, S(TDX) = { PRIVILEGED, 0 }, S(TSX_LDTRK) = { TSXLDTRK, 0 }, S(UINTR) = { UINTR, 0 },
	S(VAES) = { VAES, AVX }, S(VMFUNC) = { PRIVILEGED, 0 }, S(VPCLMULQDQ) = { VPCLMULQDQ, AVX },
	S(VTX) = { PRIVILEGED, 0 }, S(WAITPKG) = { WAITPKG, 0 }, S(X87) = { X87, 0 }, S(XOP) = { XOP, 0 },
	S(XSAVE) = { XSAVE, 0 }, S(XSAVEC) = { XSAVEC, 0 }, S(XSAVEOPT) = { XSAVEOPT, 0 }, S(XSAVES) = { XSAVES, 0 },
};

static void *open_decoder(unsigned class)
{
	ZydisDecoder *decoder = at_alloc(sizeof *decoder);
	ZydisMachineMode mode = class == 64 ? ZYDIS_MACHINE_MODE_LONG_64 : ZYDIS_MACHINE_MODE_LEGACY_32;

	if (!ZYAN_SUCCESS(ZydisDecoderInit(decoder, mode, class == 64 ? ZYDIS_STACK_WIDTH_64 : ZYDIS_STACK_WIDTH_32)))
		decoder->machine_mode = mode;
	return decoder;
}

static size_t sweep(void *decoder, struct at_isa_counts *counts, const unsigned char *bytes, size_t count, bool more,
		bool *zeros)
{
	bool wide = ((ZydisDecoder *)decoder)->machine_mode == ZYDIS_MACHINE_MODE_LONG_64;
	ZydisDecodedInstruction instruction;
	ZydisDecoderContext context;
	size_t at = 0, plain;

	while (at < count && !(more && count - at < AT_X86_LONGEST + 1)) {
		if (!bytes[at] || *zeros) {
			size_t padding = at_isa_zeros(bytes + at, count - at, more, zeros);
			counts->padding_bytes += padding;
			at += padding;
			if (padding)
				continue;
		}
		if (wide && count - at >= AT_X86_LONGEST && (plain = at_x86_plain(bytes + at))) {
			counts->instructions++;
			counts->class[BASE]++;
			at += plain;
			continue;
		}
		if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(decoder, &context, bytes + at, count - at, &instruction))) {
			counts->undecoded_bytes++;
			at++;
			continue;
		}
		struct fold fold = folds[instruction.meta.isa_set];
		if (instruction.mnemonic == ZYDIS_MNEMONIC_TZCNT)
			fold.class = TZCNT;
		counts->instructions++;
		counts->class[fold.class]++;
		counts->class[fold.second] += fold.second != NONE;
		at += instruction.length;
	}
	return at;
}

static size_t length(void *decoder, const unsigned char *bytes, size_t count)
{
	ZydisDecodedInstruction instruction;
	ZydisDecoderContext context;

	return ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(decoder, &context, bytes, count, &instruction)) ? instruction.length : 0;
}

const struct at_isa at_isa_x86 = {
	.name = "x86", .class = classes, .class_count = CLASSES, .level = levels, .level_count = sizeof levels / sizeof *levels,
	.cpu = at_cpus_x86, .cpu_count = AT_CPUS_X86,
	.open = open_decoder, .sweep = sweep, .length = length,
};
