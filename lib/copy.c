#include "copy.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "alloc.h"
#include "message.h"
#include "walk.h"

static int complain(const char *what, const char *path)
{
	at_error("cannot %s '%s': %s", what, path, strerror(errno));
	return -1;
}

static int changed(const char *path)
{
	at_error("'%s' changed while it was copied: stop what writes there, then try again", path);
	return -1;
}

/* Bytes [at, end) by reading and writing. 1 if the source ended early. */
static int copy_slowly(int from, int to, off_t at, off_t end)
{
	char block[65536];

	while (at < end) {
		size_t wanted = end - at < (off_t)sizeof block ? (size_t)(end - at) : sizeof block;
		ssize_t got = pread(from, block, wanted, at);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got < 0 ? -1 : 1;
		for (ssize_t done = 0; done < got;) {
			ssize_t put = pwrite(to, block + done, (size_t)(got - done), at + done);
			if (put < 0 && errno != EINTR)
				return -1;
			done += put > 0 ? put : 0;
		}
		at += got;
	}
	return 0;
}

/* Bytes [at, end). 0; 1 if the source ended early; -1 with errno. */
static int copy_range(int from, int to, off_t at, off_t end)
{
	while (at < end) {
		off_t in = at, out = at;
		ssize_t done = copy_file_range(from, &in, to, &out, (size_t)(end - at), 0);
		if (done < 0 && (errno == EXDEV || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM))
			return copy_slowly(from, to, at, end);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		if (done == 0)     /* some file systems answer 0 where read(2) still gives bytes */
			return copy_slowly(from, to, at, end);
		at += done;
	}
	return 0;
}

/* The whole content; holes stay holes. 0; 1 if the source was shorter than it said; -1 with errno. */
static int copy_content(int from, int to, const struct stat *status)
{
	off_t size = status->st_size, at = 0;
	bool sparse = status->st_blocks < size / 512;
	int result = 0;

	if (size == 0 || !ioctl(to, FICLONE, from))
		return 0;
	while (at < size && !result) {
		off_t end = size;
		if (sparse) {
			off_t data = lseek(from, at, SEEK_DATA);
			if (data < 0 && errno == ENXIO)
				break;
			at = data < 0 ? at : data;
			off_t hole = lseek(from, at, SEEK_HOLE);
			end = hole > at ? hole : size;
		}
		result = copy_range(from, to, at, end < size ? end : size);
		at = end;
	}
	return result ? result : ftruncate(to, size);
}

static bool can_be_left_out(int error)
{
	return error == ENOTSUP || error == EPERM || error == EACCES || error == ENODATA || error == EINVAL;
}

/* What the target's file system or our rights do not allow is left out, as cp -a does. */
static int copy_attributes(int from, int to)
{
	ssize_t size = flistxattr(from, NULL, 0);
	int result = 0;

	if (size <= 0)
		return size < 0 && !can_be_left_out(errno) ? -1 : 0;
	char *names = at_alloc((size_t)size);
	char *value = at_alloc(XATTR_SIZE_MAX);
	size = flistxattr(from, names, (size_t)size);
	for (char *name = names; !result && name < names + size; name += strlen(name) + 1) {
		ssize_t length = fgetxattr(from, name, value, XATTR_SIZE_MAX);
		if (length < 0 ? !can_be_left_out(errno) : fsetxattr(to, name, value, (size_t)length, 0) && !can_be_left_out(errno))
			result = -1;
	}
	free(value);
	free(names);
	return result;
}

int at_copy_metadata(int from, int to, const struct stat *status)
{
	mode_t mode = status->st_mode & 07777;
	struct stat now;

	if (fstat(to, &now))
		return -1;
	if ((now.st_uid != status->st_uid || now.st_gid != status->st_gid) && fchown(to, status->st_uid, status->st_gid)) {
		if (errno != EPERM && errno != EINVAL)
			return -1;
		mode &= ~(mode_t)(S_ISUID | S_ISGID);
	}
	const struct timespec times[2] = { status->st_atim, status->st_mtim };
	return copy_attributes(from, to) || fchmod(to, mode) || futimens(to, times) ? -1 : 0;
}

static int copy_regular(int from, int to, const struct stat *status, const char *path)
{
	struct stat now;

	if (fstat(from, &now))
		return complain("look at", path);
	if (!at_same_status(status, &now))
		return changed(path);
	int result = copy_content(from, to, status);
	if (result < 0)
		return complain("copy", path);
	if (result > 0 || fstat(from, &now) || !at_same_status(status, &now))
		return changed(path);
	return at_copy_metadata(from, to, status) ? complain("keep mode and times of", path) : 0;
}

static int copy_file(int from, const char *from_name, const struct stat *status, int to, const char *to_name, const char *path)
{
	int in = openat(from, from_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (in < 0)
		return complain("open", path);
	int out = openat(to, to_name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	int result = out < 0 ? complain("make a copy of", path) : copy_regular(in, out, status, path);
	if (out >= 0 && close(out) && !result)
		result = complain("copy", path);
	close(in);
	if (result && out >= 0)
		unlinkat(to, to_name, 0);
	return result;
}

/* Owner and times of what has no descriptor of its own: a link or a FIFO. */
static int set_by_name(int to, const char *name, const struct stat *status)
{
	const struct timespec times[2] = { status->st_atim, status->st_mtim };

	if (fchownat(to, name, status->st_uid, status->st_gid, AT_SYMLINK_NOFOLLOW) && errno != EPERM && errno != EINVAL)
		return -1;
	return utimensat(to, name, times, AT_SYMLINK_NOFOLLOW);
}

static int copy_link(int from, const char *from_name, const struct stat *status, int to, const char *to_name, const char *path)
{
	char target[PATH_MAX + 1];
	ssize_t length = readlinkat(from, from_name, target, sizeof target - 1);

	if (length < 0)
		return complain("read the link", path);
	if (length != status->st_size && status->st_size)
		return changed(path);
	target[length] = '\0';
	if (symlinkat(target, to, to_name))
		return complain("make a copy of the link", path);
	return set_by_name(to, to_name, status) ? complain("keep the times of", path) : 0;
}

static int copy_fifo(const struct stat *status, int to, const char *to_name, const char *path)
{
	if (mkfifoat(to, to_name, 0600) || fchmodat(to, to_name, status->st_mode & 07777, 0) || set_by_name(to, to_name, status))
		return complain("make a copy of the FIFO", path);
	return 0;
}

int at_copy_entry(int from, const char *from_name, const struct stat *status, int to, const char *to_name, const char *path)
{
	switch (status->st_mode & S_IFMT) {
	case S_IFREG:
		return copy_file(from, from_name, status, to, to_name, path);
	case S_IFLNK:
		return copy_link(from, from_name, status, to, to_name, path);
	case S_IFIFO:
		return copy_fifo(status, to, to_name, path);
	default:
		at_error("'%s' is a %s, which is not copied: remove it first", path, S_ISSOCK(status->st_mode) ? "socket" : "device");
		return -1;
	}
}
