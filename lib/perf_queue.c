#include "perf_queue.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { LIMIT = 1 << 20 };      /* events; 24 bytes each, twice while they are sorted */

/* Of a sample `value` is the address; of the rest, the event itself. */
struct at_perf_queued {
	uint64_t time, value;
	uint32_t pid, bits;
};

/* Samples are most of a recording, so they are packed. The tid is left out: it matters for the life of threads only, and the
 * other events tell of that. */
enum { MODE_BITS = 2, EXACT_BIT = 1 << 2, SAMPLE_BIT = 1 << 3, EVENT_SHIFT = 4 };

void at_perf_queue_begin(struct at_perf_queue *queue, const struct at_perf_sink *sink)
{
	*queue = (struct at_perf_queue){ .sink = *sink };
}

static void pass(struct at_perf_queue *queue, const struct at_perf_queued *queued)
{
	if (queued->bits & SAMPLE_BIT) {
		const struct at_perf_event event = { .kind = AT_PERF_SAMPLE, .timed = true, .time = queued->time, .pid = queued->pid,
				.tid = queued->pid, .ip = queued->value, .mode = queued->bits & ((1 << MODE_BITS) - 1),
				.exact = queued->bits & EXACT_BIT, .event = queued->bits >> EVENT_SHIFT };
		queue->sink.event(queue->sink.argument, &event);
	} else {
		struct at_perf_event *event = (struct at_perf_event *)(uintptr_t)queued->value;
		queue->late += queued->time < queue->passed;
		queue->sink.event(queue->sink.argument, event);
		free(event);
	}
	if (queued->time > queue->passed)
		queue->passed = queued->time;
}

/* Merges neighbouring ascending runs until one is left: what perf writes is a few of them. Stable. */
static void sort(struct at_perf_queue *queue)
{
	if (queue->spare_capacity < queue->capacity) {
		queue->spare = at_resize(queue->spare, queue->capacity, sizeof *queue->spare);
		queue->spare_capacity = queue->capacity;
	}
	for (size_t runs = 2; runs > 1;) {
		struct at_perf_queued *from = queue->event, *to = queue->spare;
		size_t at = 0;
		runs = 0;
		while (at < queue->count) {
			size_t middle = at + 1, end;
			while (middle < queue->count && from[middle - 1].time <= from[middle].time)
				middle++;
			if (middle == queue->count && !at)
				return;
			for (end = middle; end < queue->count && (end == middle || from[end - 1].time <= from[end].time); end++)
				;
			size_t left = at, right = middle, out = at;
			while (left < middle || right < end)
				to[out++] = right == end || (left < middle && from[left].time <= from[right].time) ? from[left++] : from[right++];
			at = end;
			runs++;
		}
		queue->event = to;
		queue->spare = from;
		size_t swap = queue->capacity;
		queue->capacity = queue->spare_capacity;
		queue->spare_capacity = swap;
	}
}

/* Passes on what is not newer than `limit`. */
static void flush(struct at_perf_queue *queue, uint64_t limit)
{
	size_t done = 0;

	sort(queue);
	while (done < queue->count && queue->event[done].time <= limit)
		pass(queue, &queue->event[done++]);
	if (done) {
		memmove(queue->event, queue->event + done, (queue->count - done) * sizeof *queue->event);
		queue->count -= done;
	}
}

static struct at_perf_event *copy(const struct at_perf_event *event)
{
	size_t length = event->path ? strlen(event->path) + 1 : 0;
	struct at_perf_event *kept = at_alloc(sizeof *kept + length);

	*kept = *event;
	if (event->path)
		kept->path = memcpy(kept + 1, event->path, length);
	return kept;
}

void at_perf_queue_add(struct at_perf_queue *queue, const struct at_perf_event *event)
{
	bool sample = event->kind == AT_PERF_SAMPLE;

	if (!event->timed) {
		queue->sink.event(queue->sink.argument, event);
		return;
	}
	if (queue->count == LIMIT) {
		sort(queue);
		flush(queue, queue->event[queue->count / 2].time);
	}
	if (queue->count == queue->capacity) {
		queue->capacity = queue->capacity ? queue->capacity * 2 : 1024;
		queue->event = at_resize(queue->event, queue->capacity, sizeof *queue->event);
	}
	queue->event[queue->count++] = (struct at_perf_queued){ event->time, sample ? event->ip : (uintptr_t)copy(event), event->pid,
			sample ? SAMPLE_BIT | (uint32_t)event->mode | (event->exact ? EXACT_BIT : 0) | event->event << EVENT_SHIFT : 0 };
	if (event->time > queue->newest)
		queue->newest = event->time;
}

void at_perf_queue_round(struct at_perf_queue *queue)
{
	flush(queue, queue->settled);
	queue->settled = queue->newest;
}

void at_perf_queue_end(struct at_perf_queue *queue)
{
	flush(queue, UINT64_MAX);
	free(queue->event);
	free(queue->spare);
	queue->event = queue->spare = NULL;
	queue->count = queue->capacity = queue->spare_capacity = 0;
}
