/* The bytes of a recording, in order, read in blocks: from a file, a pipe, or memory that is fed to it piece by piece (what was
 * unpacked). Initialise with at_perf_source_open or at_perf_source_memory; release with at_perf_source_close. */
#ifndef ATESOR_PERF_SOURCE_H
#define ATESOR_PERF_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct at_perf_source {
	int descriptor;              /* -1: fed */
	unsigned char *data;
	size_t start, end, capacity; /* what is there lies in data[start…end) */
	uint64_t position;           /* of data[start] from the beginning */
	int error;                   /* errno of a read that failed, else 0 */
	bool ended, dropping;        /* dropping: inside of a line that was too long */
};

int at_perf_source_open(struct at_perf_source *source, const char *path);    /* "-" is stdin. 0, or -1 with errno */
void at_perf_source_memory(struct at_perf_source *source);
void at_perf_source_feed(struct at_perf_source *source, const void *bytes, size_t count);
/* The next `count` bytes without passing over them; NULL if there are not so many. Valid until the next call. */
const unsigned char *at_perf_source_peek(struct at_perf_source *source, size_t count);
bool at_perf_source_skip(struct at_perf_source *source, uint64_t count);     /* false: it ends before that */
/* The next line without its newline, ended by NUL; NULL at the end. Of a line longer than `limit` the rest is dropped. */
char *at_perf_source_line(struct at_perf_source *source, size_t limit);
void at_perf_source_close(struct at_perf_source *source);

#endif
