/* The options of a profile, held against their bounds before anything is allocated or timed. */
#include <stdio.h>

#include "cpus.h"
#include "processor_profile.h"

#define FAULT(...) return snprintf(text, size, __VA_ARGS__), false

static bool in_range(double value, double least, double most)
{
	return value >= least && value <= most;       /* false for NaN */
}

/* The first of the CPUs that we may not use; -1: there is none. */
static int not_allowed(const struct at_cpus *cpus)
{
	struct at_cpus allowed;
	int absent = -1;

	if (at_cpus_allowed(&allowed))
		return cpus->cpu[0];
	for (size_t i = 0; i < cpus->count && absent < 0; i++)
		absent = processor_cpus_have(&allowed, cpus->cpu[i]) ? -1 : cpus->cpu[i];
	at_cpus_free(&allowed);
	return absent;
}

bool processor_profile_check(const struct processor_profile_options *o, char *text, size_t size)
{
	if (size)
		*text = '\0';
	if (!o->policies || o->policies >> PROCESSOR_POLICIES)
		FAULT("the thread policies are single, physical, or both");
	if (o->repeats < 1 || o->repeats > 1000)
		FAULT("the repeats are 1 to 1000, not %llu", (unsigned long long)o->repeats);
	if (!(o->minimum_duration_ms > 0) || o->minimum_duration_ms > 10000)
		FAULT("the minimum duration is above 0 and at most 10000 ms, not %g", o->minimum_duration_ms);
	if (!(o->slice_ms > 0) || o->slice_ms > 100)
		FAULT("a slice is above 0 and at most 100 ms, not %g", o->slice_ms);
	if (!o->memory_budget_bytes)
		FAULT("the memory budget is at least one byte");
	if (o->modes >> PROCESSOR_MODES || o->types >> PROCESSOR_TYPES)
		FAULT("there is no such memory mode or element type");
	if (!o->modes && !o->types && !o->latency && !o->sweep)
		FAULT("there is nothing to measure: no memory mode, no latency, no element type");
	if (o->size_count > PROCESSOR_SIZES_MOST)
		FAULT("at most %d sizes can be measured at once", PROCESSOR_SIZES_MOST);
	for (size_t i = 0; i < o->size_count; i++)
		if (o->sizes[i] < 8192)
			FAULT("a size is at least 8192 bytes, not %llu", (unsigned long long)o->sizes[i]);
	if (o->cpus && !o->cpus->count)
		FAULT("the explicit affinity has no CPU");
	int absent = o->cpus ? not_allowed(o->cpus) : -1;
	if (absent >= 0)
		FAULT("CPU %d is not one that this process may use", absent);
	if (!in_range(o->noisy_private_pct, 0, 1e6) || !in_range(o->noisy_shared_pct, 0, 1e6) || !in_range(o->wall_over_cpu, 1, 100) ||
			!in_range(o->stagger, 1, 100) || !in_range(o->patience, 1, 1e6) ||
			!in_range(o->clock_tolerance, 0, 0.5) || !in_range(o->plateau_tolerance, 0.01, 10) ||
			!in_range(o->plateau_below, 0.01, 1) || !in_range(o->busy_cpus, 0, 1e6))
		FAULT("a limit is out of bounds");
	return true;
}
