/* Reads perf.data, as perf record writes it: to a file, or to a pipe (perf record -o -), of either byte order, with any number of
 * events, compressed or not. The file is read once, in order, and never held in memory; events come in order of time. */
#ifndef ATESOR_PERF_DATA_H
#define ATESOR_PERF_DATA_H

#include <stddef.h>

#include "perf_event.h"

struct at_perf_recorded {              /* one event of the recording */
	char *name;                    /* NULL: not known */
	bool wanted;
	uint64_t samples;
};

/* What was read. Initialise with zeroes, set `only`; release with at_perf_info_free. */
struct at_perf_info {
	const char *only;              /* take the samples of the event with this name, or number from 1; NULL: all */
	struct at_perf_recorded *event;
	size_t events;
	uint64_t records;
	uint64_t lost;                 /* samples and other records that perf could not keep */
	uint64_t unknown;              /* records of a type, or samples of an event, that is not known here */
	uint64_t malformed;            /* records that are too short for what they should hold */
	uint64_t no_address;           /* samples without address or process id */
	uint64_t late;                 /* maps and the like that came too late to be put in order */
	uint64_t stray;                /* text that is no line of perf script */
	bool cut;                      /* it ends in the middle of a record */
	bool unfinished;               /* perf record was not ended properly: the header was never completed */
};

/* NULL when all could be read, else what is wrong, as text that the caller frees; what came before was passed on. */
char *at_perf_data_read(const char *path, const struct at_perf_sink *sink, struct at_perf_info *info);
void at_perf_info_free(struct at_perf_info *info);


#endif
