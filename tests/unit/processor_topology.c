/* Topologies, working sets, chains and knees of the processor profile: pure functions with injected descriptions. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "alloc.h"
#include "processor_buffer.h"
#include "processor_chase.h"
#include "processor_knee.h"
#include "processor_sizes.h"
#include "processor_sources.h"
#include "processor_topology.h"

enum { KIB = 1 << 10, MIB = 1 << 20 };

static struct at_cpus cpus_of(const char *text)
{
	struct at_cpus cpus;

	CHECK(!processor_cpus_parse(text, strlen(text), &cpus), "'%s' is a list of CPUs", text);
	return cpus;
}

static struct processor_cache record(unsigned level, enum processor_cache_kind kind, uint64_t bytes, const char *cpus)
{
	struct processor_cache cache = { .level = level, .kind = kind, .size_bytes = bytes, .line_bytes = 64,
			.confidence = PROCESSOR_DETECTED, .source = "injected" };

	if (cpus)
		cache.cpus = cpus_of(cpus);
	cache.sharing = (unsigned)cache.cpus.count;
	return cache;
}

/* A machine of `cpus` with L1 of 32 KiB, L2 of 1 MiB, L3 of 16 MiB as far as they are wanted. */
static struct processor_topology machine(const char *cpus, bool second, bool third)
{
	struct processor_topology topology = { .logical = cpus_of(cpus), .injected = true };
	char own[16];

	for (size_t i = 0; i < topology.logical.count; i++) {
		snprintf(own, sizeof own, "%d", topology.logical.cpu[i]);
		struct processor_cache caches[2] = { record(1, PROCESSOR_DATA, 32 * KIB, own),
				record(2, PROCESSOR_UNIFIED, second ? MIB : 0, own) };
		processor_topology_add(&topology, caches, 2, true);
	}
	struct processor_cache last = record(3, PROCESSOR_UNIFIED, third ? 16 * MIB : 0, cpus);
	processor_topology_add(&topology, &last, 1, true);
	return topology;
}

static void check_records(void)
{
	struct processor_topology topology = { 0 }, other = { 0 };
	struct processor_cache caches[] = { record(1, PROCESSOR_DATA, 32 * KIB, "0"), record(2, PROCESSOR_UNIFIED, MIB, "0-1"),
			record(3, PROCESSOR_UNIFIED, 16 * MIB, "0-15") };

	processor_topology_add(&topology, caches, 3, true);
	CHECK(processor_cache_of(&topology, 1, 0)->sharing == 1 && processor_cache_of(&topology, 2, 1)->sharing == 2 &&
			processor_cache_of(&topology, 3, 9)->sharing == 16, "the sharing of each level is kept");
	CHECK(topology.detected, "valid records of a supported platform are a detected topology");
	CHECK(!processor_cache_of(&topology, 4, 0) && !processor_cache_largest(&topology, 4), "a level that is not there is not found");
	CHECK(processor_cache_size(&topology, 4, 12345) == 12345, "the size of a level that is not there is what the caller says");
	CHECK(!processor_cache_of(&topology, 1, 1), "a cache of CPU 0 is not that of CPU 1");

	struct processor_cache bad[] = { record(1, PROCESSOR_DATA, 32 * KIB, NULL), record(2, PROCESSOR_UNIFIED, 0, "0"),
			record(0, PROCESSOR_UNIFIED, MIB, "0"), record(1, PROCESSOR_DATA, 32 * KIB, NULL) };
	processor_topology_add(&other, bad, 4, true);
	CHECK(other.caches == 1 && other.cache[0].level == 1, "only valid records stay, each once");
	processor_topology_free(&other);
	processor_topology_add(&other, NULL, 0, false);
	CHECK(!other.detected && processor_cache_size(&other, 1, 7) == 7, "no records of an unsupported platform: nothing is detected");
	struct processor_cache none = record(1, PROCESSOR_DATA, 0, NULL);
	processor_topology_add(&other, &none, 1, true);
	CHECK(!other.detected && !other.caches, "a supported platform without a valid record: nothing is detected");
	processor_topology_free(&topology);
	processor_topology_free(&other);
}

