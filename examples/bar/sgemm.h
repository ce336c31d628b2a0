/* The half that the two matrix products have in common: c = a b, of f32, row-major; a is m × k, b is k × n. */
#ifndef SGEMM_H
#define SGEMM_H

#include <stddef.h>

struct sgemm_library {
	void (*threads)(unsigned count);
	const char *(*version)(void);
	void (*multiply)(size_t m, size_t n, size_t k, const float *a, const float *b, float *c);
};

extern const struct sgemm_library sgemm_library;

#endif
