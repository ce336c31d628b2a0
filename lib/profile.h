/* A sample profile: functions with the functions that were inlined into them, each with counts by source location, relative to
 * the line where the function is declared. Flat: samples of all callers are together.
 *
 * Functions are numbers; it owns everything. Initialise with zeroes; release with at_profile_free. Fill it, then finish it once,
 * then read it or write it. */
#ifndef ATESOR_PROFILE_H
#define ATESOR_PROFILE_H

#include <stdbool.h>

#include "names.h"
#include "table.h"

enum { AT_PROFILE_TOP = UINT32_MAX };   /* the parent of a function that is not inlined */

struct at_location {
	uint32_t line;                  /* offset to the declaration, 0…65535 */
	uint32_t discriminator;
};

struct at_profile_function {
	uint32_t name;                  /* in `names` */
	uint32_t parent;                /* the function it is inlined into, or AT_PROFILE_TOP */
	struct at_location call;        /* where, in that one */
	uint64_t total, head;
	bool dropped;
	/* Once finished: its part of `record` and of `callee`. */
	size_t first_record, records, first_callee, callees;
};

/* The counts of the instructions of one source location, before they are folded to one number. */
struct at_profile_record {
	uint32_t function;
	struct at_location at;
	uint64_t max, sum, count;       /* count: once finished, the one that counts */
	uint64_t instructions;
};

struct at_profile {
	struct at_names names;
	struct at_profile_function *function;
	struct at_profile_record *record;
	uint32_t *callee;               /* once finished: inlined functions, by parent, place and name */
	uint32_t *top;                  /* once finished: the others, by total (largest first) and name */
	size_t functions, records, tops;
	size_t function_capacity, record_capacity;
	size_t *function_slot, *record_slot;
	size_t function_slots, record_slots;
};

enum at_fold { AT_FOLD_MAX, AT_FOLD_MEAN, AT_FOLD_SUM };

/* The function of that name inlined at `call` into `parent`, or on its own (parent AT_PROFILE_TOP, call {0, 0}). */
uint32_t at_profile_function(struct at_profile *profile, uint32_t parent, struct at_location call, uint32_t name);
/* Adds an instruction that was sampled `count` times. Counts saturate. */
void at_profile_add(struct at_profile *profile, uint32_t function, struct at_location at, uint64_t count);
/* To the function, and to those it is inlined into. */
void at_profile_add_total(struct at_profile *profile, uint32_t function, uint64_t count);

/* Folds and sorts; leaves out dropped functions. A mean is rounded up: what was sampled never becomes 0. */
void at_profile_finish(struct at_profile *profile, enum at_fold fold);
void at_profile_free(struct at_profile *profile);

const char *at_profile_name(const struct at_profile *profile, uint32_t function);

#endif