static void check_clusters(void)
{
	struct processor_topology topology = { .logical = cpus_of("0-3") };
	struct processor_cache caches[] = { record(2, PROCESSOR_UNIFIED, 2 * MIB, "0-1"), record(2, PROCESSOR_UNIFIED, 4 * MIB, "2-3") };
	struct processor_caches seen = { .topology = &topology };
	struct at_cpus small = cpus_of("0"), large = cpus_of("2");
	size_t count;

	processor_topology_add(&topology, caches, 2, true);
	CHECK(topology.caches == 2 && processor_cache_size(&topology, 2, 0) == 4 * MIB, "both clusters are kept, the largest is found");
	struct processor_domain *domain = processor_domains(&topology, &count);
	CHECK(count == 2 && domain[0].cpus.count == 2 && domain[1].cpus.cpu[0] == 2, "unequal clusters are domains apart");
	processor_domains_free(domain, count);
	CHECK(processor_working_set(&seen, PROCESSOR_L2, &small, UINT64_MAX).participant_bytes == MIB,
			"half of the small cluster's cache");
	CHECK(processor_working_set(&seen, PROCESSOR_L2, &large, UINT64_MAX).participant_bytes == 2 * MIB,
			"half of the large cluster's cache");
	processor_topology_restrict(&topology, &small);
	CHECK(topology.logical.count == 1 && topology.caches == 1 && topology.cache[0].size_bytes == 2 * MIB, "restricted to a domain");
	CHECK(!topology.cores, "no core was described");
	processor_topology_complete(&topology);
	CHECK(topology.cores == 1 && topology.core[0].cpus.count == 1 && topology.core[0].cpus.cpu[0] == 0,
			"a CPU that no core has is a core");
	at_cpus_free(&small);
	at_cpus_free(&large);
	processor_topology_free(&topology);
}

static void check_here(void)
{
	struct processor_topology one, other;
	size_t covered = 0;

	CHECK(!processor_topology_read(&one) && !processor_topology_read(&other), "this machine can be asked");
	CHECK(one.logical.count && one.logical.count == other.logical.count && one.caches == other.caches && one.cores == other.cores,
			"two times the same topology");
	for (size_t i = 0; i < one.caches; i++)
		CHECK(one.cache[i].level == other.cache[i].level && one.cache[i].size_bytes == other.cache[i].size_bytes && one.cache[i].source,
				"two times the same caches");
	for (size_t i = 0; i < one.cores; i++)
		covered += one.core[i].cpus.count;
	CHECK(covered == one.logical.count, "each logical processor is in one core");
	processor_topology_free(&other);
	processor_topology_copy(&other, &one);
	CHECK(other.caches == one.caches && other.cores == one.cores, "a copy is the same");
	processor_topology_free(&one);
	processor_topology_free(&other);
}

static void check_text(void)
{
	static const char good[] = "# two cores\ncache 1 data 48K 64 0\ncache 1 data 48K 64 1  # as well\n\n"
			"cache 3 unified 508M 0 - inferred\ncore 0\ncore 1";
	static const struct {
		const char *text, *line;
	} bad[] = { { "cache 1 data 48K 64", "line 1" }, { "\ncache x data 48K 64 0", "line 2" }, { "cache 1 date 48K 64 0", "line 1" },
			{ "cache 1 data many 64 0", "line 1" }, { "cache 1 data 1K z 0", "line 1" }, { "cache 1 data 1K 64 0-", "line 1" },
			{ "cache 1 data 1K 64 3-1", "line 1" }, { "cache 1 data 1K 64 0 surely", "line 1" }, { "core", "line 1" },
			{ "core 0\ncore 0-1", "line 2" }, { "L1 32K", "line 1" }, { "cache 1 data 1K 64 0,", "line 1" },
			{ "cache 1 data 1K 64 99999999999", "line 1" }, { "cache 9 data 1K 64 0", "line 1" } };
	struct processor_topology topology;
	char *error;

	topology = (struct processor_topology){ .logical = cpus_of("0-1") };
	CHECK(!processor_topology_from_text(&topology, good, &error), "a good text is taken");
	CHECK(topology.caches == 3 && topology.cores == 2 && topology.cache[2].confidence == PROCESSOR_INFERRED &&
			topology.cache[2].size_bytes == UINT64_C(508) * MIB && !topology.cache[2].cpus.count && !topology.cache[2].line_bytes,
			"a good text is understood");
	processor_topology_free(&topology);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		topology = (struct processor_topology){ 0 };
		error = NULL;
		bool refused = processor_topology_from_text(&topology, bad[i].text, &error);
		CHECK(refused && error && strstr(error, bad[i].line), "'%s' is refused by its line, not: %s", bad[i].text,
				error ? error : "taken");
		free(error);
		processor_topology_free(&topology);
	}
	struct at_cpus cpus = cpus_of("8,0-3,2");
	CHECK(cpus.count == 5 && cpus.cpu[0] == 0 && cpus.cpu[3] == 3 && cpus.cpu[4] == 8, "a list of CPUs is sorted, each once");
	at_cpus_free(&cpus);
}

