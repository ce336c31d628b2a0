#include <stdlib.h>

#include "alloc.h"
#include "processor_run.h"

/* Two sizes an octave, those that caches have: 8K 12K 16K 24K … Short samples: there are many sizes. */
enum { SMALLEST = 8192, REPEATS = 3, SIZES_MOST = 128 };
#define LONGEST_NS 3e6

static size_t list_sizes(uint64_t most, uint64_t size[SIZES_MOST])
{
	size_t count = 0;

	for (uint64_t power = SMALLEST; power <= most && count + 2 <= SIZES_MOST; power *= 2) {
		size[count++] = power;
		if (power + power / 2 <= most)
			size[count++] = power + power / 2;
	}
	return count;
}

/* The median of some short samples; 0: they were disturbed. */
static double quick_median(struct processor_run *run, const struct processor_work *work, enum processor_kind kind)
{
	struct processor_cell cell = { .kind = kind };

	processor_run_cell(run, &cell, work, 1, 0);
	double median = cell.reason == PROCESSOR_AVAILABLE ? cell.summary.median : 0;
	free(cell.text);
	processor_series_free(&cell.series);
	return median;
}

static void measure(struct processor_run *run, const struct processor_buffer *buffer, const uint64_t *size, size_t count)
{
	struct processor_sweep *sweep = &run->profile->sweep;
	const struct processor_memory_kernel *kernel[PROCESSOR_CANDIDATES];
	size_t kernels = processor_memory_kernels(&run->profile->features, PROCESSOR_READ, kernel);
	struct processor_work work;

	for (size_t i = 0; i < count && !(run->rules.stop && *run->rules.stop); i++) {
		processor_work_chase(&work, size[i]);
		processor_run_link(run, buffer, size[i]);
		processor_work_place(&work, buffer, run->seat);
		double ns = quick_median(run, &work, PROCESSOR_LATENCY);
		if (ns > 0)
			sweep->latency[sweep->latencies++] = (struct processor_point){ size[i], ns };
		if (!kernels || !processor_work_memory(&work, kernel[0], size[i]))
			continue;
		sweep->read_implementation = work.implementation;
		processor_work_place(&work, buffer, run->seat);
		double rate = quick_median(run, &work, PROCESSOR_BANDWIDTH);
		if (rate > 0)
			sweep->read[sweep->reads++] = (struct processor_point){ size[i], rate };
	}
}

static uint64_t last_size(const struct processor_sweep *sweep)
{
	return sweep->latencies ? sweep->latency[sweep->latencies - 1].bytes : 0;
}

static void conclude_level(struct processor_profile *profile, enum processor_level level, int cpu)
{
	struct processor_caches *caches = &profile->caches;
	const struct processor_cache *cache = processor_cache_of(&profile->topology, (unsigned)level + 1, cpu);
	/* Where points are missing a plateau may be none. */
	uint64_t seen = profile->sweep.complete ? profile->sweep.knee_bytes[level] : 0, said = cache ? cache->size_bytes : 0;
	/* Whether the sizes end so far beyond what is said that its end would be among them. */
	bool reached = profile->sweep.complete && last_size(&profile->sweep) / 2 >= said;
	const char *name = processor_level_name(level);
	static const char *const codes[] = { "l1_conflict", "l2_conflict", "l3_conflict" };

	caches->effective_bytes[level] = seen;
	if (cache && processor_sizes_agree(seen, said))
		return;
	if (cache && seen)
		at_warnings_add(&profile->warnings, codes[level], "%s is %llu KiB by %s, but latencies stay level up to %llu KiB only%s", name,
				(unsigned long long)said >> 10, cache->source, (unsigned long long)seen >> 10,
				cache->confidence == PROCESSOR_DETECTED && level < PROCESSOR_L3 ? ": the description counts" : ": that counts");
	/* A description of the last level may be that of a package, or of what other virtual machines use: what is seen counts
	 * against it, and, if the sizes reach past it, also that nothing is seen. The others are doubted if they are only inferred. */
	bool inferred = cache && cache->confidence < PROCESSOR_DETECTED;
	if (seen)
		caches->use_effective[level] = level == PROCESSOR_L3 || inferred || !cache;
	else if (cache && level == PROCESSOR_L3)
		caches->no_plateau[level] = inferred || reached;
	else if (cache)
		caches->no_plateau[level] = inferred && reached;
	if (cache && !seen && level == PROCESSOR_L3 && !inferred && !reached && profile->sweep.complete)
		at_warnings_add(&profile->warnings, "sweep_short", "L3 is %llu KiB by %s; the sizes end at %llu KiB, too early to show it",
				(unsigned long long)said >> 10, cache->source, (unsigned long long)last_size(&profile->sweep) >> 10);
}

