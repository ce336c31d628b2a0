#include "profgen_symbolize.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Code of a function that was sampled, or of another one of that name: each of its addresses is looked at. */
struct stretch {
	uint64_t start, end;
	uint32_t unit;
};

struct state {
	const struct at_count *counts;
	size_t count;
	struct at_binary *binary;
	const struct at_rules *rules;
	struct at_profile *profile;
	struct at_where *where;
	struct at_dwarf_unit unit;   /* the one that is open */
	uint32_t *function;          /* of each of its scopes: the profile's function + 1; 0: not known yet */
	const struct at_binary_symbol *symbol;      /* with rules->symbols: the one that `function` is for */
};

/* The first function range that holds `address` among those with the nearest start. NULL: none. */
static const struct at_dwarf_function *function_at(const struct at_dwarf *dwarf, uint64_t address)
{
	size_t low = 0, high = dwarf->functions;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (dwarf->function[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	const struct at_dwarf_function *function = &dwarf->function[low - 1];
	while (function > dwarf->function && function[-1].start == function->start)
		function--;
	return address < function->end ? function : NULL;
}

static int by_unit(const void *a, const void *b)
{
	const struct stretch *x = a, *y = b;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return x->start < y->start ? -1 : x->start > y->start;
}

/* The code of all functions whose name was hit, without overlaps, by unit. */
static struct stretch *find_stretches(const struct state *state, const struct at_dwarf *dwarf, size_t *stretches)
{
	struct at_names names = { 0 };
	uint32_t *name = at_resize(NULL, dwarf->functions, sizeof *name);
	struct stretch *stretch = at_resize(NULL, dwarf->functions, sizeof *stretch);
	uint64_t behind = 0;
	size_t count = 0;

	for (size_t i = 0; i < dwarf->functions; i++)
		name[i] = at_names_add(&names, dwarf->function[i].name, strlen(dwarf->function[i].name));
	bool *hit = at_alloc(names.count);
	for (size_t i = 0; i < state->count; i++) {
		const struct at_dwarf_function *function = function_at(dwarf, state->counts[i].address);
		if (function)
			hit[name[function - dwarf->function]] = true;
		else
			state->where->no_function += state->counts[i].count;
	}
	/* They are ascending by start: of those that overlap, the first keeps what it has. */
	for (size_t i = 0; i < dwarf->functions; i++) {
		const struct at_dwarf_function *function = &dwarf->function[i];
		if (!hit[name[i]] || function->end <= behind)
			continue;
		stretch[count++] = (struct stretch){ function->start > behind ? function->start : behind, function->end, function->unit };
		behind = function->end;
	}
	if (count)
		qsort(stretch, count, sizeof *stretch, by_unit);
	at_names_free(&names);
	free(name);
	free(hit);
	*stretches = count;
	return stretch;
}

static struct at_location location(const struct state *state, uint32_t line, uint32_t start_line, uint32_t discriminator,
		uint32_t *duplication)
{
	const struct at_rules *rules = state->rules;
	uint32_t base = discriminator;

	*duplication = 1;
	if (!rules->fs_discriminators && !rules->plain_discriminators) {
		base = at_discriminator_base(discriminator);
		*duplication = at_discriminator_duplication(discriminator);
	}
	return (struct at_location){ (line - start_line) & 0xffff, base };
}

enum { NO_FUNCTION = UINT32_MAX };

/* The profile's function of a scope; NO_FUNCTION if it, or the one it is inlined into, has no usable name or place. */
static uint32_t function_of(struct state *state, uint32_t scope)
{
	const struct at_dwarf_scope *here = &state->unit.scope[scope];
	struct at_profile *profile = state->profile;
	uint32_t ignored, function = NO_FUNCTION, parent = AT_PROFILE_TOP;
	struct at_location call = { 0, 0 };
	const char *name = here->name;

	if (state->function[scope])
		return state->function[scope] - 1;
	if (here->parent == AT_DWARF_NONE) {
		if (state->symbol)
			name = state->symbol->name;
	} else {
		const struct at_dwarf_scope *caller = &state->unit.scope[here->parent];
		parent = function_of(state, here->parent);
		call = location(state, here->call_line, caller->line, here->call_discriminator, &ignored);
		if (parent == NO_FUNCTION || (!here->call_line && !state->rules->keep_line_zero))
			name = NULL;
	}
	if (name && at_writable_name(name)) {
		size_t length = state->symbol && here->parent == AT_DWARF_NONE ? strlen(name) : at_plain_name(name, state->rules->llvm_names);
		function = at_profile_function(profile, parent, call, at_names_add(&profile->names, name, length));
	}
	state->function[scope] = function + 1;
	return function;
}

/* An instruction in `scope` on `row` (NULL: on no line). */
static void add_instruction(struct state *state, uint32_t scope, const struct at_dwarf_row *row, uint64_t count, unsigned length)
{
	const struct at_rules *rules = state->rules;
	uint32_t line = row ? row->line : 0, discriminator = row ? row->discriminator : 0, duplication;
	uint32_t function = function_of(state, scope);

	/* Inlined code without a name counts where it was inlined. */
	while (function == NO_FUNCTION && !state->unit.scope[scope].name && state->unit.scope[scope].parent != AT_DWARF_NONE) {
		line = state->unit.scope[scope].call_line;
		discriminator = state->unit.scope[scope].call_discriminator;
		scope = state->unit.scope[scope].parent;
		function = function_of(state, scope);
	}
	if (function == NO_FUNCTION || (!line && !rules->keep_line_zero)) {
		state->where->no_line += count;
		return;
	}
	struct at_location at = location(state, line, state->unit.scope[scope].line, discriminator, &duplication);
	uint64_t counted = at_multiply_saturating(count, duplication);
	at_profile_add(state->profile, function, at, counted);
	at_profile_add_total(state->profile, function, rules->totals == AT_TOTALS_BYTES ? at_multiply_saturating(count, length) :
			rules->duplicated_totals ? counted : count);
	state->where->used += count;
}

/* Where the walk through a unit stands: all three only move forward. */
struct cursor {
	size_t range, row, count;
};

static size_t first_count(const struct state *state, uint64_t address)
{
	size_t low = 0, high = state->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (state->counts[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void take_address(struct state *state, struct cursor *cursor, uint64_t address, uint64_t count, unsigned length)
{
	const struct at_dwarf_unit *unit = &state->unit;

	while (cursor->range < unit->ranges && unit->range[cursor->range].end <= address)
		cursor->range++;
	while (cursor->row < unit->rows && unit->row[cursor->row].address <= address)
		cursor->row++;
	if (cursor->range == unit->ranges || unit->range[cursor->range].start > address) {
		state->where->no_function += count;
		return;
	}
	if (!count && !state->rules->zeros)
		return;
	if (state->rules->symbols && (!state->symbol || address < state->symbol->start || address >= state->symbol->end)) {
		state->symbol = at_binary_symbol(state->binary, address);
		memset(state->function, 0, unit->scopes * sizeof *state->function);
	}
	const struct at_dwarf_row *row = cursor->row ? &unit->row[cursor->row - 1] : NULL;
	add_instruction(state, unit->range[cursor->range].scope, row && !row->end ? row : NULL, count, length);
}

/* With instruction lengths: each instruction. What was counted inside of one is a broken sample. */
static void walk_instructions(struct state *state, struct cursor *cursor, const struct stretch *stretch)
{
	struct at_walk_code walk = { .binary = state->binary, .at = stretch->start, .end = stretch->end };
	uint64_t address;
	unsigned length;

	while (at_walk_code_next(&walk, &address, &length)) {
		for (; cursor->count < state->count && state->counts[cursor->count].address < address; cursor->count++)
			state->where->between += state->counts[cursor->count].count;
		bool counted = cursor->count < state->count && state->counts[cursor->count].address == address;
		take_address(state, cursor, address, counted ? state->counts[cursor->count++].count : 0, length);
	}
	for (; cursor->count < state->count && state->counts[cursor->count].address < stretch->end; cursor->count++)
		state->where->between += state->counts[cursor->count].count;
}

/* Without: the addresses that were hit, and those where a line begins. */
static void walk_rows(struct state *state, struct cursor *cursor, const struct stretch *stretch)
{
	const struct at_dwarf_unit *unit = &state->unit;
	size_t row = cursor->row;

	for (uint64_t at = stretch->start;;) {
		while (row < unit->rows && unit->row[row].address < at)
			row++;
		uint64_t next = row < unit->rows ? unit->row[row].address : UINT64_MAX;
		bool counted = cursor->count < state->count && state->counts[cursor->count].address <= next;
		if (counted)
			next = state->counts[cursor->count].address;
		if (next >= stretch->end)
			return;
		take_address(state, cursor, next, counted ? state->counts[cursor->count++].count : 0, 0);
		at = next + 1;
	}
}

static void walk_unit(struct state *state, struct at_dwarf *dwarf, const struct stretch *stretch, size_t count)
{
	struct cursor cursor = { 0 };
	bool lengths = at_binary_has_lengths(state->binary);

	at_dwarf_unit_open(dwarf, stretch->unit, &state->unit);
	state->function = at_alloc(state->unit.scopes * sizeof *state->function);
	state->symbol = NULL;
	for (size_t i = 0; i < count; i++) {
		cursor.count = first_count(state, stretch[i].start);
		if (lengths)
			walk_instructions(state, &cursor, &stretch[i]);
		else
			walk_rows(state, &cursor, &stretch[i]);
	}
	free(state->function);
	at_dwarf_unit_close(&state->unit);
}

/* Initializers that compilers make have the same names in all units: one profile for all of them would be wrong for each. */
static bool is_ambiguous(const char *name)
{
	return !strncmp(name, "__cxx_global_var_init", 21) || !strncmp(name, "__tls_init", 10);
}

static void drop_functions(struct at_profile *profile, const struct at_rules *rules)
{
	uint64_t total = 0;

	for (size_t i = 0; i < profile->functions; i++)
		if (profile->function[i].parent == AT_PROFILE_TOP)
			total = at_add_saturating(total, profile->function[i].total);
	for (uint32_t i = 0; i < profile->functions; i++) {
		struct at_profile_function *function = &profile->function[i];
		bool top = function->parent == AT_PROFILE_TOP;
		function->dropped = is_ambiguous(at_profile_name(profile, i)) || (top && rules->least_share > 0 &&
				((double)function->total <= rules->least_share * (double)total || function->total <= rules->least_total));
	}
}

void at_symbolize(const struct at_count *counts, size_t count, struct at_binary *binary, struct at_dwarf *dwarf,
		const struct at_rules *rules, struct at_profile *profile, struct at_where *where)
{
	struct state state = { .counts = counts, .count = count, .binary = binary, .rules = rules, .profile = profile, .where = where };
	size_t stretches;
	struct stretch *stretch = find_stretches(&state, dwarf, &stretches);

	if (rules->symbols)
		at_binary_symbols(binary);
	for (size_t i = 0, end; i < stretches; i = end) {
		for (end = i + 1; end < stretches && stretch[end].unit == stretch[i].unit; end++)
			;
		walk_unit(&state, dwarf, stretch + i, end - i);
	}
	free(stretch);
	drop_functions(profile, rules);
	at_profile_finish(profile, rules->fold);
}