/* ---- CPUID ---- */

struct leaf {
	uint32_t leaf, subleaf, word[4];
};

static const struct leaf *answers;     /* up to one of leaf 0 */

static bool answer(uint32_t leaf, uint32_t subleaf, uint32_t word[4])
{
	memset(word, 0, 4 * sizeof *word);
	for (size_t i = 0; answers[i].leaf; i++)
		if (answers[i].leaf == leaf && answers[i].subleaf == subleaf)
			memcpy(word, answers[i].word, 4 * sizeof *word);
	return true;
}

#define ANSWERS(...) answers = (const struct leaf[]){ __VA_ARGS__, { 0 } }

static void check_cpuid(void)
{
	struct processor_topology topology = { 0 };

	/* L1 data 48 KiB: 12 ways of 64 sets; L2 2 MiB: 16 ways of 2048 sets, shared by 2; L3 36 MiB: 12 ways of 49152 sets. */
	ANSWERS({ 4, 0, { 0x00004121, 0x02c0003f, 63, 0 } }, { 4, 1, { 0x00004122, 0x01c0003f, 63, 0 } },
			{ 4, 2, { 0x00004143, 0x03c0003f, 2047, 0 } }, { 4, 3, { 0x0003c163, 0x02c0003f, 49151, 0 } });
	processor_caches_from_cpuid(&topology, answer);
	CHECK(topology.caches == 4 && topology.detected, "leaf 4 lists four caches, not %zu", topology.caches);
	CHECK(processor_cache_size(&topology, 1, 0) == 48 * KIB && processor_cache_size(&topology, 2, 0) == 2 * MIB &&
			processor_cache_size(&topology, 3, 0) == 36 * MIB, "sizes by leaf 4");
	CHECK(processor_cache_of(&topology, 2, 0)->sharing == 2 && processor_cache_of(&topology, 3, 0)->sharing == 16 &&
			processor_cache_of(&topology, 1, 0)->line_bytes == 64, "sharing and lines by leaf 4");
	CHECK(processor_cache_of(&topology, 1, 0)->confidence == PROCESSOR_DETECTED &&
			!strcmp(processor_cache_of(&topology, 1, 0)->source, "cpuid 4"), "leaf 4 is detected");
	processor_topology_free(&topology);

	ANSWERS({ 0x8000001d, 0, { 0x00000121, 0x01c0003f, 63, 0 } });
	processor_caches_from_cpuid(&topology, answer);
	CHECK(topology.caches == 1 && processor_cache_size(&topology, 1, 0) == 32 * KIB &&
			!strcmp(topology.cache[0].source, "cpuid 0x8000001d"),
			"leaf 0x8000001d where leaf 4 is empty");
	processor_topology_free(&topology);

	ANSWERS({ 0x80000005, 0, { 0, 0, 0x300c0140, 0x20080140 } }, { 0x80000006, 0, { 0, 0, 0x04006140, 0x0fe09140 } });
	processor_caches_from_cpuid(&topology, answer);
	CHECK(topology.caches == 4 && processor_cache_size(&topology, 1, 0) == 48 * KIB &&
			processor_cache_size(&topology, 2, 0) == MIB &&
			processor_cache_size(&topology, 3, 0) == UINT64_C(508) * MIB, "sizes by the old leaves");
	CHECK(processor_cache_of(&topology, 3, 0)->confidence == PROCESSOR_INFERRED && !processor_cache_of(&topology, 3, 0)->sharing,
			"the old leaves only let one infer, and tell no sharing");
	processor_topology_free(&topology);

	ANSWERS({ 0x80000006, 0, { 0, 0, 0x01000040, 0 } });
	processor_caches_from_cpuid(&topology, answer);
	CHECK(!topology.caches && !topology.detected, "a cache without associativity is off");
	processor_caches_from_cpuid(&topology, NULL);
	CHECK(!topology.caches, "no CPUID, no caches");
	processor_topology_free(&topology);
}

/* ---- working sets ---- */

