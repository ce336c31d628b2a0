#include "stat_explain.h"

#include <math.h>

static void seen(const struct at_stats *s, const struct at_stats_settings *settings, struct at_buffer *text)
{
	at_buffer_printf(text, "In %zu rounds the median of V/B is %.4f (Hodges-Lehmann %.4f); a change counts from %g %% on.\n", s->rounds,
			s->median_ratio, s->figures.hodges_lehmann, settings->effect_pct);
	at_buffer_printf(text, "B scatters by %.2f %% (CV of its %s): single runs resolve a change of %.2f %%, the pairs one of %.2f %%.\n",
			100 * s->cv, s->cv_calibrated ? "calibration runs" : "rounds", 100 * s->mde, 100 * s->mde_paired);
	if (fabs(s->drift_pct) >= settings->effect_pct)
		at_buffer_printf(text, "B drifted by %+.1f %% from the first round to the last; pairs are not misled by that, two blocks would be.\n",
				s->drift_pct);
}

static void interval(const struct at_stats *s, double effect, double alpha, struct at_buffer *text)
{
	const struct at_figures *f = &s->figures;

	if (isnan(f->ci_low)) {
		at_buffer_text(text, "no interval was computed");
		return;
	}
	at_buffer_printf(text, "the 95 %% interval of the median is [%.4f, %.4f]", f->ci_low, f->ci_high);
	if (f->ci_high < 1 - effect || f->ci_low > 1 + effect)
		at_buffer_printf(text, ", %s %.4f, %s Mann-Whitney p %.4g is %s %g", f->ci_high < 1 ? "below" : "above",
				f->ci_high < 1 ? 1 - effect : 1 + effect, f->mann_whitney_p < alpha ? "and" : "but", f->mann_whitney_p,
				f->mann_whitney_p < alpha ? "below" : "not below", alpha);
	else
		at_buffer_printf(text, ", neither wholly below %.4f nor wholly above %.4f", 1 - effect, 1 + effect);
}

static void bounds(const struct at_stats *s, const struct at_stats_settings *settings, struct at_buffer *text)
{
	const struct at_figures *f = &s->figures;

	if (isnan(f->paired_high))
		at_buffer_printf(text, "%zu rounds cannot reach the level %g", s->rounds, settings->alpha);
	else
		at_buffer_printf(text, "at level %g the ratio is at most %.4f, and at least %.4f", settings->alpha, f->paired_high, f->paired_low);
}

static void paired(const struct at_stats *s, const struct at_stats_settings *settings, struct at_buffer *text)
{
	double effect = settings->effect_pct / 100;

	bounds(s, settings, text);
	if (s->verdict[AT_RULE_PAIRED] == AT_FASTER)
		at_buffer_printf(text, "; the first is below %.4f", 1 - effect);
	else if (s->verdict[AT_RULE_PAIRED] == AT_SLOWER)
		at_buffer_printf(text, "; the second is above %.4f", 1 + effect);
	else if (s->decided[AT_RULE_PAIRED])
		at_buffer_printf(text, "; at level %g it lies in [%.4f, %.4f], inside the band", settings->band_alpha, s->figures.band_low,
				s->figures.band_high);
	else
		at_buffer_printf(text, "; neither proves %.4f or %.4f, and the band is not proven either", 1 - effect, 1 + effect);
}

static void screen(const struct at_stats *s, const struct at_stats_settings *settings, struct at_buffer *text)
{
	double effect = settings->effect_pct / 100;

	bounds(s, settings, text);
	double estimate = s->figures.hodges_lehmann;
	at_buffer_printf(text, "; 1 is %s, and the estimate %.4f is ", s->figures.paired_high < 1 || s->figures.paired_low > 1 ? "excluded" :
			"not excluded", estimate);
	if (estimate <= 1 - effect || estimate >= 1 + effect)
		at_buffer_printf(text, "%s %.4f", estimate < 1 ? "not above" : "not below", estimate < 1 ? 1 - effect : 1 + effect);
	else
		at_buffer_printf(text, "between %.4f and %.4f", 1 - effect, 1 + effect);
}

static void one_rule(enum at_rule rule, const struct at_stats *s, const struct at_stats_settings *settings, struct at_buffer *text)
{
	at_buffer_printf(text, "%s: %s, because ", at_rule_name(rule), at_verdict_name(s->verdict[rule]));
	if (rule == AT_RULE_INTERVAL)
		interval(s, settings->effect_pct / 100, settings->interval_alpha, text);
	else if (rule == AT_RULE_PAIRED)
		paired(s, settings, text);
	else
		screen(s, settings, text);
	at_buffer_text(text, ".\n");
}

void at_stats_explain(const struct at_stats *stats, const struct at_stats_settings *settings, struct at_buffer *text)
{
	seen(stats, settings, text);
	one_rule(settings->rule, stats, settings, text);
	for (enum at_rule rule = 0; rule < AT_RULES; rule++)
		if (rule != settings->rule)
			one_rule(rule, stats, settings, text);
}
