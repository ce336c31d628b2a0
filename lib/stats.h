/* Every figure about the rounds of one comparison, and the verdict of every rule.
 *
 * A round is one run of the baseline B and one of the tune V, close together in time; base[i] and tune[i] are its two times,
 * in any unit, both positive. Nothing is kept but the struct itself, which owns nothing. */
#ifndef ATESOR_STATS_H
#define ATESOR_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "json.h"
#include "stat_rules.h"
#include "thresholds.h"

/* What can be computed at all; how many rounds are a measurement is a setting. */
enum { AT_ROUNDS_LEAST = 2, AT_ROUNDS_MOST = 1000, AT_RESAMPLES_MOST = 1000000 };

struct at_stats_settings {
	enum at_rule rule;
	double effect_pct;            /* the smallest change that counts, > 0 and < 100 */
	double alpha, band_alpha;     /* one-sided levels of the signed-rank bounds */
	double interval_alpha;        /* two-sided level of the Mann-Whitney p of the rule `interval` */
	uint64_t rounds_least;        /* fewer rounds are no measurement; AT_ROUNDS_LEAST … AT_ROUNDS_MOST */
	unsigned resamples;           /* of the bootstrap; 0: no interval, and the rule `interval` says no change */
	const char *seed;             /* names the bootstrap's random numbers */
	double calibration_cv;        /* CV of calibration runs of B, a fraction; NaN: the CV of B's rounds is used */
};

#define AT_STATS_DEFAULTS { AT_RULE_PAIRED, AT_DEFAULT_EFFECT, AT_DEFAULT_PAIRED_ALPHA, AT_DEFAULT_BAND_ALPHA, \
	AT_DEFAULT_ALPHA, AT_DEFAULT_MIN_ROUNDS, AT_DEFAULT_RESAMPLES, "atesor", __builtin_nan("") }

struct at_stats {
	struct at_figures figures;
	size_t rounds;
	double base_median, tune_median;                  /* in the unit of the input */
	double median_ratio;
	bool mann_whitney_exact;
	double faster_p, slower_p;                        /* one-sided signed-rank p of V/B < 1 − effect, > 1 + effect */
	double below_one_p, above_one_p;                  /* … of V/B < 1, > 1 */
	double cv;                                        /* of B, a fraction */
	bool cv_calibrated;
	double mde, mde_paired;                           /* fractions */
	double drift_pct;                                 /* change of B from the first round to the last, of its median */
	enum at_verdict verdict[AT_RULES];
	bool decided[AT_RULES];
};

/* rounds is AT_ROUNDS_LEAST … AT_ROUNDS_MOST; that they are enough (rounds_least) is for the caller to see to. */
void at_stats_compute(const double *base, const double *tune, size_t rounds, const struct at_stats_settings *settings, struct at_stats *stats);

/* What is wrong with the settings, naming the option, in `text`; true if they are good. */
bool at_stats_check(const struct at_stats_settings *settings, char *text, size_t size);

/* Adds the figures as keys to the object that is open. */
void at_stats_write(const struct at_stats *stats, const struct at_stats_settings *settings, struct at_json *json);

#endif
