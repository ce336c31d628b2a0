#include "session.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "fresh.h"
#include "run_judge.h"
#include "machine_warnings.h"
#include "message.h"
#include "order.h"
#include "progress.h"
#include "session_plan.h"
#include "stat_order.h"

void at_session_end(struct at_session *session, enum at_session_status status, int build, const char *kind, const char *format, ...)
{
	va_list list;

	if (session->status != AT_SESSION_OK)
		return;
	session->status = status;
	session->kind = kind;
	session->failed_build = build;
	va_start(list, format);
	if (vasprintf(&session->reason, format, list) < 0)
		session->reason = at_strdup(kind);
	va_end(list);
}

static bool going(const struct at_session *session)
{
	return session->status == AT_SESSION_OK;
}

static void write_line(struct at_session *session, const struct at_sample *sample)
{
	if (!session->samples)
		return;
	at_sample_write(sample, &session->json);
	at_json_line(&session->json, session->samples);
}

/* Puts the directory back as it was, after every run: a cache that a later run leaves would help the ones after it just so. */
static void sweep(struct at_session *session, int build)
{
	const char *directory = session->command[build]->directory;
	struct at_fresh fresh;

	if (!session->settings->fresh)
		return;
	if (at_fresh_sweep(directory, session->fresh_since, &fresh))
		at_session_end(session, AT_SESSION_FAILED, -1, "trouble", "cannot put '%s' back as it was before the run", directory);
	if (fresh.removed)
		at_warnings_add(&session->warnings, "leftovers", "a run leaves files in its directory, such as '%s': they are removed after each run",
				fresh.first_removed);
	if (fresh.changed)
		at_warnings_add(&session->warnings, "tree_changed", "a run changes files of its directory, such as '%s'", fresh.first_changed);
	at_fresh_free(&fresh);
}

/* One run and everything that is checked after it. False when the session has ended. */
static bool run_once(struct at_session *session, struct at_sample *sample)
{
	if (session->timer->stop && *session->timer->stop)
		session->status = AT_SESSION_INTERRUPTED;
	if (!going(session))
		return false;
	switch (at_timer_run(session->timer, session->command[sample->build], sample)) {
	case AT_TIMED_INTERRUPTED:
		session->status = AT_SESSION_INTERRUPTED;
		return false;
	case AT_TIMED_TROUBLE:
		at_session_end(session, AT_SESSION_FAILED, -1, "trouble", "a run could not be carried out");
		return false;
	case AT_TIMED_OK:
		break;
	}
	at_run_judge(session, sample);
	sweep(session, sample->build);
	return going(session);
}

/* A run outside the rounds: its line is written at once. */
static bool run_single(struct at_session *session, unsigned number, enum at_phase phase, uint64_t round, unsigned position, int build,
		struct at_sample *sample)
{
	*sample = (struct at_sample){ .session = number, .phase = phase, .round = round, .position = position, .build = build };
	run_once(session, sample);
	if (session->status != AT_SESSION_INTERRUPTED)
		write_line(session, sample);
	at_progress_single(session, sample);
	if (!going(session))
		return false;
	at_session_plan_note(session, sample);
	if (!build)
		session->last_a = *sample;
	return true;
}

/* Looks at what can change between start and end. */
static void look_at_machine(struct at_session *session)
{
	at_timer_read_floor(session->timer);
	session->hottest_celsius = fmax(session->hottest_celsius, at_load_celsius());
}

static void expect_end(struct at_session *session, double run_ns, uint64_t runs)
{
	if (session->lock && runs)
		at_lock_expect(session->lock, run_ns / 1e9 * (double)runs);
}

static void warm_up(struct at_session *session, unsigned number, uint64_t runs)
{
	struct at_sample sample;
	const struct at_session_settings *settings = session->settings;
	uint64_t builds = settings->pair ? 2 : 1, all = builds * (settings->warmup + 1 + settings->max_rounds) + settings->calibrate;

	look_at_machine(session);
	for (uint64_t i = 0; i < runs && going(session); i++)
		for (int build = 0; build < at_session_builds(settings) && going(session); build++) {
			run_single(session, number, AT_PHASE_WARMUP, i + 1, (unsigned)build + 1, build, &sample);
			if (number == 1 && !i && !build)
				expect_end(session, (double)sample.wall_ns, all);
		}
	if (!session->first_clock_khz)
		session->first_clock_khz = at_load_clock(session->timer->seat.cpu);
	at_run_judge_outputs(session, false);
}

static void calibrate(struct at_session *session)
{
	const struct at_session_settings *settings = session->settings;
	uint64_t runs = settings->calibrate;
	struct at_sample *samples = at_resize(NULL, runs + 1, sizeof *samples);
	struct at_load now;
	size_t done = 0;

	while (done < runs && run_single(session, 1, AT_PHASE_CALIBRATE, done + 1, 1, 0, &samples[done]))
		done++;
	at_run_judge_outputs(session, false);
	at_load_read(&now, session->timer->seat.cpu);
	session->others_at_start = at_load_of_others(&session->before, &now);
	if (settings->pair)
		warm_up(session, 2, 1);
	/* Without a calibration, the last warm-up still tells computing from waiting. */
	if (!done && session->build[0].runs)
		samples[done++] = session->last_a;
	at_session_plan(session, samples, done);
	if (done)
		expect_end(session, (double)samples[done - 1].wall_ns, (settings->pair ? 2 : 1) * session->wanted_rounds);
	free(samples);
}

