#include "processor_knee.h"

#include "alloc.h"
#include "stat_order.h"

#include <stdlib.h>

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
