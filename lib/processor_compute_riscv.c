/* Compute kernels and chains of riscv64, with the vector extension, version 1.0. In assembly: no option of the compiler is
 * needed. */
#include "processor_kernels_inside.h"

#if defined __riscv && __riscv_xlen == 64

/* Twelve accumulators of two registers each, v0 to v23; the factors are v24, v26, v28, the other one v30. */
#define EACH_12(text) ".irp i,0,2,4,6,8,10,12,14,16,18,20,22\n\t" text "\n\t.endr\n\t"

/* Code that is not compiled for vectors has nothing in their registers. */
#ifdef __riscv_vector
#define VECTORS , "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", \
	"v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "vl", "vtype"
#else
#define VECTORS
#endif

#define KERNEL(function, type, recurrence, width, step) \
	static uint64_t function(uint64_t passes) \
	{ \
		struct processor_state state; \
		size_t bytes = pair_bytes(); \
		unsigned char *sum = state.accumulator, *factor = state.factor; \
		processor_start(&state, type, recurrence, 12, bytes); \
		__asm__ volatile(".option push\n\t.option arch, +v\n\tvsetvli t0, zero, " width ", m2, ta, ma\n\t" \
				EACH_12("vl2re8.v v\\i, (%[sum])\n\tadd %[sum], %[sum], %[bytes]") \
				".irp i,24,26,28\n\tvl2re8.v v\\i, (%[factor])\n\tadd %[factor], %[factor], %[bytes]\n\t.endr\n\t" \
				"vl2re8.v v30, (%[other])\n\t" \
				"1:\n\t.rept 8\n\t" step ".endr\n\taddi %[passes], %[passes], -1\n\tbnez %[passes], 1b\n\t" \
				"mv %[sum], %[start]\n\t" EACH_12("vs2r.v v\\i, (%[sum])\n\tadd %[sum], %[sum], %[bytes]") ".option pop" \
				: [passes] "+&r"(passes), [sum] "+&r"(sum), [factor] "+&r"(factor) \
				: [start] "r"(state.accumulator), [other] "r"(state.other), [bytes] "r"(bytes) : "t0", "memory" VECTORS); \
		return processor_sum(&state, 12, bytes); \
	}

static inline size_t pair_bytes(void)
{
	uint64_t bytes;

	__asm__("csrr %0, 0xc22" : "=r"(bytes));      /* vlenb */
	return 2 * bytes;
}

KERNEL(fp32_rvv, PROCESSOR_FP32, PROCESSOR_SQUARE, "e32", EACH_12("vfmadd.vv v\\i, v\\i, v30"))
KERNEL(fp64_rvv, PROCESSOR_FP64, PROCESSOR_SQUARE, "e64", EACH_12("vfmadd.vv v\\i, v\\i, v30"))
KERNEL(fp16_rvv, PROCESSOR_FP16, PROCESSOR_PRODUCT, "e16",
		".irp i,0,6,12,18\n\tvfmacc.vv v\\i, v24, v30\n\t.endr\n\t"
		".irp i,2,8,14,20\n\tvfmacc.vv v\\i, v26, v30\n\t.endr\n\t"
		".irp i,4,10,16,22\n\tvfmacc.vv v\\i, v28, v30\n\t.endr\n\t")

static const struct processor_compute_kernel kernels[] = {
	{ "float32 RVV", PROCESSOR_FP32, PROCESSOR_RVV, 12, PROCESSOR_STEPS, 8, 0, true, true, PROCESSOR_SQUARE, fp32_rvv },
	{ "float64 RVV", PROCESSOR_FP64, PROCESSOR_RVV, 12, PROCESSOR_STEPS, 4, 0, true, true, PROCESSOR_SQUARE, fp64_rvv },
	{ "float16 RVV FP16", PROCESSOR_FP16, PROCESSOR_RVV_FP16, 12, PROCESSOR_STEPS, 16, 0, true, true, PROCESSOR_PRODUCT, fp16_rvv },
};

const struct processor_compute_table processor_compute_vector = { kernels, sizeof kernels / sizeof *kernels };

/* ---- chains ---- */

enum { LINKS = 128 };

static uint64_t chain_add(uint64_t passes)
{
	uint64_t sum = 0, one = 1;

	__asm__ volatile("1:\n\t.rept 128\n\tadd %[sum], %[sum], %[one]\n\t.endr\n\taddi %[passes], %[passes], -1\n\tbnez %[passes], 1b"
			: [sum] "+&r"(sum), [passes] "+&r"(passes) : [one] "r"(one));
	return sum;
}

static uint64_t chain_multiply(uint64_t passes)
{
	uint64_t product = 1, three = 3;

	__asm__ volatile("1:\n\t.rept 128\n\tmul %[product], %[product], %[three]\n\t.endr\n\t"
			"addi %[passes], %[passes], -1\n\tbnez %[passes], 1b"
			: [product] "+&r"(product), [passes] "+&r"(passes) : [three] "r"(three));
	return product;
}

/* The multiplication: 3 cycles on SiFive's 7 series and P series, 3 to 5 on other cores. */
const struct processor_clock_kernel processor_clock_add = { "add", 1, 1, LINKS, chain_add };
const struct processor_clock_kernel processor_clock_multiply = { "mul", 3, 5, LINKS, chain_multiply };

#endif
