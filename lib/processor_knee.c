#include "processor_knee.h"

#include "alloc.h"
#include "stat_order.h"

#include <stdlib.h>

/* No first level is larger, and no level so many times the one before it (processor_knee.h). */
enum { FIRST_MOST = 256 << 10, STEP_MOST = 256 };

/* The last point of the run that begins at `first`: all within the tolerance. */
static size_t run_from(const struct processor_point *points, size_t count, size_t first, double tolerance)
{
	double least = points[first].ns, most = least;
	size_t last = first;

	for (size_t i = first + 1; i < count; i++) {
		least = points[i].ns < least ? points[i].ns : least;
		most = points[i].ns > most ? points[i].ns : most;
		if (most > least * (1 + tolerance))
			break;
		last = i;
	}
	return last;
}

static double middle(const struct processor_point *points, size_t first, size_t last)
{
	double *value = at_resize(NULL, last - first + 1, sizeof *value);

	for (size_t i = first; i <= last; i++)
		value[i - first] = points[i].ns;
	double median = at_median(value, last - first + 1);
	free(value);
	return median;
}

size_t processor_plateaus(const struct processor_point *points, size_t count, double tolerance,
		struct processor_plateau plateau[PROCESSOR_PLATEAUS])
{
	size_t found = 0;

	for (size_t first = 0; first < count && found < PROCESSOR_PLATEAUS;) {
		/* Of the runs that overlap the one from here, the widest (by the factor between its sizes) is the plateau. */
		size_t best = first, last = run_from(points, count, first, tolerance);
		double width = (double)points[last].bytes / (double)points[first].bytes;
		for (size_t other = first + 1, reach = last; other <= reach; other++) {
			size_t end = run_from(points, count, other, tolerance);
			double factor = (double)points[end].bytes / (double)points[other].bytes;
			if (factor > width) {
				best = other;
				last = end;
				width = factor;
			}
		}
		if (width < 2) {
			first++;
			continue;
		}
		plateau[found++] = (struct processor_plateau){ best, last, points[best].bytes, points[last].bytes, middle(points, best, last) };
		first = last + 1;
	}
	return found;
}

void processor_knees(const struct processor_point *points, size_t count, double tolerance, double below, uint64_t bytes[3],
		double ns[3])
{
	struct processor_plateau plateau[PROCESSOR_PLATEAUS];
	size_t found = processor_plateaus(points, count, tolerance, plateau), level = 0;

	for (size_t i = 0; i < 3; i++) {
		bytes[i] = 0;
		ns[i] = 0;
	}
	for (size_t i = 0; i < found && level < 3; i++) {
		/* What lies level to the end is memory, or a cache whose end was not reached. */
		if (plateau[i].last + 1 >= count || plateau[i].ns > below * points[count - 1].ns)
			break;
		bytes[level] = plateau[i].last_bytes;
		ns[level++] = plateau[i].ns;
	}
}

bool processor_sizes_agree(uint64_t one, uint64_t other)
{
	return one && other && one <= 2 * other && other <= 2 * one;
}

/* How many of the first knees agree with the levels of the set, a bit each, in their order; -1: one cannot be such a level. */
static int agreements(const uint64_t bytes[3], const uint64_t said[3], unsigned levels)
{
	uint64_t before = 0;
	size_t next = 0;
	int agreed = 0;

	for (unsigned level = 0; level < 3; level++) {
		if (!(levels >> level & 1))
			continue;
		uint64_t size = bytes[next++];
		bool agrees = processor_sizes_agree(size, said[level]), neighbour = level && levels >> (level - 1) & 1;
		if (!agrees && ((!level && size > FIRST_MOST) || (neighbour && size / STEP_MOST > before)))
			return -1;
		agreed += agrees;
		before = size;
	}
	return agreed;
}

void processor_knees_place(uint64_t bytes[3], double ns[3], const uint64_t said[3])
{
	uint64_t size[3] = { bytes[0], bytes[1], bytes[2] };
	double time[3] = { ns[0], ns[1], ns[2] };
	unsigned chosen = 0;
	int knees = 0, best = -1;

	while (knees < 3 && bytes[knees])
		knees++;
	for (; knees && !chosen; knees--)
		for (unsigned levels = 1; levels < 8; levels++) {
			int agreed = __builtin_popcount(levels) == knees ? agreements(size, said, levels) : -1;
			if (agreed > best) {
				best = agreed;
				chosen = levels;
			}
		}
	for (size_t level = 0, next = 0; level < 3; level++) {
		bool there = chosen >> level & 1;
		bytes[level] = there ? size[next] : 0;
		ns[level] = there ? time[next] : 0;
		next += there;
	}
}