static void check_sizes(void)
{
	struct processor_topology topology = machine("0-7", true, true);
	struct processor_caches caches = { .topology = &topology };
	struct at_cpus one = cpus_of("7"), all = cpus_of("0-7");
	struct processor_working_set l1 = processor_working_set(&caches, PROCESSOR_L1, &one, UINT64_MAX);
	struct processor_working_set l2 = processor_working_set(&caches, PROCESSOR_L2, &one, UINT64_MAX);
	struct processor_working_set l3 = processor_working_set(&caches, PROCESSOR_L3, &one, UINT64_MAX);
	struct processor_working_set ram = processor_working_set(&caches, PROCESSOR_RAM, &one, UINT64_MAX);

	CHECK(l1.participant_bytes == 16 * KIB && l2.participant_bytes == 512 * KIB && l3.participant_bytes == 8 * MIB && !l1.reason &&
			!l2.reason && !l3.reason, "half of each cache: %llu %llu %llu", (unsigned long long)l1.participant_bytes,
			(unsigned long long)l2.participant_bytes,
			(unsigned long long)l3.participant_bytes);
	CHECK(l2.participant_bytes > 32 * KIB && l3.participant_bytes > MIB, "more than what is nearer");
	CHECK(!ram.reason && ram.total_bytes > 2 * 16 * MIB && ram.confidence == PROCESSOR_DETECTED,
			"RAM: more than twice the last level");

	ram = processor_working_set(&caches, PROCESSOR_RAM, &one, 16 * MIB);
	CHECK(ram.reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED && !ram.participant_bytes && ram.wanted_bytes > 32 * MIB,
			"RAM is not cut down to the budget");
	ram = processor_working_set(&caches, PROCESSOR_RAM, &one, 40 * MIB);
	CHECK(!ram.reason && ram.total_bytes > 32 * MIB && ram.total_bytes <= 40 * MIB, "RAM within a budget that is just enough");
	ram = processor_working_set(&caches, PROCESSOR_RAM, &all, UINT64_MAX);
	CHECK(!ram.reason && ram.total_bytes > 32 * MIB && ram.total_bytes == 8 * ram.participant_bytes,
			"RAM: all participants together");
	CHECK(processor_working_set(&caches, PROCESSOR_L1, &one, 64 * KIB).participant_bytes == 16 * KIB,
			"a small budget is enough for one");
	CHECK(processor_working_set(&caches, PROCESSOR_L1, &all, 64 * KIB).reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED,
			"and not for eight: it is divided");
	l3 = processor_working_set(&caches, PROCESSOR_L3, &all, UINT64_MAX);
	CHECK(l3.reason == PROCESSOR_NO_SAFE_SIZE, "an eighth of half of the L3 is not more than the L2 before it");
	for (enum processor_level level = 0; level < PROCESSOR_LEVELS; level++)
		CHECK(processor_working_set(&caches, level, &one, 0).reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED, "no budget, no %s",
				processor_level_name(level));
	processor_topology_free(&topology);

	topology = machine("0", false, false);
	CHECK(processor_working_set(&caches, PROCESSOR_L2, &one, UINT64_MAX).reason == PROCESSOR_LEVEL_UNAVAILABLE &&
			processor_working_set(&caches, PROCESSOR_L3, &one, UINT64_MAX).reason == PROCESSOR_LEVEL_UNAVAILABLE,
			"levels that are not there");
	processor_topology_free(&topology);

	/* Without any description: RAM with a label, and not with all of the budget. */
	for (enum processor_level level = 0; level < PROCESSOR_RAM; level++)
		CHECK(processor_working_set(&caches, level, &one, UINT64_MAX).reason == PROCESSOR_LEVEL_UNAVAILABLE, "nothing is known of %s",
				processor_level_name(level));
	ram = processor_working_set(&caches, PROCESSOR_RAM, &one, 512 * MIB);
	CHECK(!ram.reason && ram.confidence == PROCESSOR_UNVERIFIED && ram.total_bytes <= 256 * MIB && ram.total_bytes >= 64 * MIB,
			"RAM without descriptions is unverified: %llu", (unsigned long long)ram.total_bytes);
	at_cpus_free(&one);
	at_cpus_free(&all);
}

