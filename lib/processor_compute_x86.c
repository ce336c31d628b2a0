/* Compute kernels and chains of x86-64. The loops are in assembly: the accumulators stay in registers, and no option of the
 * compiler is needed. */
#include "processor_kernels_inside.h"

#ifdef __x86_64__

#define EACH_14(text) ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13\n\t" text "\n\t.endr\n\t"
#define EACH_12(text) ".irp i,0,1,2,3,4,5,6,7,8,9,10,11\n\t" text "\n\t.endr\n\t"
#define EACH_24(text) ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23\n\t" text "\n\t.endr\n\t"

/* Each accumulator with its factor: INSTRUCTION other, factor, accumulator. */
#define PRODUCTS_24(instruction) \
	".irp i,0,3,6,9,12,15,18,21\n\t" instruction " %%zmm27, %%zmm24, %%zmm\\i\n\t.endr\n\t" \
	".irp i,1,4,7,10,13,16,19,22\n\t" instruction " %%zmm27, %%zmm25, %%zmm\\i\n\t.endr\n\t" \
	".irp i,2,5,8,11,14,17,20,23\n\t" instruction " %%zmm27, %%zmm26, %%zmm\\i\n\t.endr\n\t"
#define PRODUCTS_12(instruction) \
	".irp i,0,3,6,9\n\t" instruction " %%ymm15, %%ymm12, %%ymm\\i\n\t.endr\n\t" \
	".irp i,1,4,7,10\n\t" instruction " %%ymm15, %%ymm13, %%ymm\\i\n\t.endr\n\t" \
	".irp i,2,5,8,11\n\t" instruction " %%ymm15, %%ymm14, %%ymm\\i\n\t.endr\n\t"

#define LOAD_SSE2 EACH_14("movaps \\i*16(%[sum]), %%xmm\\i") "movaps (%[other]), %%xmm15\n\t"
#define STORE_SSE2 EACH_14("movaps %%xmm\\i, \\i*16(%[sum])")
#define LOAD_AVX2 EACH_14("vmovaps \\i*32(%[sum]), %%ymm\\i") "vmovaps (%[other]), %%ymm15\n\t"
#define STORE_AVX2 EACH_14("vmovaps %%ymm\\i, \\i*32(%[sum])") "vzeroupper\n\t"
#define LOAD_FACTORS_AVX2 EACH_12("vmovaps \\i*32(%[sum]), %%ymm\\i") \
	"vmovaps (%[factor]), %%ymm12\n\tvmovaps 32(%[factor]), %%ymm13\n\tvmovaps 64(%[factor]), %%ymm14\n\t" \
	"vmovaps (%[other]), %%ymm15\n\t"
#define STORE_FACTORS_AVX2 EACH_12("vmovaps %%ymm\\i, \\i*32(%[sum])") "vzeroupper\n\t"
#define LOAD_AVX512 EACH_24("vmovaps \\i*64(%[sum]), %%zmm\\i") \
	"vmovaps (%[factor]), %%zmm24\n\tvmovaps 64(%[factor]), %%zmm25\n\tvmovaps 128(%[factor]), %%zmm26\n\t" \
	"vmovaps (%[other]), %%zmm27\n\t"
#define STORE_AVX512 EACH_24("vmovaps %%zmm\\i, \\i*64(%[sum])") "vzeroupper\n\t"

/* Code that is not compiled for AVX-512 has nothing in registers 16 to 31. */
#ifdef __AVX512F__
#define UPPER , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27"
#else
#define UPPER
#endif

