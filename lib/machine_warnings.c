#include "machine_warnings.h"

#include <math.h>
#include <string.h>

#include "stat_order.h"

enum {
	CONTENTION_PCT = 5,
	COMPUTING_PCT = 50,
	FIRST_RUN_NS = 20000000      /* less is what reading the program from disk takes */
};

static void clock_warnings(struct at_session *s)
{
	const struct at_load *before = &s->before, *after = &s->after;

	if (!before->frequency_khz || !after->frequency_khz) {
		at_warnings_add(&s->warnings, "no_cpufreq", "this machine does not tell its clock frequency: a change would go unnoticed");
	} else {
		double change = 100 * fabs((double)after->frequency_khz / (double)before->frequency_khz - 1);
		if (change > s->settings->frequency_pct)
			at_warnings_add(&s->warnings, "frequency_changed", "the clock went from %llu to %llu kHz",
					(unsigned long long)before->frequency_khz, (unsigned long long)after->frequency_khz);
	}
	if (before->governor[0] && strcmp(before->governor, "performance"))
		at_warnings_add(&s->warnings, "governor", "the cpufreq governor is '%s', not 'performance'", before->governor);
}

static void temperature_warnings(struct at_session *s)
{
	if (!s->before.has_temperature || !s->after.has_temperature) {
		at_warnings_add(&s->warnings, "no_thermal", "this machine does not tell its temperature");
		return;
	}
	double celsius = fmax(s->before.celsius, s->after.celsius);
	if (celsius >= s->settings->hot_celsius)
		at_warnings_add(&s->warnings, "hot", "a temperature of %.0f °C was reached", celsius);
}

static void load_warnings(struct at_session *s)
{
	double limit = s->settings->busy_cpus;

	if (s->others_at_start > limit || s->others > limit)
		at_warnings_add(&s->warnings, "other_load", "other work used %.1f CPUs %s", fmax(s->others_at_start, s->others),
				s->others > limit ? "during the session" : "at the start");
	if (s->contended_wall_ns && 100 * (double)s->contended_wait_ns > CONTENTION_PCT * (double)s->contended_wall_ns)
		at_warnings_add(&s->warnings, "contention", "the runs were ready but had no CPU for %.0f %% of their time",
				100 * (double)s->contended_wait_ns / (double)s->contended_wall_ns);
}

static void workload_warnings(struct at_session *s)
{
	const struct at_build_record *a = &s->build[0];

	if (100 * s->cpu_share < COMPUTING_PCT)
		at_warnings_add(&s->warnings, "waiting", "the process used %.0f %% of one CPU: the time is waiting", 100 * s->cpu_share);
	if (a->rounds) {
		double median = at_median(a->wall_ns, a->rounds);
		if (a->first_wall_ns > 2 * median && a->first_wall_ns - median > FIRST_RUN_NS)
			at_warnings_add(&s->warnings, "first_run", "the first run took %.1f times as long as the others: it may have left a cache",
					a->first_wall_ns / median);
	}
	if (s->has_stats && 100 * s->stats.mde > s->settings->stats.effect_pct)
		at_warnings_add(&s->warnings, "mde", "single runs scatter so much that only a change of %.1f %% or more is seen", 100 * s->stats.mde);
}

void at_machine_warnings(struct at_session *session)
{
	clock_warnings(session);
	temperature_warnings(session);
	load_warnings(session);
	workload_warnings(session);
}

const char *at_machine_unstable(const struct at_warnings *warnings)
{
	for (size_t i = 0; i < warnings->count; i++)
		if (!strcmp(warnings->list[i].code, "frequency_changed") || !strcmp(warnings->list[i].code, "hot"))
			return warnings->list[i].text;
	return NULL;
}