void processor_sweep_unseen(struct processor_profile *profile)
{
	const struct processor_cache *last = processor_cache_of(&profile->topology, 3, profile->participants[PROCESSOR_SINGLE].cpu[0]);

	if (!profile->facts.emulated && last && last->confidence < PROCESSOR_DETECTED)
		profile->caches.no_plateau[PROCESSOR_L3] = true;
}

void processor_sweep_conclude(struct processor_profile *profile)
{
	struct processor_sweep *sweep = &profile->sweep;
	int cpu = profile->participants[PROCESSOR_SINGLE].cpu[0];
	uint64_t said[3];

	for (unsigned level = 0; level < 3; level++) {
		const struct processor_cache *cache = processor_cache_of(&profile->topology, level + 1, cpu);
		said[level] = cache ? cache->size_bytes : 0;
	}
	if (!sweep->complete)
		at_warnings_add(&profile->warnings, "sweep_incomplete",
				"only %zu of %zu sizes could be timed undisturbed: what they show of the caches does not count",
				sweep->latencies, sweep->planned);
	profile->caches.swept_bytes = sweep->complete ? last_size(sweep) : 0;
	processor_knees(sweep->latency, sweep->latencies, profile->options.plateau_tolerance, profile->options.plateau_below,
			sweep->knee_bytes, sweep->knee_ns);
	processor_knees_place(sweep->knee_bytes, sweep->knee_ns, said);
	for (enum processor_level level = PROCESSOR_L1; level <= PROCESSOR_L3; level++)
		conclude_level(profile, level, cpu);
}

void processor_run_sweep(struct processor_run *run)
{
	struct processor_profile *profile = run->profile;
	struct processor_meter_rules kept = run->rules;
	uint64_t room = processor_room_in_huge_pages(profile->budget_bytes, 1), most = room ? room : profile->budget_bytes;
	uint64_t size[SIZES_MOST];
	struct processor_buffer buffer;

	most = profile->options.sweep_most_bytes < most ? profile->options.sweep_most_bytes : most;
	size_t count = list_sizes(most, size);
	processor_run_progress(run, "sizes up to %llu MiB", (unsigned long long)most >> 20);
	profile->sweep.cpu = profile->participants[PROCESSOR_SINGLE].cpu[0];
	profile->sweep.latency = at_alloc((count + 1) * sizeof *profile->sweep.latency);
	profile->sweep.read = at_alloc((count + 1) * sizeof *profile->sweep.read);
	/* The memory is one participant's. */
	if (run->reason != PROCESSOR_AVAILABLE || !count || run->team.count != 1) {
		processor_sweep_unseen(profile);
		return;
	}
	if (!processor_run_buffers(run, size[count - 1], &buffer)) {
		run->rules.repeats = REPEATS;
		run->rules.repeat_ns = kept.repeat_ns < LONGEST_NS ? kept.repeat_ns : LONGEST_NS;
		run->rules.slice_ns = kept.slice_ns < LONGEST_NS / 3 ? kept.slice_ns : LONGEST_NS / 3;
		run->rules.clock = false;
		measure(run, &buffer, size, count);
		processor_run_release(run, &buffer);
		run->rules = kept;
	}
	/* An emulator's latencies show nothing, not even that there is no plateau. */
	profile->sweep.planned = count;
	profile->sweep.complete = profile->sweep.latencies && profile->sweep.latencies * 10 >= count * 9;
	if (!profile->facts.emulated)
		processor_sweep_conclude(profile);
}
