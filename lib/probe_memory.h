/* What was found out about a compiler, kept in the user's cache directory: XDG_CACHE_HOME/atesor, or HOME/.cache/atesor. An
 * entry is one line of JSON under a name made of everything that the answer depends on, so that it never has to be judged: it
 * is found or not. */
#ifndef ATESOR_PROBE_MEMORY_H
#define ATESOR_PROBE_MEMORY_H

#include <stdbool.h>

#include "buffer.h"
#include "probe_compiler.h"

/* The entry's path, allocated; NULL where there is no such directory. It names the compiler by its files (the driver's, cc1's,
 * the assembler's: size, mtime), what it is called, what is tried with it, and this version of atesor. Runs the compiler. */
char *at_memory_path(const struct at_compiler *compiler, const struct at_cpu *cpu);

bool at_memory_read(const char *path, struct at_buffer *line);      /* with its newline */
void at_memory_write(const char *path, const char *line);           /* a failure is no matter */

#endif
