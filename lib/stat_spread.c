#include "stat_spread.h"

#include <math.h>

#include "stat_order.h"

double at_mean(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return sum / (double)count;
}

double at_deviation(const double *values, size_t count)
{
	double mean = at_mean(values, count), sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return sqrt(sum / (double)(count - 1));
}

double at_variation(const double *values, size_t count)
{
	return at_deviation(values, count) / at_mean(values, count);
}

double at_robust_deviation(const double *values, size_t count)
{
	return 1.4826 * at_median_deviation(values, count);
}

double at_mde(double variation, size_t rounds)
{
	return 2.8 * variation * sqrt(2 / (double)rounds);
}

double at_mde_paired(const double *log_ratios, size_t rounds)
{
	double one_build = at_robust_deviation(log_ratios, rounds) / sqrt(2);

	return 3.5 * one_build * sqrt(2 / (double)rounds);
}
