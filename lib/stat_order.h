/* Order statistics of a sample. Nothing is kept; `sorted` means ascending. Counts are at least 1. */
#ifndef ATESOR_STAT_ORDER_H
#define ATESOR_STAT_ORDER_H

#include <stddef.h>

void at_sort_reals(double *values, size_t count);                          /* ascending, in place; no NaN */
double at_median_sorted(const double *sorted, size_t count);
double at_median(const double *values, size_t count);                      /* leaves the sample as it is */

double at_middle(double *values, size_t count);                            /* the median; puts the sample in another order */

/* The q-quantile, 0 ≤ q ≤ 1, linear between order statistics (Hyndman and Fan 1996, type 7: what NumPy and R do). Puts the sample
 * in another order. */
double at_quantile(double *values, size_t count, double q);

/* Median of the absolute deviations from the median, in the unit of the sample. */
double at_median_deviation(const double *values, size_t count);

#endif
