/* OpenBLAS as an engine. */
#include <cblas.h>

#include "sgemm.h"

static void set_threads(unsigned count)
{
	openblas_set_num_threads((int)count);
}

static const char *version(void)
{
	return openblas_get_config();
}

static void multiply(size_t m, size_t n, size_t k, const float *a, const float *b, float *c)
{
	cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)m, (blasint)n, (blasint)k, 1, a, (blasint)k, b, (blasint)n, 0, c, (blasint)n);
}

const struct sgemm_library sgemm_library = { set_threads, version, multiply };
