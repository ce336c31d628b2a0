#include "processor_topology.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "processor_sources.h"

enum { HIGHEST_CPU = 65535, HIGHEST_LEVEL = PROCESSOR_CACHE_LEVELS };

const char *processor_confidence_name(enum processor_confidence confidence)
{
	static const char *const names[] = { "unverified", "effective", "inferred", "detected" };

	return names[confidence];
}

const char *processor_cache_kind_name(enum processor_cache_kind kind)
{
	static const char *const names[] = { "data", "instruction", "unified" };

	return names[kind];
}

bool processor_cpus_have(const struct at_cpus *cpus, int cpu)
{
	for (size_t i = 0; i < cpus->count; i++)
		if (cpus->cpu[i] == cpu)
			return true;
	return false;
}

static int parse_number(const char **at, const char *end, int *number)
{
	const char *start = *at;

	for (*number = 0; *at < end && **at >= '0' && **at <= '9'; ++*at)
		if ((*number = *number * 10 + (**at - '0')) > HIGHEST_CPU)
			return -1;
	return *at > start ? 0 : -1;
}

static void add_cpu(struct at_cpus *cpus, int cpu)
{
	size_t place = cpus->count;

	if (processor_cpus_have(cpus, cpu))
		return;
	cpus->cpu = at_resize(cpus->cpu, cpus->count + 1, sizeof *cpus->cpu);
	for (cpus->count++; place && cpus->cpu[place - 1] > cpu; place--)
		cpus->cpu[place] = cpus->cpu[place - 1];
	cpus->cpu[place] = cpu;
}

int processor_cpus_parse(const char *text, size_t length, struct at_cpus *cpus)
{
	const char *at = text, *end = text + length;
	unsigned char *there = at_alloc(HIGHEST_CPU + 1);
	size_t count = 0;
	int result = -1;

	*cpus = (struct at_cpus){ 0 };
	for (;;) {
		int first, last;
		if (parse_number(&at, end, &first))
			break;
		last = first;
		if (at < end && *at == '-' && (at++, parse_number(&at, end, &last) || last < first))
			break;
		memset(there + first, 1, (size_t)(last - first) + 1);
		result = at == end ? 0 : -1;
		if (at == end || *at++ != ',')
			break;
	}
	for (int cpu = 0; !result && cpu <= HIGHEST_CPU; cpu++)
		count += there[cpu];
	cpus->cpu = result ? NULL : at_resize(NULL, count, sizeof *cpus->cpu);
	for (int cpu = 0; !result && cpu <= HIGHEST_CPU; cpu++)
		if (there[cpu])
			cpus->cpu[cpus->count++] = cpu;
	free(there);
	return result;
}

/* What is in both, in place. */
static void keep_only(struct at_cpus *cpus, const struct at_cpus *others)
{
	size_t kept = 0;

	for (size_t i = 0; i < cpus->count; i++)
		if (processor_cpus_have(others, cpus->cpu[i]))
			cpus->cpu[kept++] = cpus->cpu[i];
	cpus->count = kept;
}

static bool same_cpus(const struct at_cpus *one, const struct at_cpus *other)
{
	return one->count == other->count && (!one->count || !memcmp(one->cpu, other->cpu, one->count * sizeof *one->cpu));
}

static bool known_already(const struct processor_topology *topology, const struct processor_cache *record)
{
	for (size_t i = 0; i < topology->caches; i++) {
		const struct processor_cache *cache = &topology->cache[i];
		if (cache->level == record->level && cache->kind == record->kind && cache->size_bytes == record->size_bytes &&
				same_cpus(&cache->cpus, &record->cpus))
			return true;
	}
	return false;
}

void processor_topology_add(struct processor_topology *topology, struct processor_cache *records, size_t count, bool supported)
{
	for (size_t i = 0; i < count; i++) {
		if (!records[i].level || records[i].level > HIGHEST_LEVEL || !records[i].size_bytes || known_already(topology, &records[i])) {
			at_cpus_free(&records[i].cpus);
			continue;
		}
		topology->cache = at_resize(topology->cache, topology->caches + 1, sizeof *topology->cache);
		topology->cache[topology->caches++] = records[i];
		records[i].cpus = (struct at_cpus){ 0 };
	}
	topology->detected = supported && topology->caches > 0;
}

static bool holds_data(const struct processor_cache *cache, unsigned level)
{
	return cache->level == level && cache->kind != PROCESSOR_INSTRUCTION;
}

const struct processor_cache *processor_cache_of(const struct processor_topology *topology, unsigned level, int cpu)
{
	for (size_t i = 0; i < topology->caches; i++) {
		const struct processor_cache *cache = &topology->cache[i];
		if (holds_data(cache, level) && (!cache->cpus.count || processor_cpus_have(&cache->cpus, cpu)))
			return cache;
	}
	return NULL;
}

const struct processor_cache *processor_cache_largest(const struct processor_topology *topology, unsigned level)
{
	const struct processor_cache *largest = NULL;

	for (size_t i = 0; i < topology->caches; i++) {
		const struct processor_cache *cache = &topology->cache[i];
		if (holds_data(cache, level) && (!largest || cache->size_bytes > largest->size_bytes))
			largest = cache;
	}
	return largest;
}

uint64_t processor_cache_size(const struct processor_topology *topology, unsigned level, uint64_t otherwise)
{
	const struct processor_cache *largest = processor_cache_largest(topology, level);

	return largest ? largest->size_bytes : otherwise;
}

uint64_t processor_capacity_of(const struct processor_topology *topology, int cpu)
{
	for (size_t i = 0; i < topology->cores; i++)
		if (processor_cpus_have(&topology->core[i].cpus, cpu))
			return topology->core[i].capacity;
	return 0;
}