static void check_shared(void)
{
	struct processor_topology topology = { .logical = cpus_of("0-3") };
	struct processor_cache list[] = { record(1, PROCESSOR_DATA, 32 * KIB, NULL), record(2, PROCESSOR_UNIFIED, 4 * MIB, "0-3") };
	struct processor_caches caches = { .topology = &topology };
	struct at_cpus two = cpus_of("0,3");

	processor_topology_add(&topology, list, 2, true);
	CHECK(processor_working_set(&caches, PROCESSOR_L2, &two, UINT64_MAX).participant_bytes == MIB,
			"who shares a cache shares its half");
	CHECK(processor_working_set(&caches, PROCESSOR_L1, &two, UINT64_MAX).participant_bytes == 16 * KIB,
			"an L1 of nobody in particular is private");
	/* Two last levels, one for each participant: both together. */
	struct processor_cache apart[] = { record(3, PROCESSOR_UNIFIED, 32 * MIB, "0-1"), record(3, PROCESSOR_UNIFIED, 32 * MIB,
			"2-3") };
	processor_topology_add(&topology, apart, 2, true);
	CHECK(processor_working_set(&caches, PROCESSOR_RAM, &two, UINT64_MAX).total_bytes > 128 * MIB,
			"more than twice both last levels");
	CHECK(processor_working_set(&caches, PROCESSOR_RAM, &two, 100 * MIB).reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED,
			"not twice one of them");
	at_cpus_free(&two);
	processor_topology_free(&topology);
}

static void check_effective(void)
{
	struct processor_topology topology = machine("0", true, false);
	struct processor_cache claimed = record(3, PROCESSOR_UNIFIED, UINT64_C(508) * MIB, NULL);
	struct processor_caches caches = { .topology = &topology };
	struct at_cpus one = cpus_of("0");

	claimed.confidence = PROCESSOR_INFERRED;
	processor_topology_add(&topology, &claimed, 1, true);
	CHECK(processor_working_set(&caches, PROCESSOR_RAM, &one, 512 * MIB).reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED,
			"a last level of 508 MiB leaves no RAM in a budget of 512 MiB");
	caches.effective_bytes[PROCESSOR_L3] = 16 * MIB;
	caches.use_effective[PROCESSOR_L3] = true;
	struct processor_working_set l3 = processor_working_set(&caches, PROCESSOR_L3, &one, UINT64_MAX);
	CHECK(l3.participant_bytes == 8 * MIB && l3.confidence == PROCESSOR_EFFECTIVE, "what the latencies show, and labelled so");
	CHECK(processor_working_set(&caches, PROCESSOR_RAM, &one, 512 * MIB).reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED,
			"what the latencies show does not make the claim false");
	caches.last_level_bytes = 32 * MIB;
	struct processor_working_set ram = processor_working_set(&caches, PROCESSOR_RAM, &one, 512 * MIB);
	CHECK(!ram.reason && ram.total_bytes > 64 * MIB && ram.total_bytes <= 128 * MIB, "the caller's override counts");
	caches = (struct processor_caches){ .topology = &topology, .no_plateau = { false, false, true } };
	CHECK(processor_working_set(&caches, PROCESSOR_L3, &one, UINT64_MAX).reason == PROCESSOR_NO_PLATEAU, "no plateau, no L3");
	CHECK(processor_working_set_given(24 * KIB, 2, 48 * KIB).total_bytes == 48 * KIB, "a given size is taken as it is");
	CHECK(processor_working_set_given(24 * KIB, 2, 47 * KIB).reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED, "or not at all");
	CHECK(processor_working_set_given(UINT64_MAX, 3, UINT64_MAX - 1).reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED,
			"an absurd size is refused");
	CHECK(processor_budget(512, 2000, 0) == 512 && processor_budget(512, 800, 0) == 400 && processor_budget(512, 800, 100) == 50 &&
			processor_budget(512, 0, 0) == 512, "the least of what there is, half of what the machine and the group have left");
	at_cpus_free(&one);
	processor_topology_free(&topology);
}

/* What is mapped for a working set in huge pages. */
static uint64_t mapped(uint64_t participant_bytes)
{
	return (participant_bytes + PROCESSOR_BUFFER_EXTRA + 2 * MIB - 1) / (2 * MIB) * (2 * MIB);
}

static void check_huge_pages(void)
{
	struct processor_topology topology = machine("0-7", true, true);
	struct processor_caches caches = { .topology = &topology };
	struct at_cpus one = cpus_of("7"), all = cpus_of("0-7");

	for (uint64_t budget = 2 * MIB; budget < 80 * MIB; budget += MIB + 4096)
		for (size_t participants = 1; participants <= 8; participants++) {
			uint64_t room = processor_room_in_huge_pages(budget, participants);
			CHECK(room ? mapped(room) * participants <= budget && mapped(room + 1) * participants > budget :
					2 * MIB * participants > budget, "all of %zu huge buffers in %llu bytes", participants, (unsigned long long)budget);
		}
	/* RAM takes what the budget allows, and no more with what lies beside it. */
	for (uint64_t budget = 36 * MIB; budget < 64 * MIB; budget += MIB + 12288) {
		struct processor_working_set ram = processor_working_set(&caches, PROCESSOR_RAM, &one, budget);
		CHECK(!ram.reason && mapped(ram.participant_bytes) <= budget && ram.total_bytes > 32 * MIB, "RAM within %llu bytes: %llu",
				(unsigned long long)budget, (unsigned long long)ram.total_bytes);
		ram = processor_working_set(&caches, PROCESSOR_RAM, &all, budget + 16 * MIB);
		CHECK(!ram.reason && 8 * mapped(ram.participant_bytes) <= budget + 16 * MIB && ram.total_bytes > 32 * MIB, "RAM of eight");
	}
	at_cpus_free(&one);
	at_cpus_free(&all);
	processor_topology_free(&topology);
}

