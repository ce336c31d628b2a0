/* From the events of recordings to counts of addresses in one binary. Memory grows with the binary's code and the number of
 * processes, not with the samples. Each recording is collected by itself, and its counts are added to those before. */
#ifndef ATESOR_PROFGEN_COLLECT_H
#define ATESOR_PROFGEN_COLLECT_H

#include "perf_data.h"
#include "profgen_where.h"
#include "table.h"

struct at_count {
	uint64_t address, count;
};

struct at_collect {
	const struct at_binary *binary;
	const uint64_t *pid;         /* only these processes; none: all */
	size_t pids;
	struct at_table counts;      /* address → samples, of all recordings; saturating */
	struct at_where where;
};

enum at_collect_kind { AT_COLLECT_DATA, AT_COLLECT_SCRIPT };

/* Reads a recording and adds its samples. NULL when all is well, else what is wrong as text that the caller frees; then
 * nothing was added. */
char *at_collect_read(struct at_collect *collect, enum at_collect_kind kind, const char *path, struct at_perf_info *info);

/* Ascending by address; the caller frees. */
struct at_count *at_counts_sorted(const struct at_table *counts);
void at_collect_free(struct at_collect *collect);

#endif
