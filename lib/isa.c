#include "isa.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const struct at_isa *at_isa_find(uint16_t machine, bool big_endian)
{
	static const struct {
		uint16_t machine;
		const struct at_isa *isa;
	} isas[] = {
		{ EM_X86_64, &at_isa_x86 }, { EM_386, &at_isa_x86 }, { EM_RISCV, &at_isa_riscv },
		{ EM_AARCH64, &at_isa_aarch64 },      /* its code is little-endian in big-endian files too */
	};

	for (size_t i = 0; i < sizeof isas / sizeof *isas; i++)
		if (isas[i].machine == machine && (!big_endian || machine == EM_AARCH64))
			return isas[i].isa;
	return NULL;
}

size_t at_isa_zeros(const unsigned char *bytes, size_t count, bool more, bool *zeros)
{
	enum { RUN = 8, RUN_AT_END = 3 };      /* objdump's */
	size_t run = 0;

	while (run < count && !bytes[run])
		run++;
	bool end = run == count, inside = *zeros;
	*zeros = end && more && (run >= RUN || inside);
	if (!inside && run < RUN && !(end && !more && run < RUN_AT_END))
		return 0;
	return end && !more ? run : run / 4 * 4;
}

static bool is_word(const char *list, const char *word, size_t length)
{
	for (const char *at = list; at && *at;) {
		size_t n = strcspn(at, " ");
		if (n == length && !memcmp(at, word, n))
			return true;
		at += n + strspn(at + n, " ");
	}
	return false;
}

const struct at_isa_level *at_isa_level(const struct at_isa *isa, const char *name, size_t length)
{
	for (size_t i = 0; i < isa->level_count; i++)
		if (strlen(isa->level[i].name) == length && !memcmp(isa->level[i].name, name, length))
			return &isa->level[i];
	for (size_t i = 0; i < isa->cpu_count; i++)
		if (strlen(isa->cpu[i].name) == length && !strncasecmp(isa->cpu[i].name, name, length))
			return &isa->cpu[i];
	return NULL;
}

/* What a level or a processor contains, or a name implies. The tables have no circles. */
static void add_entry(const struct at_isa *isa, const struct at_isa_level *entry, bool has[AT_ISA_CLASSES])
{
	size_t ignored;

	at_isa_has(isa, entry->classes, has, &ignored);
	if (entry->below)
		add_entry(isa, at_isa_level(isa, entry->below, strlen(entry->below)), has);
}

/* One name: an extension, a level, or a compound. False if it is none. */
static bool add_name(const struct at_isa *isa, const char *name, size_t length, bool has[AT_ISA_CLASSES])
{
	const struct at_isa_level *level = at_isa_level(isa, name, length);
	char *words = isa->split ? isa->split(name, length) : NULL;
	bool known = level != NULL;
	size_t ignored;

	if (level)
		add_entry(isa, level, has);
	for (size_t i = 0; i < isa->implied_count; i++)
		if (strlen(isa->implied[i].name) == length && !memcmp(isa->implied[i].name, name, length)) {
			at_isa_has(isa, isa->implied[i].classes, has, &ignored);
			known = true;
		}
	if (words) {
		at_isa_has(isa, words, has, &ignored);
		free(words);
		return true;
	}
	for (size_t i = 0; i < isa->class_count; i++)
		if ((strlen(isa->class[i].name) == length && !memcmp(isa->class[i].name, name, length)) ||
				is_word(isa->class[i].also, name, length))
			known = has[i] = true;
	return known;
}

const char *at_isa_has(const struct at_isa *isa, const char *names, bool has[AT_ISA_CLASSES], size_t *length)
{
	const char *unknown = NULL;

	for (const char *at = names + strspn(names, " "); *at;) {
		size_t n = strcspn(at, " ");
		if (!add_name(isa, at, n, has) && !unknown) {
			unknown = at;
			*length = n;
		}
		at += n + strspn(at + n, " ");
	}
	return unknown;
}
