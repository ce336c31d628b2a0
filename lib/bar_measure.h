/* The measuring loop: a cold call, untimed warm-ups, then repetitions of so many back-to-back calls as fit in a given time. A
 * repetition's value is its mean time a call; the result is the median of the repetitions, with their range.
 *
 * at_measure does all of it for a function, as a kernel's micro-row needs it; atesor-bar does it step by step with the
 * functions below, for two processes in turn. */
#ifndef ATESOR_BAR_MEASURE_H
#define ATESOR_BAR_MEASURE_H

#include <stddef.h>
#include <stdint.h>

enum { AT_MEASURE_REPETITIONS_MOST = 1000 };

struct at_measure_settings {
	uint64_t warmups;            /* at least 1 */
	uint64_t repetitions;        /* 1 … AT_MEASURE_REPETITIONS_MOST */
	double seconds;              /* of a repetition, about */
	uint64_t calls_most;         /* in a repetition, however short a call is; at least 1 */
};

#define AT_MEASURE_DEFAULTS { 3, 3, 1, 1000 }

struct at_measure {
	double first_ns;                             /* the cold call */
	uint64_t calls;                              /* in each repetition */
	double median_ns, min_ns, max_ns;            /* a call, over the repetitions */
	double spread_pct;                           /* (max − min) / median × 100 */
};

/* One call; 0, or anything else to end the measurement. */
typedef int at_measured(void *context);

/* 0, or what the call returned. */
int at_measure(at_measured *call, void *context, const struct at_measure_settings *settings, struct at_measure *measure);

/* So many calls back to back, with two readings of CLOCK_MONOTONIC around all of them. 0, or what the call returned. */
int at_measure_calls(at_measured *call, void *context, uint64_t calls, uint64_t *ns);

/* How many calls a repetition has, when the fastest warm-up took that long. */
uint64_t at_measure_count(const struct at_measure_settings *settings, uint64_t fastest_ns);

/* Fills in the figures over the repetitions' values, in ns a call; `count` is at least 1. */
void at_measure_summary(const double *values, size_t count, struct at_measure *measure);

#endif
