/* The members metadata and topology of a profile's document. */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "alloc.h"
#include "processor_results.h"

static void write_cpus(const char *key, const struct at_cpus *cpus, struct at_json *json)
{
	at_json_array(json, key);
	for (size_t i = 0; i < cpus->count; i++)
		at_json_int(json, NULL, cpus->cpu[i]);
	at_json_end(json);
}

static void write_options(const struct processor_profile *profile, struct at_json *json)
{
	const struct processor_profile_options *o = &profile->options;

	at_json_object(json, "options");
	at_json_array(json, "thread_policies");
	for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++)
		if (o->policies >> policy & 1)
			at_json_text(json, NULL, processor_policy_name(policy));
	at_json_end(json);
	at_json_uint(json, "repeats", o->repeats);
	at_json_real(json, "minimum_duration_ms", o->minimum_duration_ms);
	at_json_real(json, "slice_ms", o->slice_ms);
	at_json_uint(json, "memory_budget_bytes", o->memory_budget_bytes);
	at_json_bool(json, "latency", o->latency);
	at_json_bool(json, "sweep", o->sweep);
	at_json_uint(json, "sweep_most_bytes", o->sweep_most_bytes);
	at_json_array(json, "modes");
	for (enum processor_mode mode = 0; mode < PROCESSOR_MODES; mode++)
		if (o->modes >> mode & 1)
			at_json_text(json, NULL, processor_mode_name(mode));
	at_json_end(json);
	at_json_array(json, "types");
	for (enum processor_type type = 0; type < PROCESSOR_TYPES; type++)
		if (o->types >> type & 1)
			at_json_text(json, NULL, processor_type_name(type));
	at_json_end(json);
	at_json_real(json, "noisy_private_pct", o->noisy_private_pct);
	at_json_real(json, "noisy_shared_pct", o->noisy_shared_pct);
	at_json_real(json, "wall_over_cpu", o->wall_over_cpu);
	at_json_real(json, "stagger", o->stagger);
	at_json_real(json, "patience", o->patience);
	at_json_real(json, "clock_tolerance", o->clock_tolerance);
	at_json_real(json, "plateau_tolerance", o->plateau_tolerance);
	at_json_real(json, "plateau_below", o->plateau_below);
	at_json_real(json, "busy_cpus", o->busy_cpus);
	if (profile->asked.count)
		write_cpus("cpus", &profile->asked, json);
	if (o->size_count) {
		at_json_array(json, "sizes");
		for (size_t i = 0; i < o->size_count; i++)
			at_json_uint(json, NULL, profile->sizes[i]);
		at_json_end(json);
	}
	at_json_end(json);
}

/* What the caller insisted on, where the result depends on it. */
static void write_overrides(const struct processor_profile *profile, struct at_json *json)
{
	const struct processor_profile_options *o = &profile->options;

	at_json_object(json, "overrides");
	if (o->last_level_bytes)
		at_json_uint(json, "last_level_bytes", o->last_level_bytes);
	if (o->allow_unpinned)
		at_json_bool(json, "allow_unpinned", true);
	if (o->emulated)
		at_json_bool(json, "emulated", true);
	if (profile->topology.injected)
		at_json_bool(json, "topology", true);
	at_json_end(json);
}

static void write_timer(const struct processor_facts *facts, struct at_json *json)
{
	at_json_object(json, "timer");
	at_json_text(json, "name", "clock_gettime(CLOCK_MONOTONIC)");
	if (facts->timer_resolution_ns)
		at_json_uint(json, "resolution_ns", facts->timer_resolution_ns);
	if (!facts->emulated)
		at_json_uint(json, "cost_ns", facts->timer_cost_ns);
	at_json_end(json);
}

