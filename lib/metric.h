/* Which time of a run is compared. Wall time is what people feel; CPU time is what a busy machine disturbs least, and equals
 * it when one thread computes all the while. */
#ifndef ATESOR_METRIC_H
#define ATESOR_METRIC_H

#include "sample.h"

enum at_metric { AT_METRIC_AUTO, AT_METRIC_CPU, AT_METRIC_WALL };

int at_metric_parse(const char *name, enum at_metric *metric);       /* 0, or −1 */
const char *at_metric_name(enum at_metric metric);

/* The time of a run by a metric that is not AUTO, in ns. */
double at_metric_time(enum at_metric metric, const struct at_sample *sample);

/* The time in which the program could have computed, in ns: wall less run-queue wait, which is known of a single process only. */
uint64_t at_free_ns(const struct at_sample *sample);

/* CPU time over the time in which the program could have computed: wall less run-queue wait; for a pipe, whose stages wait for
 * each other, over all of wall. More than 1 with several threads. */
double at_cpu_share(const struct at_sample *sample);

/* Whether this run speaks for CPU time: its share is at least `least` (a fraction), and so is its main thread's part of
 * the CPU time, so that there is one thread; and nothing was left behind whose CPU time is unknown. */
bool at_cpu_bound(const struct at_sample *sample, double least);

#endif
