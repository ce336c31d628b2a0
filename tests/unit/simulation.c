/* How often each rule is right, on simulated sessions with a fixed seed: the false claims it makes when nothing changed, and the
 * gains it finds, under the kinds of noise that machines have. A number as argument: sessions a cell (100; the bench: 1000). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "stats.h"

enum noise { INDEPENDENT, OUTLIERS, LAYOUT, DRIFT, BURSTS, BIMODAL };
enum { MOST = 40, EXPECTED_FROM = 1000 /* sessions behind an expected rate */ };

/* rate: how often `faster` is said; −1: not asserted. A claim of `slower` in a cell with a gain, or with none, is counted
 * apart and must be as rare as a false `faster`. rounds: the mean number, or 0. */
struct cell {
	const char *name;
	enum noise noise;
	double cv, gain_pct;
	double rate[AT_RULES], rounds[AT_RULES];
};

/* Rates and rounds were found by an independent simulation. Its rounds of `paired` without a gain (11 at CV 1 %, 19 under
 * layout bias) belong to a band at level 0.004; the rule's 0.025 decides sooner, at the same rates. */
static const struct cell cells[] = {
	{ "CV 1 %, no gain", INDEPENDENT, 0.01, 0, { 0, 0, 0 }, { 20, 9, 9 } },
	{ "CV 1 %, gain 3 %", INDEPENDENT, 0.01, 3, { 0.78, 0.98, 1 }, { 20, 19, 8 } },
	{ "CV 2 %, gain 5 %", INDEPENDENT, 0.02, 5, { 0.98, 1, 1 }, { 20, 12, 9 } },
	{ "CV 5 %, no gain", INDEPENDENT, 0.05, 0, { 0, 0, 0.01 }, { 20, 0, 0 } },
	{ "CV 5 %, gain 5 %", INDEPENDENT, 0.05, 5, { 0.41, 0.57, 0.97 }, { 20, 31, 19 } },
	{ "10 % outliers, gain 3 %", OUTLIERS, 0.01, 3, { 0.60, 0.63, 0.985 }, { 20, 28, 15 } },
	{ "10 % outliers, no gain", OUTLIERS, 0.01, 0, { 0, 0, 0 }, { 20, 0, 0 } },
	{ "layout bias SD 1 %, no gain", LAYOUT, 0.01, 0, { 0.006, 0.006, 0.049 }, { 20, 14.5, 12 } },
	{ "drift 2 % a round, no gain", DRIFT, 0.01, 0, { 0, 0, 0 }, { 20, 0, 0 } },
	{ "drift 2 % a round, gain 5 %", DRIFT, 0.01, 5, { -1, 1, 1 }, { 20, 0, 0 } },
	{ "bursts, no gain", BURSTS, 0.01, 0, { 0, 0, 0 }, { 20, 0, 0 } },
	{ "bursts, gain 5 %", BURSTS, 0.01, 5, { -1, 1, 1 }, { 20, 0, 0 } },
	{ "bimodal, no gain", BIMODAL, 0.01, 0, { 0, 0, 0.01 }, { 20, 0, 0 } },
};

enum { CELLS = sizeof cells / sizeof *cells };

/* Standard normal by the polar method (Marsaglia and Bray 1964). */
static double normal(struct at_random *random)
{
	double x, y, s;

	do {
		x = 2 * at_random_unit(random) - 1;
		y = 2 * at_random_unit(random) - 1;
		s = x * x + y * y;
	} while (s >= 1 || s == 0);
	return x * sqrt(-2 * log(s) / s);
}

/* The two times of each round, in the order in which they are run: what disturbs for a while disturbs neighbours. */
static void simulate(const struct cell *cell, struct at_random *random, double *base, double *tune)
{
	double factor = 1 - cell->gain_pct / 100;
	bool burst = false;
	int first = 0;

	if (cell->noise == LAYOUT)
		factor *= exp(0.01 * normal(random));
	for (int run = 0; run < 2 * MOST; run++) {
		double time = exp(cell->cv * normal(random));
		if (cell->noise == OUTLIERS && at_random_unit(random) < 0.1)
			time *= 1 - 0.25 * log(1 - at_random_unit(random));      /* exponential: 25 % longer on average */
		if (cell->noise == DRIFT)
			time *= 1 + 0.01 * run;
		if (cell->noise == BIMODAL && at_random_unit(random) < 0.5)
			time *= 1.1;
		if (cell->noise == BURSTS) {
			/* A burst lasts ten runs on average and takes 30 %. */
			burst = at_random_unit(random) < (burst ? 0.9 : 0.02);
			time *= burst ? 1.3 : 1;
		}
		if (run % 2 == 0)
			first = (int)at_random_below(random, 2);
		if (run % 2 == first)
			base[run / 2] = time;
		else
			tune[run / 2] = time * factor;
	}
}

