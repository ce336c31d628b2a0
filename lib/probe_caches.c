/* The caches as the kernel describes them. A virtual machine often has no description, and what CPUID then says of them is not
 * to be believed (leaf 0x80000006 claims caches that are nowhere): then they are absent. */
#include <stdlib.h>

#include "alloc.h"
#include "probe_system.h"
#include "processor_sources.h"

bool at_write_caches(int cpu, struct at_json *json)
{
	struct processor_sysfs_cache *cache = at_alloc(sizeof *cache);
	bool any = false;

	for (int index = 0; index < PROCESSOR_SYSFS_INDEXES; index++) {
		if (!processor_sysfs_cache_read(cpu, index, cache))
			continue;
		if (!any)
			at_json_array(json, "caches");
		any = true;
		at_json_object(json, NULL);
		at_json_uint(json, "level", cache->level);
		at_json_text(json, "type", cache->type);
		at_json_uint(json, "size_bytes", cache->size_bytes);
		if (cache->line_bytes)
			at_json_uint(json, "line_bytes", cache->line_bytes);
		if (*cache->cpus)
			at_json_text(json, "cpus", cache->cpus);
		at_json_end(json);
	}
	if (any)
		at_json_end(json);
	free(cache);
	return any;
}
