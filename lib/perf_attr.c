#include "perf_attr.h"

enum {      /* enum perf_event_sample_format */
	SAMPLE_IP = 1 << 0, SAMPLE_TID = 1 << 1, SAMPLE_TIME = 1 << 2, SAMPLE_ADDR = 1 << 3, SAMPLE_ID = 1 << 6, SAMPLE_CPU = 1 << 7,
	SAMPLE_STREAM_ID = 1 << 9, SAMPLE_IDENTIFIER = 1 << 16
};

enum { HEADER = 8, WORD = 8, SAMPLE_ID_ALL = 18 };      /* SAMPLE_ID_ALL: its bit in the flags */

static size_t words(uint64_t type, uint64_t fields)
{
	return WORD * (size_t)__builtin_popcountll(type & fields);
}

void at_perf_attr_read(struct at_perf_attr *attr, const struct at_perf_bytes *bytes)
{
	enum { SAMPLE_TYPE = 24, FLAGS = 40 };
	unsigned char byte = bytes->data[FLAGS + SAMPLE_ID_ALL / 8];

	attr->sample_type = at_perf_number(bytes, SAMPLE_TYPE, WORD);
	/* Bit fields begin at the other end of each byte on big-endian machines. */
	attr->sample_id_all = byte >> (bytes->big ? 7 - SAMPLE_ID_ALL % 8 : SAMPLE_ID_ALL % 8) & 1;
	uint64_t type = attr->sample_type;
	attr->id_at = type & SAMPLE_IDENTIFIER ? HEADER : !(type & SAMPLE_ID) ? 0 :
		HEADER + words(type, SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR);
	attr->sample_bytes = !(type & SAMPLE_IP) || !(type & SAMPLE_TID) ? 0 :
		HEADER + words(type, SAMPLE_IDENTIFIER | SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME);
	attr->tail = !attr->sample_id_all ? 0 :
		words(type, SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID | SAMPLE_STREAM_ID | SAMPLE_CPU | SAMPLE_IDENTIFIER);
}

bool at_perf_attr_sample_id(const struct at_perf_attr *attr, const struct at_perf_bytes *record, uint64_t *id)
{
	if (!attr->id_at || attr->id_at + WORD > record->count)
		return false;
	*id = at_perf_number(record, attr->id_at, WORD);
	return true;
}

bool at_perf_attr_sample(const struct at_perf_attr *attr, const struct at_perf_bytes *record, struct at_perf_event *event)
{
	size_t at = HEADER + (attr->sample_type & SAMPLE_IDENTIFIER ? WORD : 0);

	if (!attr->sample_bytes || attr->sample_bytes > record->count)
		return false;
	event->ip = at_perf_number(record, at, WORD);
	event->pid = (uint32_t)at_perf_number(record, at + WORD, 4);
	event->tid = (uint32_t)at_perf_number(record, at + WORD + 4, 4);
	event->timed = attr->sample_type & SAMPLE_TIME;
	event->time = event->timed ? at_perf_number(record, at + 2 * WORD, WORD) : 0;
	return true;
}

bool at_perf_attr_time(const struct at_perf_attr *attr, const struct at_perf_bytes *record, size_t fixed, uint64_t *time)
{
	if (!attr->tail || !(attr->sample_type & SAMPLE_TIME) || fixed + attr->tail > record->count)
		return false;
	*time = at_perf_number(record, record->count - attr->tail + (attr->sample_type & SAMPLE_TID ? WORD : 0), WORD);
	return true;
}
