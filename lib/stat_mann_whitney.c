#include "stat_mann_whitney.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

enum { EXACT_LIMIT = 128, TIES_LIMIT = 50 };    /* C(128, 64) < 2^128; the permutation table grows with the cube */

typedef unsigned __int128 wide;

struct ranked {
	double value;
	size_t twice_rank;    /* mean ranks are halves at most, so twice the rank is whole */
	bool from_x;
};

static int by_value(const void *one, const void *other)
{
	const struct ranked *a = one, *b = other;

	return (a->value > b->value) - (a->value < b->value);
}

/* Both samples in order with their ranks; the caller frees. `ties` gets the sum of t³ − t over groups of t equal values. */
static struct ranked *rank_together(const double *x, size_t nx, const double *y, size_t ny, double *ties)
{
	size_t n = nx + ny;
	struct ranked *all = at_resize(NULL, n, sizeof *all);

	for (size_t i = 0; i < n; i++)
		all[i] = (struct ranked){ i < nx ? x[i] : y[i - nx], 0, i < nx };
	qsort(all, n, sizeof *all, by_value);
	*ties = 0;
	for (size_t first = 0, next; first < n; first = next) {
		for (next = first + 1; next < n && all[next].value == all[first].value; next++)
			;
		for (size_t i = first; i < next; i++)
			all[i].twice_rank = first + 1 + next;
		double t = (double)(next - first);
		*ties += t * t * t - t;
	}
	return all;
}

static size_t twice_rank_sum(const struct ranked *all, size_t n)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += all[i].from_x ? all[i].twice_rank : 0;
	return sum;
}

static void set_two_sided(struct at_mann_whitney *result)
{
	result->two_sided = fmin(1, 2 * fmin(result->less, result->greater));
}

/* Number of ways to each value of U, 0 … nx ny: the Gaussian binomial coefficient as the product over i ≤ nx of
 * (1 − q^(ny+i)) / (1 − q^i) (Knuth, 7.2.1.4). Every partial product has whole coefficients, so 128 bits hold it exactly. */
static void exact_without_ties(size_t nx, size_t ny, struct at_mann_whitney *result)
{
	size_t top = nx * ny, u = (size_t)result->u, half = top / 2, low = u < top - u ? u : top - u;
	wide *ways = at_alloc((half + 1) * sizeof *ways);
	wide total = 0, up_to = 0;

	/* As many ways to U as to top − U: the lower half is enough. */
	ways[0] = 1;
	for (size_t i = 1; i <= nx; i++) {
		for (size_t k = half; k >= ny + i; k--)
			ways[k] -= ways[k - ny - i];
		for (size_t k = i; k <= half; k++)
			ways[k] += ways[k - i];
	}
	for (size_t k = 0; k <= half; k++) {
		total += 2 * k == top ? ways[k] : 2 * ways[k];
		up_to += k <= low ? ways[k] : 0;
	}
	double to_low = (double)up_to / (double)total, from_low = (double)(total - up_to + ways[low]) / (double)total;
	result->less = u == low ? to_low : from_low;
	result->greater = u == low ? from_low : to_low;
	free(ways);
}

/* Every way to give nx of the mean ranks to x: counted by number of ranks taken and twice their sum. */
static void exact_with_ties(const struct ranked *all, size_t nx, size_t n, struct at_mann_whitney *result)
{
	size_t top = n * (n + 1), width = top + 1, seen = twice_rank_sum(all, n);
	double *ways = at_alloc((nx + 1) * width * sizeof *ways);
	double total = 0, below = 0, at = 0;

	ways[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t taken = i + 1 < nx ? i + 1 : nx; taken > 0; taken--)
			for (size_t sum = all[i].twice_rank; sum <= top; sum++)
				ways[taken * width + sum] += ways[(taken - 1) * width + sum - all[i].twice_rank];
	for (size_t sum = 0; sum <= top; sum++) {
		double here = ways[nx * width + sum];
		total += here;
		below += sum < seen ? here : 0;
		at += sum == seen ? here : 0;
	}
	result->less = (below + at) / total;
	result->greater = (total - below) / total;
	free(ways);
}

/* Mean n x n y / 2; variance nx ny / 12 × (n + 1 − Σ(t³ − t) / (n (n − 1))); 0.5 toward the mean for continuity. */
static void normal(double ties, size_t nx, size_t ny, struct at_mann_whitney *result)
{
	double product = (double)nx * (double)ny, n = (double)(nx + ny);
	double sigma = sqrt(product / 12 * (n + 1 - ties / (n * (n - 1))));

	if (!(sigma > 0)) {
		result->less = result->greater = 1;
		return;
	}
	double off = result->u - product / 2;
	result->less = 0.5 * erfc(-(off + 0.5) / sigma / sqrt(2));
	result->greater = 0.5 * erfc((off - 0.5) / sigma / sqrt(2));
}

static void test(const double *x, size_t nx, const double *y, size_t ny, bool allow_exact, struct at_mann_whitney *result)
{
	double ties;
	size_t n = nx + ny;
	struct ranked *all = rank_together(x, nx, y, ny, &ties);

	result->u = (double)twice_rank_sum(all, n) / 2 - (double)nx * (double)(nx + 1) / 2;
	result->exact = allow_exact && n <= (ties > 0 ? TIES_LIMIT : EXACT_LIMIT);
	if (!result->exact)
		normal(ties, nx, ny, result);
	else if (ties > 0)
		exact_with_ties(all, nx, n, result);
	else
		exact_without_ties(nx, ny, result);
	set_two_sided(result);
	free(all);
}

void at_mann_whitney(const double *x, size_t nx, const double *y, size_t ny, struct at_mann_whitney *result)
{
	test(x, nx, y, ny, true, result);
}

void at_mann_whitney_normal(const double *x, size_t nx, const double *y, size_t ny, struct at_mann_whitney *result)
{
	test(x, nx, y, ny, false, result);
}
