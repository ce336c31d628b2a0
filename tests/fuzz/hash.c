/* What a row prints, and the text that a row is given as. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "hash_lines.h"
#include "hash_words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = at_strndup((const char *)data, size), *error = NULL;
	struct at_hash_rows rows = { 0 };
	struct at_hash_given given;

	at_hash_lines_read(at_hash_rows_add(&rows, "row", NULL), (const char *)data, size);
	if ((rows.row->status == AT_HASH_ERROR) == (rows.row->outputs > 0))
		abort();
	at_hash_rows_free(&rows);
	if (!at_hash_given_parse(text, &given, &error) && !*given.name)
		abort();
	at_hash_given_free(&given);
	free(error);
	free(text);
	return 0;
}