/* The last level of all: what RAM must be larger than. */
static void check_last_level(void)
{
	struct processor_topology topology = machine("0-7", true, false);
	struct processor_caches caches = { .topology = &topology };
	struct at_cpus one = cpus_of("7"), all = cpus_of("0-7");

	struct processor_working_set ram = processor_working_set(&caches, PROCESSOR_RAM, &one, 512 * MIB);
	CHECK(ram.confidence == PROCESSOR_UNVERIFIED && ram.total_bytes >= 64 * MIB && ram.total_bytes <= 256 * MIB,
			"a detected second level that ends the list is not known to be the last");
	caches.swept_bytes = 32 * MIB;
	CHECK(processor_working_set(&caches, PROCESSOR_RAM, &one, 512 * MIB).confidence == PROCESSOR_UNVERIFIED,
			"nor by sizes that end early");
	caches.swept_bytes = 256 * MIB;
	CHECK(processor_working_set(&caches, PROCESSOR_RAM, &one, 512 * MIB).confidence == PROCESSOR_DETECTED,
			"but by sizes that reach far beyond it");
	caches.swept_bytes = 0;

	/* A fourth level of 64 MiB. */
	struct processor_cache more[] = { record(3, PROCESSOR_UNIFIED, 16 * MIB, "0-7"), record(4, PROCESSOR_UNIFIED, 64 * MIB, "0-7") };
	processor_topology_add(&topology, more, 2, true);
	ram = processor_working_set(&caches, PROCESSOR_RAM, &one, 512 * MIB);
	CHECK(!ram.reason && ram.total_bytes > 128 * MIB && ram.confidence == PROCESSOR_DETECTED, "RAM is beyond the fourth level");
	CHECK(processor_working_set(&caches, PROCESSOR_L3, &one, 512 * MIB).participant_bytes == 8 * MIB, "and L3 is still L3");
	processor_topology_free(&topology);

	/* A third level of 16 MiB, shared by two each, of CPUs that are not told: four of them for eight participants. */
	topology = machine("0-7", true, false);
	struct processor_cache third = record(3, PROCESSOR_UNIFIED, 16 * MIB, NULL);
	third.sharing = 2;
	processor_topology_add(&topology, &third, 1, true);
	CHECK(processor_working_set(&caches, PROCESSOR_RAM, &all, 512 * MIB).total_bytes > 128 * MIB, "twice four last levels");
	CHECK(processor_working_set(&caches, PROCESSOR_L3, &all, 512 * MIB).participant_bytes == 4 * MIB, "two share half of each");
	CHECK(processor_working_set(&caches, PROCESSOR_L3, &one, 512 * MIB).participant_bytes == 8 * MIB, "one has half of one");
	processor_topology_free(&topology);

	/* Two third levels, and the latencies of one participant show more of its own. */
	topology = machine("0-7", true, false);
	struct processor_cache apart[] = { record(3, PROCESSOR_UNIFIED, 16 * MIB, "0-3"), record(3, PROCESSOR_UNIFIED, 16 * MIB,
			"4-7") };
	processor_topology_add(&topology, apart, 2, true);
	caches.effective_bytes[PROCESSOR_L3] = 32 * MIB;
	caches.use_effective[PROCESSOR_L3] = true;
	CHECK(processor_working_set(&caches, PROCESSOR_RAM, &all, 512 * MIB).total_bytes > 128 * MIB,
			"an effective size is that of each");

	/* Less is seen than is said, by so little that the description counts. */
	caches.effective_bytes[PROCESSOR_L3] = 8 * MIB;
	caches.use_effective[PROCESSOR_L3] = false;
	CHECK(processor_working_set(&caches, PROCESSOR_L3, &one, 512 * MIB).participant_bytes == 4 * MIB,
			"half of the smaller one of what is said and what is seen");
	CHECK(processor_working_set(&caches, PROCESSOR_RAM, &one, 512 * MIB).total_bytes > 32 * MIB, "RAM is beyond the larger one");
	at_cpus_free(&one);
	at_cpus_free(&all);
	processor_topology_free(&topology);
}