static void keep_round(struct at_session *session, const struct at_sample *sample)
{
	struct at_build_record *record = &session->build[sample->build];

	if (record->rounds == record->capacity) {
		record->capacity = record->capacity * 2 + 64;
		record->wall_ns = at_resize(record->wall_ns, record->capacity, sizeof *record->wall_ns);
		record->cpu_ns = at_resize(record->cpu_ns, record->capacity, sizeof *record->cpu_ns);
	}
	record->wall_ns[record->rounds] = (double)sample->wall_ns;
	record->cpu_ns[record->rounds++] = (double)at_sample_cpu_ns(sample);
	record->rounds_bound += at_cpu_bound(sample, session->settings->bound_pct / 100);
	record->all_cpu_ns += at_sample_cpu_ns(sample);
	record->all_free_ns += at_free_ns(sample);
	session->unscheduled += !sample->scheduled;
	session->contended_wait_ns += sample->wait_ns;
	session->contended_wall_ns += sample->scheduled ? sample->wall_ns : 0;
}

/* Both runs of a round, or neither, reach the file and the series; a run that failed is written for its evidence. */
static bool run_round(struct at_session *session, uint64_t round, int first)
{
	struct at_sample sample[2];
	int builds = session->settings->pair ? 2 : 1;

	for (int i = 0; i < builds; i++) {
		sample[i] = (struct at_sample){ .session = 2, .phase = AT_PHASE_ROUNDS, .round = round, .position = (unsigned)i + 1,
				.build = builds == 2 ? first ^ i : 0 };
		if (!run_once(session, &sample[i])) {
			if (session->status == AT_SESSION_FAILED)
				for (int j = 0; j <= i; j++)
					write_line(session, &sample[j]);
			return false;
		}
	}
	for (int i = 0; i < builds; i++) {
		write_line(session, &sample[i]);
		keep_round(session, &sample[i]);
	}
	at_run_judge_outputs(session, false);
	return going(session);
}

static bool compute(struct at_session *session, unsigned resamples)
{
	const struct at_build_record *a = &session->build[0], *b = &session->build[1];
	struct at_stats_settings settings = session->settings->stats;
	bool cpu = session->metric == AT_METRIC_CPU;

	if (!session->settings->pair || a->rounds < settings.rounds_least)
		return false;
	/* A CPU time of 0 (a run shorter than the accounting's resolution) has no ratio. */
	const double *base = cpu ? a->cpu_ns : a->wall_ns, *tune = cpu ? b->cpu_ns : b->wall_ns;
	for (size_t i = 0; i < a->rounds; i++)
		if (!(base[i] > 0 && tune[i] > 0))
			return false;
	settings.resamples = resamples;
	settings.calibration_cv = session->calibration_cv;
	at_stats_compute(base, tune, a->rounds, &settings, &session->stats);
	return true;
}

static void run_rounds(struct at_session *session)
{
	const struct at_session_settings *settings = session->settings;
	struct at_order order = { .random = session->timer->random };

	for (uint64_t round = 1; going(session) && round <= session->wanted_rounds && run_round(session, round, at_order_next(&order)); round++) {
		bool look = at_rule_looks(settings->stats.rule, round);
		at_progress_round(session, round);
		if (look && settings->pair && compute(session, 0) && session->stats.decided[settings->stats.rule])
			return;
		if (at_rule_looks(AT_RULE_PAIRED, round))
			look_at_machine(session);
	}
}

/* What can only be said at the end. */
static void finish(struct at_session *session)
{
	const struct at_session_settings *settings = session->settings;
	size_t rounds = session->build[0].rounds;
	unsigned long long least = settings->stats.rounds_least;

	at_run_judge_outputs(session, true);
	if (session->input && session->status != AT_SESSION_INTERRUPTED && at_watch_changed(session->input, true))
		at_session_end(session, AT_SESSION_FAILED, -1, "input_changed", "the input '%s' was changed during the session", session->input->path);
	session->has_stats = going(session) && compute(session, settings->stats.resamples);
	if (settings->pair && !session->has_stats)
		at_session_end(session, AT_SESSION_FAILED, -1, "few_rounds", rounds < least ?
				"only %zu whole rounds, and %llu are needed" :
				"the runs are too short for a CPU time (%zu rounds, of which %llu are needed)", rounds, least);
	at_load_read(&session->after, session->timer->seat.cpu);
	session->others = at_load_of_others(&session->before, &session->during);
	at_machine_warnings(session);
	if (at_machine_unstable(&session->warnings)) {
		at_session_end(session, AT_SESSION_UNSTABLE, -1, "unstable", "the machine changed during the session: %s",
				at_machine_unstable(&session->warnings));
		session->has_stats = false;
	}
}

void at_session_begin(struct at_session *session)
{
	session->failed_build = -1;
	session->cpu_share = session->calibration_cv = session->hottest_celsius = session->others_at_start = session->others = NAN;
	session->metric = session->settings->metric == AT_METRIC_CPU ? AT_METRIC_CPU : AT_METRIC_WALL;
	at_load_read(&session->before, session->timer->seat.cpu);
}

void at_session_run(struct at_session *session)
{
	if (session->settings->fresh)
		session->fresh_since = at_fresh_moment();
	warm_up(session, 1, session->settings->warmup);
	calibrate(session);
	run_rounds(session);
	session->last_clock_khz = at_load_clock(session->timer->seat.cpu);
	at_load_read(&session->during, session->timer->seat.cpu);
	look_at_machine(session);
	finish(session);
	at_progress_end(session);
}

void at_session_free(struct at_session *session)
{
	for (int i = 0; i < 2; i++) {
		free(session->build[i].wall_ns);
		free(session->build[i].cpu_ns);
	}
	free(session->reason);
	at_warnings_free(&session->warnings);
	at_json_free(&session->json);
}
