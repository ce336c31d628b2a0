#include "table.h"

#include <stdlib.h>

#include "alloc.h"

static size_t place(const struct at_table *table, uint64_t key)
{
	size_t at = at_mix(key) & (table->capacity - 1);

	while (table->slot[at].used && table->slot[at].key != key)
		at = (at + 1) & (table->capacity - 1);
	return at;
}

static void grow(struct at_table *table)
{
	struct at_table old = *table;

	table->capacity = old.capacity ? old.capacity * 2 : 16;
	table->slot = at_alloc(table->capacity * sizeof *table->slot);
	for (size_t i = 0; i < old.capacity; i++)
		if (old.slot[i].used)
			table->slot[place(table, old.slot[i].key)] = old.slot[i];
	free(old.slot);
}

uint64_t *at_table_find(const struct at_table *table, uint64_t key)
{
	if (!table->capacity)
		return NULL;
	struct at_table_slot *slot = &table->slot[place(table, key)];
	return slot->used ? &slot->value : NULL;
}

uint64_t *at_table_at(struct at_table *table, uint64_t key)
{
	if (table->count * 4 >= table->capacity * 3)
		grow(table);
	struct at_table_slot *slot = &table->slot[place(table, key)];
	if (!slot->used) {
		*slot = (struct at_table_slot){ key, 0, true };
		table->count++;
	}
	return &slot->value;
}

bool at_table_remove(struct at_table *table, uint64_t key)
{
	if (!table->capacity)
		return false;
	size_t mask = table->capacity - 1, hole = place(table, key);
	if (!table->slot[hole].used)
		return false;
	table->slot[hole].used = false;
	table->count--;
	/* Those behind the hole move up to it, if they may stand there. */
	for (size_t at = (hole + 1) & mask; table->slot[at].used; at = (at + 1) & mask) {
		size_t home = at_mix(table->slot[at].key) & mask;
		if (((at - home) & mask) >= ((at - hole) & mask)) {
			table->slot[hole] = table->slot[at];
			table->slot[at].used = false;
			hole = at;
		}
	}
	return true;
}

void at_table_free(struct at_table *table)
{
	free(table->slot);
	*table = (struct at_table){ 0 };
}
