/* Which processors this process may use, which of them are one physical core, and which caches they have: asked of the system,
 * or injected by a file. Every cache says how it is known. What nothing tells is absent; no default size is ever made up.
 *
 * A topology owns its lists. Nothing here is timed, and nothing of the process is changed. */
#ifndef PROCESSOR_TOPOLOGY_H
#define PROCESSOR_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpus.h"

/* How far a value can be relied on, the least first. */
enum processor_confidence {
	PROCESSOR_UNVERIFIED,    /* chosen without knowing a cache that it depends on */
	PROCESSOR_EFFECTIVE,     /* as the latencies show it; nothing describes it, or what does is contradicted */
	PROCESSOR_INFERRED,      /* described by something that need not speak of one core's caches */
	PROCESSOR_DETECTED
};

const char *processor_confidence_name(enum processor_confidence confidence);

enum { PROCESSOR_CACHE_LEVELS = 8 };        /* 1 … 8 */

enum processor_cache_kind { PROCESSOR_DATA, PROCESSOR_INSTRUCTION, PROCESSOR_UNIFIED };

const char *processor_cache_kind_name(enum processor_cache_kind kind);

struct processor_cache {
	unsigned level;                      /* 1, 2, 3 … */
	enum processor_cache_kind kind;
	uint64_t size_bytes;
	uint64_t line_bytes;                 /* 0: not told */
	struct at_cpus cpus;                 /* that share it, of those we may use; none: not told */
	unsigned sharing;                    /* how many logical processors share it; 0: not told */
	enum processor_confidence confidence;
	const char *source;                  /* "sysfs", "cpuid 4" …, "injected"; a literal */
};

struct processor_core {
	struct at_cpus cpus;                 /* its logical processors, of those we may use */
	uint64_t capacity;                   /* relative speed as the kernel has it (1024: the fastest); 0: not told */
};

struct processor_topology {
	struct at_cpus logical;              /* that we may use, ascending */
	struct processor_core *core;
	size_t cores;
	bool cores_told;                     /* else each logical processor is taken for a core */
	struct processor_cache *cache;
	size_t caches;
	bool detected;                       /* some source was there, and gave at least one valid cache */
	bool injected;                       /* by a file or a caller */
};

/* Of this process. 0, or -1 with errno when not even the allowed processors can be asked for. */
int processor_topology_read(struct processor_topology *topology);
/* The same with only the caches (and cores, if there are any) of a text, for tests and machines that tell lies:
 *   # comment
 *   cache LEVEL data|instruction|unified SIZE LINE CPUS [detected|inferred]
 *   core CPUS
 * SIZE as "32K" or "8M"; LINE in bytes, 0 if not known; CPUS as "0-3,8", or "-" if not known. Processors that we may not use are
 * left out. 0; or -1 with an allocated `error` that names the line. */
int processor_topology_parse(struct processor_topology *topology, const char *text, char **error);
void processor_topology_copy(struct processor_topology *copy, const struct processor_topology *topology);
void processor_topology_free(struct processor_topology *topology);

/* Makes each logical processor that no core has a core of its own. */
void processor_topology_complete(struct processor_topology *topology);
/* Only these processors from now on: others leave the lists, the cores and the sharing sets. */
void processor_topology_restrict(struct processor_topology *topology, const struct at_cpus *cpus);

/* Adds the valid ones of the records (level and size not 0, each once), whose CPU lists it takes over; the others are dropped.
 * `supported`: whether there was a source to ask. */
void processor_topology_add(struct processor_topology *topology, struct processor_cache *records, size_t count, bool supported);

/* The data or unified cache of a level that a CPU has; one whose CPUs are not told is everybody's. NULL: none is known. */
const struct processor_cache *processor_cache_of(const struct processor_topology *topology, unsigned level, int cpu);
/* The largest of a level, whosever it is; NULL: none. */
const struct processor_cache *processor_cache_largest(const struct processor_topology *topology, unsigned level);
/* The relative speed of a CPU's core; 0: not told. */
uint64_t processor_capacity_of(const struct processor_topology *topology, int cpu);
/* Its size, or what the caller wants instead. */
uint64_t processor_cache_size(const struct processor_topology *topology, unsigned level, uint64_t otherwise);

/* Processors that are alike: the same cache sizes, shared by as many, and the same capacity. */
struct processor_domain {
	struct at_cpus cpus;
};

/* Allocated, one a kind, by their lowest processor. Each list is to be freed (at_cpus_free), then the array. */
struct processor_domain *processor_domains(const struct processor_topology *topology, size_t *count);
void processor_domains_free(struct processor_domain *domain, size_t count);

/* "0-3,8" to an ascending list without repetition; CPUs up to 65535. 0, or -1. */
int processor_cpus_parse(const char *text, size_t length, struct at_cpus *cpus);
void processor_cpus_copy(struct at_cpus *copy, const struct at_cpus *cpus);
bool processor_cpus_have(const struct at_cpus *cpus, int cpu);

#endif
