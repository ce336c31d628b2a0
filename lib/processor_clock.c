#include "processor_clock.h"

#include <math.h>
#include <stdint.h>

#include "now.h"
#include "processor_kernels.h"

enum { TRIES = 4, TRY_NS = 20000, PASSES_MOST = 1 << 20 };

/* Nanoseconds a link, the least of several tries, each long enough for the timer. */
static double shortest(const struct processor_clock_kernel *kernel)
{
	uint64_t passes = 1, taken = 0;
	double least = 0;

	for (;; passes *= 4) {
		uint64_t start = at_now_ns();
		kernel->run(passes);
		taken = at_now_ns() - start;
		if (taken >= TRY_NS || passes >= PASSES_MOST)
			break;
	}
	for (int i = 0; i < TRIES; i++) {
		uint64_t start = at_now_ns();
		kernel->run(passes);
		double link = (double)(at_now_ns() - start) / ((double)passes * kernel->links);
		if (!i || link < least)
			least = link;
	}
	return least;
}

struct processor_clock processor_clock_read(double tolerance)
{
	double add = shortest(&processor_clock_add), multiply = shortest(&processor_clock_multiply);
	struct processor_clock clock = { 0 };

	if (add <= 0 || multiply <= 0)
		return clock;
	clock.ghz = processor_clock_add.least_cycles / add;
	clock.multiply_cycles = multiply / add;
	double whole = round(clock.multiply_cycles);
	clock.agreed = whole >= processor_clock_multiply.least_cycles && whole <= processor_clock_multiply.most_cycles &&
			fabs(clock.multiply_cycles / whole - 1) <= tolerance;
	return clock;
}

double processor_clock_between(const struct processor_clock *before, const struct processor_clock *after, double tolerance)
{
	if (!before->agreed || !after->agreed || fabs(before->ghz / after->ghz - 1) > tolerance)
		return 0;
	return (before->ghz + after->ghz) / 2;
}
