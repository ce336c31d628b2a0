#include "perf_data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "perf_records.h"
#include "perf_zstd.h"

enum { FEATURE_BUILD_ID = 2, FEATURE_EVENT_DESC = 12, FEATURES = 256 };
enum { HEADER = 8, PIPE_HEADER = 16, FILE_HEADER = 104, FEATURE_LIMIT = 64 << 20 };

/* The contents of a section of the file, by pread: NULL if it lies outside, is too large or is empty. The caller frees. */
static unsigned char *section_at(const struct at_perf_reader *reader, uint64_t offset, uint64_t size)
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

static void read_build_ids(struct at_perf_reader *reader, const struct at_perf_bytes *list)
{
	for (size_t at = 0; at + HEADER <= list->count;) {
		struct at_perf_bytes record = at_perf_bytes_of(reader, list->data + at, list->count - at);
		unsigned misc = (unsigned)at_perf_number(&record, 4, 2), size = (unsigned)at_perf_number(&record, 6, 2);
		if (size < HEADER || size > record.count)
			return;
		record.count = size;
		at_perf_take_build_id(reader, &record, misc);
		at += size;
	}
}

/* The table of what comes behind the data: { u64 offset, size } for each set bit of the header's 256. */
static void read_features(struct at_perf_reader *reader, const struct at_perf_bytes *header, uint64_t table)
{
	unsigned place = 0;

	for (unsigned feature = 0; feature < FEATURES; feature++) {
		enum { BITS = 72 };
		if (!(at_perf_number(header, BITS + feature / 64 * 8, 8) >> feature % 64 & 1))
			continue;
		unsigned char *entry = section_at(reader, table + 16 * place++, 16);
		if (!entry)
			return;
		struct at_perf_bytes where = at_perf_bytes_of(reader, entry, 16);
		uint64_t offset = at_perf_number(&where, 0, 8), size = at_perf_number(&where, 8, 8);
		free(entry);
		unsigned char *data = feature == FEATURE_BUILD_ID || feature == FEATURE_EVENT_DESC ? section_at(reader, offset, size) : NULL;
		if (!data)
			continue;
		struct at_perf_bytes bytes = at_perf_bytes_of(reader, data, size);
		if (feature == FEATURE_BUILD_ID)
			read_build_ids(reader, &bytes);
		else
			at_perf_read_names(reader, &bytes);
		free(data);
	}
}

/* The table of events: each a perf_event_attr of `entry` − 16 bytes, and { u64 offset, size } of its ids. */
static char *read_attrs(struct at_perf_reader *reader, const struct at_perf_bytes *table, uint64_t entry)
{
	if (entry < AT_PERF_ATTR_LEAST + 16)
		return at_format("its event descriptions are %llu bytes each, too short", (unsigned long long)entry);
	for (size_t at = 0; entry <= table->count - at; at += entry) {
		struct at_perf_bytes attr = at_perf_bytes_of(reader, table->data + at, entry - 16);
		uint64_t offset = at_perf_number(table, at + entry - 16, 8), size = at_perf_number(table, at + entry - 8, 8);
		unsigned char *data = section_at(reader, offset, size);
		if (size && !data)
			return at_format("truncated: the ids of event %zu lie behind the end", reader->info->events + 1);
		struct at_perf_bytes ids = at_perf_bytes_of(reader, data, size);
		char *problem = at_perf_add_attr(reader, &attr, &ids);
		free(data);
		if (problem)
			return problem;
	}
	return NULL;
}

static char *read_file(struct at_perf_reader *reader, const struct at_perf_bytes *header)
{
	enum { ENTRY = 16, ATTRS = 24, ATTRS_SIZE = 32, DATA = 40, DATA_SIZE = 48 };
	uint64_t entry = at_perf_number(header, ENTRY, 8), attrs_size = at_perf_number(header, ATTRS_SIZE, 8);
	uint64_t data = at_perf_number(header, DATA, 8), data_size = at_perf_number(header, DATA_SIZE, 8);
	unsigned char *attrs = section_at(reader, at_perf_number(header, ATTRS, 8), attrs_size);

	if (lseek(reader->source.descriptor, 0, SEEK_CUR) < 0)
		return at_strdup("this is a perf.data file that comes through a pipe: give it by its name");
	if (!attrs)
		return at_strdup("truncated: the event descriptions lie behind the end");
	struct at_perf_bytes table = at_perf_bytes_of(reader, attrs, attrs_size);
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
	return at_perf_read_records(reader, &reader->source, data_size ? data_size : UINT64_MAX);
}

static char *read_all(struct at_perf_reader *reader)
{
	static const char magic[] = "PERFILE2", swapped[] = "2ELIFREP";
	const unsigned char *data = at_perf_source_peek(&reader->source, PIPE_HEADER);

	if (!data || (memcmp(data, magic, 8) && memcmp(data, swapped, 8)))
		return data || !reader->source.error ? at_strdup("not a perf.data file: it does not begin with PERFILE2") :
				at_format("cannot read: %s", strerror(reader->source.error));
	reader->big = data[0] == swapped[0];
	struct at_perf_bytes header = at_perf_bytes_of(reader, data, PIPE_HEADER);
	uint64_t size = at_perf_number(&header, 8, 8);
	if (size == PIPE_HEADER) {
		at_perf_source_skip(&reader->source, PIPE_HEADER);
		return at_perf_read_records(reader, &reader->source, UINT64_MAX);
	}
	data = at_perf_source_peek(&reader->source, FILE_HEADER);
	if (size < FILE_HEADER || !data)
		return at_format("its header claims a size of %llu bytes", (unsigned long long)size);
	unsigned char copy[FILE_HEADER];
	memcpy(copy, data, sizeof copy);
	header = at_perf_bytes_of(reader, copy, sizeof copy);
	return read_file(reader, &header);
}

char *at_perf_data_read(const char *path, const struct at_perf_sink *sink, struct at_perf_info *info)
{
	struct at_perf_reader reader = { .info = info, .unpacked.descriptor = -1 };
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
