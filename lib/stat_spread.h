/* How much a sample scatters, and the smallest effect that such a scatter lets one see. Pure functions. */
#ifndef ATESOR_STAT_SPREAD_H
#define ATESOR_STAT_SPREAD_H

#include <stddef.h>

double at_mean(const double *values, size_t count);
double at_deviation(const double *values, size_t count);        /* standard deviation, n − 1 in the divisor; count ≥ 2 */

/* Coefficient of variation, standard deviation / mean, as a fraction. count ≥ 2, mean > 0. */
double at_variation(const double *values, size_t count);

/* A standard deviation that outliers do not move: 1.4826 × the median absolute deviation (Hampel 1974). */
double at_robust_deviation(const double *values, size_t count);

/* Minimum detectable effect of two independent samples, as a fraction: 2.8 CV sqrt(2 / rounds), where 2.8 = z(0.975) + z(0.80). */
double at_mde(double variation, size_t rounds);

/* The same from the log ratios of the pairs: their robust deviation / √2 is what one build contributes, and 3.5 = 2.8 × 1.25
 * allows for the median, whose standard error is sqrt(π/2) times that of a mean. */
double at_mde_paired(const double *log_ratios, size_t rounds);

#endif
