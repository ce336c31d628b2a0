/* A hash table from 64-bit keys to 64-bit values, open addressing. It owns its memory. Initialise with zeroes; release with
 * at_table_free. Order of iteration is not defined: sort what is shown. */
#ifndef ATESOR_TABLE_H
#define ATESOR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct at_table_slot {
	uint64_t key, value;
	bool used;
};

struct at_table {
	struct at_table_slot *slot;
	size_t count, capacity;      /* capacity is 0 or a power of two */
};

uint64_t *at_table_find(const struct at_table *table, uint64_t key);     /* NULL: not there */
/* The value of `key`, 0 when it is new. Valid until the next at_table_at or at_table_remove. */
uint64_t *at_table_at(struct at_table *table, uint64_t key);
bool at_table_remove(struct at_table *table, uint64_t key);              /* whether it was there */
void at_table_free(struct at_table *table);

/* Mixes all bits of a number into all bits of the result (the finaliser of MurmurHash3). */
static inline uint64_t at_mix(uint64_t number)
{
	number = (number ^ number >> 33) * 0xff51afd7ed558ccdu;
	number = (number ^ number >> 33) * 0xc4ceb9fe1a85ec53u;
	return number ^ number >> 33;
}

/* The sum, or the largest number when it does not fit: a count that is too large stays large. */
static inline uint64_t at_add_saturating(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t at_multiply_saturating(uint64_t a, uint64_t b)
{
	uint64_t product;

	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

#endif
