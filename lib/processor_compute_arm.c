/* Compute kernels and chains of aarch64. The loops are in assembly: the accumulators stay in registers, and no option of the
 * compiler is needed. */
#include "processor_kernels_inside.h"

#ifdef __aarch64__

#define EACH_24(text) ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23\n\t" text "\n\t.endr\n\t"

/* Each accumulator with its factor: `lanes` names the elements of accumulators and `parts` those of the factors. */
#define NEON_24(instruction, lanes, parts) \
	".irp i,0,3,6,9,12,15,18,21\n\t" instruction " v\\i\\()." lanes ", v24." parts ", v27." parts "\n\t.endr\n\t" \
	".irp i,1,4,7,10,13,16,19,22\n\t" instruction " v\\i\\()." lanes ", v25." parts ", v27." parts "\n\t.endr\n\t" \
	".irp i,2,5,8,11,14,17,20,23\n\t" instruction " v\\i\\()." lanes ", v26." parts ", v27." parts "\n\t.endr\n\t"
#define SVE_24(instruction, lanes, parts) \
	".irp i,0,3,6,9,12,15,18,21\n\t" instruction " z\\i\\()." lanes ", z24." parts ", z27." parts "\n\t.endr\n\t" \
	".irp i,1,4,7,10,13,16,19,22\n\t" instruction " z\\i\\()." lanes ", z25." parts ", z27." parts "\n\t.endr\n\t" \
	".irp i,2,5,8,11,14,17,20,23\n\t" instruction " z\\i\\()." lanes ", z26." parts ", z27." parts "\n\t.endr\n\t"

#define LOAD_NEON ".arch armv8.6-a+fp16+sve\n\t" EACH_24("ldr q\\i, [%[sum], #\\i*16]") \
	"ldp q24, q25, [%[factor]]\n\tldr q26, [%[factor], #32]\n\tldr q27, [%[other]]\n\t"
#define STORE_NEON EACH_24("str q\\i, [%[sum], #\\i*16]")
#define LOAD_SVE ".arch armv8.6-a+fp16+sve\n\tptrue p0.b\n\t" EACH_24("ldr z\\i, [%[sum], #\\i, mul vl]") \
	"ldr z24, [%[factor]]\n\tldr z25, [%[factor], #1, mul vl]\n\tldr z26, [%[factor], #2, mul vl]\n\tldr z27, [%[other]]\n\t"
#define STORE_SVE EACH_24("str z\\i, [%[sum], #\\i, mul vl]")

static inline size_t sve_bytes(void)
{
	uint64_t bytes;

	__asm__(".arch_extension sve\n\trdvl %0, #1" : "=r"(bytes));
	return bytes;
}

