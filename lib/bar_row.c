#include "bar_row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "bar_memory.h"
#include "bar_outputs.h"
#include "number.h"
#include "straggler.h"

struct seat {
	struct at_bar_child child;
	struct at_bar_result *result;
};

struct course {
	const struct at_bar_row *row;
	const struct at_bar_settings *settings;
	unsigned threads;
	const cpu_set_t *cpus;
	struct seat seat[AT_BAR_ENGINES_MOST];
	size_t count;
};

/* "NS" or "NS BYTES" behind "ok". */
static int parse_times(char *text, uint64_t *ns, bool *has_alloc, uint64_t *alloc)
{
	char *space = strchr(text, ' ');

	*has_alloc = space;
	if (space)
		*space++ = '\0';
	return at_parse_count(text, ns) || (space && at_parse_count(space, alloc)) ? -1 : 0;
}

/* So many calls. 0, or −1 with the child's reason. */
static int run(const struct course *course, struct seat *seat, uint64_t calls, uint64_t *ns, uint64_t *alloc)
{
	struct at_bar_child *child = &seat->child;

	if (at_bar_child_ask(child, NULL, NULL, "run %llu", (unsigned long long)calls))
		return -1;
	if (parse_times(child->answer, ns, &seat->result->has_alloc, alloc))
		return at_bar_child_fail(child, "answered 'run' with '%s', which is no time", child->answer);
	/* Whoever measures the time with another clock, or only a part of the work, is not a result. */
	if (*ns > child->answer_ns)
		return at_bar_child_fail(child, "says that %llu calls took %llu ns, and answered after %llu ns", (unsigned long long)calls,
				(unsigned long long)*ns, (unsigned long long)child->answer_ns);
	double gap = (double)(child->answer_ns - *ns), share = course->settings->gap_share * (double)child->answer_ns;
	if (gap > share && gap > course->settings->gap_ns)
		seat->result->late = true;
	return 0;
}

static int start(const struct course *course, struct seat *seat)
{
	const struct at_bar_engine *engine = seat->result->engine;
	const char *model = at_bar_row_file(course->row, engine->name);
	struct at_bar_child *child = &seat->child;
	char *hosted[] = { course->settings->host, engine->words.word[0], NULL };

	if (at_bar_child_start(child, engine->shared ? hosted : engine->words.word, course->cpus, &course->settings->limits))
		return -1;
	if (!model)
		return at_bar_child_fail(child, "the table has no model file for it");
	if (at_bar_child_ask(child, NULL, NULL, "hello"))
		return -1;
	if (strcmp(child->answer, "1"))
		return at_bar_child_fail(child, "speaks version '%s' of the protocol, and this is version 1", child->answer);
	at_bar_child_limit(child);
	if (at_bar_child_ask(child, NULL, NULL, "create %u %s", course->threads, model))
		return -1;
	seat->result->load_ns = (double)child->answer_ns;
	return 0;
}

static int bind(const struct course *course, struct seat *seat)
{
	char shape[AT_TENSOR_SHAPE];

	for (size_t i = 0; i < course->row->inputs; i++) {
		const struct at_bar_values *input = &course->row->input[i];
		at_tensor_shape_text(&input->tensor, shape);
		if (at_bar_child_ask(&seat->child, NULL, NULL, "input %s %s %s", at_tensor_type_name(input->tensor.type), shape, input->name) ||
				at_bar_child_ask(&seat->child, NULL, NULL, "content %s", input->file))
			return -1;
	}
	return 0;
}

/* The cold call and the warm-ups, which tell how many calls a repetition has. */
static int warm_up(const struct course *course, struct seat *seat)
{
	const struct at_measure_settings *settings = &course->settings->measure;
	struct at_bar_result *result = seat->result;
	uint64_t ns, alloc, fastest = UINT64_MAX;

	if (run(course, seat, 1, &ns, &alloc))
		return -1;
	result->measure.first_ns = (double)ns;
	for (uint64_t i = 0; i < settings->warmups; i++) {
		if (run(course, seat, 1, &ns, &alloc))
			return -1;
		if (ns < fastest)
			fastest = ns;
	}
	result->measure.calls = at_measure_count(settings, fastest);
	result->late = false;      /* of the timed calls only */
	return 0;
}

