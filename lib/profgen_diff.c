#include "profgen_diff.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "json.h"
#include "message.h"
#include "names.h"
#include "number.h"
#include "profile_read.h"

enum { FILE_LIMIT = 1 << 30, SHOWN = 10 };

/* Places by name, and what both profiles count there. */
struct shares {
	struct at_names names;
	uint64_t (*count)[2];
	size_t capacity;
	uint64_t total[2];
};

struct comparison {
	struct shares places, functions;
};

static void add(struct shares *shares, unsigned side, const char *name, uint64_t count)
{
	uint32_t number = at_names_add(&shares->names, name, strlen(name));

	if (number >= shares->capacity) {
		size_t capacity = 2 * (size_t)number + 64;
		shares->count = at_resize(shares->count, capacity, sizeof *shares->count);
		memset(shares->count + shares->capacity, 0, (capacity - shares->capacity) * sizeof *shares->count);
		shares->capacity = capacity;
	}
	shares->count[number][side] = at_add_saturating(shares->count[number][side], count);
	shares->total[side] = at_add_saturating(shares->total[side], count);
}

/* Adds the places of a function and of what is inlined into it; `path` names it. Returns the sum of its own counts. */
static uint64_t add_places(struct comparison *comparison, unsigned side, const struct at_profile *profile, uint32_t index,
		struct at_buffer *path)
{
	const struct at_profile_function *function = &profile->function[index];
	size_t length = path->length;
	uint64_t sum = 0;

	at_buffer_text(path, at_profile_name(profile, index));
	size_t named = path->length;
	for (size_t i = 0; i < function->records; i++) {
		const struct at_profile_record *record = &profile->record[function->first_record + i];
		at_buffer_printf(path, "\n%" PRIu32 ".%" PRIu32, record->at.line, record->at.discriminator);
		add(&comparison->places, side, path->data, record->count);
		sum = at_add_saturating(sum, record->count);
		path->data[path->length = named] = '\0';
	}
	for (size_t i = 0; i < function->callees; i++) {
		uint32_t callee = profile->callee[function->first_callee + i];
		at_buffer_printf(path, "\n%" PRIu32 ".%" PRIu32 " ", profile->function[callee].call.line,
				profile->function[callee].call.discriminator);
		sum = at_add_saturating(sum, add_places(comparison, side, profile, callee, path));
		path->data[path->length = named] = '\0';
	}
	path->data[path->length = length] = '\0';
	return sum;
}

static char *add_profile(struct comparison *comparison, unsigned side, const struct at_buffer *bytes)
{
	struct at_profile profile = { 0 };
	struct at_buffer path = AT_BUFFER_INIT;
	char *problem = at_profile_read(&profile, bytes->data ? bytes->data : "", bytes->length);

	at_buffer_text(&path, "");
	for (size_t i = 0; !problem && i < profile.tops; i++) {
		uint64_t sum = add_places(comparison, side, &profile, profile.top[i], &path);
		add(&comparison->functions, side, at_profile_name(&profile, profile.top[i]), sum);
	}
	at_buffer_free(&path);
	at_profile_free(&profile);
	return problem;
}

/* Saved counts of addresses: the places are the addresses. */
static char *add_counts(struct comparison *comparison, unsigned side, char *text)
{
	bool counted = false;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		char *colon = strchr(line, ':');
		uint64_t count;
		if (*line == '#')
			continue;
		if (!counted && !colon && !at_parse_count(line, &count)) {
			counted = true;      /* how many lines follow */
			continue;
		}
		if (!colon || at_parse_count(colon + 1, &count))
			return at_format("'%.40s' is not ADDRESS:COUNT", line);
		*colon = '\0';
		add(&comparison->places, side, line, count);
	}
	return NULL;
}

