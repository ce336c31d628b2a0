/* The clock of the processor that runs this, measured: the time that a chain of dependent additions takes, one cycle each,
 * against a chain of multiplications of the same registers. Only when both agree is it believed. */
#ifndef PROCESSOR_CLOCK_H
#define PROCESSOR_CLOCK_H

#include <stdbool.h>

struct processor_clock {
	double ghz;                   /* cycles a nanosecond, by the additions; 0: the chains could not be timed */
	double multiply_cycles;       /* what a multiplication took of those */
	bool agreed;                  /* multiply_cycles is within `tolerance` of a whole number that the cores of this kind have */
};

/* The shortest of several tries, some tenths of a millisecond in all. `tolerance`: a fraction, 0.03 as a rule. */
struct processor_clock processor_clock_read(double tolerance);

/* The mean of two that agree in themselves and, within the tolerance, with each other; 0 otherwise. */
double processor_clock_between(const struct processor_clock *before, const struct processor_clock *after, double tolerance);

#endif
