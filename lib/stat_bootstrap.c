#include "stat_bootstrap.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "stat_order.h"

/* The median of a resample, from how often each sorted value was drawn: no sorting inside the loop. */
static double median_of_draws(const double *sorted, const unsigned *drawn, size_t count)
{
	size_t seen = 0, lower = (count - 1) / 2, upper = count / 2, i = 0;

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
		for (size_t i = 0; i < count; i += 2) {
			uint64_t bits = at_random_next(random);
			drawn[(bits >> 32) * count >> 32]++;
			if (i + 1 < count)
				drawn[(bits & UINT32_MAX) * count >> 32]++;
		}
		medians[r] = median_of_draws(sorted, drawn, count);
	}
	at_sort_reals(medians, resamples);
	*low = at_quantile_sorted(medians, resamples, 0.025);
	*high = at_quantile_sorted(medians, resamples, 0.975);
	free(drawn);
	free(medians);
	free(sorted);
}
