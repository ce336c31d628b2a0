#include <stddef.h>

#include "processor_sources.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

enum { EAX, EBX, ECX, EDX };
enum { RECORDS = 16 };

#ifdef __x86_64__
static bool ask(uint32_t leaf, uint32_t subleaf, uint32_t word[4])
{
	return __get_cpuid_count(leaf, subleaf, &word[EAX], &word[EBX], &word[ECX], &word[EDX]);
}
#endif

processor_cpuid *processor_cpuid_here(void)
{
#ifdef __x86_64__
	return ask;
#else
	return NULL;
#endif
}

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
	return word >> low & ((UINT32_C(2) << (high - low)) - 1);
}

/* A subleaf a cache until one has type 0. The size is ways × partitions × line × sets, each stored less 1. */
static size_t list_caches(processor_cpuid *cpuid, uint32_t leaf, const char *source, struct processor_cache record[RECORDS])
{
	static const enum processor_cache_kind kinds[] = { PROCESSOR_UNIFIED, PROCESSOR_DATA, PROCESSOR_INSTRUCTION, PROCESSOR_UNIFIED };
	size_t count = 0;
	uint32_t word[4];

	while (count < RECORDS && cpuid(leaf, (uint32_t)count, word)) {
		uint32_t type = bits(word[EAX], 4, 0);
		if (!type || type > 3)
			break;
		uint64_t line = bits(word[EBX], 11, 0) + 1, partitions = bits(word[EBX], 21, 12) + 1, ways = bits(word[EBX], 31, 22) + 1;
		record[count++] = (struct processor_cache){ .level = bits(word[EAX], 7, 5), .kind = kinds[type],
				.size_bytes = ways * partitions * line * ((uint64_t)word[ECX] + 1), .line_bytes = line,
				.sharing = bits(word[EAX], 25, 14) + 1, .confidence = PROCESSOR_DETECTED, .source = source };
	}
	return count;
}

/* Bits 15 to 12 of the second leaf are the associativity, 0 if the cache is off. The L3 size is in units of 512 KiB, and is that
 * of all L3 caches of the package on processors that have several. */
static size_t list_legacy(processor_cpuid *cpuid, struct processor_cache record[RECORDS])
{
	const enum processor_confidence inferred = PROCESSOR_INFERRED;
	size_t count = 0;
	uint32_t word[4];

	if (cpuid(0x80000005, 0, word)) {
		record[count++] = (struct processor_cache){ .level = 1, .kind = PROCESSOR_DATA,
				.size_bytes = (uint64_t)bits(word[ECX], 31, 24) << 10, .line_bytes = bits(word[ECX], 7, 0),
				.confidence = inferred, .source = "cpuid 0x80000005" };
		record[count++] = (struct processor_cache){ .level = 1, .kind = PROCESSOR_INSTRUCTION,
				.size_bytes = (uint64_t)bits(word[EDX], 31, 24) << 10, .line_bytes = bits(word[EDX], 7, 0), .confidence = inferred,
				.source = "cpuid 0x80000005" };
	}
	if (cpuid(0x80000006, 0, word)) {
		if (bits(word[ECX], 15, 12))
			record[count++] = (struct processor_cache){ .level = 2, .kind = PROCESSOR_UNIFIED,
					.size_bytes = (uint64_t)bits(word[ECX], 31, 16) << 10, .line_bytes = bits(word[ECX], 7, 0), .confidence = inferred,
					.source = "cpuid 0x80000006" };
		if (bits(word[EDX], 15, 12))
			record[count++] = (struct processor_cache){ .level = 3, .kind = PROCESSOR_UNIFIED,
					.size_bytes = (uint64_t)bits(word[EDX], 31, 18) << 19, .line_bytes = bits(word[EDX], 7, 0), .confidence = inferred,
					.source = "cpuid 0x80000006" };
	}
	return count;
}

void processor_caches_from_cpuid(struct processor_topology *topology, processor_cpuid *cpuid)
{
	struct processor_cache record[RECORDS];

	if (!cpuid)
		return;
	size_t count = list_caches(cpuid, 4, "cpuid 4", record);
	if (!count)
		count = list_caches(cpuid, 0x8000001d, "cpuid 0x8000001d", record);
	if (!count)
		count = list_legacy(cpuid, record);
	processor_topology_add(topology, record, count, true);
}
