#include "bar_session.h"

#include <errno.h>
#include <stdlib.h>

#include "alloc.h"
#include "bar_seats.h"
#include "message.h"

enum { AROUND = 3 };      /* seconds of a row beside its repetitions, roughly: loading, warm-up, checking */

double at_bar_session_seconds(const struct at_bar_options *options)
{
	const struct at_measure_settings *measure = &options->settings.measure;
	double one = (double)measure->repetitions * measure->seconds + AROUND;

	return one * (double)options->engines * (double)options->rows * (double)options->threads.count;
}

static void write_line(struct at_bar_session *session, struct at_json *json)
{
	/* The line goes to each stream: it is cleared when written. */
	struct at_buffer copy = AT_BUFFER_INIT;

	at_buffer_add(&copy, json->out.data, json->out.length);
	at_buffer_byte(&copy, '\n');
	for (size_t i = 0; i < 2; i++)
		if (session->stream[i] && (fwrite(copy.data, 1, copy.length, session->stream[i]) != copy.length || fflush(session->stream[i])))
			session->trouble = errno ? errno : EIO;
	at_buffer_free(&copy);
	at_json_free(json);
}

static void tell(const struct at_bar_row *row, const char *threads, const struct at_bar_result *result,
		const struct at_bar_result *reference, const struct at_bar_options *options)
{
	struct at_bar_comparison comparison = { 0 };

	if (reference)
		at_bar_compare(result, reference, options, &comparison);
	if (result->status != AT_BAR_OK)
		at_note("%s:%s:%s, threads %s, %s: %s: %s", row->model, row->variant, row->batch, threads, result->engine->name,
				result->status == AT_BAR_WRONG ? "wrong" : "error", result->reason);
	else if (comparison.verdict)
		at_note("%s:%s:%s, threads %s, %s: %.4g ms, spread %.1f %%, %.3f of %s's time: %s%s", row->model, row->variant, row->batch, threads,
				result->engine->name, result->measure.median_ns / 1e6, result->measure.spread_pct, comparison.time, reference->engine->name,
				at_bar_verdict_name(comparison.time_verdict), comparison.rss_verdict == AT_BAR_FAIL ? ", but too much memory: fail" : "");
	else
		at_note("%s:%s:%s, threads %s, %s: %.4g ms, spread %.1f %%", row->model, row->variant, row->batch, threads, result->engine->name,
				result->measure.median_ns / 1e6, result->measure.spread_pct);
}

static void run_row(struct at_bar_session *session, const struct at_bar_settings *settings, const struct at_bar_row *row,
		const char *threads)
{
	const struct at_bar_options *options = session->report.options;
	struct at_bar_result *result = at_alloc(AT_BAR_ENGINES_MOST * sizeof *result);
	struct at_bar_seats seats;
	struct at_json json = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < options->engines; i++)
		if (at_bar_row_has(row, options->engine[i]->name))
			result[count++].engine = options->engine[i];
	at_bar_seats_take(&seats, threads, options->pin);
	at_bar_measure_row(row, settings, seats.threads, seats.pinned ? &seats.engines : NULL, result, count);
	at_bar_seats_leave(&seats);
	for (size_t i = 0; i < count; i++) {
		const struct at_bar_result *reference = i ? &result[0] : NULL;
		if (!*settings->limits.stop) {      /* a row that was cut off is none */
			if (!at_bar_write_row(&session->report, row, threads, seats.threads, &result[i], reference, &json))
				session->failed++;
			session->lines++;
			write_line(session, &json);
			if (!options->quiet)
				tell(row, threads, &result[i], reference, options);
		}
	}
	for (size_t i = 0; i < count; i++)
		at_bar_result_free(&result[i]);
	free(result);
}

void at_bar_session_run(struct at_bar_session *session, const struct at_bar_settings *settings)
{
	const struct at_bar_options *options = session->report.options;
	struct at_json json = { 0 };

	at_bar_write_session(&session->report, &json);
	write_line(session, &json);
	for (size_t r = 0; r < options->rows; r++)
		for (size_t t = 0; t < options->threads.count && !*settings->limits.stop; t++)
			run_row(session, settings, options->row[r], options->threads.word[t]);
	at_bar_write_end(session->lines, session->failed, *settings->limits.stop, &json);
	write_line(session, &json);
}
