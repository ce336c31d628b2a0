/* The measurements of one policy: the memory modes and the latency of a working set, and the arithmetic. */
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "processor_run.h"

struct place {
	bool given;
	enum processor_level level;
	size_t size;
	struct processor_working_set set;
	bool huge_asked, huge_known;
	uint64_t huge_bytes;
};

static struct processor_cell *add_cell(struct processor_run *run, enum processor_kind kind, const struct place *place)
{
	struct processor_cell *cell = processor_cell_add(run->profile, kind, run->policy);

	cell->given = place->given;
	cell->level = place->level;
	cell->size = place->size;
	cell->set = place->set;
	cell->huge_asked = place->huge_asked;
	cell->huge_known = place->huge_known;
	cell->huge_bytes = place->huge_bytes;
	return cell;
}

static double noise_limit(const struct processor_run *run, const struct place *place)
{
	const struct processor_profile_options *options = &run->profile->options;
	bool shared = place->given ? place->set.participant_bytes > (4 << 20) : place->level >= PROCESSOR_L3;

	return shared ? options->noisy_shared_pct : options->noisy_private_pct;
}

/* The second stream lies behind the longest first one: the candidates' granules may differ. */
static void place_seats(struct processor_run *run, const struct processor_work *work, size_t count,
		const struct processor_buffer *buffer)
{
	const struct processor_work *longest = work;

	for (size_t i = 1; i < count; i++)
		if (work[i].traffic.stream_bytes > longest->traffic.stream_bytes)
			longest = &work[i];
	for (size_t i = 0; i < run->team.count; i++)
		processor_work_place(longest, &buffer[i], &run->seat[i]);
}

static bool asked_to_stop(const struct processor_run *run)
{
	return run->rules.stop && *run->rules.stop;
}

static const char *name_of(const struct place *place)
{
	return place->given ? "a given size" : processor_level_name(place->level);
}

/* `reason`: why it cannot be measured, or AVAILABLE. */
static void measure_mode(struct processor_run *run, const struct place *place, const struct processor_buffer *buffer,
		enum processor_mode mode, enum processor_reason reason)
{
	const struct processor_memory_kernel *kernel[PROCESSOR_CANDIDATES];
	struct processor_work work[PROCESSOR_CANDIDATES];
	size_t kernels = processor_memory_kernels(&run->profile->features, mode, kernel), count = 0;
	struct processor_cell *cell = add_cell(run, PROCESSOR_BANDWIDTH, place);

	processor_run_progress(run, "%s %s %s", name_of(place), processor_policy_name(run->policy), processor_mode_name(mode));
	cell->mode = mode;
	cell->reason = kernels ? reason : PROCESSOR_UNSUPPORTED_NATIVE_PATH;
	if (cell->reason != PROCESSOR_AVAILABLE)
		return;
	for (size_t i = 0; i < kernels; i++)
		count += processor_work_memory(&work[count], kernel[i], place->set.participant_bytes);
	if (!count) {
		cell->reason = PROCESSOR_NO_SAFE_SIZE;
		return;
	}
	place_seats(run, work, count, buffer);
	processor_run_cell(run, cell, work, count, noise_limit(run, place));
}

static void measure_latency(struct processor_run *run, const struct place *place, const struct processor_buffer *buffer,
		enum processor_reason reason)
{
	struct processor_cell *cell = add_cell(run, PROCESSOR_LATENCY, place);
	struct processor_work work;

	processor_run_progress(run, "%s %s latency", name_of(place), processor_policy_name(run->policy));
	cell->reason = reason;
	if (reason != PROCESSOR_AVAILABLE)
		return;
	processor_work_chase(&work, place->set.participant_bytes);
	processor_run_link(run, buffer, work.footprint_bytes);
	place_seats(run, &work, 1, buffer);
	processor_run_cell(run, cell, &work, 1, noise_limit(run, place));
}

static enum processor_reason prepare(struct processor_run *run, struct place *place, struct processor_buffer *buffer)
{
	if (run->reason != PROCESSOR_AVAILABLE)
		return run->reason;
	if (asked_to_stop(run))
		return PROCESSOR_INTERRUPTED;
	if (place->set.reason != PROCESSOR_AVAILABLE)
		return place->set.reason;
	if (processor_run_buffers(run, place->set.participant_bytes, buffer))
		return PROCESSOR_ALLOCATION_FAILED;
	place->huge_asked = place->huge_known = true;
	for (size_t i = 0; i < run->team.count; i++) {
		uint64_t bytes;
		place->huge_known = processor_buffer_huge(&buffer[i], &bytes) && place->huge_known;
		place->huge_bytes += bytes;
		place->huge_asked = buffer[i].huge_asked && place->huge_asked;
	}
	return PROCESSOR_AVAILABLE;
}

void processor_run_memory(struct processor_run *run, bool given, enum processor_level level, size_t size)
{
	const struct processor_profile *profile = run->profile;
	const struct at_cpus *participants = &profile->participants[run->policy];
	struct place place = { .given = given, .level = level, .size = size };
	struct processor_buffer *buffer = at_alloc(run->team.count * sizeof *buffer);

	place.set = given ? processor_working_set_given(profile->sizes[size], participants->count, profile->budget_bytes) :
			processor_working_set(&profile->caches, level, participants, profile->budget_bytes);
	enum processor_reason reason = prepare(run, &place, buffer);
	for (enum processor_mode mode = 0; mode < PROCESSOR_MODES; mode++)
		if (profile->options.modes >> mode & 1)
			measure_mode(run, &place, buffer, mode, reason == PROCESSOR_AVAILABLE && asked_to_stop(run) ? PROCESSOR_INTERRUPTED : reason);
	if (profile->options.latency)
		measure_latency(run, &place, buffer, reason == PROCESSOR_AVAILABLE && asked_to_stop(run) ? PROCESSOR_INTERRUPTED : reason);
	processor_run_release(run, buffer);
	free(buffer);
}

void processor_run_compute(struct processor_run *run)
{
	struct processor_profile *profile = run->profile;

	for (enum processor_type type = 0; type < PROCESSOR_TYPES; type++) {
		if (!(profile->options.types >> type & 1))
			continue;
		const struct processor_compute_kernel *kernel[PROCESSOR_CANDIDATES];
		struct processor_work work[PROCESSOR_CANDIDATES];
		size_t kernels = processor_compute_kernels(type, &profile->features, kernel);
		struct processor_cell *cell = processor_cell_add(profile, PROCESSOR_COMPUTE, run->policy);
		processor_run_progress(run, "%s %s", processor_type_name(type), processor_policy_name(run->policy));
		cell->type = type;
		cell->reason = !kernels ? PROCESSOR_UNSUPPORTED_NATIVE_PATH : asked_to_stop(run) ? PROCESSOR_INTERRUPTED : run->reason;
		if (cell->reason != PROCESSOR_AVAILABLE)
			continue;
		for (size_t i = 0; i < kernels; i++)
			processor_work_compute(&work[i], kernel[i], &profile->features);
		for (size_t i = 0; i < run->team.count; i++)
			run->seat[i] = (struct processor_seat){ 0 };
		processor_run_cell(run, cell, work, kernels, profile->options.noisy_private_pct);
	}
}
