#include "perf_records.h"

#include <string.h>

#include "alloc.h"
#include "number.h"
#include "perf_zstd.h"

enum {      /* perf_event_type of the kernel, and from 64 those of perf itself */
	RECORD_MMAP = 1, RECORD_LOST = 2, RECORD_COMM = 3, RECORD_EXIT = 4, RECORD_FORK = 7, RECORD_SAMPLE = 9, RECORD_MMAP2 = 10,
	RECORD_LOST_SAMPLES = 13, RECORD_KERNEL_LAST = 21,
	RECORD_ATTR = 64, RECORD_TRACING_DATA = 66, RECORD_BUILD_ID = 67, RECORD_FINISHED_ROUND = 68, RECORD_AUXTRACE = 71,
	RECORD_FEATURE = 80, RECORD_COMPRESSED = 81, RECORD_COMPRESSED2 = 83, RECORD_PERF_LAST = 90
};
enum { MISC_MODE = 7, MISC_MMAP_DATA = 1 << 13, MISC_COMM_EXEC = 1 << 13, MISC_FORK_FRESH = 1 << 13, MISC_EXACT = 1 << 14,
	MISC_MAP_ID = 1 << 14, MISC_ID_SIZE = 1 << 15 };
enum { FEATURE_EVENT_DESC = 12 };
enum { HEADER = 8, PROT_EXEC_BIT = 4, EVENT_LIMIT = 4096 };

static void want(struct at_perf_info *info, size_t index)
{
	struct at_perf_recorded *event = &info->event[index];
	uint64_t number;

	event->wanted = !info->only || (event->name && !strcmp(event->name, info->only)) ||
			(!at_parse_count(info->only, &number) && number == index + 1);
}

char *at_perf_add_attr(struct at_perf_reader *reader, const struct at_perf_bytes *bytes, const struct at_perf_bytes *ids)
{
	struct at_perf_info *info = reader->info;

	if (bytes->count < AT_PERF_ATTR_LEAST)
		return at_format("the description of event %zu is %zu bytes, too short", info->events + 1, bytes->count);
	if (info->events == EVENT_LIMIT)
		return at_format("it describes more than %d events", EVENT_LIMIT);
	reader->attr = at_resize(reader->attr, info->events + 1, sizeof *reader->attr);
	at_perf_attr_read(&reader->attr[info->events], bytes);
	info->event = at_resize(info->event, info->events + 1, sizeof *info->event);
	info->event[info->events] = (struct at_perf_recorded){ 0 };
	want(info, info->events);
	for (size_t at = 0; at + 8 <= ids->count; at += 8)
		*at_table_at(&reader->ids, at_perf_number(ids, at, 8)) = info->events;
	info->events++;
	return NULL;
}

void at_perf_read_names(struct at_perf_reader *reader, const struct at_perf_bytes *bytes)
{
	if (bytes->count < 8)
		return;
	uint64_t count = at_perf_number(bytes, 0, 4), size = at_perf_number(bytes, 4, 4), at = 8;
	for (uint64_t i = 0; i < count && i < reader->info->events; i++) {
		if ((at += size) + 8 > bytes->count)
			return;
		uint64_t ids = at_perf_number(bytes, at, 4), length = at_perf_number(bytes, at + 4, 4);
		at += 8;
		if (length > bytes->count - at)
			return;
		struct at_perf_recorded *event = &reader->info->event[i];
		if (!event->name && length)
			event->name = at_strndup((const char *)bytes->data + at, length);
		want(reader->info, i);
		at += length + 8 * ids;
		if (at > bytes->count)
			return;
	}
}

/* The text of a record between its fixed part and the fields at its end; NULL if it has no end. */
static const char *text_of(const struct at_perf_bytes *record, size_t fixed)
{
	bool ends = record->count > fixed && memchr(record->data + fixed, 0, record->count - fixed);

	return ends ? (const char *)record->data + fixed : NULL;
}

/* The event that a record belongs to, by the id in it; NULL: none is known. */
static const struct at_perf_attr *attr_of(struct at_perf_reader *reader, const struct at_perf_bytes *record, bool sample,
		size_t *index)
{
	uint64_t id;

	*index = 0;
	if (reader->info->events > 1) {
		if (sample ? at_perf_attr_sample_id(reader->attr, record, &id) : reader->attr->tail && record->count >= HEADER + 8) {
			if (!sample)
				id = at_perf_number(record, record->count - 8, 8);
			const uint64_t *found = at_table_find(&reader->ids, id);
			if (!found && sample)
				return NULL;
			*index = found ? *found : 0;
		}
	}
	return reader->info->events ? &reader->attr[*index] : NULL;
}

