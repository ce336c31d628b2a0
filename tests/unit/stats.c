/* The statistics against values computed elsewhere: tests/data/stats/reference.txt (from SciPy; flatten.jq says how). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "stat_bootstrap.h"
#include "stat_mann_whitney.h"
#include "stat_order.h"
#include "stat_signed_rank.h"
#include "stat_spread.h"
#include "stat_trend.h"
#include "stats.h"

enum { NUMBERS = 400 };

static int failures;
static const char *line;      /* the reference line in question */

static void near(const char *what, double got, double wanted, double tolerance)
{
	if (fabs(got - wanted) <= tolerance * fmax(1, fabs(wanted)))
		return;
	failures++;
	printf("%s is %.17g, not %.17g: %.60s\n", what, got, wanted, line);
}

static void check_mann(const double *n)
{
	size_t nx = (size_t)n[0], ny = (size_t)n[1];
	const double *x = n + 2, *y = x + nx, *want = y + ny;
	struct at_mann_whitney exact, normal;

	at_mann_whitney(x, nx, y, ny, &exact);
	near("U", exact.u, want[0], 0);
	near("exact less", exact.less, want[1], 1e-12);
	near("exact greater", exact.greater, want[2], 1e-12);
	near("exact two-sided", exact.two_sided, want[3], 1e-12);
	at_mann_whitney_normal(x, nx, y, ny, &normal);
	near("normal less", normal.less, want[4], 1e-12);
	near("normal greater", normal.greater, want[5], 1e-12);
	near("normal two-sided", normal.two_sided, want[6], 1e-12);
}

static void check_rank(const double *n)
{
	struct at_signed_rank_law law;

	at_signed_rank_law(&law, (size_t)n[0]);
	for (size_t w = 0; w < (size_t)n[1]; w++)
		near("P(W <= w) / expected", law.at_most[w] / n[2 + w], 1, 1e-12);
	near("the whole of the law", law.at_most[law.top], 1, 1e-12);
	at_signed_rank_law_free(&law);
}

static void check_critical(const double *n)
{
	struct at_signed_rank_law law;

	at_signed_rank_law(&law, (size_t)n[0]);
	near("critical value", (double)at_signed_rank_critical(&law, n[1]), n[2], 0);
	at_signed_rank_law_free(&law);
}

static void check_hodges(const double *n)
{
	struct at_signed_rank_law law;
	size_t count = (size_t)n[0];

	at_signed_rank_law(&law, count);
	double *walsh = at_walsh_averages(n + 1, count);
	near("Hodges-Lehmann", at_median_sorted(walsh, law.top), n[count + 1], 1e-12);
	near("p below 0", at_signed_rank_below(&law, walsh, 0), n[count + 2], 1e-12);
	free(walsh);
	at_signed_rank_law_free(&law);
}

/* A two-sided interval at 1 − 2 alpha is the two one-sided bounds at alpha. */
static void check_bound(const double *n)
{
	struct at_signed_rank_law law;
	size_t count = (size_t)n[0];
	double alpha = (1 - n[count + 1]) / 2;

	at_signed_rank_law(&law, count);
	double *walsh = at_walsh_averages(n + 1, count);
	near("lower bound", at_signed_rank_lower(&law, walsh, alpha), n[count + 2], 1e-12);
	near("upper bound", at_signed_rank_upper(&law, walsh, alpha), n[count + 3], 1e-12);
	free(walsh);
	at_signed_rank_law_free(&law);
}

static void check_boot(const double *n)
{
	struct at_random random;
	size_t count = (size_t)n[0];
	double low, high;

	at_random_seed(&random, "unit");
	at_bootstrap_median(n + 1, count, 200000, &random, &low, &high);
	near("bootstrap low", low, n[count + 1], 1e-12);
	near("bootstrap high", high, n[count + 2], 1e-12);
}

static void check_mde(const double *n)
{
	near("MDE", at_mde(n[0], (size_t)n[1]), n[2], 1e-9);
}

static void check_spread(const double *n)
{
	size_t count = (size_t)n[0];
	const double *x = n + 1, *want = x + count;
	double sorted[NUMBERS];

	near("mean", at_mean(x, count), want[0], 1e-12);
	near("deviation", at_deviation(x, count), want[1], 1e-12);
	near("median", at_median(x, count), want[2], 1e-12);
	near("median deviation", at_median_deviation(x, count), want[3], 1e-12);
	memcpy(sorted, x, count * sizeof *x);
	at_sort_reals(sorted, count);
	near("first quartile", at_quantile(sorted, count, 0.25), want[4], 1e-12);
	near("third quartile", at_quantile(sorted, count, 0.75), want[5], 1e-12);
}

static const struct {
	const char *word;
	void (*check)(const double *numbers);
} checks[] = { { "mann", check_mann }, { "rank", check_rank }, { "critical", check_critical }, { "hodges", check_hodges },
	{ "hodgesbound", check_bound }, { "boot", check_boot }, { "mde", check_mde }, { "spread", check_spread } };

enum { CHECKS = sizeof checks / sizeof *checks };

