/* The parser of workload templates: any text, then the expansion of what it accepts. */
#include <stdint.h>
#include <stdlib.h>

#include "alloc.h"
#include "template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const values[AT_PLACEHOLDERS] = { NULL, "./p", "/input", "/output", "1" };
	struct at_template template;
	char *text = at_strndup((const char *)data, size);

	if (!at_template_parse(text, &template))
		for (size_t i = 0; i < template.stages; i++) {
			struct at_argv words = at_template_expand(&template, i, values);
			if (!words.count)
				abort();
			at_argv_free(&words);
		}
	else if (!template.error[0])
		abort();
	at_template_free(&template);
	free(text);
	return 0;
}
