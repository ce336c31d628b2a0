/* What the latencies of growing working sets say of the caches: where they stay level, and where they begin to rise. Pure. */
#ifndef PROCESSOR_KNEE_H
#define PROCESSOR_KNEE_H

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

/* The effective sizes of L1, L2 and L3: the first, the second and the third plateau, as far as the largest sizes were seen to be
 * slower: a plateau's latency is at most `below` (0.5) times the one of the last point. What differs from it by less may be
 * memory whose addresses cost more and more. 0: not seen. */
void processor_knees(const struct processor_point *points, size_t count, double tolerance, double below, uint64_t bytes[3],
		double ns[3]);

#endif
