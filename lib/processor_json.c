/* A profile as a document. Every key is described in atesor-roofline(1). */
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "processor_results.h"

static void write_set(const struct processor_cell *cell, struct at_json *json)
{
	if (cell->kind == PROCESSOR_COMPUTE)
		return;
	at_json_uint(json, "working_set_bytes", cell->series.work.footprint_bytes * cell->participants);
	at_json_uint(json, "participant_bytes", cell->series.work.footprint_bytes);
	at_json_text(json, "confidence", cell->given ? "given" : processor_confidence_name(cell->set.confidence));
	if (cell->huge_known)
		at_json_uint(json, "huge_page_bytes", cell->huge_bytes);
}

static void write_kernel(const struct processor_cell *cell, struct at_json *json)
{
	const struct processor_work *work = &cell->series.work;

	at_json_text(json, "implementation", work->implementation);
	if (work->memory) {
		at_json_uint(json, "element_bytes", work->memory->element_bytes);
		at_json_uint(json, "elements_per_pass", work->traffic.elements);
		at_json_uint(json, "useful_bytes_per_pass", work->traffic.useful_bytes);
		at_json_uint(json, "streams", work->traffic.streams);
		at_json_uint(json, "window_bytes", work->window_bytes);
	} else if (work->compute) {
		at_json_uint(json, "accumulators", work->compute->accumulators);
		at_json_uint(json, "operations_per_pass", work->operations);
		at_json_uint(json, "dot_length", work->compute->dot_length);
		at_json_bool(json, "fused", work->compute->fused);
	} else {
		at_json_uint(json, "line_bytes", 64);
	}
	at_json_uint(json, "participants", cell->participants);
	if (cell->participants > 1)
		at_json_real(json, "together_pct", 100 * cell->series.together);
}

/* The unit of a cell's numbers, as the end of their keys. */
static const char *unit_of(const struct processor_cell *cell)
{
	if (cell->kind == PROCESSOR_LATENCY)
		return "ns";
	return cell->kind == PROCESSOR_BANDWIDTH ? "gbps" : cell->type == PROCESSOR_INT8 ? "gops" : "gflops";
}

static void write_number(const char *name, const struct processor_cell *cell, double number, struct at_json *json)
{
	char *key = at_format("%s%s%s", name, *name ? "_" : "", unit_of(cell));

	at_json_real(json, key, number);
	free(key);
}

/* A cycle of every participant, as the first one's processor has it. */
static void write_cycles(const struct processor_cell *cell, struct at_json *json)
{
	const struct processor_summary *summary = &cell->summary;
	static const char *const keys[] = { "median_bytes_per_cycle", "median_cycles", "median_operations_per_cycle" };

	if (summary->clock_ghz <= 0)
		return;
	at_json_real(json, "clock_ghz", summary->clock_ghz);
	at_json_real(json, keys[cell->kind], cell->kind == PROCESSOR_LATENCY ? summary->median * summary->clock_ghz :
			summary->median / (summary->clock_ghz * (double)cell->participants));
}

static void write_summary(const struct processor_cell *cell, struct at_json *json)
{
	const struct processor_summary *summary = &cell->summary;

	write_number("median", cell, summary->median, json);
	write_number("q1", cell, summary->q1, json);
	write_number("q3", cell, summary->q3, json);
	write_number("min", cell, summary->least, json);
	write_number("max", cell, summary->most, json);
	at_json_real(json, "iqr_pct", summary->iqr_pct);
	at_json_bool(json, "noisy", summary->noisy);
	write_cycles(cell, json);
}

static void write_samples(const struct processor_cell *cell, struct at_json *json)
{
	const struct processor_series *series = &cell->series;

	at_json_array(json, "samples");
	for (size_t i = 0; i < series->samples; i++) {
		const struct processor_sample *sample = &series->sample[i];
		at_json_object(json, NULL);
		write_number("", cell, cell->kind == PROCESSOR_LATENCY ? 1 / sample->rate : sample->rate, json);
		at_json_uint(json, "wall_ns", sample->wall_ns);
		if (sample->clock_ghz > 0)
			at_json_real(json, "clock_ghz", sample->clock_ghz);
		at_json_end(json);
	}
	at_json_end(json);
}

static void write_rejected(const struct processor_series *series, struct at_json *json)
{
	for (enum processor_verdict verdict = 1; verdict < PROCESSOR_VERDICTS; verdict++)
		if (series->rejected[verdict])
			at_json_uint(json, processor_verdict_name(verdict), series->rejected[verdict]);
}

