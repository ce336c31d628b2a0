/* What a profile is made of, for the files that fill and write it. A cell is one measurement, or the reason why there is none. */
#ifndef PROCESSOR_RESULTS_H
#define PROCESSOR_RESULTS_H

#include "processor_facts.h"
#include "processor_knee.h"
#include "processor_meter.h"
#include "processor_profile.h"
#include "warnings.h"

enum processor_kind { PROCESSOR_BANDWIDTH, PROCESSOR_LATENCY, PROCESSOR_COMPUTE };

/* Of the samples: GB/s, nanoseconds a load, or Gop/s. */
struct processor_summary {
	double median, q1, q3, least, most;
	double iqr_pct;                       /* (q3 − q1) / median */
	double clock_ghz;                     /* median over the samples, if every one has a reliable one; else 0 */
	bool noisy;
};

struct processor_cell {
	enum processor_kind kind;
	enum processor_policy policy;
	bool given;                           /* of a given size, not of a level */
	enum processor_level level;           /* memory */
	size_t size;                          /* which of the given sizes */
	enum processor_mode mode;             /* bandwidth */
	enum processor_type type;             /* compute */
	size_t participants;
	struct processor_working_set set;     /* memory */
	bool huge_asked, huge_known;
	uint64_t huge_bytes;                  /* of the participants' working sets, in huge pages */
	enum processor_reason reason;
	char *text;                           /* more about the reason; owned, NULL if it says all */
	struct processor_series series;
	struct processor_summary summary;     /* if available */
};

struct processor_sweep {
	struct processor_point *latency;      /* ascending */
	size_t latencies;
	struct processor_point *read;         /* `ns` is GB/s here */
	size_t reads, planned;                /* points that there are; sizes */
	bool complete;                        /* at least nine tenths of the sizes have a latency */
	uint64_t knee_bytes[3];
	double knee_ns[3];
	const char *read_implementation;
	int cpu;
};

struct processor_profile {
	struct processor_profile_options options;         /* pointers in it are no longer followed, but for `sizes` */
	uint64_t *sizes;                      /* owned copy */
	struct at_cpus asked;                 /* owned copy of options.cpus; none: all that are allowed */
	struct processor_features features;
	struct processor_topology topology;   /* restricted to what was measured on */
	struct processor_domain *domain;      /* of all that was allowed */
	size_t domains, selected;
	struct at_cpus participants[PROCESSOR_POLICIES];
	int pin_error[PROCESSOR_POLICIES];    /* errno of the first that could not be made or pinned; 0: all are */
	int unpinned_cpu[PROCESSOR_POLICIES];
	struct processor_caches caches;
	uint64_t budget_bytes;
	struct processor_facts facts;
	struct processor_sweep sweep;
	struct processor_cell *cell;
	size_t cells;
	struct at_warnings warnings;
	bool interrupted;
};

/* Adds an empty cell and gives it; valid until the next one is added. */
struct processor_cell *processor_cell_add(struct processor_profile *profile, enum processor_kind kind,
		enum processor_policy policy);
/* NULL: there is no such cell. */
const struct processor_cell *processor_cell_bandwidth(const struct processor_profile *profile, enum processor_level level,
		enum processor_policy policy, enum processor_mode mode);
const struct processor_cell *processor_cell_latency(const struct processor_profile *profile, enum processor_level level,
		enum processor_policy policy);
const struct processor_cell *processor_cell_compute(const struct processor_profile *profile, enum processor_type type,
		enum processor_policy policy);

/* From the samples; the noise limit in percent. Only for a cell that is available. */
void processor_cell_summarize(struct processor_cell *cell, double noisy_pct);

/* The warnings of all cells: what is unavailable and what is noisy, one for each reason. */
void processor_results_warn(struct processor_profile *profile);

/* What is not known of the machine, or was not to be had: warnings, after all is measured. */
void processor_results_warn_unknown(struct processor_profile *profile);

/* The members topology and metadata, of processor_json_facts.c; roofline, of processor_roofline.c. */
void processor_topology_write(const struct processor_profile *profile, struct at_json *json);
void processor_metadata_write(const struct processor_profile *profile, struct at_json *json);
void processor_roofline_write(const struct processor_profile *profile, struct at_json *json);

#endif