/* One session under one rule: with looks until it is decided, or 20 rounds without any. */
static enum at_verdict judge(enum at_rule rule, const double *base, const double *tune, size_t *rounds)
{
	struct at_stats_settings settings = AT_STATS_DEFAULTS;
	struct at_stats stats;

	settings.rule = rule;
	settings.resamples = rule == AT_RULE_INTERVAL ? 2000 : 0;
	for (*rounds = rule == AT_RULE_INTERVAL ? 20 : 8; ; ++*rounds) {
		if (rule != AT_RULE_INTERVAL && !at_rule_looks(rule, *rounds))
			continue;
		at_stats_compute(base, tune, *rounds, &settings, &stats);
		if (rule == AT_RULE_INTERVAL || stats.decided[rule] || *rounds == MOST)
			return stats.verdict[rule];
	}
}

static int compare(const struct cell *cell, enum at_rule rule, unsigned sessions, unsigned faster, unsigned slower, double rounds)
{
	double n = sessions, rate = faster / n, want = cell->rate[rule];
	/* 3.5 standard errors of the difference of two simulations, and what two decimals of the expectation leave open. */
	double allowed = 3.5 * sqrt(fmax(want * (1 - want), 0.005) * (1 / n + 1.0 / EXPECTED_FROM)) + 0.005;
	int bad = 0;

	printf("  %-9s faster %.3f", at_rule_name(rule), rate);
	if (want >= 0)
		printf(" (expected %.3f)", want);
	printf(", slower %.3f, rounds %.1f\n", slower / n, rounds);
	if (want >= 0 && fabs(rate - want) > allowed) {
		printf("  ^ the rate of `faster` is off by more than %.3f\n", allowed);
		bad++;
	}
	if (slower / n > (cell->noise == LAYOUT && rule == AT_RULE_SCREEN ? 0.049 : 0.01) + allowed) {
		puts("  ^ `slower` is said too often");
		bad++;
	}
	if (cell->rounds[rule] > 0 && fabs(rounds - cell->rounds[rule]) > 0.15 * cell->rounds[rule] + 1) {
		printf("  ^ expected about %.0f rounds\n", cell->rounds[rule]);
		bad++;
	}
	return bad;
}

static int run_cell(const struct cell *cell, unsigned sessions)
{
	double base[MOST], tune[MOST], rounds[AT_RULES] = { 0 };
	unsigned faster[AT_RULES] = { 0 }, slower[AT_RULES] = { 0 };
	struct at_random random;
	int bad = 0;

	at_random_seed(&random, cell->name);
	for (unsigned i = 0; i < sessions; i++) {
		simulate(cell, &random, base, tune);
		for (enum at_rule rule = 0; rule < AT_RULES; rule++) {
			size_t used;
			enum at_verdict verdict = judge(rule, base, tune, &used);
			faster[rule] += verdict == AT_FASTER;
			slower[rule] += verdict == AT_SLOWER;
			rounds[rule] += (double)used / sessions;
		}
	}
	printf("%s\n", cell->name);
	for (enum at_rule rule = 0; rule < AT_RULES; rule++)
		bad += compare(cell, rule, sessions, faster[rule], slower[rule], rounds[rule]);
	return bad;
}

int main(int argc, char **argv)
{
	unsigned sessions = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
	int bad = 0;

	if (!sessions)
		return 2;
	for (size_t i = 0; i < CELLS; i++)
		bad += run_cell(&cells[i], sessions);
	printf("%d of %d checks failed (%u sessions a cell)\n", bad, CELLS * AT_RULES, sessions);
	return bad != 0;
}
