/* Layout, as gcc/auto-profile.cc reads it; u32 and u64 in the byte order of the compiler's machine, which is taken to be
 * little-endian, as all that atesor works on are. Lengths of sections are skipped by the reader; they count words of 4 bytes. */
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "profile_write.h"

enum { MAGIC = 0x67636461 /* "adcg" */, VERSION = 2, WORKING_SETS = 128 };
#define TAG_NAMES 0xaa000000u
#define TAG_FUNCTIONS 0xac000000u
#define TAG_MODULES 0xae000000u
#define TAG_WORKING_SET 0xaf000000u

static void put_u32(struct at_buffer *out, uint64_t number)
{
	for (unsigned i = 0; i < 4; i++)
		at_buffer_byte(out, (char)(number >> 8 * i));
}

static void put_u64(struct at_buffer *out, uint64_t number)
{
	put_u32(out, number);
	put_u32(out, number >> 32);
}

/* A count or a callee under the key that the compiler looks for, with the numbers that decide their order. */
struct item {
	uint32_t key;
	uint64_t count;
	uint32_t index;              /* of the record or the function */
};

static int by_key(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return x->key != y->key ? (x->key < y->key ? -1 : 1) : (x->index > y->index) - (x->index < y->index);
}

static uint32_t key_of(struct at_location at, bool discriminators)
{
	return at.line << 16 | (discriminators ? at.discriminator & 0xffff : 0);
}

/* Several inlined copies of a function under one key are one for the compiler: they are written as one. A group of functions
 * that are to be written as one is `member[0…members)`. */
struct group {
	const uint32_t *member;
	size_t members;
};

static void put_group(struct at_buffer *out, const struct at_profile *profile, struct group group, bool discriminators);

static size_t gather(const struct at_profile *profile, struct group group, bool discriminators, bool callees, struct item **items)
{
	size_t count = 0, capacity = 0;

	for (size_t m = 0; m < group.members; m++) {
		const struct at_profile_function *function = &profile->function[group.member[m]];
		capacity += callees ? function->callees : function->records;
	}
	*items = at_resize(NULL, capacity, sizeof **items);
	for (size_t m = 0; m < group.members; m++) {
		const struct at_profile_function *function = &profile->function[group.member[m]];
		for (size_t i = 0; i < (callees ? function->callees : function->records); i++)
			if (callees) {
				uint32_t callee = profile->callee[function->first_callee + i];
				(*items)[count++] = (struct item){ key_of(profile->function[callee].call, discriminators), 0, callee };
			} else {
				const struct at_profile_record *record = &profile->record[function->first_record + i];
				(*items)[count++] = (struct item){ key_of(record->at, discriminators), record->count,
						(uint32_t)(function->first_record + i) };
			}
	}
	if (count)
		qsort(*items, count, sizeof **items, by_key);
	return count;
}

static void put_counts(struct at_buffer *out, const struct at_profile *profile, struct group group, bool discriminators)
{
	struct item *item;
	size_t count = gather(profile, group, discriminators, false, &item);

	for (size_t i = 0; i < count; i++) {
		uint64_t largest = item[i].count;
		for (; i + 1 < count && item[i + 1].key == item[i].key; i++)
			largest = item[i + 1].count > largest ? item[i + 1].count : largest;
		put_u32(out, item[i].key);
		put_u32(out, 0);      /* targets of calls */
		put_u64(out, largest);
	}
	free(item);
}

static size_t keys_of(const struct item *item, size_t count)
{
	size_t keys = 0;

	for (size_t i = 0; i < count; i++)
		keys += !i || item[i].key != item[i - 1].key;
	return keys;
}

static int by_key_and_name(const void *a, const void *b, void *argument)
{
	const struct at_profile *profile = argument;
	const struct item *x = a, *y = b;
	uint32_t i = profile->function[x->index].name, j = profile->function[y->index].name;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return i != j ? strcmp(profile->names.text[i], profile->names.text[j]) : by_key(a, b);
}

static bool same_callee(const struct at_profile *profile, const struct item *a, const struct item *b)
{
	return a->key == b->key && profile->function[a->index].name == profile->function[b->index].name;
}

