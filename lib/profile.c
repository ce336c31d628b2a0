#include "profile.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static uint64_t hash_function(const struct at_profile_function *f)
{
	return at_mix(at_mix((uint64_t)f->parent << 32 | f->name) ^ ((uint64_t)f->call.line << 32 | f->call.discriminator));
}

static bool same_function(const struct at_profile_function *a, const struct at_profile_function *b)
{
	return a->parent == b->parent && a->name == b->name && a->call.line == b->call.line &&
		a->call.discriminator == b->call.discriminator;
}

static uint64_t hash_record(const struct at_profile_record *r)
{
	return at_mix(at_mix((uint64_t)r->function << 32 | r->at.line) ^ r->at.discriminator);
}

static bool same_record(const struct at_profile_record *a, const struct at_profile_record *b)
{
	return a->function == b->function && a->at.line == b->at.line && a->at.discriminator == b->at.discriminator;
}

/* Slots hold index + 1; 0 is free. */
static size_t *function_place(const struct at_profile *profile, const struct at_profile_function *wanted)
{
	size_t at = hash_function(wanted) & (profile->function_slots - 1);

	while (profile->function_slot[at] && !same_function(&profile->function[profile->function_slot[at] - 1], wanted))
		at = (at + 1) & (profile->function_slots - 1);
	return &profile->function_slot[at];
}

static size_t *record_place(const struct at_profile *profile, const struct at_profile_record *wanted)
{
	size_t at = hash_record(wanted) & (profile->record_slots - 1);

	while (profile->record_slot[at] && !same_record(&profile->record[profile->record_slot[at] - 1], wanted))
		at = (at + 1) & (profile->record_slots - 1);
	return &profile->record_slot[at];
}

static void grow_functions(struct at_profile *profile)
{
	profile->function_slots = profile->function_slots ? profile->function_slots * 2 : 64;
	profile->function_capacity = profile->function_slots / 2;
	profile->function = at_resize(profile->function, profile->function_capacity, sizeof *profile->function);
	free(profile->function_slot);
	profile->function_slot = at_alloc(profile->function_slots * sizeof *profile->function_slot);
	for (size_t i = 0; i < profile->functions; i++)
		*function_place(profile, &profile->function[i]) = i + 1;
}

static void grow_records(struct at_profile *profile)
{
	profile->record_slots = profile->record_slots ? profile->record_slots * 2 : 256;
	profile->record_capacity = profile->record_slots / 2;
	profile->record = at_resize(profile->record, profile->record_capacity, sizeof *profile->record);
	free(profile->record_slot);
	profile->record_slot = at_alloc(profile->record_slots * sizeof *profile->record_slot);
	for (size_t i = 0; i < profile->records; i++)
		*record_place(profile, &profile->record[i]) = i + 1;
}

uint32_t at_profile_function(struct at_profile *profile, uint32_t parent, struct at_location call, uint32_t name)
{
	const struct at_profile_function wanted = { .name = name, .parent = parent, .call = call };

	if (profile->functions == profile->function_capacity)
		grow_functions(profile);
	size_t *slot = function_place(profile, &wanted);
	if (!*slot) {
		profile->function[profile->functions] = wanted;
		*slot = ++profile->functions;
	}
	return (uint32_t)(*slot - 1);
}

void at_profile_add(struct at_profile *profile, uint32_t function, struct at_location at, uint64_t count)
{
	const struct at_profile_record wanted = { .function = function, .at = at };

	if (profile->records == profile->record_capacity)
		grow_records(profile);
	size_t *slot = record_place(profile, &wanted);
	if (!*slot) {
		profile->record[profile->records] = wanted;
		*slot = ++profile->records;
	}
	struct at_profile_record *record = &profile->record[*slot - 1];
	record->sum = at_add_saturating(record->sum, count);
	record->max = count > record->max ? count : record->max;
	record->instructions++;
}

