#include "stat_order.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { SHORT = 12 };      /* as long a part is sorted by insertion */

static void insert_sort(double *values, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		double value = values[i];
		size_t place = i;
		for (; place && values[place - 1] > value; place--)
			values[place] = values[place - 1];
		values[place] = value;
	}
}

/* Merges two sorted parts that lie side by side. Without a branch that depends on the values, which would be guessed wrong half
 * of the time: this is what makes it several times as fast as qsort(3) with its calls. */
static void merge(const double *from, size_t left, size_t count, double *to)
{
	const double *a = from, *b = from + left, *a_end = b, *b_end = from + count;

	while (a < a_end && b < b_end) {
		bool second = *b < *a;
		*to++ = second ? *b : *a;
		b += second;
		a += !second;
	}
	memcpy(to, a, (size_t)(a_end - a) * sizeof *to);
	memcpy(to + (a_end - a), b, (size_t)(b_end - b) * sizeof *to);
}

void at_sort_reals(double *values, size_t count)
{
	double *other = at_resize(NULL, count + 1, sizeof *other), *from = values, *to = other;

	for (size_t i = 0; i < count; i += SHORT)
		insert_sort(values + i, count - i < SHORT ? count - i : SHORT);
	for (size_t width = SHORT; width < count; width *= 2) {
		for (size_t i = 0; i < count; i += 2 * width) {
			size_t part = count - i < 2 * width ? count - i : 2 * width;
			merge(from + i, part < width ? part : width, part, to + i);
		}
		double *swap = from;
		from = to;
		to = swap;
	}
	if (from != values)
		memcpy(values, from, count * sizeof *values);
	free(other);
}

/* Lomuto's partition would be slow on equal values, of which a bootstrap has many: three parts, below, equal, above (Dijkstra). */
static double select_rank(double *values, size_t count, size_t rank)
{
	size_t low = 0, high = count;

	while (high - low > 1) {
		double pivot = values[low + (high - low) / 2];
		size_t below = low, above = high;
		for (size_t i = low; i < above;) {
			double value = values[i];
			if (value < pivot) {
				values[i++] = values[below];
				values[below++] = value;
			} else if (value > pivot) {
				values[i] = values[--above];
				values[above] = value;
			} else {
				i++;
			}
		}
		if (rank >= below && rank < above)
			return pivot;
		if (rank < below)
			high = below;
		else
			low = above;
	}
	return values[rank];
}

double at_quantile(double *values, size_t count, double q)
{
	double place = q * (double)(count - 1);
	size_t below = (size_t)place;
	double value = select_rank(values, count, below);

	if (below + 1 >= count || place == (double)below)
		return value;
	return value + (place - (double)below) * (select_rank(values, count, below + 1) - value);
}

double at_middle(double *values, size_t count)
{
	double upper = select_rank(values, count, count / 2);

	return count % 2 ? upper : (select_rank(values, count, count / 2 - 1) + upper) / 2;
}

double at_median_sorted(const double *sorted, size_t count)
{
	return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double at_median(const double *values, size_t count)
{
	double *copy = at_resize(NULL, count, sizeof *copy);

	memcpy(copy, values, count * sizeof *copy);
	double median = at_middle(copy, count);
	free(copy);
	return median;
}

double at_median_deviation(const double *values, size_t count)
{
	double *off = at_resize(NULL, count, sizeof *off);
	double center = at_median(values, count);

	for (size_t i = 0; i < count; i++)
		off[i] = fabs(values[i] - center);
	double deviation = at_middle(off, count);
	free(off);
	return deviation;
}
