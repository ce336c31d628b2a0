#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
static uint64_t hash(const char *text, size_t length)
{
	uint64_t value = 0xcbf29ce484222325u;

	for (size_t i = 0; i < length; i++)
		value = (value ^ (unsigned char)text[i]) * 0x100000001b3u;
	return value;
}

static uint32_t *place(const struct at_names *names, const char *text, size_t length)
{
	size_t at = hash(text, length) & (names->capacity - 1);

	for (;; at = (at + 1) & (names->capacity - 1)) {
		uint32_t number = names->slot[at];
		if (!number || (!strncmp(names->text[number - 1], text, length) && !names->text[number - 1][length]))
			return &names->slot[at];
	}
}

static void grow(struct at_names *names)
{
	names->capacity = names->capacity ? names->capacity * 2 : 64;
	free(names->slot);
	names->slot = at_alloc(names->capacity * sizeof *names->slot);
	names->text = at_resize(names->text, names->capacity, sizeof *names->text);
	for (size_t i = 0; i < names->count; i++)
		*place(names, names->text[i], strlen(names->text[i])) = (uint32_t)i + 1;
}

uint32_t at_names_add(struct at_names *names, const char *text, size_t length)
{
	length = strnlen(text, length);
	if (names->count * 4 >= names->capacity * 3)
		grow(names);
	uint32_t *slot = place(names, text, length);
	if (!*slot) {
		names->text[names->count] = at_strndup(text, length);
		*slot = (uint32_t)++names->count;
	}
	return *slot - 1;
}

void at_names_free(struct at_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->text[i]);
	free(names->text);
	free(names->slot);
	*names = (struct at_names){ 0 };
}
