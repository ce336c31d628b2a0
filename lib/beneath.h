/* Paths that must stay below a directory: opened one component at a time, never through a symbolic link, so any length works. */
#ifndef ATESOR_BENEATH_H
#define ATESOR_BENEATH_H

#include <stdbool.h>

/* The directory that holds the last component of the relative `path`, and in *name that component (it points into `path`).
 * With `make`, missing directories on the way are made (0777 less the umask). The descriptor, which the caller closes; or -1
 * with errno: EINVAL for an absolute or empty path, one with a ".." component or a slash at its end; ENOTDIR where a link or
 * a file is in the way. */
int at_open_parent(int root, const char *path, const char **name, bool make);

#endif
