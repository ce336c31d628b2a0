#include "processor_sizes.h"

#include <stddef.h>

#include "table.h"

/* RAM: four times the last level (as STREAM's rules have it), at least so much; more than twice is needed. Without a known last
 * level: half of the budget at most, and no more than a few hundred MiB, which says nothing of caches that are larger. */
enum { RAM_LEAST = 64 << 20, RAM_UNVERIFIED = 256 << 20, PAGE = 4096 };

const char *processor_level_name(enum processor_level level)
{
	static const char *const names[] = { "L1", "L2", "L3", "RAM" };

	return names[level];
}

const char *processor_reason_name(enum processor_reason reason)
{
	static const char *const names[PROCESSOR_REASONS] = { "available", "invalid_options", "level_unavailable", "no_safe_size",
			"no_plateau", "memory_budget_exceeded", "allocation_failed", "unsupported_native_path", "unpinned", "cpu_quota",
			"contended", "emulated", "not_asked", "interrupted" };

	return names[reason];
}

uint64_t processor_budget(uint64_t option_bytes, uint64_t available_bytes, uint64_t group_bytes)
{
	uint64_t budget = option_bytes;

	if (available_bytes && available_bytes / 2 < budget)
		budget = available_bytes / 2;
	if (group_bytes && group_bytes < budget)
		budget = group_bytes;
	return budget;
}

/* A level as one participant sees it. */
struct seen {
	uint64_t bytes;              /* 0: not known */
	uint64_t sharers;            /* participants that share it, with this one */
	enum processor_confidence confidence;
};

static struct seen see(const struct processor_caches *caches, enum processor_level level, int cpu,
		const struct at_cpus *participants)
{
	const struct processor_cache *cache = processor_cache_of(caches->topology, (unsigned)level + 1, cpu);
	struct seen seen = { .sharers = level == PROCESSOR_L3 ? participants->count : 1 };

	if (cache && cache->cpus.count) {
		seen.sharers = 0;
		for (size_t i = 0; i < participants->count; i++)
			seen.sharers += processor_cpus_have(&cache->cpus, participants->cpu[i]);
	}
	if (caches->use_effective[level]) {
		seen.bytes = caches->effective_bytes[level];
		seen.confidence = PROCESSOR_EFFECTIVE;
	} else if (cache) {
		seen.bytes = cache->size_bytes;
		seen.confidence = cache->confidence;
	}
	return seen;
}

static enum processor_confidence lesser(enum processor_confidence one, enum processor_confidence other)
{
	return one < other ? one : other;
}

/* Half of the cache, divided among those who share it; it must be more than all that is nearer to this core. */
static struct processor_working_set within(const struct processor_caches *caches, enum processor_level level,
		const struct at_cpus *participants, uint64_t budget)
{
	struct processor_working_set set = { .confidence = PROCESSOR_DETECTED };
	uint64_t least = UINT64_MAX, nearer = 0;

	for (size_t i = 0; i < participants->count; i++) {
		int cpu = participants->cpu[i];
		struct seen seen = see(caches, level, cpu, participants);
		uint64_t below = 0;
		if (!seen.bytes) {
			set.reason = caches->no_plateau[level] ? PROCESSOR_NO_PLATEAU : PROCESSOR_LEVEL_UNAVAILABLE;
			return set;
		}
		set.confidence = lesser(set.confidence, seen.confidence);
		for (enum processor_level near = PROCESSOR_L1; near < level; near++)
			below += see(caches, near, cpu, participants).bytes;
		uint64_t share = seen.bytes / 2 / seen.sharers;
		least = share < least ? share : least;
		nearer = below > nearer ? below : nearer;
	}
	if (caches->no_plateau[level]) {
		set.reason = PROCESSOR_NO_PLATEAU;
		return set;
	}
	set.wanted_bytes = least * participants->count;
	if (least <= nearer || !least)
		set.reason = PROCESSOR_NO_SAFE_SIZE;
	else if (set.wanted_bytes > budget)
		set.reason = PROCESSOR_MEMORY_BUDGET_EXCEEDED;
	else
		set.participant_bytes = least;
	return set;
}