static void put_group(struct at_buffer *out, const struct at_profile *profile, struct group group, bool discriminators)
{
	struct item *counts, *callees;
	size_t count_items = gather(profile, group, discriminators, false, &counts), groups = 0;
	size_t callee_items = gather(profile, group, discriminators, true, &callees);
	uint32_t *member = at_resize(NULL, callee_items, sizeof *member);

	if (callee_items)
		qsort_r(callees, callee_items, sizeof *callees, by_key_and_name, (void *)profile);
	for (size_t i = 0; i < callee_items; i++) {
		member[i] = callees[i].index;
		groups += !i || !same_callee(profile, &callees[i], &callees[i - 1]);
	}
	put_u32(out, profile->function[group.member[0]].name + 1);
	put_u32(out, keys_of(counts, count_items));
	put_u32(out, groups);
	put_counts(out, profile, group, discriminators);
	for (size_t i = 0, end; i < callee_items; i = end) {
		for (end = i + 1; end < callee_items && same_callee(profile, &callees[end], &callees[i]); end++)
			;
		put_u32(out, callees[i].key);
		put_group(out, profile, (struct group){ member + i, end - i }, discriminators);
	}
	free(member);
	free(callees);
	free(counts);
}

static int descending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x > y ? -1 : x < y;
}

/* For each 128th of the sum of all counts: how many of the largest make it up, and the smallest of them. Compilers before GCC 9
 * read it; it must be there for the others. */
static void put_working_set(struct at_buffer *out, const struct at_profile *profile)
{
	uint64_t *count = at_resize(NULL, profile->records, sizeof *count), sum = 0;
	unsigned __int128 total = 0;
	size_t seen = 0;

	for (size_t i = 0; i < profile->records; i++)
		total += count[i] = profile->record[i].count;
	if (profile->records)
		qsort(count, profile->records, sizeof *count, descending);
	put_u32(out, TAG_WORKING_SET);
	put_u32(out, 3 * WORKING_SETS);
	for (unsigned i = 1; i <= WORKING_SETS; i++) {
		for (; seen < profile->records && (unsigned __int128)sum * WORKING_SETS < total * i; seen++)
			sum = at_add_saturating(sum, count[seen]);
		put_u32(out, seen);
		put_u64(out, seen ? count[seen - 1] : 0);
	}
	free(count);
}

int at_profile_write_gcov(const struct at_profile *profile, FILE *stream, bool discriminators)
{
	struct at_buffer names = { 0 }, functions = { 0 }, out = { 0 };

	/* The compiler stops with an internal error at a callee whose name is the first one: that place is left to no name. */
	put_u32(&names, profile->names.count + 1);
	put_u32(&names, 1);
	at_buffer_byte(&names, '\0');
	for (size_t i = 0; i < profile->names.count; i++) {
		size_t length = strlen(profile->names.text[i]) + 1;
		put_u32(&names, length);
		at_buffer_add(&names, profile->names.text[i], length);
	}
	put_u32(&functions, profile->tops);
	for (size_t i = 0; i < profile->tops; i++) {
		put_u64(&functions, profile->function[profile->top[i]].head);
		put_group(&functions, profile, (struct group){ &profile->top[i], 1 }, discriminators);
	}
	put_u32(&out, MAGIC);
	put_u32(&out, VERSION);
	put_u32(&out, 0);
	put_u32(&out, TAG_NAMES);
	put_u32(&out, names.length / 4);
	at_buffer_add(&out, names.data, names.length);
	put_u32(&out, TAG_FUNCTIONS);
	put_u32(&out, functions.length / 4);
	at_buffer_add(&out, functions.data, functions.length);
	put_u32(&out, TAG_MODULES);
	put_u32(&out, 1);
	put_u32(&out, 0);
	put_working_set(&out, profile);
	fwrite(out.data, 1, out.length, stream);
	at_buffer_free(&names);
	at_buffer_free(&functions);
	at_buffer_free(&out);
	return ferror(stream) ? -1 : 0;
}
