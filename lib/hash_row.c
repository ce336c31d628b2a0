#include "hash_row.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

struct at_hash_row *at_hash_rows_add(struct at_hash_rows *rows, const char *name, const char *set)
{
	for (size_t i = 0; i < rows->count; i++)
		if (!strcmp(rows->row[i].name, name))
			return NULL;
	rows->row = at_resize(rows->row, rows->count + 1, sizeof *rows->row);
	struct at_hash_row *row = &rows->row[rows->count++];
	*row = (struct at_hash_row){ .name = at_strdup(name), .set = set, .cpu = -1 };
	return row;
}

void at_hash_row_end(struct at_hash_row *row, enum at_hash_status status, const char *format, ...)
{
	va_list list;

	if (row->reason)
		return;
	row->status = status;
	va_start(list, format);
	if (vasprintf(&row->reason, format, list) < 0)
		row->reason = at_strdup(format);
	va_end(list);
	for (char *byte = row->reason; *byte; byte++)        /* what programs print may hold control sequences */
		if ((unsigned char)*byte < ' ' || *byte == 0x7f)
			*byte = '?';
}

void at_hash_rows_free(struct at_hash_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		struct at_hash_row *row = &rows->row[i];
		for (size_t k = 0; k < row->outputs; k++)
			free(row->output[k].name);
		free(row->output);
		free(row->name);
		free(row->reason);
		at_argv_free(&row->environment);
		at_argv_free(&row->command);
	}
	free(rows->row);
	*rows = (struct at_hash_rows){ 0 };
}