static void take_sample(struct at_perf_reader *reader, const struct at_perf_bytes *record, unsigned misc)
{
	static const enum at_perf_mode modes[8] = { AT_PERF_MODE_UNKNOWN, AT_PERF_MODE_KERNEL, AT_PERF_MODE_USER, AT_PERF_MODE_KERNEL,
			AT_PERF_MODE_GUEST, AT_PERF_MODE_GUEST };
	struct at_perf_event event = { .kind = AT_PERF_SAMPLE, .mode = modes[misc & MISC_MODE], .exact = misc & MISC_EXACT };
	size_t index;
	const struct at_perf_attr *attr = attr_of(reader, record, true, &index);

	if (!attr) {
		reader->info->unknown++;
		return;
	}
	reader->info->event[index].samples++;
	if (!reader->info->event[index].wanted)
		return;
	event.event = (uint32_t)index;
	if (at_perf_attr_sample(attr, record, &event))
		at_perf_queue_add(&reader->queue, &event);
	else
		reader->info->no_address++;
}

static void set_time(struct at_perf_reader *reader, const struct at_perf_bytes *record, size_t fixed, struct at_perf_event *event)
{
	size_t index;
	const struct at_perf_attr *attr = attr_of(reader, record, false, &index);

	event->timed = attr && at_perf_attr_time(attr, record, fixed, &event->time) && event->time && event->time != UINT64_MAX;
}

static void take_map(struct at_perf_reader *reader, const struct at_perf_bytes *record, unsigned misc, bool second)
{
	enum { PID = 8, TID = 12, START = 16, LENGTH = 24, OFFSET = 32, ID_SIZE = 40, ID = 44, PROT = 64 };
	size_t fixed = second ? 72 : 40;
	struct at_perf_event event = { .kind = AT_PERF_MAP, .path = text_of(record, fixed) };

	if (!event.path) {
		reader->info->malformed++;
		return;
	}
	event.pid = (uint32_t)at_perf_number(record, PID, 4);
	event.tid = (uint32_t)at_perf_number(record, TID, 4);
	event.start = at_perf_number(record, START, 8);
	event.length = at_perf_number(record, LENGTH, 8);
	event.offset = at_perf_number(record, OFFSET, 8);
	event.executable = second ? at_perf_number(record, PROT, 4) & PROT_EXEC_BIT : !(misc & MISC_MMAP_DATA);
	if (second && (misc & MISC_MAP_ID) && record->data[ID_SIZE] <= AT_PERF_BUILD_ID) {
		event.id.size = record->data[ID_SIZE];
		memcpy(event.id.bytes, record->data + ID, event.id.size);
	}
	set_time(reader, record, fixed, &event);
	at_perf_queue_add(&reader->queue, &event);
}

/* fork and exit: { u32 pid, parent pid, tid, parent tid; u64 time }; comm: { u32 pid, tid; text }. */
static void take_task(struct at_perf_reader *reader, const struct at_perf_bytes *record, unsigned misc, enum at_perf_kind kind)
{
	struct at_perf_event event = { .kind = kind, .fresh = kind == AT_PERF_FORK && (misc & MISC_FORK_FRESH) };
	size_t fixed = kind == AT_PERF_EXEC ? 16 : 32;

	if (record->count < fixed) {
		reader->info->malformed++;
		return;
	}
	event.pid = (uint32_t)at_perf_number(record, 8, 4);
	event.tid = (uint32_t)at_perf_number(record, kind == AT_PERF_EXEC ? 12 : 16, 4);
	event.parent = kind == AT_PERF_EXEC ? event.pid : (uint32_t)at_perf_number(record, 12, 4);
	set_time(reader, record, fixed, &event);
	at_perf_queue_add(&reader->queue, &event);
}

void at_perf_take_build_id(struct at_perf_reader *reader, const struct at_perf_bytes *record, unsigned misc)
{
	enum { ID = 12, ID_SIZE = 32, PATH = 36 };
	struct at_perf_event event = { .kind = AT_PERF_OBJECT_ID, .path = text_of(record, PATH) };

	if (!event.path) {
		reader->info->malformed++;
		return;
	}
	event.id.size = misc & MISC_ID_SIZE ? record->data[ID_SIZE] : AT_PERF_BUILD_ID;
	if (event.id.size > AT_PERF_BUILD_ID)
		return;
	memcpy(event.id.bytes, record->data + ID, event.id.size);
	reader->queue.sink.event(reader->queue.sink.argument, &event);
}

static char *take_attr(struct at_perf_reader *reader, const struct at_perf_bytes *record)
{
	if (record->count < HEADER + AT_PERF_ATTR_LEAST)
		return at_strdup("the description of an event is too short");
	uint64_t size = at_perf_number(record, HEADER + 4, 4);
	if (size < AT_PERF_ATTR_LEAST || size > record->count - HEADER)
		return at_format("the description of an event claims a size of %llu bytes", (unsigned long long)size);
	struct at_perf_bytes attr = at_perf_bytes_of(reader, record->data + HEADER, size);
	struct at_perf_bytes ids = at_perf_bytes_of(reader, record->data + HEADER + size, record->count - HEADER - size);
	return at_perf_add_attr(reader, &attr, &ids);
}

