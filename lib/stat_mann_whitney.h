/* The rank-sum test of Mann and Whitney (1947) for two independent samples. Pure functions. */
#ifndef ATESOR_STAT_MANN_WHITNEY_H
#define ATESOR_STAT_MANN_WHITNEY_H

#include <stdbool.h>
#include <stddef.h>

struct at_mann_whitney {
	double u;             /* rank sum of x less its minimum nx (nx + 1) / 2; ties have their mean rank */
	double less, greater; /* one-sided: x tends to be smaller, larger */
	double two_sided;     /* at most 1; 1 when all values are equal */
	bool exact;           /* else the normal approximation, corrected for ties and continuity */
};

/* Exact without ties up to 128 values together, exact with ties (all permutations of the mean ranks) up to 50. Counts ≥ 1. */
void at_mann_whitney(const double *x, size_t nx, const double *y, size_t ny, struct at_mann_whitney *result);

/* The normal approximation for any sample: what `at_mann_whitney` uses beyond its limits. */
void at_mann_whitney_normal(const double *x, size_t nx, const double *y, size_t ny, struct at_mann_whitney *result);

#endif
