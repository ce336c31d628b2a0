#include "perf_data.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "number.h"
#include "perf_attr.h"
#include "perf_queue.h"
#include "perf_source.h"
#include "perf_zstd.h"
#include "table.h"

enum {      /* perf_event_type of the kernel, and from 64 those of perf itself */
	RECORD_MMAP = 1, RECORD_LOST = 2, RECORD_COMM = 3, RECORD_EXIT = 4, RECORD_FORK = 7, RECORD_SAMPLE = 9, RECORD_MMAP2 = 10,
	RECORD_LOST_SAMPLES = 13, RECORD_KERNEL_LAST = 21,
	RECORD_ATTR = 64, RECORD_TRACING_DATA = 66, RECORD_BUILD_ID = 67, RECORD_FINISHED_ROUND = 68, RECORD_AUXTRACE = 71,
	RECORD_FEATURE = 80, RECORD_COMPRESSED = 81, RECORD_COMPRESSED2 = 83, RECORD_PERF_LAST = 90
};
enum { MISC_MODE = 7, MISC_MMAP_DATA = 1 << 13, MISC_COMM_EXEC = 1 << 13, MISC_FORK_FRESH = 1 << 13, MISC_EXACT = 1 << 14,
	MISC_MAP_ID = 1 << 14, MISC_ID_SIZE = 1 << 15 };
enum { FEATURE_BUILD_ID = 2, FEATURE_EVENT_DESC = 12, FEATURES = 256 };
enum { HEADER = 8, PIPE_HEADER = 16, FILE_HEADER = 104, PROT_EXEC_BIT = 4 };
enum { FEATURE_LIMIT = 64 << 20, EVENT_LIMIT = 4096 };

struct reader {
	struct at_perf_info *info;
	struct at_perf_queue queue;
	struct at_perf_source source;
	struct at_perf_source unpacked;
	void *zstd;
	bool big;
	struct at_perf_attr *attr;      /* as many as info->events */
	struct at_table ids;            /* id of a sample → index of its event */
};

static struct at_perf_bytes bytes_of(const struct reader *reader, const unsigned char *data, size_t count)
{
	return (struct at_perf_bytes){ data, count, reader->big };
}

static void want(struct at_perf_info *info, size_t index)
{
	struct at_perf_recorded *event = &info->event[index];
	uint64_t number;

	event->wanted = !info->only || (event->name && !strcmp(event->name, info->only)) ||
			(!at_parse_count(info->only, &number) && number == index + 1);
}

/* A perf_event_attr and the ids of its samples. */
static char *add_attr(struct reader *reader, const struct at_perf_bytes *bytes, const struct at_perf_bytes *ids)
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

/* The names of the events: { u32 count, attr size; each: attr, u32 ids, u32 length, name, u64 ids }. */
static void read_names(struct reader *reader, const struct at_perf_bytes *bytes)
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
	return record->count > fixed && memchr(record->data + fixed, 0, record->count - fixed) ? (const char *)record->data + fixed : NULL;
}

/* The event that a record belongs to, by the id in it; NULL: none is known. */
static const struct at_perf_attr *attr_of(struct reader *reader, const struct at_perf_bytes *record, bool sample, size_t *index)
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

static void take_sample(struct reader *reader, const struct at_perf_bytes *record, unsigned misc)
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

static void set_time(struct reader *reader, const struct at_perf_bytes *record, size_t fixed, struct at_perf_event *event)
{
	size_t index;
	const struct at_perf_attr *attr = attr_of(reader, record, false, &index);

	event->timed = attr && at_perf_attr_time(attr, record, fixed, &event->time) && event->time && event->time != UINT64_MAX;
}

static void take_map(struct reader *reader, const struct at_perf_bytes *record, unsigned misc, bool second)
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
static void take_task(struct reader *reader, const struct at_perf_bytes *record, unsigned misc, enum at_perf_kind kind)
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

/* { i32 pid; u8 id[20], size, padding[3]; text } */
static void take_build_id(struct reader *reader, const struct at_perf_bytes *record, unsigned misc)
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

static char *take_attr(struct reader *reader, const struct at_perf_bytes *record)
{
	if (record->count < HEADER + AT_PERF_ATTR_LEAST)
		return at_strdup("the description of an event is too short");
	uint64_t size = at_perf_number(record, HEADER + 4, 4);
	if (size < AT_PERF_ATTR_LEAST || size > record->count - HEADER)
		return at_format("the description of an event claims a size of %llu bytes", (unsigned long long)size);
	struct at_perf_bytes attr = bytes_of(reader, record->data + HEADER, size);
	struct at_perf_bytes ids = bytes_of(reader, record->data + HEADER + size, record->count - HEADER - size);
	return add_attr(reader, &attr, &ids);
}

