/* The kernels in plain C, for every architecture; and tables without vectors for those that have no file of their own. */
#include "processor_kernels_inside.h"

#include <string.h>

/* ---- memory ---- */

enum { UNROLL = 8, GRANULE = UNROLL * 8 };

/* After each pass a compiler must believe that somebody reads and changes all memory: then it can neither leave out a pass
 * nor put two together. */
#define SEEN(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")

static uint64_t read_scalar(void *first, void *second, size_t stream_bytes, uint64_t passes)
{
	uint64_t sum[UNROLL] = { 0 };
	const uint64_t *stream = first;

	(void)second;
	for (; passes; passes--) {
		for (size_t i = 0; i < stream_bytes / 8; i += UNROLL)
			for (size_t n = 0; n < UNROLL; n++)
				sum[n] += stream[i + n];
		SEEN(first);
	}
	return processor_add_up(sum, UNROLL);
}

static uint64_t write_scalar(void *first, void *second, size_t stream_bytes, uint64_t passes)
{
	uint64_t *stream = first;

	(void)second;
	for (; passes; passes--) {
		for (size_t i = 0; i < stream_bytes / 8; i += UNROLL)
			for (size_t n = 0; n < UNROLL; n++)
				stream[i + n] = PROCESSOR_WRITTEN;
		SEEN(first);
	}
	return processor_last(first, stream_bytes);
}

static uint64_t copy_scalar(void *first, void *second, size_t stream_bytes, uint64_t passes)
{
	const uint64_t *restrict from = first;
	uint64_t *restrict to = second;

	for (; passes; passes--) {
		for (size_t i = 0; i < stream_bytes / 8; i += UNROLL) {
			uint64_t row[UNROLL];
			for (size_t n = 0; n < UNROLL; n++)
				row[n] = from[i + n];
			for (size_t n = 0; n < UNROLL; n++)
				to[i + n] = row[n];
		}
		SEEN(second);
	}
	return processor_last(second, stream_bytes);
}

static uint64_t update_scalar(void *first, void *second, size_t stream_bytes, uint64_t passes)
{
	uint64_t *stream = first;

	(void)second;
	for (; passes; passes--) {
		for (size_t i = 0; i < stream_bytes / 8; i += UNROLL)
			for (size_t n = 0; n < UNROLL; n++)
				stream[i + n]++;
		SEEN(first);
	}
	return processor_last(first, stream_bytes);
}

static const struct processor_memory_kernel memory[] = {
	{ "read scalar", PROCESSOR_SCALAR, PROCESSOR_READ, 8, 8, GRANULE, read_scalar },
	{ "write scalar", PROCESSOR_SCALAR, PROCESSOR_WRITE, 8, 8, GRANULE, write_scalar },
	{ "copy scalar", PROCESSOR_SCALAR, PROCESSOR_COPY, 8, 8, GRANULE, copy_scalar },
	{ "read_modify_write scalar", PROCESSOR_SCALAR, PROCESSOR_READ_MODIFY_WRITE, 8, 8, GRANULE, update_scalar },
};

const struct processor_memory_table processor_memory_scalar = { memory, sizeof memory / sizeof *memory };

/* ---- compute ---- */

#if defined __x86_64__
#define REGISTER "+x"
#elif defined __aarch64__
#define REGISTER "+w"
#elif defined __riscv
#define REGISTER "+f"
#else
#define REGISTER "+m"
#endif

/* Where the base set multiplies and adds with one rounding, a compiler may use that unasked: then it is asked for. */
#if defined __aarch64__ || defined __riscv || defined __FMA__ || defined __FP_FAST_FMAF
#define FUSED true
#define SQUARE_float(x) __builtin_fmaf(x, x, added)
#define SQUARE_double(x) __builtin_fma(x, x, added)
#else
#define FUSED false
#define SQUARE_float(x) ((x) * (x) + added)
#define SQUARE_double(x) ((x) * (x) + added)
#endif

/* The empty assembly keeps each number alone in a register: without it compilers put several into a vector. */
#define EACH_12(DO, type) DO(0, type) DO(1, type) DO(2, type) DO(3, type) DO(4, type) DO(5, type) \
	DO(6, type) DO(7, type) DO(8, type) DO(9, type) DO(10, type) DO(11, type)
#define LOAD(n, type) type x##n; memcpy(&x##n, state.accumulator + n * sizeof(type), sizeof(type));
#define STORE(n, type) memcpy(state.accumulator + n * sizeof(type), &x##n, sizeof(type));
#define STEP(n, type) x##n = SQUARE_##type(x##n); __asm__ volatile("" : REGISTER(x##n));

#define KERNEL(function, type, element) \
	static uint64_t function(uint64_t passes) \
	{ \
		struct processor_state state; \
		type added; \
		processor_start(&state, element, PROCESSOR_SQUARE, 12, sizeof(type)); \
		memcpy(&added, state.other, sizeof added); \
		EACH_12(LOAD, type) \
		for (; passes; passes--) { \
			EACH_12(STEP, type) EACH_12(STEP, type) EACH_12(STEP, type) EACH_12(STEP, type) \
			EACH_12(STEP, type) EACH_12(STEP, type) EACH_12(STEP, type) EACH_12(STEP, type) \
		} \
		EACH_12(STORE, type) \
		return processor_sum(&state, 12, sizeof(type)); \
	}

KERNEL(fp32_scalar, float, PROCESSOR_FP32)
KERNEL(fp64_scalar, double, PROCESSOR_FP64)

static const struct processor_compute_kernel compute[] = {
	{ "float32 scalar", PROCESSOR_FP32, PROCESSOR_SCALAR, 12, PROCESSOR_STEPS, 1, 0, false, FUSED, PROCESSOR_SQUARE, fp32_scalar },
	{ "float64 scalar", PROCESSOR_FP64, PROCESSOR_SCALAR, 12, PROCESSOR_STEPS, 1, 0, false, FUSED, PROCESSOR_SQUARE, fp64_scalar },
};

const struct processor_compute_table processor_compute_scalar = { compute, sizeof compute / sizeof *compute };

/* ---- an architecture without a file of its own ---- */

#if !defined __x86_64__ && !defined __aarch64__ && !(defined __riscv && __riscv_xlen == 64)

const struct processor_memory_table processor_memory_vector = { NULL, 0 };
const struct processor_compute_table processor_compute_vector = { NULL, 0 };

enum { LINKS = 8 };

#define LINK(statement) statement; __asm__ volatile("" : "+r"(value));
#define CHAIN(statement) LINK(statement) LINK(statement) LINK(statement) LINK(statement) \
	LINK(statement) LINK(statement) LINK(statement) LINK(statement)

static uint64_t chain_add(uint64_t passes)
{
	uint64_t value = 0, one = 1;

	__asm__ volatile("" : "+r"(one));
	for (; passes; passes--) {
		CHAIN(value += one)
	}
	return value;
}

static uint64_t chain_multiply(uint64_t passes)
{
	uint64_t value = 1, three = 3;

	__asm__ volatile("" : "+r"(three));
	for (; passes; passes--) {
		CHAIN(value *= three)
	}
	return value;
}

const struct processor_clock_kernel processor_clock_add = { "add", 1, 1, LINKS, chain_add };
const struct processor_clock_kernel processor_clock_multiply = { "multiply", 3, 5, LINKS, chain_multiply };

#endif
