/* What a row prints: lines "<name> <64 hex digits>", an output each. */
#ifndef ATESOR_HASH_LINES_H
#define ATESOR_HASH_LINES_H

#include <stddef.h>

#include "hash_row.h"

enum { AT_HASH_TEXT_MOST = 1 << 20 };    /* bytes of lines that are taken */

/* Reads all lines into row->output; digits may be upper case. An empty line, any other line, a name that comes twice, or no line
 * at all ends the row with AT_HASH_ERROR, which names the line; then it has no outputs. A last line without its newline counts. */
void at_hash_lines_read(struct at_hash_row *row, const char *text, size_t length);

#endif
