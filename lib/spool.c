#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

enum { BLOCK = 16384 };

void at_spool_open(struct at_spool *spool, const char *directory)
{
	spool->file = -1;
	spool->directory = directory;
	spool->bytes = 0;
	spool->used = 0;
	spool->error = 0;
	spool->memory = at_resize(NULL, AT_SPOOL_MEMORY, 1);
}

/* An unlinked file in the directory; not O_TMPFILE, which some file systems lack. */
static int nameless_file(const char *directory)
{
	char *path = at_format("%s/spool.XXXXXX", directory);
	int file = mkostemp(path, O_CLOEXEC);

	if (file >= 0)
		unlink(path);
	free(path);
	return file;
}

void at_spool_reset(struct at_spool *spool)
{
	if (spool->bytes > spool->used && (ftruncate(spool->file, 0) || lseek(spool->file, 0, SEEK_SET) < 0))
		spool->error = errno;
	else
		spool->error = 0;
	spool->bytes = 0;
	spool->used = 0;
}

static int write_all(int file, const char *bytes, size_t count)
{
	while (count) {
		ssize_t put = write(file, bytes, count);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		bytes += put;
		count -= (size_t)put;
	}
	return 0;
}

/* Nothing is written after a failure: at_spool_read tells of it. */
static void empty_memory(struct at_spool *spool)
{
	if (!spool->error && spool->file < 0)
		spool->file = nameless_file(spool->directory);
	if (!spool->error && (spool->file < 0 || write_all(spool->file, spool->memory, spool->used)))
		spool->error = errno;
	spool->used = 0;
}

char *at_spool_room(struct at_spool *spool, size_t *size)
{
	if (spool->used == AT_SPOOL_MEMORY)
		empty_memory(spool);
	*size = AT_SPOOL_MEMORY - spool->used;
	return spool->memory + spool->used;
}

void at_spool_added(struct at_spool *spool, size_t count)
{
	spool->used += count;
	spool->bytes += count;
}

int at_spool_read(struct at_spool *spool, void (*take)(void *context, const char *bytes, size_t count), void *context)
{
	char block[BLOCK];
	ssize_t got = 0;

	if (spool->error) {
		errno = spool->error;
		return -1;
	}
	if (spool->bytes > spool->used && lseek(spool->file, 0, SEEK_SET) < 0)
		return -1;
	while (spool->bytes > spool->used && ((got = read(spool->file, block, sizeof block)) > 0 || (got < 0 && errno == EINTR)))
		if (got > 0)
			take(context, block, (size_t)got);
	take(context, spool->memory, spool->used);
	return (int)got;
}

void at_spool_close(struct at_spool *spool)
{
	if (spool->file >= 0)
		close(spool->file);
	spool->file = -1;
	free(spool->memory);
	spool->memory = NULL;
}
