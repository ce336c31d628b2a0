#include "bar_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "alloc.h"

static const double mb = 1e6;      /* bytes */

const char *at_bar_verdict_name(enum at_bar_verdict verdict)
{
	static const char *const names[] = { "none", "target", "pass", "fail" };

	return names[verdict];
}

static enum at_bar_verdict judge_time(double ratio, const struct at_bar_options *options)
{
	return ratio <= options->target ? AT_BAR_TARGET : ratio <= options->pass ? AT_BAR_PASS : AT_BAR_FAIL;
}

void at_bar_compare(const struct at_bar_result *result, const struct at_bar_result *reference, const struct at_bar_options *options,
		struct at_bar_comparison *comparison)
{
	*comparison = (struct at_bar_comparison){ .rss = NAN };
	if (result->status != AT_BAR_OK || reference->status != AT_BAR_OK || !(reference->measure.min_ns > 0) || !(result->measure.min_ns > 0))
		return;
	comparison->time = result->measure.median_ns / reference->measure.median_ns;
	comparison->time_low = result->measure.min_ns / reference->measure.max_ns;
	comparison->time_high = result->measure.max_ns / reference->measure.min_ns;
	comparison->time_verdict = judge_time(comparison->time, options);
	comparison->certain = judge_time(comparison->time_low, options) == judge_time(comparison->time_high, options);
	if (result->peak_kib && reference->peak_kib) {
		comparison->rss = (double)result->peak_kib / (double)reference->peak_kib;
		comparison->rss_verdict = comparison->rss <= options->rss_pass ? AT_BAR_PASS : AT_BAR_FAIL;
	}
	comparison->verdict = comparison->rss_verdict == AT_BAR_FAIL ? AT_BAR_FAIL : comparison->time_verdict;
}

static void write_time(struct at_json *json)
{
	char text[32];
	struct tm parts;
	time_t now = time(NULL);

	if (gmtime_r(&now, &parts) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts))
		at_json_text(json, "time", text);
}

static void write_guard(const struct at_bar_guard *guard, struct at_json *json)
{
	if (guard->lock.descriptor >= 0) {
		at_json_text(json, "lock_label", guard->lock.label);
		if (guard->lock.left_by)
			at_json_text(json, "lock_left_by", guard->lock.left_by);
	}
	at_json_array(json, "forced");
	for (size_t i = 0; i < guard->forced.count; i++)
		at_json_text(json, NULL, guard->forced.word[i]);
	at_json_end(json);
}

void at_bar_write_session(const struct at_bar_report *report, struct at_json *json)
{
	const struct at_bar_options *options = report->options;
	const struct at_bar_settings *settings = &options->settings;
	struct at_warnings warnings = { 0 };

	at_json_object(json, NULL);
	at_json_text(json, "kind", "session");
	at_json_text(json, "schema", "atesor.bar/1");
	at_json_text(json, "version", ATESOR_VERSION);
	write_time(json);
	at_json_text(json, "table", options->table_path);
	at_json_text(json, "procedure", settings->blocks ? "blocks" : "alternate");
	at_json_uint(json, "warmups", settings->measure.warmups);
	at_json_uint(json, "repetitions", settings->measure.repetitions);
	at_json_real(json, "repetition_seconds", settings->measure.seconds);
	at_json_uint(json, "calls_most", settings->measure.calls_most);
	at_json_real(json, "timeout_seconds", settings->limits.seconds);
	if (settings->limits.memory_kib)
		at_json_uint(json, "memory_limit_bytes", settings->limits.memory_kib * 1024);
	at_json_real(json, "pass_ratio", options->pass);
	at_json_real(json, "target_ratio", options->target);
	at_json_real(json, "rss_ratio_most", options->rss_pass);
	at_json_real(json, "load_most", options->load_most);
	at_json_real(json, "other_cpus_most", options->others_most);
	at_load_write(&report->guard->load, "before", json);
	write_guard(report->guard, json);
	at_bar_machine_write(report->machine, true, &warnings, json);
	at_warnings_write(&warnings, json);
	at_json_end(json);
	at_warnings_free(&warnings);
}

/* What is a result only when the answers were right. */
static void write_times(const struct at_bar_result *result, struct at_json *json)
{
	const struct at_measure *measure = &result->measure;

	at_json_real(json, "load_ms", result->load_ns / 1e6);
	at_json_real(json, "first_run_ms", measure->first_ns / 1e6);
	at_json_real(json, "median_ms", measure->median_ns / 1e6);
	at_json_real(json, "min_ms", measure->min_ns / 1e6);
	at_json_real(json, "max_ms", measure->max_ns / 1e6);
	at_json_real(json, "spread_pct", measure->spread_pct);
	at_json_uint(json, "calls", measure->calls);
	at_json_array(json, "repetitions_ms");
	for (uint64_t i = 0; i < result->repetitions; i++)
		at_json_real(json, NULL, result->values[i] / 1e6);
	at_json_end(json);
	if (result->cpu_ns && result->wall_ns)
		at_json_real(json, "cpu_pct", (double)result->cpu_ns / (double)result->wall_ns * 100);
	if (result->peak_kib)
		at_json_real(json, "peak_rss_mb", (double)result->peak_kib * 1024 / mb);
	if (result->has_alloc)
		at_json_real(json, "alloc_bytes_per_iter", result->alloc_bytes);
}

