/* Where the debug information of a binary is: in itself, in the file that was named, or in a separate file found by its build-id
 * or its .gnu_debuglink, where debuggers look (below /usr/lib/debug, beside it, in .debug beside it). */
#ifndef ATESOR_PROFGEN_DEBUG_H
#define ATESOR_PROFGEN_DEBUG_H

#include "profgen_binary.h"

struct at_debug {
	char *path;                 /* of a separate file; NULL: the binary itself, or none */
	int descriptor;             /* -1: none */
	struct at_elf own;          /* of a separate file */
	const struct at_elf *elf;   /* what has the information; NULL: nothing does */
};

/* `given`: the file that must have it, or NULL. NULL when that is used or something was found or nothing is there (`elf` is
 * NULL then); else why `given` cannot be used, as text that the caller frees. Release with at_debug_close in any case. */
char *at_debug_open(struct at_debug *debug, const struct at_binary *binary, const char *given);
void at_debug_close(struct at_debug *debug);

#endif