/* ---- the chain ---- */

static unsigned char *next_of(const unsigned char *line)
{
	void *next;

	memcpy(&next, line, sizeof next);
	return next;
}

static void check_chase(void)
{
	enum { LINES = 1024, LINE = PROCESSOR_CHASE_LINE };
	unsigned char *one = aligned_alloc(LINE, LINES * LINE), *other = aligned_alloc(LINE, LINES * LINE);
	bool seen[LINES] = { false };
	unsigned char *at = one;
	size_t same = 0, next = 0;

	memset(one, 0xff, LINES * LINE);
	processor_chase_link(one, LINES, "seed");
	for (size_t i = 0; i < LINES; i++) {
		size_t line = (size_t)(at - one) / LINE;
		CHECK(!seen[line], "line %zu is visited once", line);
		seen[line] = true;
		at = next_of(at);
	}
	CHECK(at == one, "after all of them the chain is back at the start");
	CHECK(processor_chase_valid(one, LINES), "a good chain is valid");
	processor_chase_link(other, LINES, "seed");
	for (size_t i = 0; i < LINES; i++) {
		unsigned char *a = next_of(one + i * LINE), *b = next_of(other + i * LINE);
		same += a - one == b - other;
		next += a == one + (i + 1) % LINES * LINE;
	}
	CHECK(same == LINES, "the same seed gives the same chain");
	CHECK(next < LINES / 20, "the next line is not the next one in memory: %zu of them are", next);
	processor_chase_link(other, LINES, "another");
	same = 0;
	for (size_t i = 0; i < LINES; i++) {
		unsigned char *a = next_of(one + i * LINE), *b = next_of(other + i * LINE);
		same += a - one == b - other;
	}
	CHECK(same < LINES / 20, "another seed gives another chain");
	processor_chase_link(other, 1, "seed");
	at = next_of(other);
	CHECK(at == other && processor_chase_valid(other, 1), "one line is linked to itself");
	CHECK(processor_chase_run(other, 64) == other, "and loads go round there");
	at = one;
	for (int i = 0; i < 24; i++)
		at = next_of(at);
	CHECK(processor_chase_run(one, 24) == at, "24 loads are 24 steps");

	/* Two cycles, a line out of the range, and one that is no line. */
	unsigned char *broken = one;
	memcpy(one, &broken, sizeof broken);
	CHECK(!processor_chase_valid(one, LINES), "a chain that comes back too early is not valid");
	broken = one + LINES * LINE;
	memcpy(one, &broken, sizeof broken);
	CHECK(!processor_chase_valid(one, LINES), "a chain that leads out is not valid");
	broken = one + 8;
	memcpy(one, &broken, sizeof broken);
	CHECK(!processor_chase_valid(one, LINES), "a chain into the middle of a line is not valid");
	free(one);
	free(other);
}

/* ---- knees ---- */

static size_t curve(struct processor_point *point, uint64_t l1, uint64_t l2, uint64_t l3, uint64_t most, double ns3)
{
	size_t count = 0;

	for (uint64_t bytes = 8 * KIB; bytes <= most; bytes *= 2)
		for (int half = 0; half < 2; half++) {
			uint64_t size = bytes + (half ? bytes / 2 : 0);
			/* A little scatter, always the same. */
			double scatter = 1 + 0.05 * (double)(count % 3);
			point[count++] = (struct processor_point){ size, scatter * (size <= l1 ? 1.2 : size <= l2 ? 4 : size <= l3 ? ns3 :
					l3 && size <= 2 * l3 ? 60 : 120) };
		}
	return count;
}