static void write_comparison(const struct at_bar_comparison *comparison, const struct at_bar_result *reference, struct at_json *json)
{
	at_json_text(json, "compared_with", reference->engine->name);
	if (!comparison->verdict)
		return;
	at_json_real(json, "time_ratio", comparison->time);
	at_json_real(json, "time_ratio_low", comparison->time_low);
	at_json_real(json, "time_ratio_high", comparison->time_high);
	at_json_text(json, "time_verdict", at_bar_verdict_name(comparison->time_verdict));
	at_json_bool(json, "time_verdict_certain", comparison->certain);
	if (comparison->rss_verdict) {
		at_json_real(json, "rss_ratio", comparison->rss);
		at_json_text(json, "rss_verdict", at_bar_verdict_name(comparison->rss_verdict));
	}
	at_json_text(json, "verdict", at_bar_verdict_name(comparison->verdict));
}

/* Whether a row may be shown, and if not, each reason. */
static void write_publication(const struct at_bar_report *report, const struct at_bar_result *result, double others, struct at_json *json)
{
	struct at_argv reasons = AT_ARGV_INIT;

	if (result->status != AT_BAR_OK)
		at_argv_push(&reasons, result->reason ? result->reason : "no result");
	if (report->guard->forced.count)
		at_argv_push(&reasons, "forced on a busy machine");
	if (others > report->options->others_most)
		at_argv_give(&reasons, at_format("others used %.2f CPUs meanwhile, over %.2f", others, report->options->others_most));
	if (result->late)
		at_argv_push(&reasons, "an answer came much later than the engine's own time explains");
	at_json_bool(json, "published", !reasons.count);
	if (reasons.count) {
		at_json_array(json, "unpublished_because");
		for (size_t i = 0; i < reasons.count; i++)
			at_json_text(json, NULL, reasons.word[i]);
		at_json_end(json);
	}
	at_argv_free(&reasons);
}

static void write_loads(const struct at_bar_result *result, double others, struct at_json *json)
{
	const struct at_load *load[] = { &result->before, &result->during, &result->after };
	static const char *const key[] = { "load_before", "load_during", "load_after" };

	for (size_t i = 0; i < 3; i++)
		if (load[i]->has_average)
			at_json_real(json, key[i], load[i]->average[0]);
	if (!isnan(others))
		at_json_real(json, "other_cpus", others);
}

static void write_warnings(const struct at_bar_result *result, double others, struct at_json *json)
{
	struct at_warnings warnings = { 0 };

	if (isnan(others))
		at_warnings_add(&warnings, "others_unknown",
				"what others did meanwhile is not known: the row took under 0.1 s, or /proc/stat is not there");
	if (result->status == AT_BAR_OK && !result->has_alloc)
		at_warnings_add(&warnings, "no_alloc", "the engine's program does not count what it allocates");
	if (result->status == AT_BAR_OK && !result->peak_kib)
		at_warnings_add(&warnings, "no_rss", "the peak of its memory is not known");
	at_warnings_write(&warnings, json);
	at_warnings_free(&warnings);
}

static void write_facts(const struct at_bar_result *result, struct at_json *json)
{
	at_json_object(json, "facts");
	for (size_t i = 0; i < result->key.count; i++) {
		bool again = false;
		for (size_t j = 0; j < i; j++)
			again = again || !strcmp(result->key.word[i], result->key.word[j]);
		if (!again)
			at_json_text(json, result->key.word[i], result->value.word[i]);
	}
	at_json_end(json);
}

bool at_bar_write_row(const struct at_bar_report *report, const struct at_bar_row *row, const char *threads_asked, unsigned threads,
		const struct at_bar_result *result, const struct at_bar_result *reference, struct at_json *json)
{
	static const char *const status[] = { "ok", "wrong", "error" };
	struct at_bar_comparison comparison = { 0 };
	double others = at_load_of_others(&result->before, &result->after);

	at_json_object(json, NULL);
	at_json_text(json, "kind", "row");
	write_time(json);
	at_json_text(json, "model", row->model);
	at_json_text(json, "variant", row->variant);
	at_json_uint(json, "batch", strtoull(row->batch, NULL, 10));
	at_json_text(json, "engine", result->engine->name);
	at_json_text(json, "threads", threads_asked);
	at_json_uint(json, "threads_given", threads);
	at_json_text(json, "status", status[result->status]);
	if (result->reason)
		at_json_text(json, "reason", result->reason);
	if (result->status == AT_BAR_OK)
		write_times(result, json);
	if (result->has_check) {
		if (isfinite(result->check_scaled_err))
			at_json_real(json, "check_scaled_err", result->check_scaled_err);
		at_json_real(json, "tolerance", result->tolerance);
	}
	if (reference) {
		at_bar_compare(result, reference, report->options, &comparison);
		write_comparison(&comparison, reference, json);
	}
	write_publication(report, result, others, json);
	at_json_text(json, "procedure", report->options->settings.blocks ? "blocks" : "alternate");
	write_loads(result, others, json);
	write_guard(report->guard, json);
	write_facts(result, json);
	at_bar_machine_write(report->machine, false, NULL, json);
	write_warnings(result, others, json);
	at_json_end(json);
	return result->status == AT_BAR_OK && comparison.verdict != AT_BAR_FAIL;
}

void at_bar_write_end(size_t lines, size_t failed, int stopped, struct at_json *json)
{
	at_json_object(json, NULL);
	at_json_text(json, "kind", "end");
	at_json_uint(json, "rows", lines);
	at_json_uint(json, "not_passed", failed);
	at_json_bool(json, "interrupted", stopped);
	at_json_end(json);
}
