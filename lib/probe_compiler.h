/* The C compilers of this machine: which there are (by PATH), and what each accepts (by trying). */
#ifndef ATESOR_PROBE_COMPILER_H
#define ATESOR_PROBE_COMPILER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "argv.h"
#include "json.h"
#include "probe_cpu.h"
#include "warnings.h"

struct at_compiler {
	struct at_argv names;       /* all names of the same file, the first found first: gcc, gcc-12 */
	char *path;                 /* where names.word[0] was found */
	struct stat status;         /* of the file itself, links followed */
};

struct at_compilers {
	struct at_compiler *list;   /* owned */
	size_t count;
};

/* gcc, gcc-VERSION, clang and clang-VERSION in the absolute directories of PATH; the first of a name counts. Names of one file
 * are one compiler, unless the file is a front (such as ccache) that acts by its name. atesor's own compiler wrapper, linked or
 * copied, is no compiler; it is known by the atesor-cc beside the running program. */
void at_compilers_find(struct at_compilers *compilers);
void at_compilers_free(struct at_compilers *compilers);

/* Tries them out and writes the array "compilers". A compiler that does not work gets a warning and is left out. */
void at_compilers_write(const struct at_compilers *compilers, const struct at_cpu *cpu, struct at_json *json,
		struct at_warnings *warnings);

#endif
