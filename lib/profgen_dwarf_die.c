#include "profgen_dwarf_die.h"

#include <dwarf.h>
#include <stddef.h>
#include <string.h>

enum { DEPTH_LIMIT = 256, CHAIN_LIMIT = 16, GNU_DISCRIMINATOR = 0x2136 /* not in dwarf.h of elfutils 0.188 */ };

/* Whether `text` lies in a section of that file and ends there; then that section is remembered. */
static bool find_text(struct at_die_texts *texts, Dwarf *dwarf, const char *text)
{
	Elf_Scn *section = NULL;

	while (dwarf && (section = elf_nextscn(dwarf_getelf(dwarf), section))) {
		const Elf_Data *data = elf_getdata(section, NULL);
		if (!data || !data->d_buf || text < (const char *)data->d_buf || text >= (const char *)data->d_buf + data->d_size)
			continue;
		const char *last = memrchr(text, 0, data->d_size - (size_t)(text - (const char *)data->d_buf));
		if (!last)
			return false;
		texts->start = data->d_buf;
		texts->end = last + 1;
		return true;
	}
	return false;
}

/* A text of this file or of the one that it shares with others (dwz). */
static const char *text_of(struct at_die_texts *texts, Dwarf_Attribute *attribute)
{
	const char *text = dwarf_formstring(attribute);

	if (!text || (text >= texts->start && text < texts->end))
		return text;
	Dwarf *dwarf = dwarf_cu_getdwarf(attribute->cu);
	return find_text(texts, dwarf, text) || find_text(texts, dwarf_getalt(dwarf), text) ? text : NULL;
}

static int note(Dwarf_Attribute *attribute, void *argument)
{
	struct at_die *die = argument;
	Dwarf_Word number = 0;
	bool flag = false;

	switch (dwarf_whatattr(attribute)) {
	case DW_AT_MIPS_linkage_name:
	case DW_AT_linkage_name:
		die->linkage_name = text_of(die->texts, attribute);
		break;
	case DW_AT_name:
		die->name = text_of(die->texts, attribute);
		break;
	case DW_AT_producer:
		die->producer = text_of(die->texts, attribute);
		break;
	case DW_AT_decl_line:
		die->has_line = !dwarf_formudata(attribute, &number);
		die->line = number;
		break;
	case DW_AT_call_line:
		if (!dwarf_formudata(attribute, &number))
			die->call_line = number;
		break;
	case GNU_DISCRIMINATOR:
		if (!dwarf_formudata(attribute, &number))
			die->call_discriminator = number;
		break;
	case DW_AT_low_pc:
	case DW_AT_ranges:
		die->has_ranges = true;
		break;
	case DW_AT_declaration:
		die->declaration = !dwarf_formflag(attribute, &flag) && flag;
		break;
	case DW_AT_abstract_origin:
	case DW_AT_specification:
		die->refers = dwarf_formref_die(attribute, &die->origin);
		break;
	default:
		break;
	}
	return DWARF_CB_OK;
}

void at_die_read(struct at_die_texts *texts, Dwarf_Die *entry, struct at_die *die)
{
	*die = (struct at_die){ .texts = texts };
	dwarf_getattrs(entry, note, die, 0);
}

const char *at_die_name(const struct at_die *die)
{
	struct at_die at = *die;
	const char *name = NULL;

	/* A linker's name farther away goes before a source's name nearer by. */
	for (unsigned step = 0;; step++) {
		if (at.linkage_name)
			return at.linkage_name;
		if (!name)
			name = at.name;
		if (!at.refers || step == CHAIN_LIMIT)
			return name;
		Dwarf_Die next = at.origin;
		at_die_read(at.texts, &next, &at);
	}
}

uint64_t at_die_line(const struct at_die *die)
{
	struct at_die at = *die;

	for (unsigned step = 0; !at.has_line && at.refers && step < CHAIN_LIMIT; step++) {
		Dwarf_Die next = at.origin;
		at_die_read(at.texts, &next, &at);
	}
	return at.line;
}

void at_die_walk(Dwarf_Die *top, at_die_visit *visit, void *argument)
{
	Dwarf_Die stack[DEPTH_LIMIT];
	const void *newest = top->addr;
	unsigned depth = 0;

	if (dwarf_child(top, &stack[0]))
		return;
	for (;;) {
		Dwarf_Die *entry = &stack[depth];
		/* References to siblings that lead back would make a circle. */
		if ((const char *)entry->addr <= (const char *)newest)
			return;
		newest = entry->addr;
		if (visit(argument, entry, dwarf_tag(entry), depth) && depth + 1 < DEPTH_LIMIT && !dwarf_child(entry, &stack[depth + 1])) {
			depth++;
			continue;
		}
		while (dwarf_siblingof(&stack[depth], &stack[depth]))
			if (!depth--)
				return;
	}
}