/* The clock over all cells that have a reliable one. */
static void write_clock(const struct processor_profile *profile, struct at_json *json)
{
	double least = 0, most = 0;
	size_t with = 0, available = 0;

	for (size_t i = 0; i < profile->cells; i++) {
		double ghz = profile->cell[i].summary.clock_ghz;
		available += profile->cell[i].reason == PROCESSOR_AVAILABLE;
		if (ghz <= 0)
			continue;
		least = !with || ghz < least ? ghz : least;
		most = !with || ghz > most ? ghz : most;
		with++;
	}
	if (!available)
		return;
	at_json_object(json, "clock");
	at_json_text(json, "method", "dependent additions, cross-checked with multiplications, before and after each sample");
	at_json_uint(json, "cells", available);
	at_json_uint(json, "cells_with_cycles", with);
	if (with) {
		at_json_real(json, "min_ghz", least);
		at_json_real(json, "max_ghz", most);
	}
	at_json_end(json);
}

static void write_virtualization(const struct processor_facts *facts, struct at_json *json)
{
	double stolen = processor_facts_stolen_pct(facts);

	at_json_object(json, "virtualization");
	if (facts->cpu.virtual_known)
		at_json_bool(json, "virtual_machine", facts->cpu.virtual_machine);
	if (*facts->cpu.hypervisor)
		at_json_text(json, "hypervisor", facts->cpu.hypervisor);
	at_json_bool(json, "emulated", facts->emulated);
	if (!isnan(stolen))
		at_json_real(json, "stolen_pct", stolen);
	at_json_end(json);
}

static void write_contention(const struct processor_facts *facts, struct at_json *json)
{
	double others = at_load_of_others(&facts->before, &facts->after);

	at_json_object(json, "contention");
	if (!isnan(others))
		at_json_real(json, "other_cpus", others);
	at_load_write(&facts->before, "before", json);
	at_load_write(&facts->after, "after", json);
	at_json_end(json);
}

static void write_conventions(struct at_json *json)
{
	at_json_object(json, "conventions");
	for (enum processor_mode mode = 0; mode < PROCESSOR_MODES; mode++)
		at_json_text(json, processor_mode_name(mode), processor_mode_convention(mode));
	at_json_text(json, "latency", "nanoseconds for one of a chain of dependent loads, one in each 64-byte line, at random over"
			" the whole working set: what address translation costs there is part of it");
	at_json_text(json, "compute", "a multiply-add counts as two operations; of a dot product each of its multiplications and"
			" additions counts");
	at_json_text(json, "several_participants", "bandwidth and operations are those of all participants together, over the time"
			" from the first start to the last end; latency is the mean of the participants");
	at_json_text(json, "label", "effective measurement: what this process got from working sets of these sizes; it is no property"
			" of a bus or a link");
	at_json_end(json);
}

static void write_features(const struct processor_profile *profile, struct at_json *json)
{
	processor_set runnable = processor_runnable(&profile->features) & processor_compiled();

	at_json_array(json, "implementations");
	for (enum processor_implementation i = 0; i < PROCESSOR_IMPLEMENTATIONS; i++)
		if (runnable >> i & 1)
			at_json_text(json, NULL, processor_implementation_name(i));
	at_json_end(json);
}

static void write_platform(const struct processor_facts *facts, struct at_json *json)
{
	char text[40];
	struct tm when;

	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&facts->started, &when));
	at_json_text(json, "timestamp", text);
	if (*facts->system.sysname) {
		at_json_text(json, "os", facts->system.sysname);
		at_json_text(json, "kernel", facts->system.release);
	}
	at_json_text(json, "arch", at_cpu_arch());
	if (facts->cpu.identified && *facts->cpu.name)
		at_json_text(json, "cpu_model", facts->cpu.name);
	else if (facts->cpu.core.id)
		at_json_text(json, "cpu_model", facts->cpu.core.id);
#ifdef __clang__
	at_json_text(json, "compiler", "clang " __clang_version__);
#else
	at_json_text(json, "compiler", "gcc " __VERSION__);
#endif
}