/* The raw samples: what was done in each, how long it took, whether it counts. */
static void write_slices(const struct processor_cell *cell, struct at_json *json)
{
	static const char *const units[] = { "useful_bytes", "loads", "operations" };
	const struct processor_series *series = &cell->series;

	at_json_object(json, "slices");
	at_json_text(json, "unit", units[cell->kind]);
	at_json_uint(json, "page_faults", series->page_faults);
	write_rejected(series, json);
	at_json_array(json, "raw");
	for (size_t i = 0; i < series->slices; i++) {
		const struct processor_slice *slice = &series->slice[i];
		at_json_object(json, NULL);
		at_json_uint(json, "sample", slice->repeat);
		at_json_real(json, "amount", slice->units);
		at_json_uint(json, "wall_ns", slice->wall_ns);
		at_json_bool(json, "accepted", slice->verdict == PROCESSOR_ACCEPTED);
		if (slice->verdict != PROCESSOR_ACCEPTED)
			at_json_text(json, "reason", processor_verdict_name(slice->verdict));
		at_json_end(json);
	}
	at_json_end(json);
	at_json_end(json);
}

static void write_pilots(const struct processor_cell *cell, struct at_json *json)
{
	const struct processor_series *series = &cell->series;

	if (!series->pilots)
		return;
	at_json_array(json, "pilot");
	for (size_t i = 0; i < series->pilots; i++) {
		at_json_object(json, NULL);
		at_json_text(json, "implementation", series->pilot[i].implementation);
		if (series->pilot[i].rate > 0)
			write_number("", cell, series->pilot[i].rate, json);
		at_json_end(json);
	}
	at_json_end(json);
}

static void write_cell(const struct processor_cell *cell, const char *key, struct at_json *json)
{
	at_json_object(json, key);
	write_kernel(cell, json);
	write_set(cell, json);
	write_summary(cell, json);
	write_pilots(cell, json);
	write_samples(cell, json);
	write_slices(cell, json);
	at_json_end(json);
}

static const char *name_of(const struct processor_cell *cell)
{
	return cell->kind == PROCESSOR_LATENCY ? "latency" : processor_mode_name(cell->mode);
}

static bool at_place(const struct processor_cell *cell, bool given, size_t place)
{
	return cell->kind != PROCESSOR_COMPUTE && cell->given == given && (given ? cell->size : (size_t)cell->level) == place;
}

/* The cells of a level or a given size, by policy. With `key` NULL, into the open object. */
static void write_place(const struct processor_profile *profile, bool given, size_t place, const char *key, struct at_json *json)
{
	bool any = false;

	for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++) {
		bool begun = false;
		for (size_t i = 0; i < profile->cells; i++) {
			const struct processor_cell *cell = &profile->cell[i];
			if (!at_place(cell, given, place) || cell->policy != policy || cell->reason != PROCESSOR_AVAILABLE)
				continue;
			if (!any && key)
				at_json_object(json, key);
			if (!begun)
				at_json_object(json, processor_policy_name(policy));
			any = begun = true;
			write_cell(cell, name_of(cell), json);
		}
		if (begun)
			at_json_end(json);
	}
	if (any && key)
		at_json_end(json);
}

static void write_memory(const struct processor_profile *profile, struct at_json *json)
{
	at_json_object(json, "memory");
	for (enum processor_level level = 0; level < PROCESSOR_LEVELS; level++)
		write_place(profile, false, level, processor_level_name(level), json);
	at_json_end(json);
	if (!profile->options.size_count)
		return;
	at_json_array(json, "sizes");
	for (size_t i = 0; i < profile->options.size_count; i++) {
		at_json_object(json, NULL);
		at_json_uint(json, "size_bytes", profile->sizes[i]);
		write_place(profile, true, i, NULL, json);
		at_json_end(json);
	}
	at_json_end(json);
}

static void write_compute(const struct processor_profile *profile, struct at_json *json)
{
	at_json_object(json, "compute");
	for (enum processor_type type = 0; type < PROCESSOR_TYPES; type++) {
		bool any = false;
		for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++) {
			const struct processor_cell *cell = processor_cell_compute(profile, type, policy);
			if (!cell || cell->reason != PROCESSOR_AVAILABLE)
				continue;
			if (!any)
				at_json_object(json, processor_type_name(type));
			any = true;
			write_cell(cell, processor_policy_name(policy), json);
		}
		if (any)
			at_json_end(json);
	}
	at_json_end(json);
}

