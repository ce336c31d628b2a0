#include "session_plan.h"

#include <stdlib.h>

#include "alloc.h"
#include "stat_order.h"
#include "stat_spread.h"

void at_session_plan_note(struct at_session *session, const struct at_sample *sample)
{
	struct at_build_record *record = &session->build[sample->build];

	if (record->runs == 2)
		record->noted = record->noted_bound = 0;
	record->noted++;
	record->noted_bound += at_cpu_bound(sample, session->settings->bound_pct / 100);
}

static enum at_metric choose(const struct at_session *session)
{
	if (session->settings->metric != AT_METRIC_AUTO)
		return session->settings->metric;
	for (int build = 0; build < at_session_builds(session->settings); build++)
		if (2 * session->build[build].noted_bound <= session->build[build].noted)
			return AT_METRIC_WALL;
	return AT_METRIC_CPU;
}

static uint64_t rounds_for(const struct at_session *session)
{
	const struct at_session_settings *settings = session->settings;

	if (!settings->pair)
		return settings->rounds;
	if (settings->stats.rule == AT_RULE_INTERVAL && !(100 * at_mde(session->calibration_cv, settings->rounds) > settings->stats.effect_pct))
		return settings->rounds;
	return settings->max_rounds;
}

void at_session_plan(struct at_session *session, const struct at_sample *runs, size_t count)
{
	double *share = at_resize(NULL, count + 1, sizeof *share), *times = at_resize(NULL, count + 1, sizeof *times);

	session->metric = choose(session);
	for (size_t i = 0; i < count; i++) {
		share[i] = at_cpu_share(&runs[i]);
		times[i] = at_metric_time(session->metric, &runs[i]);
	}
	if (count)
		session->cpu_share = at_median(share, count);
	if (count >= 2 && at_mean(times, count) > 0)
		session->calibration_cv = at_variation(times, count);
	free(times);
	free(share);
	session->wanted_rounds = rounds_for(session);
}
