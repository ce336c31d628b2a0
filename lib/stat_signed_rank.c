#include "stat_signed_rank.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "stat_order.h"

void at_signed_rank_law(struct at_signed_rank_law *law, size_t n)
{
	law->n = n;
	law->top = n * (n + 1) / 2;
	law->at_most = at_alloc((law->top + 1) * sizeof *law->at_most);
	/* Each rank is in the sum or not, with probability one half: a convolution, rank by rank. Only additions and halvings
	 * of positive numbers, so the relative error stays near n rounding errors. */
	law->at_most[0] = 1;
	for (size_t rank = 1, reach = 1; rank <= n; reach += ++rank)
		for (size_t w = reach + 1; w-- > 0;)
			law->at_most[w] = (law->at_most[w] + (w >= rank ? law->at_most[w - rank] : 0)) / 2;
	for (size_t w = 1; w <= law->top; w++)
		law->at_most[w] += law->at_most[w - 1];
}

void at_signed_rank_law_free(struct at_signed_rank_law *law)
{
	free(law->at_most);
	*law = (struct at_signed_rank_law){ 0 };
}

long at_signed_rank_critical(const struct at_signed_rank_law *law, double alpha)
{
	size_t w = 0;

	while (w <= law->top && law->at_most[w] <= alpha)
		w++;
	return (long)w - 1;
}

double *at_walsh_averages(const double *values, size_t n)
{
	double *walsh = at_resize(NULL, n * (n + 1) / 2, sizeof *walsh);
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t j = i; j < n; j++)
			walsh[count++] = (values[i] + values[j]) / 2;
	at_sort_reals(walsh, count);
	return walsh;
}

/* How many of the sorted averages are < t (or ≤ t). */
static size_t count_below(const double *walsh, size_t count, double t, int or_equal)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (walsh[middle] < t || (or_equal && walsh[middle] == t))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

double at_signed_rank_below(const struct at_signed_rank_law *law, const double *walsh, double t)
{
	return fmin(1, law->at_most[law->top - count_below(walsh, law->top, t, 0)]);
}

double at_signed_rank_above(const struct at_signed_rank_law *law, const double *walsh, double t)
{
	return fmin(1, law->at_most[count_below(walsh, law->top, t, 1)]);
}

double at_signed_rank_upper(const struct at_signed_rank_law *law, const double *walsh, double alpha)
{
	long w = at_signed_rank_critical(law, alpha);

	return w < 0 || (size_t)w >= law->top ? NAN : walsh[law->top - 1 - (size_t)w];
}

double at_signed_rank_lower(const struct at_signed_rank_law *law, const double *walsh, double alpha)
{
	long w = at_signed_rank_critical(law, alpha);

	return w < 0 || (size_t)w >= law->top ? NAN : walsh[w];
}