static void write_points(const char *key, const char *number, const struct processor_point *point, size_t count,
		struct at_json *json)
{
	at_json_array(json, key);
	for (size_t i = 0; i < count; i++) {
		at_json_object(json, NULL);
		at_json_uint(json, "size_bytes", point[i].bytes);
		at_json_real(json, number, point[i].ns);
		at_json_end(json);
	}
	at_json_end(json);
}

static void write_sweep(const struct processor_profile *profile, struct at_json *json)
{
	const struct processor_sweep *sweep = &profile->sweep;

	if (!sweep->latencies && !sweep->reads)
		return;
	at_json_object(json, "sweep");
	at_json_int(json, "cpu", sweep->cpu);
	write_points("latency", "median_ns", sweep->latency, sweep->latencies, json);
	if (sweep->read_implementation)
		at_json_text(json, "read_implementation", sweep->read_implementation);
	write_points("read", "median_gbps", sweep->read, sweep->reads, json);
	at_json_array(json, "knees");
	for (enum processor_level level = 0; level <= PROCESSOR_L3; level++) {
		if (!sweep->knee_bytes[level])
			continue;
		at_json_object(json, NULL);
		at_json_text(json, "level", processor_level_name(level));
		at_json_uint(json, "effective_bytes", sweep->knee_bytes[level]);
		at_json_real(json, "ns", sweep->knee_ns[level]);
		at_json_end(json);
	}
	at_json_end(json);
	at_json_end(json);
}

static void write_unavailable(const struct processor_profile *profile, struct at_json *json)
{
	static const char *const kinds[] = { "bandwidth", "latency", "compute" };

	at_json_array(json, "unavailable");
	for (size_t i = 0; i < profile->cells; i++) {
		const struct processor_cell *cell = &profile->cell[i];
		if (cell->reason == PROCESSOR_AVAILABLE)
			continue;
		at_json_object(json, NULL);
		at_json_text(json, "kind", kinds[cell->kind]);
		if (cell->kind == PROCESSOR_COMPUTE)
			at_json_text(json, "type", processor_type_name(cell->type));
		else if (cell->given)
			at_json_uint(json, "size_bytes", profile->sizes[cell->size]);
		else
			at_json_text(json, "level", processor_level_name(cell->level));
		at_json_text(json, "policy", processor_policy_name(cell->policy));
		if (cell->kind == PROCESSOR_BANDWIDTH)
			at_json_text(json, "mode", processor_mode_name(cell->mode));
		at_json_text(json, "reason", processor_reason_name(cell->reason));
		if (cell->set.wanted_bytes && cell->reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED)
			at_json_uint(json, "wanted_bytes", cell->set.wanted_bytes);
		if (cell->text)
			at_json_text(json, "text", cell->text);
		write_rejected(&cell->series, json);
		if (cell->reason == PROCESSOR_EMULATED)
			at_json_bool(json, "executed", true);
		at_json_end(json);
	}
	at_json_end(json);
}

static void write_data(const struct processor_profile *profile, struct at_json *json)
{
	at_json_object(json, "data");
	processor_metadata_write(profile, json);
	processor_topology_write(profile, json);
	write_memory(profile, json);
	write_compute(profile, json);
	write_sweep(profile, json);
	processor_roofline_write(profile, json);
	write_unavailable(profile, json);
	at_warnings_write(&profile->warnings, json);
	at_json_end(json);
}

/* Why there is no number at all; NULL: there is one. */
static const char *nothing(const struct processor_profile *profile)
{
	const char *reason = "nothing_measured";

	for (size_t i = 0; i < profile->cells; i++) {
		if (profile->cell[i].reason == PROCESSOR_AVAILABLE)
			return NULL;
		reason = processor_reason_name(profile->cell[i].reason);
	}
	return profile->sweep.latencies ? NULL : profile->facts.emulated ? "emulated" : reason;
}

void processor_profile_write(const struct processor_profile *profile, const char *tool, char *const *words, size_t word_count,
		struct at_json *json)
{
	const char *reason = nothing(profile);

	at_json_object(json, NULL);
	at_json_text(json, "schema", "atesor.roofline/1");
	at_json_text(json, "status", reason ? "unavailable" : "ok");
	if (reason)
		at_json_text(json, "reason", reason);
	at_json_array(json, "args");
	for (size_t i = 0; i < word_count; i++)
		at_json_text(json, NULL, words[i]);
	at_json_end(json);
	at_json_object(json, "tool");
	at_json_text(json, "name", tool);
	at_json_text(json, "version", ATESOR_VERSION);
	at_json_end(json);
	at_json_real(json, "seconds", profile->facts.seconds);
	at_warnings_write(&profile->warnings, json);
	write_data(profile, json);
	at_json_end(json);
}
