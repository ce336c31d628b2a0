/* Where a topology comes from, one function a source. Each adds to the lists of the topology; processor_topology.c puts them in
 * order and joins what they found. */
#ifndef PROCESSOR_SOURCES_H
#define PROCESSOR_SOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "processor_topology.h"

/* One directory /sys/devices/system/cpu/cpuCPU/cache/indexINDEX as it stands there. */
struct processor_sysfs_cache {
	uint64_t level, size_bytes;
	uint64_t line_bytes;             /* 0: not told */
	char type[16];                   /* "Data", "Instruction", "Unified" */
	char cpus[4096];                 /* "" if not told */
};

enum { PROCESSOR_SYSFS_INDEXES = 16 };

/* False if there is none, or without level, type or size. */
bool processor_sysfs_cache_read(int cpu, int index, struct processor_sysfs_cache *cache);

/* Threads of a core by core_cpus_list, else thread_siblings_list; the capacity by cpu_capacity. */
void processor_cores_from_sysfs(struct processor_topology *topology);
/* False if the kernel describes no cache at all. */
bool processor_caches_from_sysfs(struct processor_topology *topology);

/* Gives the four registers EAX EBX ECX EDX; false if the processor has no such leaf. */
typedef bool processor_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t word[4]);

/* The processor that runs this; NULL where there is no CPUID. */
processor_cpuid *processor_cpuid_here(void);
/* Leaf 4 or 0x8000001D (each cache with its sharing), else 0x80000005 and 0x80000006 (sizes only, which may be those of a whole
 * package: inferred). Intel SDM volume 2, CPUID; AMD APM volume 3, appendix E. `cpuid` may be NULL. */
void processor_caches_from_cpuid(struct processor_topology *topology, processor_cpuid *cpuid);

/* The format is in processor_topology.h. 0; or -1 with an allocated `error`. */
int processor_topology_from_text(struct processor_topology *topology, const char *text, char **error);

#endif
