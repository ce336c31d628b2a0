/* Percentile bootstrap of a median (Efron 1979). */
#ifndef ATESOR_STAT_BOOTSTRAP_H
#define ATESOR_STAT_BOOTSTRAP_H

#include <stddef.h>

#include "random.h"

/* Resamples `values` (whole rounds: one value each) `resamples` times and gives the 2.5 % and 97.5 % quantiles of the
 * medians. The same generator state gives the same interval. count ≥ 1, resamples ≥ 1. */
void at_bootstrap_median(const double *values, size_t count, unsigned resamples, struct at_random *random, double *low, double *high);

#endif
