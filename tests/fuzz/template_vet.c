/* Any text as a proposed command: what passes has no word that could name a file, but {input} and {output}, when expanded. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "template_vet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_word(const char *word)
{
	const char *slash = strchr(word, '/');

	if (slash && strcmp(slash, "/I") && strcmp(slash, "/O"))
		abort();
	for (const char *c = word; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("_.,:=+%^-/", *c))
			abort();
	if (strstr(word, ".."))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const values[AT_PLACEHOLDERS] = { NULL, "B", "/I", "/O", "1" };
	struct at_template template;
	char *text = at_strndup((const char *)data, size);

	if (!at_template_parse(text, &template)) {
		if (!at_template_vet(&template))
			for (size_t i = 0; i < template.stages; i++) {
				struct at_argv words = at_template_expand(&template, i, values);
				for (size_t j = 0; j < words.count; j++)
					check_word(words.word[j]);
				if (strcmp(words.word[0], "B"))
					for (size_t j = 1; j < words.count; j++)
						if (strstr(words.word[j], "/O"))
							abort();
				at_argv_free(&words);
			}
		else if (!template.error[0])
			abort();
	}
	at_template_free(&template);
	free(text);
	return 0;
}
