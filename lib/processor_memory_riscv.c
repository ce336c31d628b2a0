/* Memory kernels of riscv64 with the vector extension, version 1.0. In assembly, which turns the extension on for itself: no
 * option of the compiler is needed, only an assembler that knows it (binutils 2.38, LLVM 17). There are no non-temporal
 * stores. */
#include "processor_kernels_inside.h"

#if defined __riscv && __riscv_xlen == 64

enum { GRANULE = 2 * 8 * PROCESSOR_RVV_MOST };

#define BEGIN ".option push\n\t.option arch, +v\n\tvsetvli t0, zero, e64, m8, ta, ma\n\t"
#define END ".option pop"

/* Turns of two groups of eight registers until the count is used up; at the end of a stream the addresses go back to the front.
 * That branch is seldom taken, and then no vector waits for it. */
#define ONE_STREAM(body) \
	"1:\n\t" body "add %[a], %[a], %[group]\n\taddi %[turns], %[turns], -1\n\t" \
	"bne %[a], %[end], 2f\n\tmv %[a], %[start]\n\t2:\n\tbnez %[turns], 1b\n\t"
#define TWO_STREAMS(body) \
	"1:\n\t" body "add %[a], %[a], %[group]\n\tadd %[b], %[b], %[group]\n\taddi %[turns], %[turns], -1\n\t" \
	"bne %[a], %[end], 2f\n\tmv %[a], %[start]\n\tmv %[b], %[start_b]\n\t2:\n\tbnez %[turns], 1b\n\t"
#define NEXT "add %[a], %[a], %[group]\n\t"

/* Code that is not compiled for vectors has nothing in their registers. */
#ifdef __riscv_vector
#define CLOBBERS "t0", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", \
	"v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", \
	"v31", "vl", "vtype"
#else
#define CLOBBERS "t0", "memory"
#endif

/* Bytes of a group of eight registers. */
static inline uint64_t group_bytes(void)
{
	uint64_t bytes;

	__asm__("csrr %0, 0xc22" : "=r"(bytes));      /* vlenb */
	return 8 * bytes;
}

#define READ(function, before, body, after) \
	static uint64_t function(void *first, void *second, size_t stream_bytes, uint64_t passes) \
	{ \
		_Alignas(64) uint64_t sum[8 * PROCESSOR_RVV_MOST / 8]; \
		uint64_t group = group_bytes(), turns = stream_bytes / (2 * group) * passes; \
		char *at = first; \
		(void)second; \
		__asm__ volatile(BEGIN before ONE_STREAM(body) after END : [a] "+&r"(at), [turns] "+&r"(turns) \
				: [start] "r"(first), [end] "r"(at + stream_bytes), [group] "r"(group), [sum] "r"(sum) : CLOBBERS); \
		return processor_add_up(sum, group / 8); \
	}

#define STORE(function, element, before, body) \
	static uint64_t function(void *first, void *second, size_t stream_bytes, uint64_t passes) \
	{ \
		uint64_t group = group_bytes(), turns = stream_bytes / (2 * group) * passes, value = element; \
		char *at = first; \
		(void)second; \
		__asm__ volatile(BEGIN before ONE_STREAM(body) END : [a] "+&r"(at), [turns] "+&r"(turns) \
				: [start] "r"(first), [end] "r"(at + stream_bytes), [group] "r"(group), [value] "r"(value) : CLOBBERS); \
		return processor_last(first, stream_bytes); \
	}

READ(read_rvv, "vmv.v.i v0, 0\n\tvmv.v.i v8, 0\n\t",
		"vle64.v v16, (%[a])\n\t" NEXT "vle64.v v24, (%[a])\n\tvadd.vv v0, v0, v16\n\tvadd.vv v8, v8, v24\n\t",
		"vadd.vv v0, v0, v8\n\tvse64.v v0, (%[sum])\n\t")
STORE(write_rvv, PROCESSOR_WRITTEN, "vmv.v.x v0, %[value]\n\t", "vse64.v v0, (%[a])\n\t" NEXT "vse64.v v0, (%[a])\n\t")
STORE(update_rvv, 1, "",
		"vle64.v v0, (%[a])\n\tvadd.vx v0, v0, %[value]\n\tvse64.v v0, (%[a])\n\t" NEXT
		"vle64.v v8, (%[a])\n\tvadd.vx v8, v8, %[value]\n\tvse64.v v8, (%[a])\n\t")

static uint64_t copy_rvv(void *first, void *second, size_t stream_bytes, uint64_t passes)
{
	uint64_t group = group_bytes(), turns = stream_bytes / (2 * group) * passes;
	char *from = first, *to = second;

	__asm__ volatile(BEGIN TWO_STREAMS("vle64.v v0, (%[a])\n\t" NEXT "vle64.v v8, (%[a])\n\tvse64.v v0, (%[b])\n\t"
			"add %[b], %[b], %[group]\n\tvse64.v v8, (%[b])\n\t") END : [a] "+&r"(from), [b] "+&r"(to), [turns] "+&r"(turns)
			: [start] "r"(first), [start_b] "r"(second), [end] "r"(from + stream_bytes), [group] "r"(group) : CLOBBERS);
	return processor_last(second, stream_bytes);
}

static const struct processor_memory_kernel kernels[] = {
	{ "read RVV", PROCESSOR_RVV, PROCESSOR_READ, 8, 8, GRANULE, read_rvv },
	{ "write RVV", PROCESSOR_RVV, PROCESSOR_WRITE, 8, 8, GRANULE, write_rvv },
	{ "copy RVV", PROCESSOR_RVV, PROCESSOR_COPY, 8, 8, GRANULE, copy_rvv },
	{ "read_modify_write RVV", PROCESSOR_RVV, PROCESSOR_READ_MODIFY_WRITE, 8, 8, GRANULE, update_rvv },
};

const struct processor_memory_table processor_memory_vector = { kernels, sizeof kernels / sizeof *kernels };

#endif
