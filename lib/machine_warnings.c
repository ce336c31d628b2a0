#include "machine_warnings.h"

#include <math.h>
#include <string.h>

#include "stat_order.h"

static void clock_warnings(struct at_session *s)
{
	uint64_t first = s->first_clock_khz ? s->first_clock_khz : s->before.frequency_khz, last = s->last_clock_khz;
	const char *governor = s->before.governor;

	if (s->timer->seat.cpu < 0) {
		at_warnings_add(&s->warnings, "no_cpufreq", "the runs are not pinned: there is no one clock whose change could be noticed");
	} else if (!first || !last) {
		at_warnings_add(&s->warnings, "no_cpufreq", "this machine does not tell its clock frequency: a change would go unnoticed");
	} else {
		double change = 100 * fabs((double)last / (double)first - 1);
		if (change > s->settings->frequency_pct)
			at_warnings_add(&s->warnings, "frequency_changed", "the clock went from %llu to %llu kHz", (unsigned long long)first,
					(unsigned long long)last);
		if (!governor[0])
			at_warnings_add(&s->warnings, "no_governor", "this machine does not tell its cpufreq governor");
	}
	if (governor[0] && strcmp(governor, "performance"))
		at_warnings_add(&s->warnings, "governor", "the cpufreq governor is '%s', not 'performance'", governor);
}

static void temperature_warnings(struct at_session *s)
{
	if (isnan(s->hottest_celsius))
		at_warnings_add(&s->warnings, "no_thermal", "this machine does not tell its temperature");
	else if (s->hottest_celsius >= s->settings->hot_celsius)
		at_warnings_add(&s->warnings, "hot", "a temperature of %.0f °C was reached", s->hottest_celsius);
}

static void load_warnings(struct at_session *s)
{
	double limit = s->settings->busy_cpus;

	if (s->others_at_start > limit || s->others > limit)
		at_warnings_add(&s->warnings, "other_load", "other work used %.1f CPUs %s", fmax(s->others_at_start, s->others),
				s->others > limit ? "during the session" : "at the start");
	else if (isnan(s->others))
		at_warnings_add(&s->warnings, "no_other_load", s->before.has_busy ? "the session was too short to tell what other work used" :
				"this machine does not tell what other work uses (/proc/stat)");
}

static void contention_warnings(struct at_session *s)
{
	double stall = at_session_cpu_stall_pct(s), most = s->settings->contention_pct;

	if (s->contended_wall_ns && 100 * (double)s->contended_wait_ns > most * (double)s->contended_wall_ns)
		at_warnings_add(&s->warnings, "contention", "the runs were ready but had no CPU for %.0f %% of their time",
				100 * (double)s->contended_wait_ns / (double)s->contended_wall_ns);
	if (s->unscheduled)
		at_warnings_add(&s->warnings, "no_schedstat", "this kernel does not tell how long a run waits for a CPU (/proc/PID/schedstat)");
	if (isnan(stall))
		at_warnings_add(&s->warnings, "no_pressure", "this kernel does not tell pressure (/proc/pressure, PSI)");
	else if (stall > most)
		at_warnings_add(&s->warnings, "pressure", "processes of this machine were ready but had no CPU for %.0f %% of the session", stall);
}

double at_session_cpu_stall_pct(const struct at_session *s)
{
	double us = (double)(s->during.at_ns - s->before.at_ns) / 1e3;

	if (!s->before.has_pressure || !s->during.has_pressure || !(us > 0))
		return NAN;
	return 100 * (double)(s->during.cpu_stall_us - s->before.cpu_stall_us) / us;
}

static void waiting_warning(struct at_session *s, int build)
{
	const struct at_build_record *record = &s->build[build];
	double share = record->all_free_ns ? (double)record->all_cpu_ns / (double)record->all_free_ns : build ? NAN : s->cpu_share;
	const char *name = !s->settings->pair ? "" : build ? " of build b" : " of build a";

	if (100 * share < s->settings->computing_pct)
		at_warnings_add(&s->warnings, "waiting", "the process%s used %.0f %% of one CPU: the time is waiting", name, 100 * share);
	if (s->metric == AT_METRIC_CPU && s->settings->metric == AT_METRIC_AUTO && record->rounds && 2 * record->rounds_bound <= record->rounds)
		at_warnings_add(&s->warnings, "metric", "CPU time is compared, as the runs before the rounds suggested, but the rounds%s did not "
				"only compute in one thread: ask for --metric wall", name);
}

static void workload_warnings(struct at_session *s)
{
	const struct at_build_record *a = &s->build[0];

	for (int build = 0; build < at_session_builds(s->settings); build++)
		waiting_warning(s, build);
	if (a->rounds) {
		double median = at_median(a->wall_ns, a->rounds);
		double more = a->first_wall_ns - median;
		if (a->first_wall_ns > s->settings->first_times * median && more > 1e9 * s->settings->moment_seconds)
			at_warnings_add(&s->warnings, "first_run", "the first run took %.1f times as long as the others: it may have left a cache",
					a->first_wall_ns / median);
	}
	if (s->has_stats && 100 * s->stats.mde > s->settings->stats.effect_pct)
		at_warnings_add(&s->warnings, "mde", "single runs scatter so much that %zu of each only show a change of %.1f %% (in pairs: %.1f %%)",
				s->stats.rounds, 100 * s->stats.mde, 100 * s->stats.mde_paired);
}

void at_machine_warnings(struct at_session *session)
{
	clock_warnings(session);
	temperature_warnings(session);
	load_warnings(session);
	contention_warnings(session);
	workload_warnings(session);
}

const char *at_machine_unstable(const struct at_warnings *warnings)
{
	for (size_t i = 0; i < warnings->count; i++)
		if (!strcmp(warnings->list[i].code, "frequency_changed") || !strcmp(warnings->list[i].code, "hot"))
			return warnings->list[i].text;
	return NULL;
}
