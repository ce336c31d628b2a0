/* Memory for one participant: mapped, aligned to 2 MiB, huge pages asked for where there is room for one. Not touched here: the
 * participant does it, pinned, so that the pages lie near its processor and no page fault is left for the timed part. */
#ifndef PROCESSOR_BUFFER_H
#define PROCESSOR_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a huge page; and what a buffer has behind its working set: where the second stream of a copy begins is not at the same
 * place in a page as the first one (processor_work.h). */
enum { PROCESSOR_HUGE_PAGE = 2 << 20, PROCESSOR_BUFFER_EXTRA = 8192 };

struct processor_buffer {
	void *map;                    /* NULL: not open */
	size_t mapped;
	unsigned char *start;         /* aligned */
	size_t bytes;                 /* from `start`; to be touched as a whole */
	bool huge_asked;              /* madvise(MADV_HUGEPAGE) was accepted */
};

/* `huge`: round up to whole huge pages and ask for them; else refuse them, since one would be more than was asked for. 0, or -1
 * with errno. */
int processor_buffer_open(struct processor_buffer *buffer, size_t bytes, bool huge);
/* Writes normal numbers that are not zero everywhere. By the pinned participant. */
void processor_buffer_touch(const struct processor_buffer *buffer);
/* How many of the buffer's bytes lie in huge pages, by /proc/self/smaps; false: not known. */
bool processor_buffer_huge(const struct processor_buffer *buffer, uint64_t *bytes);
void processor_buffer_close(struct processor_buffer *buffer);

#endif
