/* Finds in the log of a build the line that says best why it failed. */
#ifndef ATESOR_FIRST_ERROR_H
#define ATESOR_FIRST_ERROR_H

/* The first line that a compiler or linker calls an error; else the first that make or another tool does; else the last one that
 * is not blank. Allocated, at most 400 bytes; NULL: the log is empty or cannot be read. */
char *at_first_error(const char *path);

#endif
