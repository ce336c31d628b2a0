/* Memory kernels of x86-64: SSE2, AVX2, AVX-512. The loops are in assembly, so that a compiler neither leaves out a store nor
 * changes the registers' width, and no option of the compiler is needed. */
#include "processor_kernels_inside.h"

#ifdef __x86_64__

/* Of 256, 512, 1024 and 2048 bytes a turn this is the fastest from L2 (Zen 5): by 5 to 8 % over 1024, twice as fast as 2048. */
enum { BLOCK = 512 };

/* Text for each of eight registers, \\i being their number. */
#define EIGHT(text) ".irp i,0,1,2,3,4,5,6,7\n\t" text "\n\t.endr\n\t"

#define FOUR(text) ".irp i,0,1,2,3\n\t" text "\n\t.endr\n\t"

/* Passes over blocks. (One loop that goes back to the front by a conditional move, so that no branch has to be guessed at the end
 * of a pass, was no faster over half of an L1 cache, and a tenth slower in an L3 cache.) */
#define ONE_STREAM(body) \
	"2:\n\tmov %[start], %[a]\n\t.p2align 6\n\t1:\n\t" body \
	"add $512, %[a]\n\tcmp %[end], %[a]\n\tjne 1b\n\tdec %[passes]\n\tjnz 2b\n\t"
#define TWO_STREAMS(body) \
	"2:\n\tmov %[start], %[a]\n\tmov %[start_b], %[b]\n\t.p2align 6\n\t1:\n\t" body \
	"add $512, %[a]\n\tadd $512, %[b]\n\tcmp %[end], %[a]\n\tjne 1b\n\tdec %[passes]\n\tjnz 2b\n\t"

#define CLOBBERS "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "cc", "memory"

/* ---- the bodies: BLOCK bytes in rows of eight registers; what loads and stores takes at most 256 bytes at a time, which memory
 * likes better than 512 ---- */

#define SSE2_ROWS(ROW) ROW(0) ROW(128) ROW(256) ROW(384)
#define AVX2_ROWS(ROW) ROW(0) ROW(256)
#define AVX512_ROWS(ROW) ROW(0)
#define AVX512_HALVES(ROW) ROW(0) ROW(256)

