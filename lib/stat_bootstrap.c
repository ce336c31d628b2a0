#include "stat_bootstrap.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "stat_order.h"

/* The median of a resample, from how often each sorted value was drawn: no sorting inside the loop. `seen` of the draws are below
 * the middle, near which the median is as a rule: from there it is a few steps. */
static double median_of_draws(const double *sorted, const unsigned *drawn, size_t count, size_t seen)
{
	size_t lower = (count - 1) / 2, upper = count / 2, i = count / 2;

	while (seen > lower)
		seen -= drawn[--i];
	while (seen + drawn[i] <= lower)
		seen += drawn[i++];
	double low = sorted[i];
	while (seen + drawn[i] <= upper)
		seen += drawn[i++];
	return (low + sorted[i]) / 2;
}

void at_bootstrap_median(const double *values, size_t count, unsigned resamples, struct at_random *random, double *low, double *high)
{
	double *sorted = at_resize(NULL, count, sizeof *sorted);
	double *medians = at_resize(NULL, resamples, sizeof *medians);
	unsigned *drawn = at_alloc(count * sizeof *drawn);

	memcpy(sorted, values, count * sizeof *sorted);
	at_sort_reals(sorted, count);
	for (unsigned r = 0; r < resamples; r++) {
		memset(drawn, 0, count * sizeof *drawn);
		/* Two draws from one 64-bit number; a draw's bias is below count / 2^32. */
		size_t seen = 0;
		for (size_t i = 0; i < count; i += 2) {
			uint64_t bits = at_random_next(random);
			size_t one = (bits >> 32) * count >> 32, other = (bits & UINT32_MAX) * count >> 32;
			drawn[one]++;
			seen += one < count / 2;
			if (i + 1 == count)
				break;
			drawn[other]++;
			seen += other < count / 2;
		}
		medians[r] = median_of_draws(sorted, drawn, count, seen);
	}
	*low = at_quantile(medians, resamples, 0.025);
	*high = at_quantile(medians, resamples, 0.975);
	free(drawn);
	free(medians);
	free(sorted);
}
