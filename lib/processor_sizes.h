/* How much memory each participant works on so that a given level serves it, or why no size does. Pure: descriptors in, bytes
 * out. Sizes keep a distance from the borders: at most half of a cache, more than what is nearer to the core, more than twice
 * the last level for RAM. A size is never cut down to fit the budget: then the level is unavailable. */
#ifndef PROCESSOR_SIZES_H
#define PROCESSOR_SIZES_H

#include "processor_topology.h"

enum processor_level { PROCESSOR_L1, PROCESSOR_L2, PROCESSOR_L3, PROCESSOR_RAM, PROCESSOR_LEVELS };

const char *processor_level_name(enum processor_level level);       /* "L1", "L2", "L3", "RAM" */

/* Why there is no number. The names (processor_reason_name) are stable. */
enum processor_reason {
	PROCESSOR_AVAILABLE,
	PROCESSOR_INVALID_OPTIONS,
	PROCESSOR_LEVEL_UNAVAILABLE,         /* nothing is known of this cache */
	PROCESSOR_NO_SAFE_SIZE,              /* no size is well above what is nearer and well below this level */
	PROCESSOR_NO_PLATEAU,                /* what is known of it may be false, and the latencies do not show it */
	PROCESSOR_MEMORY_BUDGET_EXCEEDED,
	PROCESSOR_ALLOCATION_FAILED,
	PROCESSOR_UNSUPPORTED_NATIVE_PATH,
	PROCESSOR_UNPINNED,
	PROCESSOR_CPU_QUOTA,                 /* the control group gives less time than the participants need */
	PROCESSOR_CONTENDED,                 /* too few slices ran undisturbed */
	PROCESSOR_EMULATED,
	PROCESSOR_NOT_ASKED,
	PROCESSOR_INTERRUPTED,
	PROCESSOR_REASONS
};

const char *processor_reason_name(enum processor_reason reason);

/* What a level measurement relies on. */
struct processor_caches {
	const struct processor_topology *topology;
	/* Of L1, L2, L3: how far the latencies show it, 0 if they do not; and whether this counts instead of what is described. */
	uint64_t effective_bytes[3];
	bool use_effective[3];
	bool no_plateau[3];                  /* it is described, not believed, and the latencies do not show it */
	uint64_t swept_bytes;                /* the largest size whose latency is known, if nearly all up to it are; else 0 */
	uint64_t last_level_bytes;           /* as the caller insists: instead of everything known of the last level; 0: does not */
};

struct processor_working_set {
	enum processor_reason reason;
	uint64_t participant_bytes;          /* 0 unless available */
	uint64_t total_bytes;                /* participants × participant_bytes */
	uint64_t wanted_bytes;               /* what all participants together would need; also when that is over the budget */
	enum processor_confidence confidence;
};

/* For participants on the given CPUs (at least one), which must be of one domain. `budget` is for all together. RAM is beyond the
 * last level of the topology; if that is the first or the second one, it is UNVERIFIED unless the latencies were seen past it. */
struct processor_working_set processor_working_set(const struct processor_caches *caches, enum processor_level level,
		const struct at_cpus *participants, uint64_t budget);

/* A working set of so many bytes for each participant, at no level in particular. */
struct processor_working_set processor_working_set_given(uint64_t participant_bytes, size_t participants, uint64_t budget);

/* The least of the option, half of the memory that is available, and half of what the control group still allows (of these, 0:
 * not known). It is for working sets; beside each there may be PROCESSOR_BUFFER_EXTRA bytes. */
uint64_t processor_budget(uint64_t option_bytes, uint64_t available_bytes, uint64_t group_bytes);

/* The most that each participant's working set may have so that all of them, with what is beside them, are whole huge pages
 * within the budget; 0: not even one page for each. */
uint64_t processor_room_in_huge_pages(uint64_t budget, size_t participants);

#endif
