/* Unpacks the compressed records of a recording (perf record -z): one zstd stream over all of them. */
#ifndef ATESOR_PERF_ZSTD_H
#define ATESOR_PERF_ZSTD_H

#include "perf_source.h"

/* Unpacks `count` bytes, the next of the stream, to the end of `out`. *state is NULL at first and released with
 * at_perf_zstd_free. NULL; or what is wrong, as text that the caller frees. */
char *at_perf_zstd(void **state, const void *bytes, size_t count, struct at_perf_source *out);
void at_perf_zstd_free(void *state);

#endif
