#include "profile_summary.h"

#include <stdlib.h>

#include "alloc.h"

static int descending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x > y ? -1 : x < y;
}

void at_profile_summarize(const struct at_profile *profile, struct at_profile_summary *summary)
{
	static const uint32_t cutoffs[AT_PROFILE_CUTOFFS] = { 10000, 100000, 200000, 300000, 400000, 500000, 600000, 700000, 800000,
			900000, 950000, 990000, 999000, 999900, 999990, 999999 };
	uint64_t *count = at_resize(NULL, profile->records, sizeof *count);

	*summary = (struct at_profile_summary){ .counts = profile->records, .functions = profile->tops };
	for (size_t i = 0; i < profile->records; i++) {
		count[i] = profile->record[i].count;
		summary->total += count[i];
	}
	for (size_t i = 0; i < profile->tops; i++)
		if (profile->function[profile->top[i]].head > summary->largest_head)
			summary->largest_head = profile->function[profile->top[i]].head;
	if (profile->records)
		qsort(count, profile->records, sizeof *count, descending);
	summary->largest = profile->records ? count[0] : 0;
	uint64_t sum = 0, least = 0;
	size_t seen = 0;
	for (size_t i = 0; i < AT_PROFILE_CUTOFFS; i++) {
		uint64_t wanted = (uint64_t)((unsigned __int128)summary->total * cutoffs[i] / 1000000);
		/* Equal counts are taken together. */
		while (sum < wanted && seen < profile->records) {
			least = count[seen];
			for (; seen < profile->records && count[seen] == least; seen++)
				sum += least;
		}
		summary->entry[i].cutoff = cutoffs[i];
		summary->entry[i].least = least;
		summary->entry[i].counts = seen;
	}
	free(count);
}
