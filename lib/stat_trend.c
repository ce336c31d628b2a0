#include "stat_trend.h"

#include <stdlib.h>

#include "alloc.h"
#include "stat_order.h"

double at_trend(const double *values, size_t count)
{
	double *slope = at_resize(NULL, count * (count - 1) / 2, sizeof *slope);
	size_t pairs = 0;

	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count; j++)
			slope[pairs++] = (values[j] - values[i]) / (double)(j - i);
	double median = at_middle(slope, pairs);
	free(slope);
	return median;
}