void at_profile_add_total(struct at_profile *profile, uint32_t function, uint64_t count)
{
	for (; function != AT_PROFILE_TOP; function = profile->function[function].parent)
		profile->function[function].total = at_add_saturating(profile->function[function].total, count);
}

const char *at_profile_name(const struct at_profile *profile, uint32_t function)
{
	return profile->names.text[profile->function[function].name];
}

static int by_location(const struct at_location *a, const struct at_location *b)
{
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a->discriminator > b->discriminator) - (a->discriminator < b->discriminator);
}

static int by_place(const void *a, const void *b)
{
	const struct at_profile_record *x = a, *y = b;

	return x->function != y->function ? (x->function < y->function ? -1 : 1) : by_location(&x->at, &y->at);
}

static int by_parent(const void *a, const void *b, void *argument)
{
	const struct at_profile *profile = argument;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	const struct at_profile_function *x = &profile->function[i], *y = &profile->function[j];

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	int order = by_location(&x->call, &y->call);
	return order ? order : strcmp(at_profile_name(profile, i), at_profile_name(profile, j));
}

static int by_total(const void *a, const void *b, void *argument)
{
	const struct at_profile *profile = argument;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	uint64_t x = profile->function[i].total, y = profile->function[j].total;

	return x != y ? (x > y ? -1 : 1) : strcmp(at_profile_name(profile, i), at_profile_name(profile, j));
}

static uint64_t folded(const struct at_profile_record *record, enum at_fold fold)
{
	switch (fold) {
	case AT_FOLD_MAX:
		return record->max;
	case AT_FOLD_SUM:
		return record->sum;
	case AT_FOLD_MEAN:
		return record->sum / record->instructions + (record->sum % record->instructions != 0);
	}
	return 0;
}

void at_profile_finish(struct at_profile *profile, enum at_fold fold)
{
	size_t callees = 0, kept = 0;

	free(profile->record_slot);
	free(profile->function_slot);
	profile->record_slot = profile->function_slot = NULL;
	profile->record_slots = profile->function_slots = 0;
	/* A function stands behind those it is inlined into: it was made after them. */
	for (size_t i = 0; i < profile->functions; i++) {
		struct at_profile_function *function = &profile->function[i];
		function->dropped |= function->parent != AT_PROFILE_TOP && profile->function[function->parent].dropped;
	}
	for (size_t i = 0; i < profile->records; i++)
		if (!profile->function[profile->record[i].function].dropped) {
			profile->record[kept] = profile->record[i];
			profile->record[kept].count = folded(&profile->record[i], fold);
			kept++;
		}
	profile->records = kept;
	if (kept)
		qsort(profile->record, kept, sizeof *profile->record, by_place);
	for (size_t i = kept; i-- > 0;) {
		struct at_profile_function *function = &profile->function[profile->record[i].function];
		function->first_record = i;
		function->records++;
	}
	profile->callee = at_resize(NULL, profile->functions, sizeof *profile->callee);
	profile->top = at_resize(NULL, profile->functions, sizeof *profile->top);
	for (uint32_t i = 0; i < profile->functions; i++)
		if (profile->function[i].dropped)
			continue;
		else if (profile->function[i].parent == AT_PROFILE_TOP)
			profile->top[profile->tops++] = i;
		else
			profile->callee[callees++] = i;
	if (callees)
		qsort_r(profile->callee, callees, sizeof *profile->callee, by_parent, profile);
	if (profile->tops)
		qsort_r(profile->top, profile->tops, sizeof *profile->top, by_total, profile);
	for (size_t i = callees; i-- > 0;) {
		struct at_profile_function *parent = &profile->function[profile->function[profile->callee[i]].parent];
		parent->first_callee = i;
		parent->callees++;
	}
}

void at_profile_free(struct at_profile *profile)
{
	at_names_free(&profile->names);
	free(profile->function);
	free(profile->record);
	free(profile->callee);
	free(profile->top);
	free(profile->function_slot);
	free(profile->record_slot);
	*profile = (struct at_profile){ 0 };
}
