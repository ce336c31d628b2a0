#include "processor_results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "stat_order.h"

const char *processor_policy_name(enum processor_policy policy)
{
	return policy == PROCESSOR_SINGLE ? "single" : "physical";
}

struct processor_cell *processor_cell_add(struct processor_profile *profile, enum processor_kind kind,
		enum processor_policy policy)
{
	profile->cell = at_resize(profile->cell, profile->cells + 1, sizeof *profile->cell);
	struct processor_cell *cell = &profile->cell[profile->cells++];
	*cell = (struct processor_cell){ .kind = kind, .policy = policy, .participants = profile->participants[policy].count };
	return cell;
}

static const struct processor_cell *find(const struct processor_profile *profile, enum processor_kind kind,
		enum processor_policy policy, enum processor_level level, enum processor_mode mode, enum processor_type type)
{
	for (size_t i = 0; i < profile->cells; i++) {
		const struct processor_cell *cell = &profile->cell[i];
		if (cell->kind == kind && cell->policy == policy && !cell->given &&
				(kind == PROCESSOR_COMPUTE ? cell->type == type : cell->level == level) &&
				(kind != PROCESSOR_BANDWIDTH || cell->mode == mode))
			return cell;
	}
	return NULL;
}

const struct processor_cell *processor_cell_bandwidth(const struct processor_profile *profile, enum processor_level level,
		enum processor_policy policy, enum processor_mode mode)
{
	return find(profile, PROCESSOR_BANDWIDTH, policy, level, mode, 0);
}

const struct processor_cell *processor_cell_latency(const struct processor_profile *profile, enum processor_level level,
		enum processor_policy policy)
{
	return find(profile, PROCESSOR_LATENCY, policy, level, 0, 0);
}

const struct processor_cell *processor_cell_compute(const struct processor_profile *profile, enum processor_type type,
		enum processor_policy policy)
{
	return find(profile, PROCESSOR_COMPUTE, policy, 0, 0, type);
}

void processor_cell_summarize(struct processor_cell *cell, double noisy_pct)
{
	const struct processor_series *series = &cell->series;
	double *value = at_resize(NULL, series->samples, sizeof *value), *clock = at_resize(NULL, series->samples, sizeof *clock);
	struct processor_summary *summary = &cell->summary;
	bool clocked = true;

	for (size_t i = 0; i < series->samples; i++) {
		value[i] = cell->kind == PROCESSOR_LATENCY ? 1 / series->sample[i].rate : series->sample[i].rate;
		clock[i] = series->sample[i].clock_ghz;
		clocked = clocked && clock[i] > 0;
	}
	summary->median = at_median(value, series->samples);
	summary->q1 = at_quantile(value, series->samples, 0.25);
	summary->q3 = at_quantile(value, series->samples, 0.75);
	summary->least = at_quantile(value, series->samples, 0);
	summary->most = at_quantile(value, series->samples, 1);
	summary->iqr_pct = 100 * (summary->q3 - summary->q1) / summary->median;
	summary->clock_ghz = clocked ? at_median(clock, series->samples) : 0;
	summary->noisy = summary->iqr_pct > noisy_pct;
	free(value);
	free(clock);
}

static void name_cell(const struct processor_profile *profile, const struct processor_cell *cell, struct at_buffer *text)
{
	if (text->length)
		at_buffer_text(text, ", ");
	if (cell->kind == PROCESSOR_COMPUTE)
		at_buffer_text(text, processor_type_name(cell->type));
	else if (cell->given)
		at_buffer_printf(text, "%llu bytes", (unsigned long long)profile->sizes[cell->size]);
	else
		at_buffer_text(text, processor_level_name(cell->level));
	at_buffer_printf(text, " %s", processor_policy_name(cell->policy));
	if (cell->kind != PROCESSOR_COMPUTE)
		at_buffer_printf(text, " %s", cell->kind == PROCESSOR_LATENCY ? "latency" : processor_mode_name(cell->mode));
}

/* What a reader can do about it. */
static const char *advice(enum processor_reason reason)
{
	switch (reason) {
	case PROCESSOR_LEVEL_UNAVAILABLE:
		return "nothing describes this cache, and no latency plateau shows it: describe it with --topology, or measure given sizes"
				" with --sizes";
	case PROCESSOR_NO_SAFE_SIZE:
		return "half of this cache is not more than the caches before it";
	case PROCESSOR_NO_PLATEAU:
		return "what is said of this cache may be false, and no latency plateau shows it: measure given sizes with --sizes";
	case PROCESSOR_MEMORY_BUDGET_EXCEEDED:
		return "the working set does not fit the memory budget: raise --budget, or, where a cache size is false, say the right one"
				" with --last-level";
	case PROCESSOR_UNSUPPORTED_NATIVE_PATH:
		return "the processor, or this build, has no native arithmetic for it, and it is not emulated";
	case PROCESSOR_UNPINNED:
		return "a participant could not be pinned to its CPU: allow it to be (sched_setaffinity), or measure without with"
				" --allow-unpinned";
	case PROCESSOR_CPU_QUOTA:
		return "the control group's CPU quota is less than the participants need: raise cpu.max";
	case PROCESSOR_CONTENDED:
		return "others, or a limit, took the processor away too often: measure on an idle machine";
	case PROCESSOR_ALLOCATION_FAILED:
		return "the memory could not be had";
	case PROCESSOR_EMULATED:
		return "an emulator runs this program: everything was run once, and its speed says nothing of a processor";
	case PROCESSOR_INTERRUPTED:
		return "the measurement was interrupted";
	default:
		return processor_reason_name(reason);
	}
}