void processor_metadata_write(const struct processor_profile *profile, struct at_json *json)
{
	const struct processor_facts *facts = &profile->facts;

	at_json_object(json, "metadata");
	at_json_uint(json, "schema_version", PROCESSOR_SCHEMA_VERSION);
	write_platform(facts, json);
	write_features(profile, json);
	write_options(profile, json);
	write_overrides(profile, json);
	at_json_object(json, "budget");
	at_json_uint(json, "bytes", profile->budget_bytes);
	if (facts->available_bytes)
		at_json_uint(json, "available_bytes", facts->available_bytes);
	if (facts->group_bytes)
		at_json_uint(json, "group_bytes", facts->group_bytes);
	at_json_end(json);
	write_timer(facts, json);
	write_clock(profile, json);
	write_virtualization(facts, json);
	if (*facts->before.governor)
		at_json_text(json, "governor", facts->before.governor);
	if (facts->cpu_quota > 0)
		at_json_real(json, "cpu_quota", facts->cpu_quota);
	if (*facts->huge_policy)
		at_json_text(json, "huge_pages", facts->huge_policy);
	write_contention(facts, json);
	write_conventions(json);
	at_json_end(json);
}

static void write_cache(const struct processor_profile *profile, const struct processor_cache *cache, struct at_json *json)
{
	uint64_t effective = cache->kind != PROCESSOR_INSTRUCTION && cache->level <= 3 ?
			profile->caches.effective_bytes[cache->level - 1] : 0;

	at_json_object(json, NULL);
	at_json_uint(json, "level", cache->level);
	at_json_text(json, "kind", processor_cache_kind_name(cache->kind));
	at_json_uint(json, "size_bytes", cache->size_bytes);
	if (cache->line_bytes)
		at_json_uint(json, "line_bytes", cache->line_bytes);
	if (cache->sharing)
		at_json_uint(json, "sharing", cache->sharing);
	if (cache->cpus.count)
		write_cpus("cpus", &cache->cpus, json);
	at_json_text(json, "confidence", processor_confidence_name(cache->confidence));
	at_json_text(json, "source", cache->source);
	if (effective)
		at_json_uint(json, "effective_bytes", effective);
	at_json_end(json);
}

static void write_effective(const struct processor_caches *caches, struct at_json *json)
{
	at_json_object(json, "effective");
	for (enum processor_level level = 0; level <= PROCESSOR_L3; level++) {
		if (!caches->effective_bytes[level])
			continue;
		at_json_object(json, processor_level_name(level));
		at_json_uint(json, "size_bytes", caches->effective_bytes[level]);
		at_json_bool(json, "used", caches->use_effective[level]);
		at_json_end(json);
	}
	at_json_end(json);
}

static const char *confidence_of(const struct processor_topology *topology)
{
	enum processor_confidence least = PROCESSOR_DETECTED;

	if (!topology->caches)
		return "absent";
	for (size_t i = 0; i < topology->caches; i++)
		least = topology->cache[i].confidence < least ? topology->cache[i].confidence : least;
	return processor_confidence_name(least);
}

void processor_topology_write(const struct processor_profile *profile, struct at_json *json)
{
	const struct processor_topology *topology = &profile->topology;

	at_json_object(json, "topology");
	at_json_text(json, "confidence", confidence_of(topology));
	at_json_bool(json, "injected", topology->injected);
	write_cpus("logical_cpus", &topology->logical, json);
	at_json_bool(json, "cores_detected", topology->cores_told);
	at_json_array(json, "physical_cores");
	for (size_t i = 0; i < topology->cores; i++)
		write_cpus(NULL, &topology->core[i].cpus, json);
	at_json_end(json);
	at_json_object(json, "participants");
	for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++)
		if (profile->options.policies >> policy & 1) {
			at_json_object(json, processor_policy_name(policy));
			write_cpus("cpus", &profile->participants[policy], json);
			at_json_bool(json, "pinned", !profile->pin_error[policy]);
			at_json_end(json);
		}
	at_json_end(json);
	at_json_array(json, "domains");
	for (size_t i = 0; i < profile->domains; i++) {
		at_json_object(json, NULL);
		write_cpus("cpus", &profile->domain[i].cpus, json);
		at_json_bool(json, "selected", i == profile->selected);
		at_json_end(json);
	}
	at_json_end(json);
	at_json_array(json, "caches");
	for (size_t i = 0; i < topology->caches; i++)
		write_cache(profile, &topology->cache[i], json);
	at_json_end(json);
	write_effective(&profile->caches, json);
	at_json_end(json);
}
