/* Times a work on a team. What is recorded is made of slices of some milliseconds. A slice counts only if every participant ran
 * undisturbed through it: it was not preempted, its thread's CPU time is its wall time, no page was faulted in, and none of them
 * began late. Where they share something one may end before another: the time is that of the last one, and how long all of them
 * ran together is recorded. A repeat is the sum of slices that count, at least as long as the minimum duration; every slice is
 * kept, with what became of it. */
#ifndef PROCESSOR_METER_H
#define PROCESSOR_METER_H

#include <stddef.h>
#include <stdint.h>

#include "processor_sizes.h"
#include "processor_team.h"
#include "processor_work.h"

enum processor_verdict {
	PROCESSOR_ACCEPTED,
	PROCESSOR_PREEMPTED,          /* an involuntary switch (ru_nivcsw) */
	PROCESSOR_SLOWED,             /* wall time over CPU time: taken away without a switch of the thread, as by a quota */
	PROCESSOR_FAULTED,            /* a page fault */
	PROCESSOR_STAGGERED,          /* one participant began long after another */
	PROCESSOR_VERDICTS
};

const char *processor_verdict_name(enum processor_verdict verdict);

struct processor_slice {
	uint64_t wall_ns;             /* from the first start to the last end; of a chase the mean of the participants */
	double units;                 /* of all participants; of a chase of one */
	double together;              /* from the last start to the first end, as a fraction of from the first start to the last end */
	uint32_t repeat, page_faults;
	enum processor_verdict verdict;
};

struct processor_sample {
	double rate;                  /* units a nanosecond */
	uint64_t wall_ns;             /* of its accepted slices */
	double clock_ghz;             /* of the first participant's processor; 0: no reliable one */
};

struct processor_pilot {
	const char *implementation;
	double rate;
};

struct processor_series {
	enum processor_reason reason;              /* AVAILABLE: all samples are there */
	struct processor_work work;                /* as it was timed */
	struct processor_sample *sample;
	struct processor_slice *slice;
	struct processor_pilot pilot[PROCESSOR_CANDIDATES];
	size_t samples, slices, slices_room, pilots;
	uint64_t rejected[PROCESSOR_VERDICTS];
	uint64_t page_faults;                      /* in all recorded slices; those that have any do not count */
	uint64_t checksum;
	double elapsed_ns;                         /* of the recorded part, with what was rejected */
	double together;                           /* the least of the slices that count; 0: there are none */
};

struct processor_meter_rules {
	uint64_t repeats;
	double repeat_ns, slice_ns;
	double wall_over_cpu;                      /* a slice counts up to this */
	double stagger;                            /* … and while its span is at most so many times the longest one's */
	double patience;                           /* give up after so many times the need, or when it is clear */
	double clock_tolerance;
	bool clock;                                /* bracket each repeat with the clock probe */
	const volatile int *stop;                  /* not 0: give up; NULL: nobody asks */
};

/* Whether a measurement is to be given up: what its slices took so far (without the clock probes), how much of that counts, how
 * many slices there were, and how many of them count. Its need is that of its repeats, each with the end of its last slice; it is
 * given up after `patience` times that, or early when so little counts that this will not do. Pure. */
bool processor_meter_hopeless(const struct processor_meter_rules *rules, double elapsed_ns, double counted_ns, size_t slices,
		size_t accepted);

/* Chooses the fastest of the candidates (some slices each), times the winner afresh after a warm-up, and fills the series, which
 * is to be freed. `seat`: one a member, placed for each candidate alike. With `only_run` nothing is timed: each candidate runs
 * once, and the reason is EMULATED. */
void processor_meter(struct processor_team *team, const struct processor_work *candidates, size_t count,
		struct processor_seat *seat, const struct processor_meter_rules *rules, bool only_run, struct processor_series *series);
void processor_series_free(struct processor_series *series);

#endif
