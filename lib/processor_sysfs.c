#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "number.h"
#include "processor_sources.h"
#include "start_of_file.h"

static void read_line(int cpu, const char *name, char *text, size_t size)
{
	char path[128];

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", cpu, name);
	at_start_of_file(path, text, size);
	text[strcspn(text, "\n")] = '\0';
}

static void read_index(int cpu, int index, const char *name, char *text, size_t size)
{
	char path[64];

	snprintf(path, sizeof path, "cache/index%d/%s", index, name);
	read_line(cpu, path, text, size);
}

bool processor_sysfs_cache_read(int cpu, int index, struct processor_sysfs_cache *cache)
{
	char level[32], size[32], line[32];

	*cache = (struct processor_sysfs_cache){ 0 };
	read_index(cpu, index, "level", level, sizeof level);
	read_index(cpu, index, "size", size, sizeof size);
	read_index(cpu, index, "coherency_line_size", line, sizeof line);
	read_index(cpu, index, "type", cache->type, sizeof cache->type);
	read_index(cpu, index, "shared_cpu_list", cache->cpus, sizeof cache->cpus);
	if (at_parse_count(line, &cache->line_bytes))
		cache->line_bytes = 0;
	return *cache->type && !at_parse_count(level, &cache->level) && !at_parse_bytes(size, &cache->size_bytes) && cache->size_bytes;
}

static enum processor_cache_kind kind_of(const char *type)
{
	return !strcmp(type, "Data") ? PROCESSOR_DATA : !strcmp(type, "Instruction") ? PROCESSOR_INSTRUCTION : PROCESSOR_UNIFIED;
}

bool processor_caches_from_sysfs(struct processor_topology *topology)
{
	struct processor_sysfs_cache *found = at_alloc(sizeof *found);
	struct processor_cache *record = NULL;
	size_t count = 0;

	for (size_t i = 0; i < topology->logical.count; i++)
		for (int index = 0; index < PROCESSOR_SYSFS_INDEXES; index++) {
			if (!processor_sysfs_cache_read(topology->logical.cpu[i], index, found))
				continue;
			record = at_resize(record, count + 1, sizeof *record);
			record[count] = (struct processor_cache){ .level = (unsigned)(found->level < 100 ? found->level : 100),
					.kind = kind_of(found->type), .size_bytes = found->size_bytes, .line_bytes = found->line_bytes,
					.confidence = PROCESSOR_DETECTED, .source = "sysfs" };
			processor_cpus_parse(found->cpus, strlen(found->cpus), &record[count].cpus);
			record[count].sharing = (unsigned)record[count].cpus.count;
			count++;
		}
	processor_topology_add(topology, record, count, count > 0);
	free(record);
	free(found);
	return topology->caches > 0;
}

void processor_cores_from_sysfs(struct processor_topology *topology)
{
	char *text = at_alloc(4096);

	for (size_t i = 0; i < topology->logical.count; i++) {
		int cpu = topology->logical.cpu[i];
		struct processor_core core = { 0 };
		bool known = false;
		for (size_t c = 0; c < topology->cores && !known; c++)
			known = processor_cpus_have(&topology->core[c].cpus, cpu);
		if (known)
			continue;
		read_line(cpu, "topology/core_cpus_list", text, 4096);
		if (!*text)
			read_line(cpu, "topology/thread_siblings_list", text, 4096);
		if (processor_cpus_parse(text, strlen(text), &core.cpus) || !processor_cpus_have(&core.cpus, cpu)) {
			at_cpus_free(&core.cpus);
			continue;
		}
		read_line(cpu, "cpu_capacity", text, 4096);
		if (at_parse_count(text, &core.capacity))
			core.capacity = 0;
		topology->core = at_resize(topology->core, topology->cores + 1, sizeof *topology->core);
		topology->core[topology->cores++] = core;
	}
	topology->cores_told = topology->cores > 0;
	free(text);
}