void processor_results_warn(struct processor_profile *profile)
{
	for (enum processor_reason reason = PROCESSOR_AVAILABLE; reason < PROCESSOR_REASONS; reason++) {
		struct at_buffer list = AT_BUFFER_INIT;
		const char *more = NULL;
		for (size_t i = 0; i < profile->cells; i++) {
			const struct processor_cell *cell = &profile->cell[i];
			if (cell->reason != reason || (reason == PROCESSOR_AVAILABLE && !cell->summary.noisy))
				continue;
			name_cell(profile, cell, &list);
			more = more ? more : cell->text;
		}
		if (list.length && reason == PROCESSOR_AVAILABLE)
			at_warnings_add(&profile->warnings, "noisy", "the samples scatter widely: %s", list.data);
		else if (list.length)
			at_warnings_add(&profile->warnings, processor_reason_name(reason), "unavailable: %s: %s%s%s", list.data, advice(reason),
					more ? "; " : "", more ? more : "");
		at_buffer_free(&list);
	}
}

/* Huge pages that were asked for and did not come: latencies contain more of address translation. */
static void warn_of_pages(struct processor_profile *profile)
{
	struct at_buffer list = AT_BUFFER_INIT;

	for (size_t i = 0; i < profile->cells; i++) {
		const struct processor_cell *cell = &profile->cell[i];
		if (cell->reason == PROCESSOR_AVAILABLE && cell->huge_asked && cell->huge_known && cell->huge_bytes < cell->set.total_bytes)
			name_cell(profile, cell, &list);
	}
	if (list.length && strcmp(profile->facts.huge_policy, "never"))
		at_warnings_add(&profile->warnings, "few_huge_pages", "huge pages were asked for, but not given for all of the memory: %s",
				list.data);
	at_buffer_free(&list);
}

void processor_results_warn_unknown(struct processor_profile *profile)
{
	const struct processor_facts *facts = &profile->facts;
	size_t available = 0, clocked = 0;

	for (size_t i = 0; i < profile->cells; i++) {
		available += profile->cell[i].reason == PROCESSOR_AVAILABLE;
		clocked += profile->cell[i].reason == PROCESSOR_AVAILABLE && profile->cell[i].summary.clock_ghz > 0;
	}
	if (clocked < available)
		at_warnings_add(&profile->warnings, "no_clock", "in %zu of %zu measurements the two chains of dependent instructions did"
				" not agree on the clock, or it changed: there are no cycles", available - clocked, available);
	if (!profile->topology.cores_told)
		at_warnings_add(&profile->warnings, "unknown_cores", "nothing tells which CPUs are threads of one core: each of them is"
				" taken for a core");
	if (!facts->emulated && !facts->cpu.virtual_known)
		at_warnings_add(&profile->warnings, "unknown_virtualization", "whether this is a virtual machine is not known");
	if (!facts->emulated && !*facts->before.governor)
		at_warnings_add(&profile->warnings, "unknown_governor", "how the clock is governed is not known");
	warn_of_pages(profile);
}

bool processor_profile_interrupted(const struct processor_profile *profile)
{
	return profile->interrupted;
}

static double value_of(const struct processor_cell *cell, enum processor_reason *reason)
{
	*reason = cell ? cell->reason : PROCESSOR_NOT_ASKED;
	return *reason == PROCESSOR_AVAILABLE ? cell->summary.median : NAN;
}

double processor_profile_memory(const struct processor_profile *profile, enum processor_level level, enum processor_policy policy,
		enum processor_mode mode, enum processor_reason *reason)
{
	return value_of(mode == PROCESSOR_MODES ? processor_cell_latency(profile, level, policy) :
			processor_cell_bandwidth(profile, level, policy, mode), reason);
}

double processor_profile_compute(const struct processor_profile *profile, enum processor_type type, enum processor_policy policy,
		enum processor_reason *reason)
{
	return value_of(processor_cell_compute(profile, type, policy), reason);
}

void processor_profile_free(struct processor_profile *profile)
{
	if (!profile)
		return;
	for (size_t i = 0; i < profile->cells; i++) {
		free(profile->cell[i].text);
		processor_series_free(&profile->cell[i].series);
	}
	for (size_t i = 0; i < PROCESSOR_POLICIES; i++)
		at_cpus_free(&profile->participants[i]);
	free(profile->cell);
	free(profile->sizes);
	at_cpus_free(&profile->asked);
	free(profile->sweep.latency);
	free(profile->sweep.read);
	processor_domains_free(profile->domain, profile->domains);
	processor_topology_free(&profile->topology);
	processor_facts_free(&profile->facts);
	at_warnings_free(&profile->warnings);
	free(profile);
}
