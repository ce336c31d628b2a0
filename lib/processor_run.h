/* One policy's measurements: its team, and what they have in common. For the files that measure. */
#ifndef PROCESSOR_RUN_H
#define PROCESSOR_RUN_H

#include "processor_results.h"

struct processor_run {
	struct processor_profile *profile;
	enum processor_policy policy;
	struct processor_team team;
	struct processor_seat *seat;              /* one a member */
	struct processor_meter_rules rules;
	enum processor_reason reason;             /* why nothing of this policy may be timed; or AVAILABLE */
	unsigned done, all;                       /* measurements, of the whole profile */
};

/* Tells the caller what comes next. */
void processor_run_progress(struct processor_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Times candidates and fills the cell, whose kind and place are set. */
void processor_run_cell(struct processor_run *run, struct processor_cell *cell, const struct processor_work *candidates,
		size_t count, double noisy_pct);

/* The participants' buffers for working sets of so many bytes, touched by their owners. 0, or -1. `buffer`: one a member. */
int processor_run_buffers(struct processor_run *run, size_t bytes, struct processor_buffer *buffer);
void processor_run_release(struct processor_run *run, struct processor_buffer *buffer);
/* Each participant links the chain in its buffer and checks it. */
void processor_run_link(struct processor_run *run, const struct processor_buffer *buffer, size_t bytes);

/* All bandwidths, and the latency, of one level or one given size (of index `size`). */
void processor_run_memory(struct processor_run *run, bool given, enum processor_level level, size_t size);
void processor_run_compute(struct processor_run *run);

/* Latencies and read bandwidths of growing sizes, and what they show of the caches: sets profile->sweep and profile->caches, and
 * warns of what contradicts the descriptions. */
void processor_run_sweep(struct processor_run *run);
/* The last part of it, for what stands in profile->sweep and profile->topology. Pure. */
void processor_sweep_conclude(struct processor_profile *profile);
/* Instead of it, where there are no latencies: a last level that is only described by something that need not speak of one core's
 * caches is not believed unseen. */
void processor_sweep_unseen(struct processor_profile *profile);

#endif