/* One repetition. Where it was held meanwhile, a call that is not timed brings the caches back. */
static void repeat(const struct course *course, struct seat *seat, bool was_held)
{
	struct at_bar_result *result = seat->result;
	uint64_t ns, alloc = 0;

	if (was_held) {
		bool late = result->late;
		if (run(course, seat, 1, &ns, &alloc))
			return;
		result->late = late;
	}
	uint64_t cpu = at_bar_child_cpu_ns(&seat->child);
	if (run(course, seat, result->measure.calls, &ns, &alloc))
		return;
	uint64_t used = at_bar_child_cpu_ns(&seat->child);
	result->cpu_ns = cpu && used > cpu ? result->cpu_ns + used - cpu : result->cpu_ns;
	result->wall_ns += seat->child.answer_ns;
	result->alloc_bytes += (double)alloc;
	result->values[result->repetitions++] = (double)ns / (double)result->measure.calls;
}

static void begin(const struct course *course, struct seat *seat)
{
	at_load_read(&seat->result->before, -1);
	if (!start(course, seat) && !bind(course, seat))
		warm_up(course, seat);
}

/* After the last repetition: what it has used, what it has computed. */
static void end(const struct course *course, struct seat *seat)
{
	struct at_bar_result *result = seat->result;
	struct at_bar_child *child = &seat->child;

	at_load_read(&result->during, -1);
	if (child->running)
		result->peak_kib = at_peak_kib(child->process.pid);
	if (result->repetitions) {
		at_measure_summary(result->values, result->repetitions, &result->measure);
		result->alloc_bytes /= (double)result->measure.calls * (double)result->repetitions;
	}
	if (!at_bar_describe(child, result))
		at_bar_check(child, course->row, course->settings->directory, result);
	at_bar_child_end(child);
	if (child->reason) {
		result->status = AT_BAR_ERROR;
		free(result->reason);
		result->reason = at_strdup(child->reason);
	}
	at_bar_child_free(child);
}

static void alternate(struct course *course)
{
	const struct at_bar_settings *settings = course->settings;

	for (size_t i = 0; i < course->count; i++) {
		begin(course, &course->seat[i]);
		at_bar_child_stop(&course->seat[i].child);
	}
	/* a b, b a, a b …: none is always first. */
	for (uint64_t r = 0; r < settings->measure.repetitions; r++)
		for (size_t i = 0; i < course->count; i++) {
			struct seat *seat = &course->seat[r % 2 ? course->count - 1 - i : i];
			if (seat->child.reason)
				continue;
			at_bar_child_continue(&seat->child);
			repeat(course, seat, true);
			at_bar_child_stop(&seat->child);
		}
	for (size_t i = 0; i < course->count; i++) {
		at_bar_child_continue(&course->seat[i].child);
		end(course, &course->seat[i]);
	}
}

static void in_blocks(struct course *course)
{
	for (size_t i = 0; i < course->count; i++) {
		struct seat *seat = &course->seat[i];
		begin(course, seat);
		for (uint64_t r = 0; r < course->settings->measure.repetitions && !seat->child.reason; r++)
			repeat(course, seat, false);
		end(course, seat);
		at_end_orphans();
		at_load_read(&seat->result->after, -1);
	}
}

void at_bar_measure_row(const struct at_bar_row *row, const struct at_bar_settings *settings, unsigned threads, const cpu_set_t *cpus,
		struct at_bar_result *results, size_t count)
{
	struct course course = { .row = row, .settings = settings, .threads = threads, .cpus = cpus, .count = count };

	for (size_t i = 0; i < count; i++)
		course.seat[i].result = &results[i];
	if (settings->blocks) {
		in_blocks(&course);
		return;
	}
	alternate(&course);
	at_end_orphans();
	at_load_read(&results[0].after, -1);
	for (size_t i = 0; i < count; i++) {
		results[i].before = results[0].before;
		results[i].after = results[0].after;
	}
}

void at_bar_result_free(struct at_bar_result *result)
{
	free(result->reason);
	at_argv_free(&result->key);
	at_argv_free(&result->value);
}
