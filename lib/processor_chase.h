/* A chain of dependent loads: one pointer in each line of memory, in an order that no prefetcher can guess, over the whole of the
 * working set. The next address is known only when the load before has come back, so the time for one is a latency; it contains
 * what address translation costs at that size. */
#ifndef PROCESSOR_CHASE_H
#define PROCESSOR_CHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROCESSOR_CHASE_LINE = 64 };

/* Links `count` lines (at least 1) from `start`, aligned to a line, to one random cycle: the same for the same seed. Sattolo, "An
 * algorithm to generate a random cyclic permutation", 1986. */
void processor_chase_link(unsigned char *start, size_t count, const char *seed);

/* Follows the links: whether each line is visited exactly once before the chain is back at the start. Brings all of it into the
 * caches as far as it fits. */
bool processor_chase_valid(unsigned char *start, size_t count);

/* So many dependent loads (a multiple of 8) from there; returns where they end. */
void *processor_chase_run(void *from, uint64_t loads);

#endif
