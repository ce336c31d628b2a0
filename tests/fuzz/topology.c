/* The parser of injected topologies: any text, then the domains and working sets of what it accepts. */
#include <stdint.h>
#include <stdlib.h>

#include "alloc.h"
#include "processor_sizes.h"
#include "processor_sources.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int first = 0;
	const struct at_cpus one = { .cpu = &first, .count = 1 };
	struct processor_topology topology = { .injected = true };
	struct processor_caches caches = { .topology = &topology };
	char *text = at_strndup((const char *)data, size), *error = NULL;
	size_t domains;

	if (!processor_topology_from_text(&topology, text, &error)) {
		struct processor_domain *domain = processor_domains(&topology, &domains);
		processor_domains_free(domain, domains);
		for (enum processor_level level = 0; level < PROCESSOR_LEVELS; level++) {
			struct processor_working_set set = processor_working_set(&caches, level, &one, UINT64_C(1) << 40);
			if (!set.participant_bytes != (set.reason != PROCESSOR_AVAILABLE) || set.total_bytes > UINT64_C(1) << 40)
				abort();
		}
		processor_topology_restrict(&topology, &one);
	} else if (!error) {
		abort();
	}
	processor_topology_free(&topology);
	free(error);
	free(text);
	return 0;
}
