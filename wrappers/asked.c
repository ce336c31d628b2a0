#include "asked.h"

#include <string.h>

static void add_operand(struct call *call, const char *operand, const char *language)
{
	enum kind kind = kind_of(operand, language);

	push(&call->inputs, operand);
	if (kind != OBJECT)
		push(&call->sources, operand);
	if (kind == SOURCE)
		call->only_assembly = false;
}

/* Settings that exclude one another: the last one said holds. */
static void note_own(struct call *call, enum class class, const char *word)
{
	static const enum class groups[][5] = { { O0, OG, OFAST, LEVEL }, { NO_LTO, LTO } };

	for (size_t g = 0; g < COUNT(groups); g++) {
		bool member = false;
		for (const enum class *other = groups[g]; *other; other++)
			member = member || *other == class;
		for (const enum class *other = groups[g]; member && *other; other++)
			call->own[*other] = NULL;
	}
	call->own[class] = word;
}

/* Takes one word, which starts with '-', and its value; returns how many words that were. */
static size_t take_option(struct call *call, size_t i, const char **language)
{
	const struct words *words = &call->words;
	const char *word = words->item[i].text, *value;
	const struct option *option = classify(word, &value);
	size_t used = 1;

	if (!option)
		return 1;
	if (!value) {
		if (i + 1 >= words->count) {
			call->wants_value = true;
			return 1;
		}
		value = words->item[i + 1].text;
		used = 2;
	}
	note_own(call, option->class, word);
	if (option->class == OUTPUT)
		call->output = value;
	else if (option->class == LANGUAGE)
		*language = strcmp(value, "none") ? value : NULL;
	else if (option->class == LINK_ONLY && word[1] == 'l')
		call->library = true;
	return used;
}

void read_call(struct call *call)
{
	struct words *words = &call->words;
	const char *language = NULL;
	bool operands_only = false;

	for (int i = 1; i < call->argc; i++)
		expand(words, call->argv[i], i);
	call->insert = call->argc;
	call->only_assembly = true;
	for (size_t i = 0; i < words->count;) {
		const char *word = words->item[i].text;
		if (!operands_only && !strcmp(word, "--")) {
			operands_only = true;
			call->insert = words->item[i++].at;
		} else if (operands_only || word[0] != '-' || !word[1]) {
			add_operand(call, word, language);
			i++;
		} else {
			i += take_option(call, i, &language);
		}
	}
}