#define KERNEL(function, type, recurrence, accumulators, bytes, load, step, store) \
	static uint64_t function(uint64_t passes) \
	{ \
		struct processor_state state; \
		processor_start(&state, type, recurrence, accumulators, bytes); \
		__asm__ volatile(load ".p2align 6\n\t1:\n\t.rept 8\n\t" step ".endr\n\tdec %[passes]\n\tjnz 1b\n\t" store \
				: [passes] "+&r"(passes) : [sum] "r"(state.accumulator), [factor] "r"(state.factor), [other] "r"(state.other) \
				: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", \
				"xmm13", "xmm14", "xmm15", "cc", "memory" UPPER); \
		return processor_sum(&state, accumulators, bytes); \
	}

KERNEL(fp32_sse2, PROCESSOR_FP32, PROCESSOR_SQUARE, 14, 16, LOAD_SSE2,
		EACH_14("mulps %%xmm\\i, %%xmm\\i\n\taddps %%xmm15, %%xmm\\i"), STORE_SSE2)
KERNEL(fp64_sse2, PROCESSOR_FP64, PROCESSOR_SQUARE, 14, 16, LOAD_SSE2,
		EACH_14("mulpd %%xmm\\i, %%xmm\\i\n\taddpd %%xmm15, %%xmm\\i"), STORE_SSE2)
KERNEL(fp32_avx2, PROCESSOR_FP32, PROCESSOR_SQUARE, 14, 32, LOAD_AVX2,
		EACH_14("vfmadd213ps %%ymm15, %%ymm\\i, %%ymm\\i"), STORE_AVX2)
KERNEL(fp64_avx2, PROCESSOR_FP64, PROCESSOR_SQUARE, 14, 32, LOAD_AVX2,
		EACH_14("vfmadd213pd %%ymm15, %%ymm\\i, %%ymm\\i"), STORE_AVX2)
KERNEL(int8_avx_vnni, PROCESSOR_INT8, PROCESSOR_PRODUCT, 12, 32, LOAD_FACTORS_AVX2, PRODUCTS_12("%{vex%} vpdpbusd"),
		STORE_FACTORS_AVX2)

KERNEL(fp32_avx512, PROCESSOR_FP32, PROCESSOR_SQUARE, 24, 64, LOAD_AVX512, EACH_24("vfmadd213ps %%zmm27, %%zmm\\i, %%zmm\\i"),
		STORE_AVX512)
KERNEL(fp64_avx512, PROCESSOR_FP64, PROCESSOR_SQUARE, 24, 64, LOAD_AVX512, EACH_24("vfmadd213pd %%zmm27, %%zmm\\i, %%zmm\\i"),
		STORE_AVX512)
KERNEL(fp16_avx512, PROCESSOR_FP16, PROCESSOR_PRODUCT, 24, 64, LOAD_AVX512, PRODUCTS_24("vfmadd231ph"), STORE_AVX512)
KERNEL(bf16_avx512, PROCESSOR_BF16, PROCESSOR_PRODUCT, 24, 64, LOAD_AVX512, PRODUCTS_24("vdpbf16ps"), STORE_AVX512)
KERNEL(int8_avx512, PROCESSOR_INT8, PROCESSOR_PRODUCT, 24, 64, LOAD_AVX512, PRODUCTS_24("vpdpbusd"), STORE_AVX512)

/* Tiles of 16 rows of 64 bytes: 0 to 3 accumulate, 4 to 6 are the factors, 7 is the other one. Four are enough: an instruction
 * takes 16 cycles, its result is there after 52. Intel SDM volume 1, chapter 18; the configuration's layout: section 18.2. */
#define LOAD_AMX \
	"ldtilecfg (%[shape])\n\t" \
	"tileloadd (%[sum],%[row],1), %%tmm0\n\ttileloadd 1024(%[sum],%[row],1), %%tmm1\n\t" \
	"tileloadd 2048(%[sum],%[row],1), %%tmm2\n\ttileloadd 3072(%[sum],%[row],1), %%tmm3\n\t" \
	"tileloadd (%[factor],%[row],1), %%tmm4\n\ttileloadd 1024(%[factor],%[row],1), %%tmm5\n\t" \
	"tileloadd 2048(%[factor],%[row],1), %%tmm6\n\ttileloadd (%[other],%[row],1), %%tmm7\n\t"
#define STEP_AMX(instruction) \
	instruction " %%tmm7, %%tmm4, %%tmm0\n\t" instruction " %%tmm7, %%tmm5, %%tmm1\n\t" \
	instruction " %%tmm7, %%tmm6, %%tmm2\n\t" instruction " %%tmm7, %%tmm4, %%tmm3\n\t"
#define STORE_AMX \
	"tilestored %%tmm0, (%[sum],%[row],1)\n\ttilestored %%tmm1, 1024(%[sum],%[row],1)\n\t" \
	"tilestored %%tmm2, 2048(%[sum],%[row],1)\n\ttilestored %%tmm3, 3072(%[sum],%[row],1)\n\ttilerelease\n\t"

struct tile_shape {
	uint8_t palette, start_row, reserved[14];
	uint16_t row_bytes[16];
	uint8_t rows[16];
};

#define KERNEL_AMX(function, type, instruction) \
	static uint64_t function(uint64_t passes) \
	{ \
		static const struct tile_shape shape = { .palette = 1, .row_bytes = { 64, 64, 64, 64, 64, 64, 64, 64 }, \
			.rows = { 16, 16, 16, 16, 16, 16, 16, 16 } }; \
		struct processor_state state; \
		processor_start(&state, type, PROCESSOR_PRODUCT, 4, 1024); \
		__asm__ volatile(LOAD_AMX ".p2align 6\n\t1:\n\t.rept 8\n\t" STEP_AMX(instruction) \
				".endr\n\tdec %[passes]\n\tjnz 1b\n\t" STORE_AMX \
				: [passes] "+&r"(passes) : [sum] "r"(state.accumulator), [factor] "r"(state.factor), [other] "r"(state.other), \
				[row] "r"(UINT64_C(64)), [shape] "r"(&shape) : "cc", "memory"); \
		return processor_sum(&state, 4, 1024); \
	}

KERNEL_AMX(bf16_amx, PROCESSOR_BF16, "tdpbf16ps")
KERNEL_AMX(int8_amx, PROCESSOR_INT8, "tdpbssd")

static const struct processor_compute_kernel kernels[] = {
	{ "float32 AVX-512", PROCESSOR_FP32, PROCESSOR_AVX512, 24, PROCESSOR_STEPS, 16, 0, false, true, PROCESSOR_SQUARE, fp32_avx512 },
	{ "float32 AVX2", PROCESSOR_FP32, PROCESSOR_AVX2, 14, PROCESSOR_STEPS, 8, 0, false, true, PROCESSOR_SQUARE, fp32_avx2 },
	{ "float32 SSE2", PROCESSOR_FP32, PROCESSOR_SSE2, 14, PROCESSOR_STEPS, 4, 0, false, false, PROCESSOR_SQUARE, fp32_sse2 },
	{ "float64 AVX-512", PROCESSOR_FP64, PROCESSOR_AVX512, 24, PROCESSOR_STEPS, 8, 0, false, true, PROCESSOR_SQUARE, fp64_avx512 },
	{ "float64 AVX2", PROCESSOR_FP64, PROCESSOR_AVX2, 14, PROCESSOR_STEPS, 4, 0, false, true, PROCESSOR_SQUARE, fp64_avx2 },
	{ "float64 SSE2", PROCESSOR_FP64, PROCESSOR_SSE2, 14, PROCESSOR_STEPS, 2, 0, false, false, PROCESSOR_SQUARE, fp64_sse2 },
	{ "float16 AVX-512 FP16", PROCESSOR_FP16, PROCESSOR_AVX512_FP16, 24, PROCESSOR_STEPS, 32, 0, false, true, PROCESSOR_PRODUCT,
			fp16_avx512 },
	{ "bfloat16 AMX BF16", PROCESSOR_BF16, PROCESSOR_AMX_BF16, 4, PROCESSOR_STEPS, 256, 32, false, true, PROCESSOR_PRODUCT,
			bf16_amx },
	{ "bfloat16 AVX-512 BF16", PROCESSOR_BF16, PROCESSOR_AVX512_BF16, 24, PROCESSOR_STEPS, 16, 2, false, true, PROCESSOR_PRODUCT,
			bf16_avx512 },
	{ "int8 AMX INT8", PROCESSOR_INT8, PROCESSOR_AMX_INT8, 4, PROCESSOR_STEPS, 256, 64, false, true, PROCESSOR_PRODUCT, int8_amx },
	{ "int8 AVX-512 VNNI", PROCESSOR_INT8, PROCESSOR_AVX512_VNNI, 24, PROCESSOR_STEPS, 16, 4, false, true, PROCESSOR_PRODUCT,
			int8_avx512 },
	{ "int8 AVX-VNNI", PROCESSOR_INT8, PROCESSOR_AVX_VNNI, 12, PROCESSOR_STEPS, 8, 4, false, true, PROCESSOR_PRODUCT,
			int8_avx_vnni },
};

const struct processor_compute_table processor_compute_vector = { kernels, sizeof kernels / sizeof *kernels };

/* ---- chains ---- */

enum { LINKS = 128 };

static uint64_t chain_add(uint64_t passes)
{
	uint64_t sum = 0, one = 1;

	__asm__ volatile(".p2align 6\n\t1:\n\t.rept 128\n\tadd %[one], %[sum]\n\t.endr\n\tdec %[passes]\n\tjnz 1b"
			: [sum] "+&r"(sum), [passes] "+&r"(passes) : [one] "r"(one) : "cc");
	return sum;
}

static uint64_t chain_multiply(uint64_t passes)
{
	uint64_t product = 1, three = 3;

	__asm__ volatile(".p2align 6\n\t1:\n\t.rept 128\n\timul %[three], %[product]\n\t.endr\n\tdec %[passes]\n\tjnz 1b"
			: [product] "+&r"(product), [passes] "+&r"(passes) : [three] "r"(three) : "cc");
	return product;
}

/* The multiplication of 64-bit numbers: 3 cycles on Intel since Nehalem and on every Zen (Agner Fog, instruction tables). */
const struct processor_clock_kernel processor_clock_add = { "add", 1, 1, LINKS, chain_add };
const struct processor_clock_kernel processor_clock_multiply = { "imul", 3, 3, LINKS, chain_multiply };

#endif
