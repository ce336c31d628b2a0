/* What the files of the kernels share: each architecture has a file with its memory kernels and one with what computes and
 * its chains; processor_kernels.c puts the tables together. Nobody else includes this. */
#ifndef PROCESSOR_KERNELS_INSIDE_H
#define PROCESSOR_KERNELS_INSIDE_H

#include <stddef.h>
#include <stdint.h>

#include "processor_kernels.h"

/* ---- tables: widest registers first ---- */

struct processor_memory_table {
	const struct processor_memory_kernel *kernel;
	size_t count;
};

struct processor_compute_table {
	const struct processor_compute_kernel *kernel;
	size_t count;
};

/* Of the architecture's vectors, and of plain C. */
extern const struct processor_memory_table processor_memory_vector, processor_memory_scalar;
extern const struct processor_compute_table processor_compute_vector, processor_compute_scalar;

/* ---- memory ---- */

static inline uint64_t processor_add_up(const uint64_t *value, size_t count)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += value[i];
	return sum;
}

static inline uint64_t processor_last(const void *stream, size_t bytes)
{
	return ((const uint64_t *)stream)[bytes / sizeof(uint64_t) - 1];
}

/* ---- compute ---- */

/* Longer vector registers are not used: what the registers start with has this much room. */
enum { PROCESSOR_SVE_MOST = 256, PROCESSOR_RVV_MOST = 128 };

/* What the registers start with, and in the end what they came to. Register n is at n * its bytes. */
struct processor_state {
	_Alignas(64) unsigned char accumulator[24 * 256];
	_Alignas(64) unsigned char factor[3 * 1024];        /* the first factor of accumulator n is in register n % 3 of these */
	_Alignas(64) unsigned char other[1024];             /* the other factor; or what is added to the square */
};

enum { PROCESSOR_FACTORS = 3, PROCESSOR_STEPS = 8 };

/* Fills it for accumulators of that many bytes. */
void processor_start(struct processor_state *state, enum processor_type type, enum processor_recurrence recurrence,
		unsigned accumulators, size_t bytes);
/* The sum of the accumulators' 32-bit words. */
uint64_t processor_sum(const struct processor_state *state, unsigned accumulators, size_t bytes);

#endif