static int read_side(struct comparison *comparison, unsigned side, const char *path)
{
	struct at_buffer bytes = AT_BUFFER_INIT;
	char *problem;

	if (at_buffer_read_file(&bytes, path, FILE_LIMIT))
		problem = at_format("cannot read: %s", strerror(errno));
	else if (bytes.length && !strncmp(bytes.data, "# llvm-profgen-content:", 23))
		problem = add_counts(comparison, side, bytes.data);
	else
		problem = add_profile(comparison, side, &bytes);
	if (!problem && !comparison->places.total[side])
		problem = at_strdup("all its counts are 0");
	if (problem)
		at_error("'%s': %s", path, problem);
	free(problem);
	at_buffer_free(&bytes);
	return problem ? AT_EXIT_TROUBLE : AT_EXIT_DONE;
}

static double share(const struct shares *shares, size_t i, unsigned side)
{
	return shares->total[side] ? (double)shares->count[i][side] / (double)shares->total[side] : 0;
}

static void put_overlap(struct at_json *json, const char *key, const struct shares *shares)
{
	long double overlap = 0;
	uint64_t only[2] = { 0, 0 };

	for (size_t i = 0; i < shares->names.count; i++) {
		double a = share(shares, i, 0), b = share(shares, i, 1);
		overlap += a < b ? a : b;
		only[0] += shares->count[i][0] && !shares->count[i][1];
		only[1] += shares->count[i][1] && !shares->count[i][0];
	}
	at_json_object(json, key);
	at_json_real(json, "overlap_pct", round((double)(1e11L * overlap)) / 1e9);      /* the sum of many shares is not exact */
	at_json_uint(json, "only_a", only[0]);
	at_json_uint(json, "only_b", only[1]);
	at_json_end(json);
}

static double distance(const struct shares *shares, size_t i)
{
	double difference = share(shares, i, 1) - share(shares, i, 0);

	return difference < 0 ? -difference : difference;
}

static int by_distance(const void *a, const void *b, void *argument)
{
	const struct shares *shares = argument;
	size_t i = *(const size_t *)a, j = *(const size_t *)b;
	double x = distance(shares, i), y = distance(shares, j);

	return x != y ? (x > y ? -1 : 1) : strcmp(shares->names.text[i], shares->names.text[j]);
}

static void put_largest(struct at_json *json, struct shares *shares)
{
	size_t count = shares->names.count, *order = at_resize(NULL, count, sizeof *order);

	for (size_t i = 0; i < count; i++)
		order[i] = i;
	if (count)
		qsort_r(order, count, sizeof *order, by_distance, shares);
	at_json_array(json, "largest_differences");
	for (size_t i = 0; i < count && i < SHOWN && distance(shares, order[i]) > 0; i++) {
		at_json_object(json, NULL);
		at_json_text(json, "name", shares->names.text[order[i]]);
		at_json_real(json, "a_pct", 100 * share(shares, order[i], 0));
		at_json_real(json, "b_pct", 100 * share(shares, order[i], 1));
		at_json_end(json);
	}
	at_json_end(json);
	free(order);
}

static void free_shares(struct shares *shares)
{
	at_names_free(&shares->names);
	free(shares->count);
}

int at_profgen_diff(const char *a, const char *b)
{
	struct comparison comparison = { 0 };
	struct at_json json = { 0 };
	int code = read_side(&comparison, 0, a);

	if (!code)
		code = read_side(&comparison, 1, b);
	if (!code) {
		at_json_object(&json, NULL);
		at_json_text(&json, "a", a);
		at_json_text(&json, "b", b);
		put_overlap(&json, "places", &comparison.places);
		if (comparison.functions.names.count) {
			put_overlap(&json, "functions", &comparison.functions);
			put_largest(&json, &comparison.functions);
		}
		at_json_end(&json);
		if (at_json_line(&json, stdout) || fflush(stdout)) {
			at_error("cannot write: %s", strerror(errno));
			code = AT_EXIT_TROUBLE;
		}
	}
	at_json_free(&json);
	free_shares(&comparison.places);
	free_shares(&comparison.functions);
	return code;
}