static char *take_compressed(struct at_perf_reader *reader, const struct at_perf_bytes *record, bool second)
{
	size_t at = HEADER, count = record->count - HEADER;

	if (second) {
		if (count < 8 || at_perf_number(record, HEADER, 8) > count - 8)
			return at_strdup("a compressed record is shorter than its data");
		count = at_perf_number(record, HEADER, 8);
		at += 8;
	}
	char *problem = at_perf_zstd(&reader->zstd, record->data + at, count, &reader->unpacked);
	return problem ? problem : at_perf_read_records(reader, &reader->unpacked, UINT64_MAX);
}

/* A record of the kernel or of perf. `*extra`: bytes that follow it and are no records. */
static char *take(struct at_perf_reader *reader, const struct at_perf_bytes *record, uint32_t type, unsigned misc,
		uint64_t *extra)
{
	struct at_perf_info *info = reader->info;

	switch (type) {
	case RECORD_SAMPLE:
		take_sample(reader, record, misc);
		return NULL;
	case RECORD_MMAP:
	case RECORD_MMAP2:
		take_map(reader, record, misc, type == RECORD_MMAP2);
		return NULL;
	case RECORD_FORK:
		take_task(reader, record, misc, AT_PERF_FORK);
		return NULL;
	case RECORD_EXIT:
		take_task(reader, record, misc, AT_PERF_EXIT);
		return NULL;
	case RECORD_COMM:
		if (misc & MISC_COMM_EXEC)
			take_task(reader, record, misc, AT_PERF_EXEC);
		return NULL;
	case RECORD_LOST:
	case RECORD_LOST_SAMPLES: {
		size_t at = type == RECORD_LOST ? HEADER + 8 : HEADER;
		info->lost += record->count >= at + 8 ? at_perf_number(record, at, 8) : 0;
		return NULL;
	}
	case RECORD_ATTR:
		return take_attr(reader, record);
	case RECORD_BUILD_ID:
		at_perf_take_build_id(reader, record, misc);
		return NULL;
	case RECORD_FINISHED_ROUND:
		at_perf_queue_round(&reader->queue);
		return NULL;
	case RECORD_FEATURE:
		if (record->count >= HEADER + 8 && at_perf_number(record, HEADER, 8) == FEATURE_EVENT_DESC) {
			struct at_perf_bytes names = at_perf_bytes_of(reader, record->data + HEADER + 8, record->count - HEADER - 8);
			at_perf_read_names(reader, &names);
		}
		return NULL;
	case RECORD_AUXTRACE:
		*extra = record->count >= HEADER + 8 ? at_perf_number(record, HEADER, 8) : 0;
		return NULL;
	case RECORD_TRACING_DATA:
		*extra = record->count >= HEADER + 4 ? at_perf_number(record, HEADER, 4) : 0;
		return NULL;
	case RECORD_COMPRESSED:
	case RECORD_COMPRESSED2:
		if (!reader->unpacked.ended)
			at_perf_source_memory(&reader->unpacked);
		return take_compressed(reader, record, type == RECORD_COMPRESSED2);
	default:
		info->unknown += (type > RECORD_KERNEL_LAST && type < RECORD_ATTR) || type > RECORD_PERF_LAST || !type;
		return NULL;
	}
}

char *at_perf_read_records(struct at_perf_reader *reader, struct at_perf_source *source, uint64_t limit)
{
	const unsigned char *data;

	while (limit >= HEADER && (data = at_perf_source_peek(source, HEADER))) {
		struct at_perf_bytes record = at_perf_bytes_of(reader, data, HEADER);
		uint32_t type = (uint32_t)at_perf_number(&record, 0, 4);
		unsigned misc = (unsigned)at_perf_number(&record, 4, 2), size = (unsigned)at_perf_number(&record, 6, 2);
		uint64_t extra = 0;
		if (size < HEADER)
			return at_format("broken at byte %llu: a record of type %u with a size of %u", (unsigned long long)source->position,
					type, size);
		if (source == &reader->unpacked && (type == RECORD_COMPRESSED || type == RECORD_COMPRESSED2))
			return at_strdup("a compressed record inside of another");
		if (size > limit || !(data = at_perf_source_peek(source, size)))
			break;
		record = at_perf_bytes_of(reader, data, size);
		reader->info->records++;
		char *problem = take(reader, &record, type, misc, &extra);
		if (problem)
			return problem;
		at_perf_source_skip(source, size);
		limit -= size;
		if (extra > limit || !at_perf_source_skip(source, extra)) {
			reader->info->cut = true;
			return NULL;
		}
		limit -= extra;
	}
	if (source->error)
		return at_format("cannot read: %s", strerror(source->error));
	if (source != &reader->unpacked)
		reader->info->cut |= source->end > source->start && limit && (limit < HEADER || source->ended);
	return NULL;
}
