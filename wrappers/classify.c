#include "classify.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "text.h"

enum form { EXACT, PREFIX, NEXT, EITHER };

static const struct option options[] = {
#define OPTION(text, form, class) { text, sizeof text - 1, form, class },
#include "options.def"
};
static const struct { const char *text; uint8_t kind; } suffixes[] = {
#define SUFFIX(text, kind) { text, kind },
#include "options.def"
};

static const struct option *look_up(const char *word, const char **value)
{
	for (const struct option *option = options; option < options + COUNT(options); option++) {
		if (word[1] != option->text[1] || strncmp(word, option->text, option->length))
			continue;
		const char *rest = word + option->length;
		bool whole = !*rest;
		if (!whole && (option->form == EXACT || option->form == NEXT))
			continue;
		*value = whole && (option->form == NEXT || option->form == EITHER) ? NULL : rest;
		return option;
	}
	return NULL;
}

const struct option *classify(const char *word, const char **value)
{
	const struct option *option = look_up(word, value);

	if (!option && starts(word, "-mno-")) {
		option = look_up(joined("-m", "", word + 5), value);
		if (option && option->class != ISA)
			option = NULL;
	}
	if (!option)
		*value = "";
	return option;
}

enum kind kind_of(const char *operand, const char *language)
{
	const char *dot = strrchr(base_name(operand), '.');

	if (language)
		return starts(language, "assembler") ? ASSEMBLY : SOURCE;
	if (!strcmp(operand, "-"))
		return SOURCE;
	for (size_t i = 0; dot && i < COUNT(suffixes); i++)
		if (!strcmp(dot + 1, suffixes[i].text))
			return suffixes[i].kind;
	return OBJECT;
}
