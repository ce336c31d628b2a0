/* The rules that turn figures into a verdict about a tune V against its baseline B. All of them only read figures, so a
 * reader of the figures can apply another effect threshold later without any run.
 *
 *   interval  faster when the 95 % bootstrap interval of the median round ratio ends below 1 − effect and the two-sided
 *             Mann-Whitney p is below `alpha`; slower mirrored at 1 + effect.
 *   paired    faster when the signed-rank test of the round ratios says, at its own level one-sided, that V/B is below
 *             1 − effect; slower mirrored. Decided against a change when the bounds at the level of the band lie
 *             inside it.
 *   screen    faster when the same test says that V/B is below 1 and the Hodges-Lehmann ratio is at most 1 − effect: finds
 *             candidates, does not prove the size of the effect.
 *
 * paired and screen may be applied again and again as rounds come in, at the looks: the level of their bounds is small
 * enough for that, and was computed for these looks. No threshold is fixed here: the caller's are thresholds.h's or its
 * user's. */
#ifndef ATESOR_STAT_RULES_H
#define ATESOR_STAT_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum at_rule { AT_RULE_INTERVAL, AT_RULE_PAIRED, AT_RULE_SCREEN, AT_RULES };
enum at_verdict { AT_FASTER, AT_SLOWER, AT_NO_CHANGE };

/* Ratios are V/B. A figure that could not be computed is NaN. */
struct at_figures {
	double ci_low, ci_high;                  /* 95 % bootstrap interval of the median ratio */
	double mann_whitney_p;                   /* two-sided */
	double hodges_lehmann;
	double paired_low, paired_high;          /* one-sided signed-rank bounds, each at the level of a look */
	double band_low, band_high;              /* the same, each at band_alpha */
};

/* `decided` (may be NULL) is false when the rule would wait for more rounds if it could get them. effect is a fraction;
 * alpha is the level of the Mann-Whitney p, of the rule `interval` only: the others' are in their bounds. */
enum at_verdict at_rule_verdict(enum at_rule rule, const struct at_figures *figures, double effect, double alpha,
		bool *decided);

/* Whether rule looks at the figures after this many rounds: 8,10,…,20,24,…,40 and every 4 beyond, and never for `interval`. */
bool at_rule_looks(enum at_rule rule, uint64_t rounds);

int at_rule_parse(const char *name, enum at_rule *rule);     /* 0, or −1 */
const char *at_rule_name(enum at_rule rule);
const char *at_verdict_name(enum at_verdict verdict);        /* "faster", "slower", "no change" */

#endif
