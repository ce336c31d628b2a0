/* The processor's memory and compute profile: what bandwidth and latency working sets of each cache level get, and how many
 * operations its arithmetic sustains, as effective measurements of this process on this machine now.
 *
 * Measuring is explicit and takes its time: nothing runs when this is linked or loaded, only processor_profile_measure does. It
 * works in threads of its own; afterwards the caller's affinity, signal mask, limits and memory are as before (where a processor
 * has AMX, its use stays permitted). Any number of profiles may be measured one after the other; two at once disturb each other.
 *
 * What could not be measured is not in the results: it is in the list of what is unavailable, with its reason. */
#ifndef PROCESSOR_PROFILE_H
#define PROCESSOR_PROFILE_H

#include "json.h"
#include "processor_kernels.h"
#include "processor_sizes.h"
#include "processor_topology.h"
#include "thresholds.h"

enum { PROCESSOR_SCHEMA_VERSION = 1, PROCESSOR_SIZES_MOST = 64 };

/* Who measures: one participant, or one on each physical core of the affinity set. */
enum processor_policy { PROCESSOR_SINGLE, PROCESSOR_PHYSICAL, PROCESSOR_POLICIES };

const char *processor_policy_name(enum processor_policy policy);       /* "single", "physical" */

/* Pointers are the caller's and must hold until measure has returned. Begin with PROCESSOR_PROFILE_DEFAULTS. */
struct processor_profile_options {
	unsigned policies;                    /* bits 1 << policy; at least one */
	uint64_t repeats;                     /* samples of each measurement: 1 … 1000 */
	double minimum_duration_ms;           /* of each sample: above 0, at most 10000 */
	double slice_ms;                      /* of its parts: above 0, at most 100 */
	uint64_t memory_budget_bytes;         /* for the working sets of all participants together: at least 1 */
	unsigned modes;                       /* bits 1 << processor_mode; 0: no bandwidths */
	unsigned types;                       /* bits 1 << processor_type; 0: no arithmetic */
	bool latency;
	bool sweep;                           /* latency and read bandwidth of growing sizes, and what they show of the caches */
	uint64_t sweep_most_bytes;            /* the largest size of it; the budget limits it too */
	const struct at_cpus *cpus;           /* explicit affinity: a subset of what is allowed; NULL: all of it */
	const uint64_t *sizes;                /* measure these working sets of a participant instead of the levels */
	size_t size_count;
	uint64_t last_level_bytes;            /* override: takes the last level cache to be so large; 0: no override */
	const struct processor_topology *topology;        /* injected; NULL: ask the system */
	bool allow_unpinned;                  /* override: measure also where a participant cannot be pinned */
	bool emulated;                        /* an emulator runs this: run everything once, and give no numbers */
	/* What is doubtful, in percent or as a fraction: limits for warnings and for what counts, not for what is measured. */
	double noisy_private_pct, noisy_shared_pct;       /* IQR over median: L1, L2, compute; L3, RAM */
	double wall_over_cpu;                 /* a slice counts up to this ratio */
	double stagger;                       /* … and while all take at most so many times as long as the longest */
	double patience;                      /* give a measurement up after so many times the time that it needs */
	double clock_tolerance;               /* readings of the clock so close agree */
	double plateau_tolerance;             /* latencies so close are level */
	double plateau_below;                 /* a cache's are at most so much of the largest size's */
	double busy_cpus;                     /* others used more processors than this: warn */
	const volatile int *stop;             /* not 0: end as soon as possible; NULL */
	void (*progress)(void *context, unsigned done, unsigned all, const char *what);      /* before each measurement; NULL */
	void *progress_context;
};

#define PROCESSOR_PROFILE_DEFAULTS { .policies = 1 << PROCESSOR_SINGLE | 1 << PROCESSOR_PHYSICAL, .repeats = 7, \
	.minimum_duration_ms = 50, .slice_ms = 2, .memory_budget_bytes = UINT64_C(512) << 20, .modes = (1 << PROCESSOR_MODES) - 1, \
	.types = (1 << PROCESSOR_TYPES) - 1, .latency = true, .sweep = true, \
	.sweep_most_bytes = UINT64_C(256) << 20, .noisy_private_pct = AT_DEFAULT_ROOF_NOISY, \
	.noisy_shared_pct = AT_DEFAULT_ROOF_NOISY_SHARED, .wall_over_cpu = AT_DEFAULT_ROOF_WALL, \
	.stagger = AT_DEFAULT_ROOF_STAGGER, .patience = AT_DEFAULT_ROOF_PATIENCE, \
	.clock_tolerance = AT_DEFAULT_ROOF_CLOCK / 100., \
	.plateau_tolerance = AT_DEFAULT_ROOF_LEVEL / 100., .plateau_below = AT_DEFAULT_ROOF_BELOW / 100., \
	.busy_cpus = AT_DEFAULT_ROOF_LOAD }

struct processor_profile;

/* What is wrong with the options, one line without a newline, or "" in `text`: true if they are good. Neither allocates much nor
 * times anything. Explicit affinities are held against what the process may use. */
bool processor_profile_check(const struct processor_profile_options *options, char *text, size_t size);

/* Measures. AVAILABLE: `*profile` is the caller's, to be freed; also when some or all of it is unavailable. INVALID_OPTIONS:
 * before anything was allocated or timed. ALLOCATION_FAILED: the processors could not even be asked for; errno says why. Else
 * than AVAILABLE `*profile` is NULL. */
enum processor_reason processor_profile_measure(const struct processor_profile_options *options,
		struct processor_profile **profile);
void processor_profile_free(struct processor_profile *profile);

/* One document: schema, status ("ok", or "unavailable" with a reason if there is no number in it), args (`words`, may be NULL),
 * tool, seconds, warnings, data. The keys are in atesor-roofline(1). The same profile always gives the same text. */
void processor_profile_write(const struct processor_profile *profile, const char *tool, char *const *words, size_t word_count,
		struct at_json *json);

/* Whether it was ended by `stop`. */
bool processor_profile_interrupted(const struct processor_profile *profile);

/* The middle of the samples of one measurement: bytes a nanosecond (GB/s), or nanoseconds a load with `mode` PROCESSOR_MODES;
 * NaN: unavailable, and then the reason. */
double processor_profile_memory(const struct processor_profile *profile, enum processor_level level, enum processor_policy policy,
		enum processor_mode mode, enum processor_reason *reason);
/* Operations a nanosecond (Gop/s). */
double processor_profile_compute(const struct processor_profile *profile, enum processor_type type, enum processor_policy policy,
		enum processor_reason *reason);

#endif
