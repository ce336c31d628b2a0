/* What the latencies of growing working sets say of the caches: where they stay level, and where they begin to rise. Pure. */
#ifndef PROCESSOR_KNEE_H
#define PROCESSOR_KNEE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct processor_point {
	uint64_t bytes;
	double ns;                        /* a load, positive */
};

struct processor_plateau {
	size_t first, last;               /* points, both within */
	uint64_t first_bytes, last_bytes;
	double ns;                        /* median within it */
};

enum { PROCESSOR_PLATEAUS = 8 };

/* Points in ascending order of size. A plateau is a longest run of points whose latencies are within `tolerance` of each other
 * (0.35: the largest is at most 1.35 times the least) and whose sizes span at least a factor of 2. How many were found, the
 * smallest sizes first. */
size_t processor_plateaus(const struct processor_point *points, size_t count, double tolerance,
		struct processor_plateau plateau[PROCESSOR_PLATEAUS]);

/* Up to three effective sizes of caches, the smallest first: the first plateaus, as far as the largest sizes were seen to be
 * slower: a plateau's latency is at most `below` (0.5) times the one of the last point. What differs from it by less may be
 * memory whose addresses cost more and more. 0: not seen. */
void processor_knees(const struct processor_point *points, size_t count, double tolerance, double below, uint64_t bytes[3],
		double ns[3]);

/* What a description and a plateau may differ by and still be of the same cache: sizes between two points, a share that others
 * use: a factor of 2. */
bool processor_sizes_agree(uint64_t one, uint64_t other);

/* Puts the knees (0 behind the last) where they belong: L1, L2 and L3, since one may not have been seen. Of the ways in their
 * order, as many as can be, the one in which most agree with what is said of the levels (0: nothing), else the lowest levels.
 * What agrees with nothing must be of a size that the level can have: an L1 of at most 256 KiB, and no cache more than 256 times
 * the one before it. */
void processor_knees_place(uint64_t bytes[3], double ns[3], const uint64_t said[3]);

#endif
