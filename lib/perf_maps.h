/* Which code stood at an address of a process at this moment of a recording: the memory maps of all processes, kept up to date by
 * the recording's own events in order of time. Nothing in it knows what the addresses are looked up for, so that a reader of
 * branch stacks can ask the same questions as one of plain samples.
 *
 * The rules: the newest map wins where maps overlap, whatever it shows; a fork copies the maps, a thread shares them; exec
 * clears them; the exit of the last thread clears them; the kernel's maps are for all processes. Processes share one table of
 * maps until one of them changes it. */
#ifndef ATESOR_PERF_MAPS_H
#define ATESOR_PERF_MAPS_H

#include "perf_event.h"

enum { AT_PERF_NO_OBJECT = UINT32_MAX };     /* a map that holds no code: data, or memory without a file */

struct at_perf_maps;

struct at_perf_maps *at_perf_maps_new(void);
void at_perf_maps_free(struct at_perf_maps *maps);

/* Applies any event but a sample or an object id. `object` is the caller's number for the file that a map shows. */
void at_perf_maps_apply(struct at_perf_maps *maps, const struct at_perf_event *event, uint32_t object);

enum at_perf_found {
	AT_PERF_FOUND,
	AT_PERF_NO_MAPS,        /* nothing is known of this process */
	AT_PERF_NO_MAP          /* it has maps, none of them here */
};

/* Where `address` of process `pid` (AT_PERF_KERNEL: the kernel) lies: the object, and the offset within the file. */
enum at_perf_found at_perf_maps_find(const struct at_perf_maps *maps, uint32_t pid, uint64_t address, uint32_t *object,
		uint64_t *offset);

#endif
