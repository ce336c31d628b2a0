/* A matrix product in plain C, of one thread: rows of b are added to rows of c, so that the compiler can use vectors. */
#include <string.h>

#include "sgemm.h"

static void set_threads(unsigned count)
{
	(void)count;
}

static const char *version(void)
{
	return "plain C, one thread, " __VERSION__;
}

static void multiply(size_t m, size_t n, size_t k, const float *restrict a, const float *restrict b, float *restrict c)
{
	memset(c, 0, m * n * sizeof *c);
	for (size_t i = 0; i < m; i++)
		for (size_t l = 0; l < k; l++) {
			float factor = a[i * k + l];
			for (size_t j = 0; j < n; j++)
				c[i * n + j] += factor * b[l * n + j];
		}
}

const struct sgemm_library sgemm_library = { set_threads, version, multiply };
