#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

enum { BLOCK = 65536 };

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

void at_spool_add(struct at_spool *spool, const char *bytes, size_t count)
{
	size_t fits = AT_SPOOL_MEMORY - spool->used < count ? AT_SPOOL_MEMORY - spool->used : count;

	memcpy(spool->memory + spool->used, bytes, fits);
	spool->used += fits;
	spool->bytes += count;
	if (fits == count || spool->error)
		return;
	if (spool->file < 0)
		spool->file = nameless_file(spool->directory);
	if (spool->file < 0 || write_all(spool->file, bytes + fits, count - fits))
		spool->error = errno;
}

int at_spool_read(struct at_spool *spool, void (*take)(void *context, const char *bytes, size_t count), void *context)
{
	char block[BLOCK];
	ssize_t got = 0;

	if (spool->error) {
		errno = spool->error;
		return -1;
	}
	take(context, spool->memory, spool->used);
	if (spool->bytes == spool->used)
		return 0;
	if (lseek(spool->file, 0, SEEK_SET) < 0)
		return -1;
	while ((got = read(spool->file, block, sizeof block)) > 0 || (got < 0 && errno == EINTR))
		if (got > 0)
			take(context, block, (size_t)got);
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
