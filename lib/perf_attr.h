/* The description of one recorded event (struct perf_event_attr), and where its records hold what is needed. The numbers are
 * those of linux/perf_event.h; they are read in the byte order of the recording. */
#ifndef ATESOR_PERF_ATTR_H
#define ATESOR_PERF_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perf_event.h"

struct at_perf_bytes {
	const unsigned char *data;
	size_t count;
	bool big;                    /* big-endian */
};

/* An unsigned number of 2, 4 or 8 bytes. The caller has checked that it lies inside. */
uint64_t at_perf_number(const struct at_perf_bytes *bytes, size_t at, unsigned width);

struct at_perf_attr {
	uint64_t sample_type;
	bool sample_id_all;
};

enum { AT_PERF_ATTR_LEAST = 48 };      /* bytes that are read of it; all versions have them */

void at_perf_attr_read(struct at_perf_attr *attr, const struct at_perf_bytes *bytes);

/* The id that tells which event a sample belongs to, at the place that all events of a recording share. False: it has none. */
bool at_perf_attr_sample_id(const struct at_perf_attr *attr, const struct at_perf_bytes *record, uint64_t *id);
/* Address, process and time of a sample. False: the record is too short, or the event recorded no address or no process. */
bool at_perf_attr_sample(const struct at_perf_attr *attr, const struct at_perf_bytes *record, struct at_perf_event *event);
/* The time of any other record, from the fields at its end. `fixed`: bytes of the record before its text and these fields. */
bool at_perf_attr_time(const struct at_perf_attr *attr, const struct at_perf_bytes *record, size_t fixed, uint64_t *time);
size_t at_perf_attr_tail(const struct at_perf_attr *attr);      /* bytes of these fields */

#endif
