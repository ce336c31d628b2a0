#include "stat_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static int by_value(const void *one, const void *other)
{
	const double *a = one, *b = other;

	return (*a > *b) - (*a < *b);
}

void at_sort_reals(double *values, size_t count)
{
	qsort(values, count, sizeof *values, by_value);
}

double at_median_sorted(const double *sorted, size_t count)
{
	return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double at_median(const double *values, size_t count)
{
	double *copy = at_resize(NULL, count, sizeof *copy);

	memcpy(copy, values, count * sizeof *copy);
	at_sort_reals(copy, count);
	double median = at_median_sorted(copy, count);
	free(copy);
	return median;
}

double at_quantile_sorted(const double *sorted, size_t count, double q)
{
	double place = q * (double)(count - 1);
	size_t below = (size_t)place;

	if (below + 1 >= count)
		return sorted[count - 1];
	return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

double at_median_deviation(const double *values, size_t count)
{
	double *off = at_resize(NULL, count, sizeof *off);
	double center = at_median(values, count);

	for (size_t i = 0; i < count; i++)
		off[i] = fabs(values[i] - center);
	at_sort_reals(off, count);
	double deviation = at_median_sorted(off, count);
	free(off);
	return deviation;
}
