/* The verdict over saved runs, by jq with mk/golden/table.jq, which is the only place where rows are compared. */
#ifndef ATESOR_HASH_TABLE_H
#define ATESOR_HASH_TABLE_H

#include "argv.h"
#include "buffer.h"
#include "json.h"

enum at_hash_verdict { AT_HASH_EQUAL, AT_HASH_UNEQUAL, AT_HASH_ERRORS, AT_HASH_NOT_COMPARED };

/* Appends the table of all `paths` ("text", "markdown" or "json"). `names` are what messages call them. 0; or -1 with an
 * allocated `error`. */
int at_hash_table(const struct at_argv *paths, const struct at_argv *names, const char *format, enum at_hash_verdict *verdict,
		struct at_buffer *table, char **error);

/* Puts a record into a file in memory, which children inherit, and its path for at_hash_table into `paths`. The file stays open
 * until the program ends. 0, or -1 with errno. */
int at_hash_table_keep(const struct at_json *record, struct at_argv *paths);

#endif
