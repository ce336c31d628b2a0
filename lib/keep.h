/* Artifacts put aside while tests run and put back afterwards, and source files put back that a cleaning took too many of. Paths
 * are relative to the tree and never lead through a symbolic link. All errors are said on stderr. */
#ifndef ATESOR_KEEP_H
#define ATESOR_KEEP_H

#include <stdio.h>

#include "argv.h"

/* Copies the files (or links) below `tree` to the same paths below `store`, which must not exist: it appears whole or not at all.
 * A missing one is an error. 0, or -1. */
int at_keep(const char *tree, const char *store, const struct at_argv *paths);

/* Puts back every file of `store` whose content, mode or kind is another one in `tree`, or that is missing there; each
 * replacement is one rename. One JSON line each to `out`: path, was (changed or missing). The store stays as it is. 0, or -1. */
int at_put_back(const char *tree, const char *store, FILE *out);

/* Copies to `tree` each path of the list (pathlist.h; "-" is stdin) that is missing there, from `source`. One JSON line each to
 * `out`: path. Paths that are not in `source` either are an error, said while the others are done. 0, or -1. */
int at_restore(const char *tree, const char *source, const char *list, FILE *out);

#endif
