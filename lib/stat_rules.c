#include "stat_rules.h"

#include <string.h>

static const char *const rule_names[AT_RULES] = { "interval", "paired", "screen" };

/* Comparisons with NaN are false: a figure that is missing never supports a claim. */
static enum at_verdict interval(const struct at_figures *f, double effect, double alpha)
{
	if (f->ci_high < 1 - effect && f->mann_whitney_p < alpha)
		return AT_FASTER;
	if (f->ci_low > 1 + effect && f->mann_whitney_p < alpha)
		return AT_SLOWER;
	return AT_NO_CHANGE;
}

static enum at_verdict paired(const struct at_figures *f, double effect)
{
	return f->paired_high < 1 - effect ? AT_FASTER : f->paired_low > 1 + effect ? AT_SLOWER : AT_NO_CHANGE;
}

static enum at_verdict screen(const struct at_figures *f, double effect)
{
	if (f->paired_high < 1 && f->hodges_lehmann <= 1 - effect)
		return AT_FASTER;
	if (f->paired_low > 1 && f->hodges_lehmann >= 1 + effect)
		return AT_SLOWER;
	return AT_NO_CHANGE;
}

enum at_verdict at_rule_verdict(enum at_rule rule, const struct at_figures *figures, double effect, double alpha,
		bool *decided)
{
	bool inside = figures->band_low > 1 - effect && figures->band_high < 1 + effect;
	enum at_verdict verdict = rule == AT_RULE_INTERVAL ? interval(figures, effect, alpha) :
			rule == AT_RULE_PAIRED ? paired(figures, effect) : screen(figures, effect);

	if (decided)
		*decided = verdict != AT_NO_CHANGE || (rule != AT_RULE_INTERVAL && inside);
	return verdict;
}

bool at_rule_looks(enum at_rule rule, uint64_t rounds)
{
	return rule != AT_RULE_INTERVAL && rounds >= 8 && rounds % (rounds <= 20 ? 2 : 4) == 0;
}

int at_rule_parse(const char *name, enum at_rule *rule)
{
	for (enum at_rule r = 0; r < AT_RULES; r++)
		if (!strcmp(name, rule_names[r])) {
			*rule = r;
			return 0;
		}
	return -1;
}

const char *at_rule_name(enum at_rule rule)
{
	return rule_names[rule];
}

const char *at_verdict_name(enum at_verdict verdict)
{
	return verdict == AT_FASTER ? "faster" : verdict == AT_SLOWER ? "slower" : "no change";
}
