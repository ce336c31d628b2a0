#include "profgen_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "json.h"
#include "message.h"

enum { FUNCTIONS_SHOWN = 20 };

static void put_share(struct at_json *json, const char *key, uint64_t part, uint64_t all)
{
	if (all)
		at_json_real(json, key, 100.0 * (double)part / (double)all);
}

static void put_id(struct at_json *json, const char *key, const struct at_perf_build_id *id)
{
	char *text = at_build_id_text(id);

	if (id->size)
		at_json_text(json, key, text);
	free(text);
}

static void put_where(struct at_json *json, const struct at_where *where)
{
	const struct {
		const char *key;
		uint64_t samples;
	} places[] = {
		{ "used", where->used }, { "no_source_line", where->no_line }, { "no_debug_information", where->no_function },
		{ "inside_of_an_instruction", where->between }, { "outside_of_code", where->not_code }, { "other_build", where->other_build },
		{ "other_file", where->other_object }, { "kernel", where->kernel }, { "guest", where->guest }, { "not_mapped", where->no_map },
		{ "process_without_maps", where->no_maps }, { "other_process", where->other_process },
	};

	at_json_object(json, "where");
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		at_json_uint(json, places[i].key, places[i].samples);
	at_json_end(json);
}

static int by_samples(const void *a, const void *b, void *argument)
{
	const struct at_where *where = argument;
	size_t i = *(const size_t *)a, j = *(const size_t *)b;

	if (where->object_samples[i] != where->object_samples[j])
		return where->object_samples[i] > where->object_samples[j] ? -1 : 1;
	return strcmp(where->objects.text[i], where->objects.text[j]);
}

static void put_files(struct at_json *json, const struct at_where *where)
{
	enum { FILES_SHOWN = 10 };
	size_t count = where->objects.count, *order = at_resize(NULL, count, sizeof *order);

	at_json_array(json, "other_files");
	for (size_t i = 0; i < count; i++)
		order[i] = i;
	if (count)
		qsort_r(order, count, sizeof *order, by_samples, (void *)where);
	for (size_t i = 0; i < count && i < FILES_SHOWN; i++) {
		at_json_object(json, NULL);
		at_json_text(json, "path", where->objects.text[order[i]]);
		at_json_uint(json, "samples", where->object_samples[order[i]]);
		at_json_end(json);
	}
	at_json_end(json);
	free(order);
}

static void put_functions(struct at_json *json, const struct at_profile *profile)
{
	uint64_t total = 0;

	for (size_t i = 0; i < profile->tops; i++)
		total = at_add_saturating(total, profile->function[profile->top[i]].total);
	at_json_uint(json, "functions", profile->tops);
	at_json_array(json, "hottest");
	for (size_t i = 0; i < profile->tops && i < FUNCTIONS_SHOWN; i++) {
		const struct at_profile_function *function = &profile->function[profile->top[i]];
		at_json_object(json, NULL);
		at_json_text(json, "name", at_profile_name(profile, profile->top[i]));
		at_json_uint(json, "total", function->total);
		put_share(json, "share_pct", function->total, total);
		at_json_end(json);
	}
	at_json_end(json);
}

int at_profgen_report(struct at_profgen *work)
{
	const struct at_where *where = &work->collect.where;
	struct at_json json = { 0 };
	int code = at_profgen_collect(work);

	if (code)
		return code;
	code = at_profgen_symbolize(work);
	at_json_object(&json, NULL);
	at_json_text(&json, "binary", work->binary_path);
	put_id(&json, "build_id", &work->binary.id);
	put_id(&json, "recorded_build_id", where->other_build ? &where->build : where->by_name ? &where->build : &work->binary.id);
	if (where->other_build || (where->hits && !where->by_name && work->binary.id.size))
		at_json_bool(&json, "stale", where->other_build && !where->hits);
	at_json_uint(&json, "samples", where->samples);
	at_json_uint(&json, "hits", where->hits);
	put_share(&json, "hit_pct", where->hits, where->samples);
	put_share(&json, "coverage_pct", where->used, where->hits);
	if (where->has_exact)
		put_share(&json, "exact_pct", where->exact, where->hits);
	at_json_uint(&json, "addresses", work->count);
	put_where(&json, where);
	put_files(&json, where);
	put_functions(&json, &work->profile);
	at_json_end(&json);
	if (at_json_line(&json, stdout) || fflush(stdout)) {
		at_error("cannot write: %s", strerror(errno));
		code = AT_EXIT_TROUBLE;
	}
	at_json_free(&json);
	return code;
}
