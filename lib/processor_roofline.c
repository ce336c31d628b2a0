/* The roofline of a profile: what its arithmetic sustains, what each memory level delivers, and at how many operations a byte the
 * one overtakes the other (Williams, Waterman and Patterson, "Roofline", 2009). All of it is derived, and says from what. */
#include <stdlib.h>

#include "alloc.h"
#include "processor_results.h"

static bool good(const struct processor_cell *cell)
{
	return cell && cell->reason == PROCESSOR_AVAILABLE;
}

static char *compute_source(enum processor_type type, enum processor_policy policy)
{
	return at_format(".data.compute.%s.%s", processor_type_name(type), processor_policy_name(policy));
}

static char *memory_source(enum processor_level level, enum processor_policy policy)
{
	return at_format(".data.memory.%s.%s.read", processor_level_name(level), processor_policy_name(policy));
}

static void write_text(const char *key, char *text, struct at_json *json)
{
	at_json_text(json, key, text);
	free(text);
}

static void write_ceilings(const struct processor_profile *profile, struct at_json *json)
{
	at_json_array(json, "ceilings");
	for (enum processor_type type = 0; type < PROCESSOR_TYPES; type++)
		for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++) {
			const struct processor_cell *cell = processor_cell_compute(profile, type, policy);
			if (!good(cell))
				continue;
			at_json_object(json, NULL);
			at_json_text(json, "type", processor_type_name(type));
			at_json_text(json, "policy", processor_policy_name(policy));
			at_json_real(json, "gops", cell->summary.median);
			write_text("source", compute_source(type, policy), json);
			at_json_end(json);
		}
	at_json_end(json);
}

static void write_roofs(const struct processor_profile *profile, struct at_json *json)
{
	at_json_array(json, "roofs");
	for (enum processor_level level = 0; level < PROCESSOR_LEVELS; level++)
		for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++) {
			const struct processor_cell *cell = processor_cell_bandwidth(profile, level, policy, PROCESSOR_READ);
			if (!good(cell))
				continue;
			at_json_object(json, NULL);
			at_json_text(json, "level", processor_level_name(level));
			at_json_text(json, "policy", processor_policy_name(policy));
			at_json_text(json, "mode", processor_mode_name(PROCESSOR_READ));
			at_json_real(json, "gbps", cell->summary.median);
			write_text("source", memory_source(level, policy), json);
			at_json_end(json);
		}
	at_json_end(json);
}

static void write_crossover(const struct processor_profile *profile, enum processor_level level, enum processor_policy policy,
		enum processor_type type, struct at_json *json)
{
	const struct processor_cell *memory = processor_cell_bandwidth(profile, level, policy, PROCESSOR_READ);
	const struct processor_cell *compute = processor_cell_compute(profile, type, policy);

	if (!good(memory) || !good(compute))
		return;
	at_json_object(json, NULL);
	at_json_text(json, "level", processor_level_name(level));
	at_json_text(json, "policy", processor_policy_name(policy));
	at_json_text(json, "type", processor_type_name(type));
	at_json_real(json, "operations_per_byte", compute->summary.median / memory->summary.median);
	write_text("source_compute", compute_source(type, policy), json);
	write_text("source_memory", memory_source(level, policy), json);
	at_json_end(json);
}

void processor_roofline_write(const struct processor_profile *profile, struct at_json *json)
{
	at_json_object(json, "roofline");
	write_ceilings(profile, json);
	write_roofs(profile, json);
	at_json_array(json, "crossovers");
	for (enum processor_level level = 0; level < PROCESSOR_LEVELS; level++)
		for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++)
			for (enum processor_type type = 0; type < PROCESSOR_TYPES; type++)
				write_crossover(profile, level, policy, type, json);
	at_json_end(json);
	at_json_end(json);
}
