/* Makes a directory of compiler wrappers: links to atesor-cc under the names that a build calls, and their configuration (format:
 * atesor-cc(1)), which names each real compiler by the absolute path that PATH leads to today, and the flags to add. */
#ifndef ATESOR_WRAPDIR_H
#define ATESOR_WRAPDIR_H

#include <stddef.h>
#include <stdio.h>

struct at_wrapdir {
	const char *directory, *tree;
	const char *profile;          /* what {profile} in a flag stands for, or NULL */
	const char *cc, *cxx;         /* names or paths; NULL or empty: gcc, and the C++ compiler beside the C compiler */
	const char *triplet;          /* a cross build: only names that begin with it are linked,
			bare names stay the host's; NULL: none */
	const char *only;             /* a file with the products (paths below the tree, one a line) whose compiles
			get the flags; NULL: all do */
	const char *also, *also_flag; /* a file with products, and the flag that their compiles get besides; NULL: none */
	char *const *flags;           /* {tree} and {profile} become absolute paths */
	size_t flag_count;
};

/* An existing directory is emptied if it is one of these, else it must be empty. The configuration appears last and whole.
 * Writes one JSON object: links (name → real program), flags and refused (set → words), warnings. 0; or -1 with an allocated
 * `error` that names what is missing. */
int at_wrapdir_make(const struct at_wrapdir *wrapdir, FILE *stream, char **error);

#endif
