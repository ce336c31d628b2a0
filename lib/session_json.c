#include "session_json.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "machine_warnings.h"
#include "stat_order.h"
#include "stat_spread.h"

const char *at_session_status_name(enum at_session_status status)
{
	static const char *const names[] = { "ok", "ok", "unstable", "failed", "interrupted" };

	return names[status];
}

static void write_settings(const struct at_session *session, struct at_json *json)
{
	const struct at_session_settings *s = session->settings;
	static const char *const policies[] = { "ignore", "warn", "fail" };
	static const char *const checks[] = { "none", "stdout", "file", "lines" };

	at_json_uint(json, "warmup", s->warmup);
	at_json_uint(json, "calibrate", s->calibrate);
	at_json_uint(json, "rounds", s->rounds);
	at_json_uint(json, "max_rounds", s->max_rounds);
	at_json_real(json, "timeout_s", session->timer->seconds);
	at_json_text(json, "check", checks[session->timer->check.kind]);
	if (session->timer->check.prefix)
		at_json_text(json, "check_prefix", session->timer->check.prefix);
	at_json_text(json, "rule", at_rule_name(s->stats.rule));
	at_json_real(json, "effect_pct", s->stats.effect_pct);
	at_json_real(json, "alpha", s->stats.alpha);
	at_json_real(json, "band_alpha", s->stats.band_alpha);
	at_json_real(json, "interval_alpha", s->stats.interval_alpha);
	at_json_uint(json, "min_rounds", s->stats.rounds_least);
	at_json_uint(json, "resamples", s->stats.resamples);
	at_json_text(json, "metric", at_metric_name(s->metric));
	at_json_real(json, "cpu_bound_pct", s->bound_pct);
	at_json_real(json, "warn_load_cpus", s->busy_cpus);
	at_json_real(json, "warn_celsius", s->hot_celsius);
	at_json_real(json, "warn_clock_pct", s->frequency_pct);
	at_json_real(json, "warn_contention_pct", s->contention_pct);
	at_json_real(json, "warn_first_times", s->first_times);
	at_json_real(json, "cpu_share_pct", s->computing_pct);
	at_json_real(json, "same_time_pct", s->same_time_pct);
	at_json_real(json, "moment_s", s->moment_seconds);
	at_json_text(json, "stderr", policies[s->on_stderr]);
	at_json_int(json, "expected_exit", s->expected_exit);
	at_json_bool(json, "fresh", s->fresh);
	at_json_bool(json, "keep_environment", session->timer->keep_environment);
	at_json_array(json, "environment");
	for (size_t i = 0; i < session->timer->extra.count; i++)
		at_json_text(json, NULL, session->timer->extra.word[i]);
	at_json_end(json);
}

static void write_builds(const struct at_session *session, struct at_json *json)
{
	for (int i = 0; i < at_session_builds(session->settings); i++) {
		const struct at_command *command = session->command[i];
		at_json_object(json, i ? "b" : "a");
		if (command->directory)
			at_json_text(json, "directory", command->directory);
		at_command_write(command, "command", json);
		at_json_end(json);
	}
}

static void write_lock(const struct at_lock *lock, struct at_json *json)
{
	if (!lock)
		return;
	at_json_text(json, "lock", lock->path);
	at_json_text(json, "lock_label", lock->label);
	at_json_int(json, "lock_since_epoch", lock->since);
	at_json_real(json, "lock_waited_seconds", lock->waited_seconds);
	if (lock->left_by)
		at_json_text(json, "lock_left_by", lock->left_by);
}

void at_session_write_start(const struct at_session *session, const char *template, const char *seed, const char *scheduling,
		struct at_json *json)
{
	const struct at_seat *seat = &session->timer->seat;

	at_json_object(json, NULL);
	at_json_text(json, "kind", "session");
	at_json_text(json, "version", ATESOR_VERSION);
	at_json_int(json, "started_epoch", time(NULL));
	if (template)
		at_json_text(json, "template", template);
	write_builds(session, json);
	if (session->input) {
		at_json_object(json, "input");
		at_json_text(json, "path", session->input->path);
		if (session->input->sha256[0]) {
			at_json_text(json, "sha256", session->input->sha256);
			at_json_uint(json, "size_bytes", session->input->bytes);
		}
		at_json_end(json);
	}
	at_json_text(json, "seed", seed);
	if (seat->cpu >= 0) {
		at_json_int(json, "cpu", seat->cpu);
		at_json_bool(json, "reads_on_another_cpu", seat->has_others);
	}
	at_json_text(json, "timer_scheduling", scheduling);
	write_settings(session, json);
	write_lock(session->lock, json);
	at_load_write(&session->before, "before", json);
	at_json_end(json);
}

