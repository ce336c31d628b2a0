#include "profgen_dwarf.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "profgen_dwarf_die.h"
#include "profgen_line.h"

/* A unit's own entry, and the one that holds its functions: the same, unless they are in a .dwo file. */
struct at_dwarf_unit_place {
	Dwarf_Die own, content;
};

/* Ranges of one entry, at most: more is a broken file. */
enum { RANGE_LIMIT = 1 << 20 };

struct looking {                     /* through a unit for functions */
	struct at_dwarf *dwarf;
	size_t capacity;
	uint32_t unit;
	struct at_die_texts texts;
};

static void add_function(struct looking *looking, uint64_t start, uint64_t end, const char *name)
{
	struct at_dwarf *dwarf = looking->dwarf;

	if (dwarf->functions == looking->capacity) {
		looking->capacity = looking->capacity ? looking->capacity * 2 : 256;
		dwarf->function = at_resize(dwarf->function, looking->capacity, sizeof *dwarf->function);
	}
	dwarf->function[dwarf->functions++] = (struct at_dwarf_function){ start, end, looking->unit, name };
}

/* Whether functions can be below an entry of that kind, other than those that were inlined. */
static bool may_hold_functions(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_subprogram:
	case DW_TAG_lexical_block:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_interface_type:
		return true;
	default:
		return false;
	}
}

static bool look(void *argument, Dwarf_Die *entry, int tag, unsigned depth)
{
	struct looking *looking = argument;
	struct at_die die;

	(void)depth;
	if (tag != DW_TAG_subprogram)
		return may_hold_functions(tag);
	at_die_read(&looking->texts, entry, &die);
	if (!die.has_ranges)
		return !die.declaration && dwarf_haschildren(entry) == 1;
	const char *name = at_die_name(&die);
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	for (unsigned count = 0; name && count < RANGE_LIMIT && (at = dwarf_ranges(entry, at, &base, &start, &end)) > 0; count++)
		if (start < end)
			add_function(looking, start, end, name);
	return true;
}

static int by_start(const void *a, const void *b)
{
	const struct at_dwarf_function *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* "GNU C17 12.2.0 -O2 …" → 12 */
static unsigned gcc_version(struct at_die_texts *texts, Dwarf_Die *unit)
{
	struct at_die die;

	at_die_read(texts, unit, &die);
	const char *producer = die.producer;
	if (!producer || strncmp(producer, "GNU ", 4))
		return 0;
	const char *dot = strchr(producer, '.');
	if (!dot)
		return 0;
	while (dot > producer && dot[-1] >= '0' && dot[-1] <= '9')
		dot--;
	return (unsigned)strtoul(dot, NULL, 10);
}

char *at_dwarf_open(struct at_dwarf *dwarf, const struct at_elf *elf)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Half version;
	uint8_t type;
	Dwarf_Die own, content;

	*dwarf = (struct at_dwarf){ .elf = elf, .handle = dwarf_begin_elf(elf->handle, DWARF_C_READ, NULL) };
	if (!dwarf->handle)
		return at_format("its debug information cannot be read: %s", dwarf_errmsg(-1));
	struct looking looking = { .dwarf = dwarf };
	bool known = false;
	while (!dwarf_get_units(dwarf->handle, cu, &cu, &version, &type, &own, &content)) {
		if (type != DW_UT_compile && type != DW_UT_skeleton)
			continue;
		if (type == DW_UT_skeleton && !content.cu) {
			dwarf->split_missing++;
			continue;
		}
		if (!(dwarf->units & (dwarf->units - 1)))
			dwarf->unit = at_resize(dwarf->unit, dwarf->units ? dwarf->units * 2 : 1, sizeof *dwarf->unit);
		looking.unit = (uint32_t)dwarf->units;
		dwarf->unit[dwarf->units++] = (struct at_dwarf_unit_place){ own, type == DW_UT_skeleton ? content : own };
		size_t before = dwarf->functions;
		at_die_walk(&dwarf->unit[looking.unit].content, look, &looking);
		if (!known && dwarf->functions > before) {
			known = true;
			dwarf->gcc = gcc_version(&looking.texts, &dwarf->unit[looking.unit].content);
		}
	}
	if (dwarf->functions)
		qsort(dwarf->function, dwarf->functions, sizeof *dwarf->function, by_start);
	return NULL;
}

void at_dwarf_close(struct at_dwarf *dwarf)
{
	free(dwarf->function);
	free(dwarf->unit);
	dwarf_end(dwarf->handle);
	*dwarf = (struct at_dwarf){ 0 };
}

struct reading {                     /* the scopes of a unit */
	struct at_dwarf_unit *unit;
	size_t scope_capacity, piece_capacity, pieces;
	struct at_dwarf_range *piece;        /* of scopes, in order of the entries: later ones lie inside of earlier ones */
	struct at_die_texts texts;
	uint32_t *inside;            /* depth → the scope that entries of that depth lie in */
	size_t inside_capacity;
};

