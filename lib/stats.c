#include "stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "random.h"
#include "stat_bootstrap.h"
#include "stat_mann_whitney.h"
#include "stat_order.h"
#include "stat_signed_rank.h"
#include "stat_spread.h"
#include "stat_trend.h"

/* The signed-rank part. Walsh averages are made of log ratios and then turned back, so that every figure is a ratio and a
 * reader compares exactly the numbers that were compared here. */
static void pair_figures(const double *log_ratios, size_t rounds, const struct at_stats_settings *settings, struct at_stats *stats)
{
	struct at_signed_rank_law law;
	double effect = settings->effect_pct / 100;

	at_signed_rank_law(&law, rounds);
	double *walsh = at_walsh_averages(log_ratios, rounds);
	stats->figures.hodges_lehmann = exp(at_median_sorted(walsh, law.top));
	for (size_t i = 0; i < law.top; i++)
		walsh[i] = exp(walsh[i]);
	stats->faster_p = at_signed_rank_below(&law, walsh, 1 - effect);
	stats->slower_p = at_signed_rank_above(&law, walsh, 1 + effect);
	stats->below_one_p = at_signed_rank_below(&law, walsh, 1);
	stats->above_one_p = at_signed_rank_above(&law, walsh, 1);
	stats->figures.paired_high = at_signed_rank_upper(&law, walsh, settings->alpha);
	stats->figures.paired_low = at_signed_rank_lower(&law, walsh, settings->alpha);
	stats->figures.band_high = at_signed_rank_upper(&law, walsh, settings->band_alpha);
	stats->figures.band_low = at_signed_rank_lower(&law, walsh, settings->band_alpha);
	free(walsh);
	at_signed_rank_law_free(&law);
}

static void interval_figures(const double *ratios, size_t rounds, const struct at_stats_settings *settings, struct at_stats *stats)
{
	struct at_random random;

	stats->figures.ci_low = stats->figures.ci_high = NAN;
	if (!settings->resamples)
		return;
	at_random_seed(&random, settings->seed);
	at_bootstrap_median(ratios, rounds, settings->resamples, &random, &stats->figures.ci_low, &stats->figures.ci_high);
}

void at_stats_compute(const double *base, const double *tune, size_t rounds, const struct at_stats_settings *settings, struct at_stats *stats)
{
	double *ratios = at_resize(NULL, rounds, sizeof *ratios), *logs = at_resize(NULL, rounds, sizeof *logs);
	struct at_mann_whitney rank_sum;

	*stats = (struct at_stats){ .rounds = rounds };
	for (size_t i = 0; i < rounds; i++) {
		ratios[i] = tune[i] / base[i];
		logs[i] = log(ratios[i]);
	}
	stats->base_median = at_median(base, rounds);
	stats->tune_median = at_median(tune, rounds);
	stats->median_ratio = at_median(ratios, rounds);
	interval_figures(ratios, rounds, settings, stats);
	at_mann_whitney(base, rounds, tune, rounds, &rank_sum);
	stats->figures.mann_whitney_p = rank_sum.two_sided;
	stats->mann_whitney_exact = rank_sum.exact;
	pair_figures(logs, rounds, settings, stats);
	stats->cv_calibrated = !isnan(settings->calibration_cv);
	stats->cv = stats->cv_calibrated ? settings->calibration_cv : at_variation(base, rounds);
	stats->mde = at_mde(stats->cv, rounds);
	stats->mde_paired = at_mde_paired(logs, rounds);
	stats->drift_pct = 100 * at_trend(base, rounds) * (double)(rounds - 1) / stats->base_median;
	for (enum at_rule rule = 0; rule < AT_RULES; rule++)
		stats->verdict[rule] = at_rule_verdict(rule, &stats->figures, settings->effect_pct / 100,
				settings->interval_alpha, &stats->decided[rule]);
	free(logs);
	free(ratios);
}