static void check_knees(void)
{
	struct processor_point point[64];
	uint64_t bytes[3];
	double ns[3];

	size_t count = curve(point, 48 * KIB, MIB, 16 * MIB, 256 * MIB, 15);
	processor_knees(point, count, 0.35, 0.5, bytes, ns);
	CHECK(bytes[0] == 48 * KIB && bytes[1] == MIB && bytes[2] == 16 * MIB, "three plateaus before the memory: %llu %llu %llu",
			(unsigned long long)bytes[0], (unsigned long long)bytes[1], (unsigned long long)bytes[2]);
	CHECK(ns[0] > 1.1 && ns[0] < 1.4 && ns[2] > 14 && ns[2] < 17, "and their latencies");
	count = curve(point, 48 * KIB, MIB, 0, 64 * MIB, 0);
	processor_knees(point, count, 0.35, 0.5, bytes, ns);
	CHECK(bytes[1] == MIB && !bytes[2], "what is level to the end is no cache");
	count = curve(point, 48 * KIB, MIB, 64 * MIB, 32 * MIB, 15);
	processor_knees(point, count, 0.35, 0.5, bytes, ns);
	CHECK(bytes[1] == MIB && !bytes[2], "a cache whose end was not seen has no size");
	for (size_t i = 0; i < 20; i++)
		point[i] = (struct processor_point){ (uint64_t)8 * KIB << i, i ? 1.5 * point[i - 1].ns : 1 };
	processor_knees(point, 20, 0.35, 0.5, bytes, ns);
	CHECK(!bytes[0] && !bytes[1] && !bytes[2], "a steady rise has no plateau");
	/* Memory at 150 ns, whose addresses cost more with every size. */
	count = curve(point, 48 * KIB, MIB, 24 * MIB, 32 * MIB, 150);
	for (size_t i = 0; point[count - 1].bytes < 256 * MIB; i++) {
		point[count] = (struct processor_point){ point[count - 2].bytes * 2, i < 3 ? 215 : 290 };
		count++;
	}
	processor_knees(point, count, 0.35, 0.5, bytes, ns);
	CHECK(bytes[0] == 48 * KIB && bytes[1] == MIB && !bytes[2], "what is nearly as slow as the largest sizes is no cache: %llu",
			(unsigned long long)bytes[2]);
	processor_knees(point, 0, 0.35, 0.5, bytes, ns);
	CHECK(!bytes[0], "no points, no knees");
}

/* Knees of these sizes, held against what is said, are these levels'. */
static void check_place(const uint64_t knee[3], const uint64_t said[3], const uint64_t expected[3])
{
	uint64_t bytes[3];
	double ns[3];

	for (int i = 0; i < 3; i++) {
		bytes[i] = knee[i];
		ns[i] = (double)knee[i];
	}
	processor_knees_place(bytes, ns, said);
	for (int i = 0; i < 3; i++)
		CHECK(bytes[i] == expected[i] && ns[i] == (double)expected[i], "L%d of knees %llu %llu %llu: %llu, not %llu", i + 1,
				(unsigned long long)knee[0], (unsigned long long)knee[1], (unsigned long long)knee[2], (unsigned long long)bytes[i],
				(unsigned long long)expected[i]);
}

#define SIZES(...) (const uint64_t[3]){ __VA_ARGS__ }

static void check_places(void)
{
	const uint64_t *said = SIZES(32 * KIB, MIB, 32 * MIB), *nothing = SIZES(0);

	check_place(SIZES(32 * KIB, MIB, 16 * MIB), said, SIZES(32 * KIB, MIB, 16 * MIB));
	check_place(SIZES(MIB, 16 * MIB), said, SIZES(0, MIB, 16 * MIB));
	check_place(SIZES(32 * KIB, 16 * MIB), said, SIZES(32 * KIB, 0, 16 * MIB));
	check_place(SIZES(16 * MIB), said, SIZES(0, 0, 16 * MIB));
	/* What agrees with nothing goes by the order. */
	check_place(SIZES(32 * KIB, MIB, 16 * MIB), SIZES(256 * KIB, 8 * MIB), SIZES(32 * KIB, MIB, 16 * MIB));
	check_place(SIZES(32 * KIB, MIB), SIZES(256 * KIB, 8 * MIB), SIZES(32 * KIB, MIB));
	check_place(SIZES(32 * KIB, MIB, 16 * MIB), nothing, SIZES(32 * KIB, MIB, 16 * MIB));
	/* No first level is so large, no step so wide. */
	check_place(SIZES(MIB, 16 * MIB), nothing, SIZES(0, MIB, 16 * MIB));
	check_place(SIZES(32 * KIB, 16 * MIB), nothing, SIZES(32 * KIB, 0, 16 * MIB));
	check_place(SIZES(MIB, 16 * MIB, 64 * MIB), nothing, SIZES(0, MIB, 16 * MIB));
	check_place(SIZES(512 * KIB), SIZES(512 * KIB), SIZES(512 * KIB));
	check_place(SIZES(0), said, SIZES(0));
}

int main(void)
{
	check_records();
	check_clusters();
	check_here();
	check_text();
	check_cpuid();
	check_sizes();
	check_shared();
	check_effective();
	check_huge_pages();
	check_last_level();
	check_chase();
	check_knees();
	check_places();
	return failures != 0;
}