static char *read_records(struct reader *reader, struct at_perf_source *source, uint64_t limit);

static char *take_compressed(struct reader *reader, const struct at_perf_bytes *record, bool second)
{
	size_t at = HEADER, count = record->count - HEADER;

	if (second) {
		if (count < 8 || at_perf_number(record, HEADER, 8) > count - 8)
			return at_strdup("a compressed record is shorter than its data");
		count = at_perf_number(record, HEADER, 8);
		at += 8;
	}
	char *problem = at_perf_zstd(&reader->zstd, record->data + at, count, &reader->unpacked);
	return problem ? problem : read_records(reader, &reader->unpacked, UINT64_MAX);
}

/* A record of the kernel or of perf. `*extra`: bytes that follow it and are no records. */
static char *take(struct reader *reader, const struct at_perf_bytes *record, uint32_t type, unsigned misc, uint64_t *extra)
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
		take_build_id(reader, record, misc);
		return NULL;
	case RECORD_FINISHED_ROUND:
		at_perf_queue_round(&reader->queue);
		return NULL;
	case RECORD_FEATURE:
		if (record->count >= HEADER + 8 && at_perf_number(record, HEADER, 8) == FEATURE_EVENT_DESC) {
			struct at_perf_bytes names = bytes_of(reader, record->data + HEADER + 8, record->count - HEADER - 8);
			read_names(reader, &names);
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

/* The records of at most `limit` bytes. Of unpacked ones the last may end in the next piece. */
static char *read_records(struct reader *reader, struct at_perf_source *source, uint64_t limit)
{
	const unsigned char *data;

	while (limit >= HEADER && (data = at_perf_source_peek(source, HEADER))) {
		struct at_perf_bytes record = bytes_of(reader, data, HEADER);
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
		record = bytes_of(reader, data, size);
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

/* The contents of a section of the file, by pread: NULL if it lies outside, is too large or is empty. The caller frees. */
static unsigned char *section_at(const struct reader *reader, uint64_t offset, uint64_t size)
{
	struct stat status;

	if (!size || size > FEATURE_LIMIT || fstat(reader->source.descriptor, &status) || offset > (uint64_t)status.st_size ||
			size > (uint64_t)status.st_size - offset)
		return NULL;
	unsigned char *data = at_resize(NULL, size, 1);
	if (pread(reader->source.descriptor, data, size, (off_t)offset) != (ssize_t)size) {
		free(data);
		return NULL;
	}
	return data;
}

static void read_build_ids(struct reader *reader, const struct at_perf_bytes *list)
{
	for (size_t at = 0; at + HEADER <= list->count;) {
		struct at_perf_bytes record = bytes_of(reader, list->data + at, list->count - at);
		unsigned misc = (unsigned)at_perf_number(&record, 4, 2), size = (unsigned)at_perf_number(&record, 6, 2);
		if (size < HEADER || size > record.count)
			return;
		record.count = size;
		take_build_id(reader, &record, misc);
		at += size;
	}
}

/* The table of what comes behind the data: { u64 offset, size } for each set bit of the header's 256. */
static void read_features(struct reader *reader, const struct at_perf_bytes *header, uint64_t table)
{
	unsigned place = 0;

	for (unsigned feature = 0; feature < FEATURES; feature++) {
		enum { BITS = 72 };
		if (!(at_perf_number(header, BITS + feature / 64 * 8, 8) >> feature % 64 & 1))
			continue;
		unsigned char *entry = section_at(reader, table + 16 * place++, 16);
		if (!entry)
			return;
		struct at_perf_bytes where = bytes_of(reader, entry, 16);
		uint64_t offset = at_perf_number(&where, 0, 8), size = at_perf_number(&where, 8, 8);
		free(entry);
		unsigned char *data = feature == FEATURE_BUILD_ID || feature == FEATURE_EVENT_DESC ? section_at(reader, offset, size) : NULL;
		if (!data)
			continue;
		struct at_perf_bytes bytes = bytes_of(reader, data, size);
		if (feature == FEATURE_BUILD_ID)
			read_build_ids(reader, &bytes);
		else
			read_names(reader, &bytes);
		free(data);
	}
}

/* The table of events: each a perf_event_attr of `entry` − 16 bytes, and { u64 offset, size } of its ids. */
static char *read_attrs(struct reader *reader, const struct at_perf_bytes *table, uint64_t entry)
{
	if (entry < AT_PERF_ATTR_LEAST + 16)
		return at_format("its event descriptions are %llu bytes each, too short", (unsigned long long)entry);
	for (size_t at = 0; entry <= table->count - at; at += entry) {
		struct at_perf_bytes attr = bytes_of(reader, table->data + at, entry - 16);
		uint64_t offset = at_perf_number(table, at + entry - 16, 8), size = at_perf_number(table, at + entry - 8, 8);
		unsigned char *data = section_at(reader, offset, size);
		if (size && !data)
			return at_format("truncated: the ids of event %zu lie behind the end", reader->info->events + 1);
		struct at_perf_bytes ids = bytes_of(reader, data, size);
		char *problem = add_attr(reader, &attr, &ids);
		free(data);
		if (problem)
			return problem;
	}
	return NULL;
}

static char *read_file(struct reader *reader, const struct at_perf_bytes *header)
{
	enum { ENTRY = 16, ATTRS = 24, ATTRS_SIZE = 32, DATA = 40, DATA_SIZE = 48 };
	uint64_t entry = at_perf_number(header, ENTRY, 8), attrs_size = at_perf_number(header, ATTRS_SIZE, 8);
	uint64_t data = at_perf_number(header, DATA, 8), data_size = at_perf_number(header, DATA_SIZE, 8);
	unsigned char *attrs = section_at(reader, at_perf_number(header, ATTRS, 8), attrs_size);

	if (lseek(reader->source.descriptor, 0, SEEK_CUR) < 0)
		return at_strdup("this is a perf.data file that comes through a pipe: give it by its name");
	if (!attrs)
		return at_strdup("truncated: the event descriptions lie behind the end");
	struct at_perf_bytes table = bytes_of(reader, attrs, attrs_size);
	char *problem = read_attrs(reader, &table, entry);
	free(attrs);
	if (problem)
		return problem;
	if (!reader->info->events)
		return at_strdup("it describes no event");
	reader->info->unfinished = !data_size;
	if (data_size && data <= UINT64_MAX - data_size)
		read_features(reader, header, data + data_size);
	if (!at_perf_source_skip(&reader->source, data))
		return at_strdup("truncated: the samples lie behind the end");
	return read_records(reader, &reader->source, data_size ? data_size : UINT64_MAX);
}

static char *read_all(struct reader *reader)
{
	static const char magic[] = "PERFILE2", swapped[] = "2ELIFREP";
	const unsigned char *data = at_perf_source_peek(&reader->source, PIPE_HEADER);

	if (!data || (memcmp(data, magic, 8) && memcmp(data, swapped, 8)))
		return data || !reader->source.error ? at_strdup("not a perf.data file: it does not begin with PERFILE2") :
				at_format("cannot read: %s", strerror(reader->source.error));
	reader->big = data[0] == swapped[0];
	struct at_perf_bytes header = bytes_of(reader, data, PIPE_HEADER);
	uint64_t size = at_perf_number(&header, 8, 8);
	if (size == PIPE_HEADER) {
		at_perf_source_skip(&reader->source, PIPE_HEADER);
		return read_records(reader, &reader->source, UINT64_MAX);
	}
	data = at_perf_source_peek(&reader->source, FILE_HEADER);
	if (size < FILE_HEADER || !data)
		return at_format("its header claims a size of %llu bytes", (unsigned long long)size);
	unsigned char copy[FILE_HEADER];
	memcpy(copy, data, sizeof copy);
	header = bytes_of(reader, copy, sizeof copy);
	return read_file(reader, &header);
}

char *at_perf_data_read(const char *path, const struct at_perf_sink *sink, struct at_perf_info *info)
{
	struct reader reader = { .info = info, .unpacked.descriptor = -1 };
	struct stat status;

	if (!stat(path, &status) && S_ISDIR(status.st_mode))
		return at_strdup("a directory: perf record --threads writes one; record without it");
	if (at_perf_source_open(&reader.source, path))
		return at_format("cannot open: %s", strerror(errno));
	at_perf_queue_begin(&reader.queue, sink);
	char *problem = read_all(&reader);
	info->cut |= reader.unpacked.end > reader.unpacked.start;
	at_perf_queue_end(&reader.queue);
	info->late = reader.queue.late;
	at_perf_zstd_free(reader.zstd);
	at_perf_source_close(&reader.source);
	at_perf_source_close(&reader.unpacked);
	at_table_free(&reader.ids);
	free(reader.attr);
	return problem;
}

void at_perf_info_free(struct at_perf_info *info)
{
	for (size_t i = 0; i < info->events; i++)
		free(info->event[i].name);
	free(info->event);
	*info = (struct at_perf_info){ 0 };
}
