/* What else a machine does while something is timed: load, pressure, clock frequency, temperature. Read from /proc and /sys;
 * what a machine does not have is marked as unknown, never as fine. */
#ifndef ATESOR_LOADWATCH_H
#define ATESOR_LOADWATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "json.h"

struct at_load {
	uint64_t at_ns;                             /* CLOCK_MONOTONIC */
	bool has_average;
	double average[3];                          /* of 1, 5 and 15 minutes */
	bool has_pressure;
	uint64_t cpu_stall_us, io_stall_us, memory_stall_us;   /* PSI "some" totals since boot */
	bool has_busy;
	uint64_t busy_ns, steal_ns;                 /* of all CPUs since boot, in ticks of 10 ms as a rule */
	uint64_t own_ns;                            /* CPU time of this process and of children that were waited for */
	uint64_t frequency_khz;                     /* of the CPU in question; 0: unknown */
	char governor[32];                          /* "": unknown */
	double celsius;                             /* of the hottest thermal zone; NaN: unknown */
};

/* `cpu` is the one whose clock matters; −1: none, and its clock and governor are unknown. Never fails. */
void at_load_read(struct at_load *load, int cpu);

/* The clock frequency of a CPU now, in kHz; 0: unknown. */
uint64_t at_load_clock(int cpu);

/* The temperature of the hottest thermal zone; NaN: unknown. */
double at_load_celsius(void);

/* How many CPUs others used between two readings; NaN when that is unknown or the time between is under 100 ms. */
double at_load_of_others(const struct at_load *before, const struct at_load *after);

/* As an object; unknown facts are left out. */
void at_load_write(const struct at_load *load, const char *key, struct at_json *json);

#endif
