/* Memory kernels of aarch64: NEON (Advanced SIMD) and SVE. The loops are in assembly, so that a compiler neither leaves out a
 * store nor changes the registers' width, and no option of the compiler is needed. */
#include "processor_kernels_inside.h"

#ifdef __aarch64__

/* NEON: 1 KiB a turn. SVE: eight registers a turn, whatever their length; it divides the granule. */
enum { NEON_BLOCK = 1024, SVE_GRANULE = 8 * PROCESSOR_SVE_MOST };

#define EIGHT(text) ".irp i,0,1,2,3,4,5,6,7\n\t" text "\n\t.endr\n\t"

/* Blocks until the count is used up. At the end of a stream the addresses go back to the front without a branch, so that none has
 * to be guessed. */
#define ONE_STREAM(body) \
	".p2align 6\n\t1:\n\t" body \
	"add %[a], %[a], %[block]\n\tcmp %[a], %[end]\n\tcsel %[a], %[start], %[a], eq\n\t" \
	"sub %[blocks], %[blocks], #1\n\tcbnz %[blocks], 1b\n\t"
#define TWO_STREAMS(body) \
	".p2align 6\n\t1:\n\t" body \
	"add %[a], %[a], %[block]\n\tadd %[b], %[b], %[block]\n\tcmp %[a], %[end]\n\tcsel %[a], %[start], %[a], eq\n\t" \
	"csel %[b], %[start_b], %[b], eq\n\tsub %[blocks], %[blocks], #1\n\tcbnz %[blocks], 1b\n\t"

#define CLOBBERS "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", \
	"v15", "v16", "v17", "cc", "memory"

/* ---- the bodies of NEON: rows of eight registers ---- */

#define ROWS(ROW) ROW(0) ROW(128) ROW(256) ROW(384) ROW(512) ROW(640) ROW(768) ROW(896)
#define PAIRS(instruction, at, base) \
	instruction " q8, q9, [%[" base "], #" #at "]\n\t" instruction " q10, q11, [%[" base "], #" #at "+32]\n\t" \
	instruction " q12, q13, [%[" base "], #" #at "+64]\n\t" instruction " q14, q15, [%[" base "], #" #at "+96]\n\t"
#define NEON_READ(at) PAIRS("ldp", at, "a") \
	"add v0.2d, v0.2d, v8.2d\n\tadd v1.2d, v1.2d, v9.2d\n\tadd v2.2d, v2.2d, v10.2d\n\tadd v3.2d, v3.2d, v11.2d\n\t" \
	"add v4.2d, v4.2d, v12.2d\n\tadd v5.2d, v5.2d, v13.2d\n\tadd v6.2d, v6.2d, v14.2d\n\tadd v7.2d, v7.2d, v15.2d\n\t"
#define NEON_WRITE(at) PAIRS("stp", at, "a")
#define NEON_WRITE_NT(at) PAIRS("stnp", at, "a")
#define NEON_COPY(at) PAIRS("ldp", at, "a") PAIRS("stp", at, "b")
#define NEON_COPY_NT(at) PAIRS("ldp", at, "a") PAIRS("stnp", at, "b")
#define NEON_UPDATE(at) PAIRS("ldp", at, "a") \
	".irp i,8,9,10,11,12,13,14,15\n\tadd v\\i\\().2d, v\\i\\().2d, v16.2d\n\t.endr\n\t" PAIRS("stp", at, "a")

#define NEON_SAME ".irp i,8,9,10,11,12,13,14,15,16\n\tldr q\\i, [%[value]]\n\t.endr\n\t"

/* ---- the bodies of SVE ---- */

#define SVE_ON ".arch_extension sve\n\tptrue p0.d\n\t"
#define SVE_READ EIGHT("ld1d z1\\i\\().d, p0/z, [%[a], #\\i, mul vl]") EIGHT("add z\\i\\().d, z\\i\\().d, z1\\i\\().d")
#define SVE_WRITE EIGHT("st1d z0.d, p0, [%[a], #\\i, mul vl]")
#define SVE_WRITE_NT EIGHT("stnt1d z0.d, p0, [%[a], #\\i, mul vl]")
#define SVE_COPY EIGHT("ld1d z\\i\\().d, p0/z, [%[a], #\\i, mul vl]") EIGHT("st1d z\\i\\().d, p0, [%[b], #\\i, mul vl]")
#define SVE_COPY_NT EIGHT("ld1d z\\i\\().d, p0/z, [%[a], #\\i, mul vl]") EIGHT("stnt1d z\\i\\().d, p0, [%[b], #\\i, mul vl]")
#define SVE_UPDATE \
	EIGHT("ld1d z\\i\\().d, p0/z, [%[a], #\\i, mul vl]") EIGHT("add z\\i\\().d, z\\i\\().d, #1") \
	EIGHT("st1d z\\i\\().d, p0, [%[a], #\\i, mul vl]")

static inline uint64_t sve_block(void)
{
	uint64_t bytes;

	__asm__(".arch_extension sve\n\trdvl %0, #8" : "=r"(bytes));
	return bytes;
}