static bool read_scope(void *argument, Dwarf_Die *entry, int tag, unsigned depth)
{
	struct reading *reading = argument;
	struct at_dwarf_unit *unit = reading->unit;
	struct at_die die;

	if (depth + 2 > reading->inside_capacity) {
		reading->inside_capacity = 2 * depth + 16;
		reading->inside = at_resize(reading->inside, reading->inside_capacity, sizeof *reading->inside);
	}
	if (!depth)
		reading->inside[0] = AT_DWARF_NONE;
	reading->inside[depth + 1] = reading->inside[depth];
	if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
		return may_hold_functions(tag);
	at_die_read(&reading->texts, entry, &die);
	if (!die.has_ranges)
		return !die.declaration && tag == DW_TAG_subprogram && dwarf_haschildren(entry) == 1;
	if (unit->scopes == reading->scope_capacity) {
		reading->scope_capacity = reading->scope_capacity ? reading->scope_capacity * 2 : 64;
		unit->scope = at_resize(unit->scope, reading->scope_capacity, sizeof *unit->scope);
	}
	uint32_t scope = reading->inside[depth + 1] = (uint32_t)unit->scopes++;
	unit->scope[scope] = (struct at_dwarf_scope){ tag == DW_TAG_subprogram ? AT_DWARF_NONE : reading->inside[depth],
			at_die_name(&die), (uint32_t)at_die_line(&die), (uint32_t)die.call_line, (uint32_t)die.call_discriminator };
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	for (unsigned count = 0; count < RANGE_LIMIT && (at = dwarf_ranges(entry, at, &base, &start, &end)) > 0; count++) {
		if (start >= end)
			continue;
		if (reading->pieces == reading->piece_capacity) {
			reading->piece_capacity = reading->piece_capacity ? reading->piece_capacity * 2 : 64;
			reading->piece = at_resize(reading->piece, reading->piece_capacity, sizeof *reading->piece);
		}
		reading->piece[reading->pieces++] = (struct at_dwarf_range){ start, end, scope };
	}
	return true;
}

static int by_piece_start(const void *a, const void *b)
{
	const struct at_dwarf_range *x = a, *y = b;

	return x->start != y->start ? (x->start < y->start ? -1 : 1) : (x->scope > y->scope) - (x->scope < y->scope);
}

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* A heap of pieces, the one of the latest scope on top. */
static void push(struct at_dwarf_range *heap, size_t *count, struct at_dwarf_range piece)
{
	size_t at = (*count)++;

	for (; at && heap[(at - 1) / 2].scope < piece.scope; at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = piece;
}

static void pop(struct at_dwarf_range *heap, size_t *count)
{
	struct at_dwarf_range last = heap[--*count];
	size_t at = 0;

	for (size_t child; (child = 2 * at + 1) < *count; at = child) {
		child += child + 1 < *count && heap[child + 1].scope > heap[child].scope;
		if (heap[child].scope <= last.scope)
			break;
		heap[at] = heap[child];
	}
	heap[at] = last;
}

/* At each address the latest scope that has it is the innermost. */
static void lay_out(struct reading *reading)
{
	struct at_dwarf_unit *unit = reading->unit;
	size_t count = reading->pieces, edges = 0, next = 0, open = 0;
	struct at_dwarf_range *heap = at_resize(NULL, count, sizeof *heap);
	uint64_t *edge = at_resize(NULL, 2 * count, sizeof *edge);

	unit->range = at_resize(NULL, 2 * count, sizeof *unit->range);
	if (count)
		qsort(reading->piece, count, sizeof *reading->piece, by_piece_start);
	for (size_t i = 0; i < count; i++) {
		edge[edges++] = reading->piece[i].start;
		edge[edges++] = reading->piece[i].end;
	}
	if (edges)
		qsort(edge, edges, sizeof *edge, by_number);
	for (size_t i = 0; i + 1 < edges; i++) {
		if (edge[i] == edge[i + 1])
			continue;
		while (next < count && reading->piece[next].start <= edge[i])
			push(heap, &open, reading->piece[next++]);
		while (open && heap[0].end <= edge[i])
			pop(heap, &open);
		if (!open)
			continue;
		struct at_dwarf_range *last = unit->ranges ? &unit->range[unit->ranges - 1] : NULL;
		if (last && last->end == edge[i] && last->scope == heap[0].scope)
			last->end = edge[i + 1];
		else
			unit->range[unit->ranges++] = (struct at_dwarf_range){ edge[i], edge[i + 1], heap[0].scope };
	}
	free(edge);
	free(heap);
}

static void read_rows(const struct at_elf *elf, Dwarf_Die *own, struct at_dwarf_unit *unit)
{
	Dwarf_Attribute attribute;
	Dwarf_Word offset;

	if (!dwarf_formudata(dwarf_attr(own, DW_AT_stmt_list, &attribute), &offset))
		unit->row = at_lines_read(elf, offset, &unit->rows);
}

void at_dwarf_unit_open(struct at_dwarf *dwarf, uint32_t unit, struct at_dwarf_unit *read)
{
	struct reading reading = { .unit = read };

	*read = (struct at_dwarf_unit){ 0 };
	at_die_walk(&dwarf->unit[unit].content, read_scope, &reading);
	lay_out(&reading);
	free(reading.piece);
	free(reading.inside);
	read_rows(dwarf->elf, &dwarf->unit[unit].own, read);
}

void at_dwarf_unit_close(struct at_dwarf_unit *read)
{
	free(read->scope);
	free(read->range);
	free(read->row);
	*read = (struct at_dwarf_unit){ 0 };
}
