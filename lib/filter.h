/* Runs jq with one of atesor's installed filter files: the only way in which a program reads JSON. */
#ifndef ATESOR_FILTER_H
#define ATESOR_FILTER_H

#include "argv.h"
#include "buffer.h"

/* Where the filters are: share/atesor beside the bin directory of this program, or mk of the source tree that its build
 * directory lies in. Allocated, or NULL with errno. */
char *at_filter_directory(void);

/* Runs `jq -r -f NAME.jq` over the file and appends what it prints, at most `limit` bytes. jq's own complaints go to stderr.
 * 0; or −1 with `error` set to an allocated text that names what failed and what to do. */
int at_filter_run(const char *name, const char *file, size_t limit, struct at_buffer *output, char **error);

/* The same with further words for jq behind the filter's name: options, --arg, files. Filters may include one another. */
int at_filter_run_words(const char *name, const struct at_argv *more, size_t limit, struct at_buffer *output, char **error);

#endif
