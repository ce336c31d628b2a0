/* How a series of runs drifts over time. */
#ifndef ATESOR_STAT_TREND_H
#define ATESOR_STAT_TREND_H

#include <stddef.h>

/* The median of the slopes of all pairs (Theil 1950, Sen 1968), in units of the values per step. count ≥ 2. */
double at_trend(const double *values, size_t count);

#endif