#define KERNEL(function, type, recurrence, register_bytes, load, step, store) \
	static uint64_t function(uint64_t passes) \
	{ \
		struct processor_state state; \
		size_t bytes = register_bytes; \
		processor_start(&state, type, recurrence, 24, bytes); \
		__asm__ volatile(load ".p2align 6\n\t1:\n\t.rept 8\n\t" step ".endr\n\t" \
				"sub %[passes], %[passes], #1\n\tcbnz %[passes], 1b\n\t" store \
				: [passes] "+&r"(passes) : [sum] "r"(state.accumulator), [factor] "r"(state.factor), [other] "r"(state.other) \
				: "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", \
				"v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "cc", "memory"); \
		return processor_sum(&state, 24, bytes); \
	}
#define KERNEL_NEON(function, type, instruction, lanes, parts) \
	KERNEL(function, type, PROCESSOR_PRODUCT, 16, LOAD_NEON, NEON_24(instruction, lanes, parts), STORE_NEON)
#define KERNEL_SVE(function, type, recurrence, step) KERNEL(function, type, recurrence, sve_bytes(), LOAD_SVE, step, STORE_SVE)

KERNEL_NEON(fp32_neon, PROCESSOR_FP32, "fmla", "4s", "4s")
KERNEL_NEON(fp64_neon, PROCESSOR_FP64, "fmla", "2d", "2d")
KERNEL_NEON(fp16_neon, PROCESSOR_FP16, "fmla", "8h", "8h")
KERNEL_NEON(bf16_neon, PROCESSOR_BF16, "bfmmla", "4s", "8h")
KERNEL_NEON(int8_neon, PROCESSOR_INT8, "sdot", "4s", "16b")
KERNEL_NEON(int8_neon_i8mm, PROCESSOR_INT8, "smmla", "4s", "16b")

/* FMAD puts the sum where a factor was; NEON has only FMLA, which keeps the factors. */
KERNEL_SVE(fp32_sve, PROCESSOR_FP32, PROCESSOR_SQUARE, EACH_24("fmad z\\i\\().s, p0/m, z\\i\\().s, z27.s"))
KERNEL_SVE(fp64_sve, PROCESSOR_FP64, PROCESSOR_SQUARE, EACH_24("fmad z\\i\\().d, p0/m, z\\i\\().d, z27.d"))
KERNEL_SVE(fp16_sve, PROCESSOR_FP16, PROCESSOR_PRODUCT,
		".irp i,0,3,6,9,12,15,18,21\n\tfmla z\\i\\().h, p0/m, z24.h, z27.h\n\t.endr\n\t"
		".irp i,1,4,7,10,13,16,19,22\n\tfmla z\\i\\().h, p0/m, z25.h, z27.h\n\t.endr\n\t"
		".irp i,2,5,8,11,14,17,20,23\n\tfmla z\\i\\().h, p0/m, z26.h, z27.h\n\t.endr\n\t")
KERNEL_SVE(bf16_sve, PROCESSOR_BF16, PROCESSOR_PRODUCT, SVE_24("bfmmla", "s", "h"))
KERNEL_SVE(int8_sve, PROCESSOR_INT8, PROCESSOR_PRODUCT, SVE_24("sdot", "s", "b"))
KERNEL_SVE(int8_sve_i8mm, PROCESSOR_INT8, PROCESSOR_PRODUCT, SVE_24("smmla", "s", "b"))

#define ENTRY(title, type, set, results, dot, scalable, recurrence, function) \
	{ title, type, set, 24, PROCESSOR_STEPS, results, dot, scalable, true, recurrence, function }

/* The matrix instructions (BFMMLA, SMMLA) give 2 x 2 sums of 4 or 8 products for each 16 bytes. */
static const struct processor_compute_kernel kernels[] = {
	ENTRY("float32 SVE", PROCESSOR_FP32, PROCESSOR_SVE, 4, 0, true, PROCESSOR_SQUARE, fp32_sve),
	ENTRY("float32 NEON", PROCESSOR_FP32, PROCESSOR_NEON, 4, 0, false, PROCESSOR_PRODUCT, fp32_neon),
	ENTRY("float64 SVE", PROCESSOR_FP64, PROCESSOR_SVE, 2, 0, true, PROCESSOR_SQUARE, fp64_sve),
	ENTRY("float64 NEON", PROCESSOR_FP64, PROCESSOR_NEON, 2, 0, false, PROCESSOR_PRODUCT, fp64_neon),
	ENTRY("float16 SVE", PROCESSOR_FP16, PROCESSOR_SVE, 8, 0, true, PROCESSOR_PRODUCT, fp16_sve),
	ENTRY("float16 NEON FP16", PROCESSOR_FP16, PROCESSOR_NEON_FP16, 8, 0, false, PROCESSOR_PRODUCT, fp16_neon),
	ENTRY("bfloat16 SVE BF16", PROCESSOR_BF16, PROCESSOR_SVE_BF16, 4, 4, true, PROCESSOR_PRODUCT, bf16_sve),
	ENTRY("bfloat16 NEON BF16", PROCESSOR_BF16, PROCESSOR_NEON_BF16, 4, 4, false, PROCESSOR_PRODUCT, bf16_neon),
	ENTRY("int8 SVE I8MM", PROCESSOR_INT8, PROCESSOR_SVE_I8MM, 4, 8, true, PROCESSOR_PRODUCT, int8_sve_i8mm),
	ENTRY("int8 SVE", PROCESSOR_INT8, PROCESSOR_SVE, 4, 4, true, PROCESSOR_PRODUCT, int8_sve),
	ENTRY("int8 NEON I8MM", PROCESSOR_INT8, PROCESSOR_NEON_I8MM, 4, 8, false, PROCESSOR_PRODUCT, int8_neon_i8mm),
	ENTRY("int8 NEON dotprod", PROCESSOR_INT8, PROCESSOR_NEON_DOTPROD, 4, 4, false, PROCESSOR_PRODUCT, int8_neon),
};

const struct processor_compute_table processor_compute_vector = { kernels, sizeof kernels / sizeof *kernels };

/* ---- chains ---- */

enum { LINKS = 128 };

static uint64_t chain_add(uint64_t passes)
{
	uint64_t sum = 0, one = 1;

	__asm__ volatile(".p2align 6\n\t1:\n\t.rept 128\n\tadd %[sum], %[sum], %[one]\n\t.endr\n\t"
			"sub %[passes], %[passes], #1\n\tcbnz %[passes], 1b"
			: [sum] "+&r"(sum), [passes] "+&r"(passes) : [one] "r"(one));
	return sum;
}

static uint64_t chain_multiply(uint64_t passes)
{
	double product = 1, one = 1;

	__asm__ volatile(".p2align 6\n\t1:\n\t.rept 128\n\tfmul %d[product], %d[product], %d[one]\n\t.endr\n\t"
			"sub %[passes], %[passes], #1\n\tcbnz %[passes], 1b"
			: [product] "+&w"(product), [passes] "+&r"(passes) : [one] "w"(one));
	return (uint64_t)product;
}

/* FMUL of doubles: 3 cycles on Cortex-A76 and its successors, 4 or 5 on smaller and older cores (Arm's software optimization
 * guides). */
const struct processor_clock_kernel processor_clock_add = { "add", 1, 1, LINKS, chain_add };
const struct processor_clock_kernel processor_clock_multiply = { "fmul", 3, 5, LINKS, chain_multiply };

#endif
