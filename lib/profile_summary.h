/* What a compiler takes its thresholds for hot and cold from: the counts of a profile, and how many of the largest make up
 * which share of their sum. As llvm::SampleProfileSummaryBuilder computes it. */
#ifndef ATESOR_PROFILE_SUMMARY_H
#define ATESOR_PROFILE_SUMMARY_H

#include "profile.h"

enum { AT_PROFILE_CUTOFFS = 16 };

struct at_profile_summary {
	uint64_t total, largest, largest_head, counts, functions;
	struct {
		uint32_t cutoff;             /* millionths of the total */
		uint64_t least, counts;      /* the smallest of the counts that make it up, and how many they are */
	} entry[AT_PROFILE_CUTOFFS];
};

void at_profile_summarize(const struct at_profile *profile, struct at_profile_summary *summary);

#endif
