#include "perf_attr.h"

enum {      /* enum perf_event_sample_format */
	SAMPLE_IP = 1 << 0, SAMPLE_TID = 1 << 1, SAMPLE_TIME = 1 << 2, SAMPLE_ADDR = 1 << 3, SAMPLE_ID = 1 << 6, SAMPLE_CPU = 1 << 7,
	SAMPLE_STREAM_ID = 1 << 9, SAMPLE_IDENTIFIER = 1 << 16
};

enum { HEADER = 8, WORD = 8, SAMPLE_ID_ALL = 18 };      /* SAMPLE_ID_ALL: its bit in the flags */

uint64_t at_perf_number(const struct at_perf_bytes *bytes, size_t at, unsigned width)
{
	uint64_t number = 0;

	for (unsigned i = 0; i < width; i++)
		number |= (uint64_t)bytes->data[at + i] << 8 * (bytes->big ? width - 1 - i : i);
	return number;
}

void at_perf_attr_read(struct at_perf_attr *attr, const struct at_perf_bytes *bytes)
{
	enum { SAMPLE_TYPE = 24, FLAGS = 40 };
	unsigned char byte = bytes->data[FLAGS + SAMPLE_ID_ALL / 8];

	attr->sample_type = at_perf_number(bytes, SAMPLE_TYPE, WORD);
	/* Bit fields begin at the other end of each byte on big-endian machines. */
	attr->sample_id_all = byte >> (bytes->big ? 7 - SAMPLE_ID_ALL % 8 : SAMPLE_ID_ALL % 8) & 1;
}

bool at_perf_attr_sample_id(const struct at_perf_attr *attr, const struct at_perf_bytes *record, uint64_t *id)
{
	size_t at = HEADER;

	if (!(attr->sample_type & SAMPLE_IDENTIFIER)) {
		if (!(attr->sample_type & SAMPLE_ID))
			return false;
		at += WORD * (size_t)__builtin_popcountll(attr->sample_type & (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR));
	}
	if (at + WORD > record->count)
		return false;
	*id = at_perf_number(record, at, WORD);
	return true;
}

bool at_perf_attr_sample(const struct at_perf_attr *attr, const struct at_perf_bytes *record, struct at_perf_event *event)
{
	uint64_t type = attr->sample_type;
	size_t at = HEADER + (type & SAMPLE_IDENTIFIER ? WORD : 0);

	if (!(type & SAMPLE_IP) || !(type & SAMPLE_TID) ||
			at + WORD * (size_t)__builtin_popcountll(type & (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME)) > record->count)
		return false;
	event->ip = at_perf_number(record, at, WORD);
	event->pid = (uint32_t)at_perf_number(record, at + WORD, 4);
	event->tid = (uint32_t)at_perf_number(record, at + WORD + 4, 4);
	event->timed = type & SAMPLE_TIME;
	event->time = event->timed ? at_perf_number(record, at + 2 * WORD, WORD) : 0;
	return true;
}

size_t at_perf_attr_tail(const struct at_perf_attr *attr)
{
	return !attr->sample_id_all ? 0 : WORD * (size_t)__builtin_popcountll(attr->sample_type & (SAMPLE_TID | SAMPLE_TIME |
			SAMPLE_ID | SAMPLE_STREAM_ID | SAMPLE_CPU | SAMPLE_IDENTIFIER));
}

bool at_perf_attr_time(const struct at_perf_attr *attr, const struct at_perf_bytes *record, size_t fixed, uint64_t *time)
{
	size_t tail = at_perf_attr_tail(attr);

	if (!tail || !(attr->sample_type & SAMPLE_TIME) || fixed + tail > record->count)
		return false;
	*time = at_perf_number(record, record->count - tail + (attr->sample_type & SAMPLE_TID ? WORD : 0), WORD);
	return true;
}