#define SSE2_READ(at) EIGHT("paddq " #at "+\\i*16(%[a]), %%xmm\\i")
#define SSE2_WRITE(at) EIGHT("movdqa %%xmm0, " #at "+\\i*16(%[a])")
#define SSE2_WRITE_NT(at) EIGHT("movntdq %%xmm0, " #at "+\\i*16(%[a])")
#define SSE2_COPY(at) EIGHT("movdqa " #at "+\\i*16(%[a]), %%xmm\\i") EIGHT("movdqa %%xmm\\i, " #at "+\\i*16(%[b])")
#define SSE2_COPY_NT(at) EIGHT("movdqa " #at "+\\i*16(%[a]), %%xmm\\i") EIGHT("movntdq %%xmm\\i, " #at "+\\i*16(%[b])")
#define SSE2_UPDATE(at) \
	EIGHT("movdqa " #at "+\\i*16(%[a]), %%xmm\\i") EIGHT("paddq %%xmm8, %%xmm\\i") EIGHT("movdqa %%xmm\\i, " #at "+\\i*16(%[a])")

#define AVX2_READ(at) EIGHT("vpaddq " #at "+\\i*32(%[a]), %%ymm\\i, %%ymm\\i")
#define AVX2_WRITE(at) EIGHT("vmovdqa %%ymm0, " #at "+\\i*32(%[a])")
#define AVX2_WRITE_NT(at) EIGHT("vmovntdq %%ymm0, " #at "+\\i*32(%[a])")
#define AVX2_COPY(at) EIGHT("vmovdqa " #at "+\\i*32(%[a]), %%ymm\\i") EIGHT("vmovdqa %%ymm\\i, " #at "+\\i*32(%[b])")
#define AVX2_COPY_NT(at) EIGHT("vmovdqa " #at "+\\i*32(%[a]), %%ymm\\i") EIGHT("vmovntdq %%ymm\\i, " #at "+\\i*32(%[b])")
#define AVX2_UPDATE(at) \
	EIGHT("vpaddq " #at "+\\i*32(%[a]), %%ymm8, %%ymm\\i") EIGHT("vmovdqa %%ymm\\i, " #at "+\\i*32(%[a])")

#define AVX512_READ(at) EIGHT("vpaddq " #at "+\\i*64(%[a]), %%zmm\\i, %%zmm\\i")
#define AVX512_WRITE(at) EIGHT("vmovdqa64 %%zmm0, " #at "+\\i*64(%[a])")
#define AVX512_WRITE_NT(at) EIGHT("vmovntdq %%zmm0, " #at "+\\i*64(%[a])")
#define AVX512_COPY(at) FOUR("vmovdqa64 " #at "+\\i*64(%[a]), %%zmm\\i") FOUR("vmovdqa64 %%zmm\\i, " #at "+\\i*64(%[b])")
#define AVX512_COPY_NT(at) FOUR("vmovdqa64 " #at "+\\i*64(%[a]), %%zmm\\i") FOUR("vmovntdq %%zmm\\i, " #at "+\\i*64(%[b])")
#define AVX512_UPDATE(at) \
	FOUR("vpaddq " #at "+\\i*64(%[a]), %%zmm8, %%zmm\\i") FOUR("vmovdqa64 %%zmm\\i, " #at "+\\i*64(%[a])")

/* ---- the functions ---- */

/* Adds up in eight registers, then those into `sum`. */
#define READ(function, before, body, after) \
	static uint64_t function(void *first, void *second, size_t stream_bytes, uint64_t passes) \
	{ \
		_Alignas(64) uint64_t sum[8] = { 0 }; \
		char *at; \
		(void)second; \
		__asm__ volatile(before ONE_STREAM(body) after : [a] "=&r"(at), [passes] "+&r"(passes) \
				: [start] "r"(first), [end] "r"((char *)first + stream_bytes), [sum] "r"(sum) : CLOBBERS); \
		return processor_add_up(sum, 8); \
	}

/* Stores what eight elements of `value` hold. */
#define STORE(function, element, before, body, after) \
	static uint64_t function(void *first, void *second, size_t stream_bytes, uint64_t passes) \
	{ \
		_Alignas(64) const uint64_t value[8] = { element, element, element, element, element, element, element, element }; \
		char *at; \
		(void)second; \
		__asm__ volatile(before ONE_STREAM(body) after : [a] "=&r"(at), [passes] "+&r"(passes) \
				: [start] "r"(first), [end] "r"((char *)first + stream_bytes), [value] "r"(value) : CLOBBERS); \
		return processor_last(first, stream_bytes); \
	}

#define COPY(function, body, after) \
	static uint64_t function(void *first, void *second, size_t stream_bytes, uint64_t passes) \
	{ \
		char *from, *to; \
		__asm__ volatile(TWO_STREAMS(body) after : [a] "=&r"(from), [b] "=&r"(to), [passes] "+&r"(passes) \
				: [start] "r"(first), [start_b] "r"(second), [end] "r"((char *)first + stream_bytes) : CLOBBERS); \
		return processor_last(second, stream_bytes); \
	}

READ(read_sse2, EIGHT("pxor %%xmm\\i, %%xmm\\i"), SSE2_ROWS(SSE2_READ),
		".irp i,1,2,3,4,5,6,7\n\tpaddq %%xmm\\i, %%xmm0\n\t.endr\n\tmovdqa %%xmm0, (%[sum])")
READ(read_avx2, EIGHT("vpxor %%ymm\\i, %%ymm\\i, %%ymm\\i"), AVX2_ROWS(AVX2_READ),
		".irp i,1,2,3,4,5,6,7\n\tvpaddq %%ymm\\i, %%ymm0, %%ymm0\n\t.endr\n\tvmovdqa %%ymm0, (%[sum])\n\tvzeroupper")
READ(read_avx512, EIGHT("vpxorq %%zmm\\i, %%zmm\\i, %%zmm\\i"), AVX512_ROWS(AVX512_READ),
		".irp i,1,2,3,4,5,6,7\n\tvpaddq %%zmm\\i, %%zmm0, %%zmm0\n\t.endr\n\tvmovdqa64 %%zmm0, (%[sum])\n\tvzeroupper")

STORE(write_sse2, PROCESSOR_WRITTEN, "movdqa (%[value]), %%xmm0\n\t", SSE2_ROWS(SSE2_WRITE), "")
STORE(write_avx2, PROCESSOR_WRITTEN, "vmovdqa (%[value]), %%ymm0\n\t", AVX2_ROWS(AVX2_WRITE), "vzeroupper")
STORE(write_avx512, PROCESSOR_WRITTEN, "vmovdqa64 (%[value]), %%zmm0\n\t", AVX512_ROWS(AVX512_WRITE), "vzeroupper")

/* The fence: non-temporal stores are done only when they have left their buffers. */
STORE(write_nt_sse2, PROCESSOR_WRITTEN, "movdqa (%[value]), %%xmm0\n\t", SSE2_ROWS(SSE2_WRITE_NT), "sfence")
STORE(write_nt_avx2, PROCESSOR_WRITTEN, "vmovdqa (%[value]), %%ymm0\n\t", AVX2_ROWS(AVX2_WRITE_NT), "sfence\n\tvzeroupper")
STORE(write_nt_avx512, PROCESSOR_WRITTEN, "vmovdqa64 (%[value]), %%zmm0\n\t", AVX512_ROWS(AVX512_WRITE_NT),
		"sfence\n\tvzeroupper")

STORE(update_sse2, 1, "movdqa (%[value]), %%xmm8\n\t", SSE2_ROWS(SSE2_UPDATE), "")
STORE(update_avx2, 1, "vmovdqa (%[value]), %%ymm8\n\t", AVX2_ROWS(AVX2_UPDATE), "vzeroupper")
STORE(update_avx512, 1, "vmovdqa64 (%[value]), %%zmm8\n\t", AVX512_HALVES(AVX512_UPDATE), "vzeroupper")

COPY(copy_sse2, SSE2_ROWS(SSE2_COPY), "")
COPY(copy_avx2, AVX2_ROWS(AVX2_COPY), "vzeroupper")
COPY(copy_avx512, AVX512_HALVES(AVX512_COPY), "vzeroupper")

COPY(copy_nt_sse2, SSE2_ROWS(SSE2_COPY_NT), "sfence")
COPY(copy_nt_avx2, AVX2_ROWS(AVX2_COPY_NT), "sfence\n\tvzeroupper")
COPY(copy_nt_avx512, AVX512_HALVES(AVX512_COPY_NT), "sfence\n\tvzeroupper")

#define MODES(set, title, bytes, suffix) \
	{ "read " title, set, PROCESSOR_READ, 8, bytes, BLOCK, read_##suffix }, \
	{ "write " title, set, PROCESSOR_WRITE, 8, bytes, BLOCK, write_##suffix }, \
	{ "copy " title, set, PROCESSOR_COPY, 8, bytes, BLOCK, copy_##suffix }, \
	{ "read_modify_write " title, set, PROCESSOR_READ_MODIFY_WRITE, 8, bytes, BLOCK, update_##suffix }, \
	{ "write_nt " title, set, PROCESSOR_WRITE_NT, 8, bytes, BLOCK, write_nt_##suffix }, \
	{ "copy_nt " title, set, PROCESSOR_COPY_NT, 8, bytes, BLOCK, copy_nt_##suffix }

static const struct processor_memory_kernel kernels[] = {
	MODES(PROCESSOR_AVX512, "AVX-512", 64, avx512),
	MODES(PROCESSOR_AVX2, "AVX2", 32, avx2),
	MODES(PROCESSOR_SSE2, "SSE2", 16, sse2),
};

const struct processor_memory_table processor_memory_vector = { kernels, sizeof kernels / sizeof *kernels };

#endif