static void check_line(char *text, unsigned seen[CHECKS])
{
	double number[NUMBERS];
	size_t count = 0;
	char *word = strtok(text, " ");

	line = text;
	for (char *next; count < NUMBERS && (next = strtok(NULL, " "));)
		number[count++] = strtod(next, NULL);
	for (size_t i = 0; i < CHECKS; i++)
		if (!strcmp(word, checks[i].word)) {
			checks[i].check(number);
			seen[i]++;
			return;
		}
	printf("unknown reference line %s\n", word);
	failures++;
}

static void check_reference(void)
{
	struct at_buffer text = AT_BUFFER_INIT;
	unsigned seen[CHECKS] = { 0 };
	char *rest;

	if (at_buffer_read_file(&text, "tests/data/stats/reference.txt", 1 << 20)) {
		perror("tests/data/stats/reference.txt");
		exit(1);
	}
	for (char *one = strtok_r(text.data, "\n", &rest); one; one = strtok_r(NULL, "\n", &rest))
		check_line(one, seen);
	for (size_t i = 0; i < CHECKS; i++)
		if (!seen[i]) {
			printf("no reference line for %s\n", checks[i].word);
			failures++;
		}
	at_buffer_free(&text);
}

/* The p value and the bound must never disagree, at any effect and with ties. */
static void check_inversion(void)
{
	static const double levels[] = { 0.004, 0.025 };
	struct at_stats_settings settings = AT_STATS_DEFAULTS;
	struct at_stats stats;
	struct at_random random;
	double base[40], tune[40];

	line = "inversion";
	at_random_seed(&random, "inversion");
	for (int trial = 0; trial < 2000; trial++) {
		size_t rounds = 8 + (size_t)at_random_below(&random, 33);
		for (size_t i = 0; i < rounds; i++) {
			/* Few distinct values: many ties, and ratios exactly on the threshold. */
			base[i] = 100;
			tune[i] = 94 + (double)at_random_below(&random, 8);
		}
		settings.effect_pct = 1 + (double)at_random_below(&random, 5);
		settings.alpha = levels[trial % 2];
		settings.resamples = 0;
		at_stats_compute(base, tune, rounds, &settings, &stats);
		near("faster by p against faster by bound", stats.faster_p <= settings.alpha, stats.figures.paired_high < 1 - settings.effect_pct / 100, 0);
		near("slower by p against slower by bound", stats.slower_p <= settings.alpha, stats.figures.paired_low > 1 + settings.effect_pct / 100, 0);
	}
}

static void check_edges(void)
{
	struct at_stats_settings settings = AT_STATS_DEFAULTS;
	struct at_stats stats;
	double base[5] = { 1, 1, 1, 1, 1 }, tune[5] = { 1, 1, 1, 1, 1 };
	const double rising[] = { 1, 2, 3, 40, 5 };

	line = "edges";
	at_stats_compute(base, tune, 5, &settings, &stats);
	near("Mann-Whitney p of equal values", stats.figures.mann_whitney_p, 1, 0);
	near("signed-rank p of equal values", stats.faster_p, 1, 0);
	near("verdict of equal values", stats.verdict[AT_RULE_PAIRED], AT_NO_CHANGE, 0);
	near("a bound that 5 rounds cannot give is NaN", isnan(stats.figures.paired_high), 1, 0);
	near("trend without the outlier", at_trend(rising, 5), 1, 1e-12);
	near("looks", at_rule_looks(AT_RULE_PAIRED, 8) && at_rule_looks(AT_RULE_PAIRED, 18) && at_rule_looks(AT_RULE_PAIRED, 24) &&
			!at_rule_looks(AT_RULE_PAIRED, 22) && !at_rule_looks(AT_RULE_PAIRED, 6) && !at_rule_looks(AT_RULE_INTERVAL, 20), 1, 0);
}

static int by_value(const void *one, const void *other)
{
	const double *a = one, *b = other;

	return (*a > *b) - (*a < *b);
}

/* Sorting and selecting against qsort(3), at every length around the borders of the merges, with few and with many equal values. */
static void check_order(void)
{
	struct at_random random;
	double got[NUMBERS], copy[NUMBERS], want[NUMBERS];

	line = "order";
	at_random_seed(&random, "order");
	for (size_t count = 1; count <= 200; count++)
		for (unsigned kinds = 1; kinds <= 1000; kinds *= 10) {
			for (size_t i = 0; i < count; i++)
				got[i] = copy[i] = want[i] = (double)at_random_below(&random, kinds) - 1;
			qsort(want, count, sizeof *want, by_value);
			at_sort_reals(got, count);
			near("sorted as by qsort", memcmp(got, want, count * sizeof *want), 0, 0);
			near("middle", at_middle(copy, count), at_median_sorted(want, count), 0);
			for (size_t i = 0; i < count; i++)
				near("quantile", at_quantile(copy, count, count == 1 ? 0 : (double)i / (double)(count - 1)), want[i], 1e-9);
		}
}

int main(void)
{
	check_order();
	check_reference();
	check_inversion();
	check_edges();
	printf("%d failures\n", failures);
	return failures != 0;
}
