#include "processor_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "message.h"
#include "processor_chase.h"

void processor_run_progress(struct processor_run *run, const char *format, ...)
{
	const struct processor_profile_options *options = &run->profile->options;
	char text[128];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (options->progress)
		options->progress(options->progress_context, run->done, run->all, text);
	run->done++;
}

void processor_run_cell(struct processor_run *run, struct processor_cell *cell, const struct processor_work *candidates,
		size_t count, double noisy_pct)
{
	processor_meter(&run->team, candidates, count, run->seat, &run->rules, run->profile->facts.emulated, &cell->series);
	cell->reason = cell->series.reason;
	if (cell->reason == PROCESSOR_AVAILABLE)
		processor_cell_summarize(cell, noisy_pct);
	else if (cell->reason == PROCESSOR_CONTENDED)
		cell->text = at_format("%zu of %llu samples were complete after %.0f ms", cell->series.samples,
				(unsigned long long)run->rules.repeats, cell->series.elapsed_ns / 1e6);
}

struct shared {
	const struct processor_buffer *buffer;
	size_t lines;
	bool *valid;
};

static void touch(void *context, size_t member)
{
	const struct shared *shared = context;

	processor_buffer_touch(&shared->buffer[member]);
}

static void link_chain(void *context, size_t member)
{
	const struct shared *shared = context;
	unsigned char *start = shared->buffer[member].start;

	processor_chase_link(start, shared->lines, "chase");
	shared->valid[member] = processor_chase_valid(start, shared->lines);
}

/* A working set in huge pages takes all of the last one: only where the budget has room for that. */
int processor_run_buffers(struct processor_run *run, size_t bytes, struct processor_buffer *buffer)
{
	size_t members = run->team.count;
	bool huge = bytes <= processor_room_in_huge_pages(run->profile->budget_bytes, members);
	struct shared shared = { .buffer = buffer };

	memset(buffer, 0, members * sizeof *buffer);
	for (size_t i = 0; i < members; i++)
		if (processor_buffer_open(&buffer[i], bytes + PROCESSOR_BUFFER_EXTRA, huge)) {
			processor_run_release(run, buffer);
			return -1;
		}
	processor_team_run(&run->team, touch, &shared);
	return 0;
}

void processor_run_release(struct processor_run *run, struct processor_buffer *buffer)
{
	for (size_t i = 0; i < run->team.count; i++)
		processor_buffer_close(&buffer[i]);
}

void processor_run_link(struct processor_run *run, const struct processor_buffer *buffer, size_t bytes)
{
	bool *valid = at_alloc(run->team.count * sizeof *valid);
	struct shared shared = { buffer, bytes / PROCESSOR_CHASE_LINE, valid };

	processor_team_run(&run->team, link_chain, &shared);
	for (size_t i = 0; i < run->team.count; i++)
		if (!valid[i])
			at_die(AT_EXIT_TROUBLE, "the chain of %zu lines does not visit each of them once: this machine computes wrongly",
					shared.lines);
	free(valid);
}