static void write_times(const char *prefix, const double *values, size_t count, struct at_json *json)
{
	char key[48];
	double low = values[0], high = values[0];

	for (size_t i = 1; i < count; i++) {
		low = fmin(low, values[i]);
		high = fmax(high, values[i]);
	}
	snprintf(key, sizeof key, "median_%s_ns", prefix);
	at_json_real(json, key, at_median(values, count));
	snprintf(key, sizeof key, "min_%s_ns", prefix);
	at_json_real(json, key, low);
	snprintf(key, sizeof key, "max_%s_ns", prefix);
	at_json_real(json, key, high);
	if (count >= 2 && at_mean(values, count) > 0) {
		snprintf(key, sizeof key, "cv_%s_pct", prefix);
		at_json_real(json, key, 100 * at_variation(values, count));
	}
}

static void write_build(const struct at_build_record *build, const char *key, struct at_json *json)
{
	at_json_object(json, key);
	at_json_uint(json, "runs", build->runs);
	if (build->rounds) {
		write_times("wall", build->wall_ns, build->rounds, json);
		write_times("cpu", build->cpu_ns, build->rounds, json);
	}
	if (build->all_free_ns)
		at_json_real(json, "cpu_pct", 100 * (double)build->all_cpu_ns / (double)build->all_free_ns);
	if (build->maxrss_kib)
		at_json_uint(json, "maxrss_kib", build->maxrss_kib);
	at_json_end(json);
}

static void write_output(const struct at_session *session, struct at_json *json)
{
	const struct at_build_record *a = &session->build[0], *b = &session->build[1];

	if (session->timer->check.kind == AT_CHECK_NONE || !a->runs)
		return;
	at_json_object(json, "output");
	for (int i = 0; i < at_session_builds(session->settings); i++) {
		const struct at_build_record *build = &session->build[i];
		if (!build->runs)
			continue;
		if (build->runs > 1)
			at_json_bool(json, i ? "b_repeatable" : "a_repeatable", !build->unequal);
		if (build->check[0])
			at_json_text(json, i ? "b_sha256" : "a_sha256", build->check);
		if (build->output[0])
			at_json_text(json, i ? "b_output_sha256" : "a_output_sha256", build->output);
	}
	if (session->settings->pair && b->runs)
		at_json_bool(json, "equal", !strcmp(a->check, b->check) && !strcmp(a->output, b->output));
	at_json_end(json);
}

static void write_machine(const struct at_session *session, struct at_json *json)
{
	const struct at_load *before = &session->before, *during = &session->during;

	at_load_write(before, "before", json);
	at_load_write(during, "during", json);
	at_load_write(&session->after, "after", json);
	if (session->first_clock_khz && session->last_clock_khz) {
		at_json_uint(json, "first_clock_khz", session->first_clock_khz);
		at_json_uint(json, "last_clock_khz", session->last_clock_khz);
	}
	if (!isnan(session->hottest_celsius))
		at_json_real(json, "hottest_celsius", session->hottest_celsius);
	if (before->has_pressure && during->has_pressure) {
		at_json_uint(json, "psi_cpu_some_us", during->cpu_stall_us - before->cpu_stall_us);
		at_json_uint(json, "psi_io_some_us", during->io_stall_us - before->io_stall_us);
		at_json_real(json, "psi_cpu_some_pct", at_session_cpu_stall_pct(session));
	}
	if (!isnan(session->others_at_start))
		at_json_real(json, "other_cpus_at_start", session->others_at_start);
	if (!isnan(session->others))
		at_json_real(json, "other_cpus", session->others);
	if (session->contended_wall_ns)
		at_json_real(json, "wait_pct", 100 * (double)session->contended_wait_ns / (double)session->contended_wall_ns);
	at_json_uint(json, "timer_rss_kib", session->timer->floor_kib);
}

void at_session_write_end(const struct at_session *session, struct at_json *json)
{
	at_json_object(json, NULL);
	at_json_text(json, "kind", "end");
	at_json_text(json, "status", at_session_status_name(session->status));
	if (session->reason) {
		at_json_text(json, "failure", session->kind);
		at_json_text(json, "reason", session->reason);
	}
	if (session->failed_build >= 0)
		at_json_text(json, "failed_build", session->failed_build ? "b" : "a");
	if (session->status == AT_SESSION_FAILED && session->failed_build >= 0 && session->timer->stderr_text[0])
		at_json_text(json, "stderr", session->timer->stderr_text);
	at_json_uint(json, "rounds", session->build[0].rounds);
	at_json_text(json, "metric", at_metric_name(session->metric));
	if (!isnan(session->cpu_share))
		at_json_real(json, "cpu_pct", 100 * session->cpu_share);
	if (!isnan(session->calibration_cv))
		at_json_real(json, "calibration_cv_pct", 100 * session->calibration_cv);
	at_json_real(json, "seconds", (double)(session->after.at_ns - session->before.at_ns) / 1e9);
	write_build(&session->build[0], "a", json);
	if (session->settings->pair)
		write_build(&session->build[1], "b", json);
	write_output(session, json);
	if (session->has_stats) {
		at_json_object(json, "stats");
		at_stats_write(&session->stats, &session->settings->stats, json);
		at_json_end(json);
	}
	write_machine(session, json);
	at_warnings_write(&session->warnings, json);
	at_json_end(json);
}
