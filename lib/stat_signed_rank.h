/* The signed-rank test of Wilcoxon (1945) by Walsh averages, its inversion to confidence bounds, and the estimate of Hodges
 * and Lehmann (1963).
 *
 * The Walsh averages of n values are the n (n + 1) / 2 means (x[i] + x[j]) / 2 with i ≤ j. The rank sum of the values above
 * t equals the number of Walsh averages above t, so one sorted list answers the test at every t. An average that equals t is
 * counted against the claim: with ties the p value is an upper bound, and test and bound always agree. */
#ifndef ATESOR_STAT_SIGNED_RANK_H
#define ATESOR_STAT_SIGNED_RANK_H

#include <stddef.h>

#define AT_SIGNED_RANK_MOST 1000     /* values, for the exact law and the Walsh averages to stay small */

/* The exact law of the rank sum W of n values under symmetry about 0. Owns `at_most`; release with the free function. */
struct at_signed_rank_law {
	size_t n, top;             /* W is 0 … top = n (n + 1) / 2 */
	double *at_most;           /* P(W ≤ w) */
};

void at_signed_rank_law(struct at_signed_rank_law *law, size_t n);      /* 1 ≤ n ≤ AT_SIGNED_RANK_MOST */
void at_signed_rank_law_free(struct at_signed_rank_law *law);

/* The largest w with P(W ≤ w) ≤ alpha, or −1 when even w = 0 is too likely. */
long at_signed_rank_critical(const struct at_signed_rank_law *law, double alpha);

/* The sorted Walsh averages of n values; law->top of them. The caller frees. */
double *at_walsh_averages(const double *values, size_t n);

/* One-sided p values of "the center is below t" and "… above t". */
double at_signed_rank_below(const struct at_signed_rank_law *law, const double *walsh, double t);
double at_signed_rank_above(const struct at_signed_rank_law *law, const double *walsh, double t);

/* One-sided confidence bounds of the center: upper < t exactly when the p value of "below t" is ≤ alpha, mirrored for lower.
 * NaN when n values cannot reach that level. */
double at_signed_rank_upper(const struct at_signed_rank_law *law, const double *walsh, double alpha);
double at_signed_rank_lower(const struct at_signed_rank_law *law, const double *walsh, double alpha);

#endif
