/* Counts of addresses as text, to keep or to carry to where the debug information is:
 *
 *     # llvm-profgen-content: basic-event
 *     # build-id: 0123456789abcdef…          (of the binary; left out if it has none)
 *     2
 *     1139:17
 *     1150:3
 *
 * The number of lines that follow, then each a hexadecimal address, ':' and a decimal count. */
#ifndef ATESOR_PROFGEN_UNSYMBOLIZED_H
#define ATESOR_PROFGEN_UNSYMBOLIZED_H

#include <stdio.h>

#include "profgen_collect.h"

/* `relative`: addresses are relative to the page of the first executable segment, as llvm-profgen has it unless told otherwise.
 * 0, or -1 with errno. */
int at_unsymbolized_write(FILE *stream, const struct at_count *counts, size_t count, const struct at_binary *binary,
		bool relative);

/* Adds the counts of a file ("-": stdin) to those of `collect`, and to its account. NULL when all is well, else what is wrong as
 * text that the caller frees; then nothing was added. */
char *at_unsymbolized_read(const char *path, struct at_collect *collect, bool relative);

#endif