bool at_stats_check(const struct at_stats_settings *s, char *text, size_t size)
{
	const double level[] = { s->alpha, s->band_alpha, s->interval_alpha };

	if (!(s->effect_pct > 0 && s->effect_pct < 100)) {
		snprintf(text, size, "--effect takes a percentage above 0 and below 100, not %g", s->effect_pct);
		return false;
	}
	for (size_t i = 0; i < sizeof level / sizeof *level; i++)
		if (!(level[i] > 0 && level[i] < 0.5)) {
			snprintf(text, size, "a level must be above 0 and below 0.5, not %g", level[i]);
			return false;
		}
	if (s->rounds_least < AT_ROUNDS_LEAST || s->rounds_least > AT_ROUNDS_MOST) {
		snprintf(text, size, "--min-rounds takes %d to %d, not %llu", AT_ROUNDS_LEAST, AT_ROUNDS_MOST,
				(unsigned long long)s->rounds_least);
		return false;
	}
	if (s->resamples > AT_RESAMPLES_MOST) {
		snprintf(text, size, "--resamples takes at most %d, not %u", AT_RESAMPLES_MOST, s->resamples);
		return false;
	}
	return true;
}

static void real_if_known(struct at_json *json, const char *key, double value)
{
	if (isfinite(value))
		at_json_real(json, key, value);
}

void at_stats_write(const struct at_stats *stats, const struct at_stats_settings *settings, struct at_json *json)
{
	const struct at_figures *f = &stats->figures;

	at_json_text(json, "rule", at_rule_name(settings->rule));
	at_json_text(json, "verdict", at_verdict_name(stats->verdict[settings->rule]));
	at_json_bool(json, "decided", stats->decided[settings->rule]);
	at_json_uint(json, "rounds", stats->rounds);
	at_json_real(json, "effect_pct", settings->effect_pct);
	at_json_real(json, "base_median", stats->base_median);
	at_json_real(json, "tune_median", stats->tune_median);
	at_json_real(json, "median_ratio", stats->median_ratio);
	real_if_known(json, "ci_low", f->ci_low);
	real_if_known(json, "ci_high", f->ci_high);
	if (settings->resamples)
		at_json_uint(json, "resamples", settings->resamples);
	at_json_real(json, "mann_whitney_p", f->mann_whitney_p);
	at_json_real(json, "interval_alpha", settings->interval_alpha);
	at_json_text(json, "mann_whitney_method", stats->mann_whitney_exact ? "exact" : "normal");
	at_json_real(json, "signed_rank_p_faster", stats->faster_p);
	at_json_real(json, "signed_rank_p_slower", stats->slower_p);
	at_json_real(json, "signed_rank_p_below_one", stats->below_one_p);
	at_json_real(json, "signed_rank_p_above_one", stats->above_one_p);
	at_json_real(json, "hodges_lehmann", f->hodges_lehmann);
	at_json_real(json, "alpha", settings->alpha);
	real_if_known(json, "paired_lower", f->paired_low);
	real_if_known(json, "paired_upper", f->paired_high);
	at_json_real(json, "band_alpha", settings->band_alpha);
	real_if_known(json, "band_low", f->band_low);
	real_if_known(json, "band_high", f->band_high);
	at_json_real(json, "cv_pct", 100 * stats->cv);
	at_json_text(json, "cv_of", stats->cv_calibrated ? "calibration" : "rounds");
	at_json_real(json, "mde_pct", 100 * stats->mde);
	at_json_real(json, "mde_paired_pct", 100 * stats->mde_paired);
	at_json_real(json, "drift_pct", stats->drift_pct);
	at_json_object(json, "verdicts");
	for (enum at_rule rule = 0; rule < AT_RULES; rule++)
		at_json_text(json, at_rule_name(rule), at_verdict_name(stats->verdict[rule]));
	at_json_end(json);
	at_json_array(json, "warnings");
	if (isnan(f->paired_high)) {
		at_json_object(json, NULL);
		at_json_text(json, "code", "few_rounds");
		at_json_text(json, "text", "too few rounds for the signed-rank bounds at their level: they are left out");
		at_json_end(json);
	}
	at_json_end(json);
}