/* Whether a participant before the i-th has the same cache at this level. */
static bool counted(const struct processor_caches *caches, unsigned depth, const struct at_cpus *participants, size_t i)
{
	const struct processor_cache *cache = processor_cache_of(caches->topology, depth, participants->cpu[i]);

	for (size_t j = 0; j < i; j++)
		if (processor_cache_of(caches->topology, depth, participants->cpu[j]) == cache)
			return true;
	return false;
}

/* The last level that the participants see together; a claim and what the latencies show both count, the larger one wins. */
static struct seen last_level(const struct processor_caches *caches, const struct at_cpus *participants)
{
	struct seen last = { 0 };

	if (caches->last_level_bytes)
		return (struct seen){ caches->last_level_bytes, 1, PROCESSOR_INFERRED };
	for (int level = PROCESSOR_L3; level >= PROCESSOR_L1; level--) {
		uint64_t claimed = 0;
		enum processor_confidence confidence = PROCESSOR_DETECTED;
		for (size_t i = 0; i < participants->count; i++) {
			const struct processor_cache *cache = processor_cache_of(caches->topology, (unsigned)level + 1, participants->cpu[i]);
			if (!cache || counted(caches, (unsigned)level + 1, participants, i))
				continue;
			claimed = at_add_saturating(claimed, cache->size_bytes);
			confidence = lesser(confidence, cache->confidence);
		}
		uint64_t effective = caches->effective_bytes[level] * (level < PROCESSOR_L3 ? participants->count : 1);
		if (!claimed && !effective)
			continue;
		last.bytes = claimed > effective ? claimed : effective;
		last.confidence = claimed && !caches->use_effective[level] ? confidence : PROCESSOR_EFFECTIVE;
		/* A list that ends early may only be incomplete, unless the system itself gave it. */
		if (level < PROCESSOR_L3 && last.confidence < PROCESSOR_DETECTED)
			last.confidence = PROCESSOR_UNVERIFIED;
		return last;
	}
	return last;
}

static struct processor_working_set beyond(const struct processor_caches *caches, const struct at_cpus *participants,
		uint64_t budget)
{
	struct seen last = last_level(caches, participants);
	struct processor_working_set set = { .confidence = last.confidence };
	uint64_t twice = at_multiply_saturating(last.bytes, 2), need = at_add_saturating(twice, PAGE * participants->count);
	uint64_t wish = at_multiply_saturating(twice, 2), most = budget;

	if (!last.bytes || last.confidence == PROCESSOR_UNVERIFIED) {
		need = need > RAM_LEAST ? need : RAM_LEAST;
		wish = wish > RAM_UNVERIFIED ? wish : RAM_UNVERIFIED;
		most = budget / 2;
		set.confidence = PROCESSOR_UNVERIFIED;
	}
	wish = wish < RAM_LEAST ? RAM_LEAST : wish;
	set.wanted_bytes = need;
	if (need > most) {
		set.reason = PROCESSOR_MEMORY_BUDGET_EXCEEDED;
		return set;
	}
	set.participant_bytes = (wish < most ? wish : most) / participants->count;
	return set;
}

struct processor_working_set processor_working_set(const struct processor_caches *caches, enum processor_level level,
		const struct at_cpus *participants, uint64_t budget)
{
	struct processor_working_set set = level == PROCESSOR_RAM ? beyond(caches, participants, budget) :
			within(caches, level, participants, budget);

	if (set.reason == PROCESSOR_AVAILABLE && set.participant_bytes > PAGE)
		set.participant_bytes -= set.participant_bytes % PAGE;
	set.total_bytes = set.participant_bytes * participants->count;
	return set;
}

struct processor_working_set processor_working_set_given(uint64_t participant_bytes, size_t participants, uint64_t budget)
{
	struct processor_working_set set = { .participant_bytes = participant_bytes, .confidence = PROCESSOR_DETECTED };

	if (__builtin_mul_overflow(participant_bytes, (uint64_t)participants, &set.total_bytes))
		set.total_bytes = UINT64_MAX;
	set.wanted_bytes = set.total_bytes;
	if (set.total_bytes > budget || !participant_bytes) {
		set.reason = set.total_bytes > budget ? PROCESSOR_MEMORY_BUDGET_EXCEEDED : PROCESSOR_NO_SAFE_SIZE;
		set.participant_bytes = set.total_bytes = 0;
	}
	return set;
}
