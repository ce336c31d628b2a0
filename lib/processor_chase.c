#include "processor_chase.h"

#include "random.h"

static void **line(unsigned char *start, size_t i)
{
	return (void **)(void *)(start + i * PROCESSOR_CHASE_LINE);
}

void processor_chase_link(unsigned char *start, size_t count, const char *seed)
{
	struct at_random random;

	at_random_seed(&random, seed);
	for (size_t i = 0; i < count; i++)
		*line(start, i) = line(start, i);
	/* Swapping each with an earlier one, never with itself, leaves one cycle. */
	for (size_t i = count; i-- > 1;) {
		void **one = line(start, i), **other = line(start, (size_t)at_random_below(&random, i));
		void *kept = *one;
		*one = *other;
		*other = kept;
	}
}

bool processor_chase_valid(unsigned char *start, size_t count)
{
	unsigned char *at = start;

	/* The links are a function, so the lines before the first return to the start are all different. */
	for (size_t steps = 1; steps <= count; steps++) {
		at = *line(at, 0);
		if (at < start || at >= start + count * PROCESSOR_CHASE_LINE || (size_t)(at - start) % PROCESSOR_CHASE_LINE)
			return false;
		if (at == start)
			return steps == count;
	}
	return false;
}

void *processor_chase_run(void *from, uint64_t loads)
{
	void *at = from;

	/* The compiler may not think about the pointer between the loads, nor leave any out. */
#define LOAD() (at = *(void *volatile *)at)
	for (uint64_t i = 0; i < loads; i += 8) {
		LOAD();
		LOAD();
		LOAD();
		LOAD();
		LOAD();
		LOAD();
		LOAD();
		LOAD();
	}
#undef LOAD
	return at;
}