/* ---- the functions ---- */

#define READ(function, block_bytes, before, body, after) \
	static uint64_t function(void *first, void *second, size_t stream_bytes, uint64_t passes) \
	{ \
		uint64_t sum, block = block_bytes, blocks = stream_bytes / block * passes; \
		char *at = first; \
		(void)second; \
		__asm__ volatile(before ONE_STREAM(body) after : [a] "+&r"(at), [blocks] "+&r"(blocks), [sum] "=&r"(sum) \
				: [start] "r"(first), [end] "r"(at + stream_bytes), [block] "r"(block) : CLOBBERS); \
		return sum; \
	}

#define STORE(function, element, block_bytes, before, body) \
	static uint64_t function(void *first, void *second, size_t stream_bytes, uint64_t passes) \
	{ \
		const uint64_t value[2] = { element, element }; \
		uint64_t block = block_bytes, blocks = stream_bytes / block * passes; \
		char *at = first; \
		(void)second; \
		__asm__ volatile(before ONE_STREAM(body) : [a] "+&r"(at), [blocks] "+&r"(blocks) \
				: [start] "r"(first), [end] "r"(at + stream_bytes), [block] "r"(block), [value] "r"(value) : CLOBBERS); \
		return processor_last(first, stream_bytes); \
	}

#define COPY(function, block_bytes, before, body) \
	static uint64_t function(void *first, void *second, size_t stream_bytes, uint64_t passes) \
	{ \
		uint64_t block = block_bytes, blocks = stream_bytes / block * passes; \
		char *from = first, *to = second; \
		__asm__ volatile(before TWO_STREAMS(body) : [a] "+&r"(from), [b] "+&r"(to), [blocks] "+&r"(blocks) \
				: [start] "r"(first), [start_b] "r"(second), [end] "r"(from + stream_bytes), [block] "r"(block) : CLOBBERS); \
		return processor_last(second, stream_bytes); \
	}

READ(read_neon, NEON_BLOCK, EIGHT("movi v\\i\\().2d, #0"), ROWS(NEON_READ),
		".irp i,1,2,3,4,5,6,7\n\tadd v0.2d, v0.2d, v\\i\\().2d\n\t.endr\n\taddp d0, v0.2d\n\tfmov %[sum], d0")
STORE(write_neon, PROCESSOR_WRITTEN, NEON_BLOCK, NEON_SAME, ROWS(NEON_WRITE))
STORE(write_nt_neon, PROCESSOR_WRITTEN, NEON_BLOCK, NEON_SAME, ROWS(NEON_WRITE_NT))
STORE(update_neon, 1, NEON_BLOCK, NEON_SAME, ROWS(NEON_UPDATE))
COPY(copy_neon, NEON_BLOCK, "", ROWS(NEON_COPY))
COPY(copy_nt_neon, NEON_BLOCK, "", ROWS(NEON_COPY_NT))

READ(read_sve, sve_block(), SVE_ON EIGHT("mov z\\i\\().d, #0"), SVE_READ,
		".irp i,1,2,3,4,5,6,7\n\tadd z0.d, z0.d, z\\i\\().d\n\t.endr\n\tuaddv d0, p0, z0.d\n\tfmov %[sum], d0")
STORE(write_sve, PROCESSOR_WRITTEN, sve_block(), SVE_ON "ld1rd z0.d, p0/z, [%[value]]\n\t", SVE_WRITE)
STORE(write_nt_sve, PROCESSOR_WRITTEN, sve_block(), SVE_ON "ld1rd z0.d, p0/z, [%[value]]\n\t", SVE_WRITE_NT)
STORE(update_sve, 1, sve_block(), SVE_ON, SVE_UPDATE)
COPY(copy_sve, sve_block(), SVE_ON, SVE_COPY)
COPY(copy_nt_sve, sve_block(), SVE_ON, SVE_COPY_NT)

#define MODES(set, title, granule, suffix) \
	{ "read " title, set, PROCESSOR_READ, 8, 16, granule, read_##suffix }, \
	{ "write " title, set, PROCESSOR_WRITE, 8, 16, granule, write_##suffix }, \
	{ "copy " title, set, PROCESSOR_COPY, 8, 16, granule, copy_##suffix }, \
	{ "read_modify_write " title, set, PROCESSOR_READ_MODIFY_WRITE, 8, 16, granule, update_##suffix }, \
	{ "write_nt " title, set, PROCESSOR_WRITE_NT, 8, 16, granule, write_nt_##suffix }, \
	{ "copy_nt " title, set, PROCESSOR_COPY_NT, 8, 16, granule, copy_nt_##suffix }

static const struct processor_memory_kernel kernels[] = {
	MODES(PROCESSOR_SVE, "SVE", SVE_GRANULE, sve),
	MODES(PROCESSOR_NEON, "NEON", NEON_BLOCK, neon),
};

const struct processor_memory_table processor_memory_vector = { kernels, sizeof kernels / sizeof *kernels };

#endif
