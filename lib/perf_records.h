/* The records of a perf.data file, one after the other, as they are packed: what perf_data.c finds behind the headers. */
#ifndef ATESOR_PERF_RECORDS_H
#define ATESOR_PERF_RECORDS_H

#include "perf_attr.h"
#include "perf_data.h"
#include "perf_queue.h"
#include "perf_source.h"
#include "table.h"

struct at_perf_reader {
	struct at_perf_info *info;
	struct at_perf_queue queue;
	struct at_perf_source source;
	struct at_perf_source unpacked;
	void *zstd;
	bool big;                       /* big-endian */
	struct at_perf_attr *attr;      /* as many as info->events */
	struct at_table ids;            /* id of a sample → index of its event */
};

static inline struct at_perf_bytes at_perf_bytes_of(const struct at_perf_reader *reader, const unsigned char *data, size_t count)
{
	return (struct at_perf_bytes){ data, count, reader->big };
}

/* Those that return text: NULL when all is well, else what is wrong, which the caller frees. */

/* A perf_event_attr and the ids of its samples. */
char *at_perf_add_attr(struct at_perf_reader *reader, const struct at_perf_bytes *bytes, const struct at_perf_bytes *ids);
/* The names of the events: { u32 count, attr size; each: attr, u32 ids, u32 length, name, u64 ids }. */
void at_perf_read_names(struct at_perf_reader *reader, const struct at_perf_bytes *bytes);
/* The build-id of a path: { i32 pid; u8 id[20], size, padding[3]; text } behind the head of a record. */
void at_perf_take_build_id(struct at_perf_reader *reader, const struct at_perf_bytes *record, unsigned misc);
/* Records of at most `limit` bytes. Of unpacked ones the last may end in the next piece. */
char *at_perf_read_records(struct at_perf_reader *reader, struct at_perf_source *source, uint64_t limit);

#endif
