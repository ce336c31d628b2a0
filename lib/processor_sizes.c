#include "processor_sizes.h"

#include <stddef.h>

#include "processor_buffer.h"
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
	if (group_bytes && group_bytes / 2 < budget)
		budget = group_bytes / 2;
	return budget;
}

uint64_t processor_room_in_huge_pages(uint64_t budget, size_t participants)
{
	uint64_t each = budget / participants / PROCESSOR_HUGE_PAGE * PROCESSOR_HUGE_PAGE;

	return each ? each - PROCESSOR_BUFFER_EXTRA : 0;
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

	if (cache && level == PROCESSOR_L3 && cache->sharing && cache->sharing < seen.sharers)
		seen.sharers = cache->sharing;
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
		/* Where less of the last level is seen, half of what is said may be all that there is. */
		if (level == PROCESSOR_L3 && caches->effective_bytes[level] && caches->effective_bytes[level] < seen.bytes)
			seen.bytes = caches->effective_bytes[level];
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

/* For how many caches a record stands whose CPUs are not told: by how many share one, else those before the third level are taken
 * for private. */
static uint64_t instances(const struct processor_cache *cache, unsigned depth, size_t participants)
{
	if (cache->cpus.count)
		return 1;
	if (!cache->sharing)
		return depth < 3 ? participants : 1;
	return (participants + cache->sharing - 1) / cache->sharing;
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
	for (unsigned depth = PROCESSOR_CACHE_LEVELS; depth; depth--) {
		uint64_t claimed = 0, count = 0;
		enum processor_confidence confidence = PROCESSOR_DETECTED;
		for (size_t i = 0; i < participants->count; i++) {
			const struct processor_cache *cache = processor_cache_of(caches->topology, depth, participants->cpu[i]);
			if (!cache || counted(caches, depth, participants, i))
				continue;
			uint64_t some = instances(cache, depth, participants->count);
			claimed = at_add_saturating(claimed, at_multiply_saturating(cache->size_bytes, some));
			count += some;
			confidence = lesser(confidence, cache->confidence);
		}
		count = count ? count : depth < 3 ? participants->count : 1;
		uint64_t effective = depth > 3 ? 0 : at_multiply_saturating(caches->effective_bytes[depth - 1], count);
		if (!claimed && !effective)
			continue;
		last.bytes = claimed > effective ? claimed : effective;
		last.confidence = claimed && !(depth <= 3 && caches->use_effective[depth - 1]) ? confidence : PROCESSOR_EFFECTIVE;
		/* A list that ends early may only be incomplete: a virtual machine, or a cache of the whole chip, of which the cores know
		 * nothing. */
		if (depth < 3 && (caches->swept_bytes < RAM_LEAST || caches->swept_bytes / 2 < last.bytes))
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
	/* Rather a little less than no huge pages. */
	uint64_t room = processor_room_in_huge_pages(budget, participants->count);
	if (set.participant_bytes > room && room >= need / participants->count + 1)
		set.participant_bytes = room;
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
