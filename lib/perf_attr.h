/* The description of one recorded event (struct perf_event_attr), and where its records hold what is needed. The numbers are
 * those of linux/perf_event.h; they are read in the byte order of the recording. */
#ifndef ATESOR_PERF_ATTR_H
#define ATESOR_PERF_ATTR_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "perf_event.h"

struct at_perf_bytes {
	const unsigned char *data;
	size_t count;
	bool big;                    /* big-endian */
};

/* An unsigned number of 2, 4 or 8 bytes. The caller has checked that it lies inside. */
static inline uint64_t at_perf_number(const struct at_perf_bytes *bytes, size_t at, unsigned width)
{
	const unsigned char *data = bytes->data + at;
	uint16_t two;
	uint32_t four;
	uint64_t eight;

	switch (width) {
	case 2:
		memcpy(&two, data, 2);
		return bytes->big ? be16toh(two) : le16toh(two);
	case 4:
		memcpy(&four, data, 4);
		return bytes->big ? be32toh(four) : le32toh(four);
	default:
		memcpy(&eight, data, 8);
		return bytes->big ? be64toh(eight) : le64toh(eight);
	}
}

struct at_perf_attr {
	uint64_t sample_type;
	bool sample_id_all;
	/* Worked out once: bytes from the start of a sample to its id (0: it has none) and to the end of what is read of it (0: it
	 * lacks the address or the process); bytes of the fields at the end of other records. */
	size_t id_at, sample_bytes, tail;
};

enum { AT_PERF_ATTR_LEAST = 48 };      /* bytes that are read of it; all versions have them */

void at_perf_attr_read(struct at_perf_attr *attr, const struct at_perf_bytes *bytes);

/* The id that tells which event a sample belongs to, at the place that all events of a recording share. False: it has none. */
bool at_perf_attr_sample_id(const struct at_perf_attr *attr, const struct at_perf_bytes *record, uint64_t *id);
/* Address, process and time of a sample. False: the record is too short, or the event recorded no address or no process. */
bool at_perf_attr_sample(const struct at_perf_attr *attr, const struct at_perf_bytes *record, struct at_perf_event *event);
/* The time of any other record, from the fields at its end. `fixed`: bytes of the record before its text and these fields. */
bool at_perf_attr_time(const struct at_perf_attr *attr, const struct at_perf_bytes *record, size_t fixed, uint64_t *time);

#endif