static bool alike(const struct processor_topology *topology, int one, int other)
{
	for (unsigned level = 1; level <= HIGHEST_LEVEL; level++) {
		const struct processor_cache *a = processor_cache_of(topology, level, one), *b = processor_cache_of(topology, level, other);
		if (a == b)
			continue;
		if (!a || !b || a->size_bytes != b->size_bytes || a->sharing != b->sharing)
			return false;
	}
	return processor_capacity_of(topology, one) == processor_capacity_of(topology, other);
}

struct processor_domain *processor_domains(const struct processor_topology *topology, size_t *count)
{
	struct processor_domain *domain = NULL;

	*count = 0;
	for (size_t i = 0; i < topology->logical.count; i++) {
		int cpu = topology->logical.cpu[i];
		size_t d = 0;
		while (d < *count && !alike(topology, domain[d].cpus.cpu[0], cpu))
			d++;
		if (d == *count) {
			domain = at_resize(domain, ++*count, sizeof *domain);
			domain[d] = (struct processor_domain){ 0 };
		}
		add_cpu(&domain[d].cpus, cpu);
	}
	return domain;
}

void processor_domains_free(struct processor_domain *domain, size_t count)
{
	for (size_t i = 0; i < count; i++)
		at_cpus_free(&domain[i].cpus);
	free(domain);
}

void processor_topology_complete(struct processor_topology *topology)
{
	for (size_t i = 0; i < topology->logical.count; i++) {
		int cpu = topology->logical.cpu[i];
		bool there = false;
		for (size_t c = 0; c < topology->cores && !there; c++)
			there = processor_cpus_have(&topology->core[c].cpus, cpu);
		if (there)
			continue;
		topology->core = at_resize(topology->core, topology->cores + 1, sizeof *topology->core);
		struct processor_core *core = &topology->core[topology->cores++];
		*core = (struct processor_core){ 0 };
		add_cpu(&core->cpus, cpu);
	}
}

void processor_topology_restrict(struct processor_topology *topology, const struct at_cpus *cpus)
{
	size_t kept = 0;

	keep_only(&topology->logical, cpus);
	for (size_t i = 0; i < topology->cores; i++) {
		keep_only(&topology->core[i].cpus, cpus);
		if (topology->core[i].cpus.count)
			topology->core[kept++] = topology->core[i];
		else
			at_cpus_free(&topology->core[i].cpus);
	}
	topology->cores = kept;
	kept = 0;
	for (size_t i = 0; i < topology->caches; i++) {
		bool told = topology->cache[i].cpus.count;
		keep_only(&topology->cache[i].cpus, cpus);
		if (topology->cache[i].cpus.count || !told)
			topology->cache[kept++] = topology->cache[i];
		else
			at_cpus_free(&topology->cache[i].cpus);
	}
	topology->caches = kept;
}

void processor_cpus_copy(struct at_cpus *copy, const struct at_cpus *cpus)
{
	*copy = (struct at_cpus){ 0 };
	if (!cpus->count)
		return;
	copy->cpu = at_resize(NULL, cpus->count, sizeof *copy->cpu);
	memcpy(copy->cpu, cpus->cpu, cpus->count * sizeof *copy->cpu);
	copy->count = cpus->count;
}

void processor_topology_copy(struct processor_topology *copy, const struct processor_topology *topology)
{
	*copy = *topology;
	processor_cpus_copy(&copy->logical, &topology->logical);
	copy->core = at_resize(NULL, topology->cores, sizeof *copy->core);
	copy->cache = at_resize(NULL, topology->caches, sizeof *copy->cache);
	for (size_t i = 0; i < topology->cores; i++) {
		copy->core[i] = topology->core[i];
		processor_cpus_copy(&copy->core[i].cpus, &topology->core[i].cpus);
	}
	for (size_t i = 0; i < topology->caches; i++) {
		copy->cache[i] = topology->cache[i];
		processor_cpus_copy(&copy->cache[i].cpus, &topology->cache[i].cpus);
	}
}

static int finish(struct processor_topology *topology)
{
	struct at_cpus all;

	processor_cpus_copy(&all, &topology->logical);
	processor_topology_restrict(topology, &all);
	at_cpus_free(&all);
	processor_topology_complete(topology);
	return 0;
}

int processor_topology_read(struct processor_topology *topology)
{
	*topology = (struct processor_topology){ 0 };
	if (at_cpus_allowed(&topology->logical))
		return -1;
	processor_cores_from_sysfs(topology);
	if (!processor_caches_from_sysfs(topology))
		processor_caches_from_cpuid(topology, processor_cpuid_here());
	return finish(topology);
}

int processor_topology_parse(struct processor_topology *topology, const char *text, char **error)
{
	*topology = (struct processor_topology){ .injected = true };
	*error = NULL;
	if (at_cpus_allowed(&topology->logical)) {
		*error = at_strdup("cannot ask for the allowed CPUs");
		return -1;
	}
	if (processor_topology_from_text(topology, text, error)) {
		processor_topology_free(topology);
		return -1;
	}
	if (!topology->cores)
		processor_cores_from_sysfs(topology);
	return finish(topology);
}

void processor_topology_free(struct processor_topology *topology)
{
	at_cpus_free(&topology->logical);
	for (size_t i = 0; i < topology->cores; i++)
		at_cpus_free(&topology->core[i].cpus);
	for (size_t i = 0; i < topology->caches; i++)
		at_cpus_free(&topology->cache[i].cpus);
	free(topology->core);
	free(topology->cache);
	*topology = (struct processor_topology){ 0 };
}
