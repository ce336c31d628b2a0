/* Puts the events of a perf.data file in order of time. perf writes what it found in one buffer a processor after the other, and
 * a mark after each round through all of them: after a round, nothing older than the newest event of the round before can
 * come. So memory is bounded by what a round holds, and by a limit beyond that. Events without a time are passed on at once, as
 * perf does it. Events of equal time keep their order. */
#ifndef ATESOR_PERF_QUEUE_H
#define ATESOR_PERF_QUEUE_H

#include <stddef.h>

#include "perf_event.h"

struct at_perf_queued;

struct at_perf_queue {
	struct at_perf_sink sink;
	struct at_perf_queued *event, *spare;
	size_t count, capacity, spare_capacity;
	uint64_t newest;             /* seen */
	uint64_t settled;            /* the newest of the round before: nothing older will come */
	uint64_t passed;             /* the newest that was passed on */
	uint64_t late;               /* events other than samples that came after a newer one was passed on */
};

void at_perf_queue_begin(struct at_perf_queue *queue, const struct at_perf_sink *sink);
void at_perf_queue_add(struct at_perf_queue *queue, const struct at_perf_event *event);
void at_perf_queue_round(struct at_perf_queue *queue);     /* the mark */
void at_perf_queue_end(struct at_perf_queue *queue);       /* passes on the rest, frees the memory; `late` stays */

#endif
