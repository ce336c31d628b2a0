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

/* gcc, gcc-VERSION, clang and clang-VERSION, each after `prefix` ("riscv64-linux-gnu-", or ""), in the absolute directories of
 * PATH; the first of a name counts. Names of one file are one compiler, unless the file is a front (such as ccache) that acts
 * by its name. atesor's own compiler wrapper, linked or copied, is no compiler; it is known by the atesor-cc beside the running
 * program. */
void at_compilers_find(struct at_compilers *compilers, const char *prefix);
void at_compilers_free(struct at_compilers *compilers);

/* Tries them out, several at a time, and writes the array "compilers". A compiler that does not work gets a warning and is left
 * out. With `cache`, what was found is kept in the user's cache directory, and believed as long as the compiler's files and
 * what is tried are the same (probe_memory.h). */
void at_compilers_write(const struct at_compilers *compilers, const struct at_cpu *cpu, bool cache, struct at_json *json,
		struct at_warnings *warnings);

/* Tries one compiler: writes its object, or nothing and an allocated `complaint`. `directory`: a writable one with empty.c and
 * emit.c. */
void at_compiler_describe(const struct at_compiler *compiler, const char *directory, const struct at_cpu *cpu,
		struct at_json *json, char **complaint);

/* The sources in a new directory of our own; its path, allocated, or NULL with errno. at_remove_path removes it. */
char *at_compiler_directory(void);

/* One JSON object: each text (flags, blank-separated) → whether the compiler accepts it. 0, or -1 with errno. */
int at_compiler_accepts(const char *compiler, char *const *texts, size_t count, struct at_json *json);

#endif
