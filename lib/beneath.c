#include "beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_dot(const char *part, size_t length)
{
	return length == 0 || (length == 1 && part[0] == '.');
}

/* Steps from `directory` (closed in any case) into a part of a path. */
static int step_into(int directory, const char *part, size_t length, bool make)
{
	char name[NAME_MAX + 1];
	int next = -1;

	if (length > NAME_MAX) {
		errno = ENAMETOOLONG;
	} else if (length == 2 && part[0] == '.' && part[1] == '.') {
		errno = EINVAL;
	} else {
		memcpy(name, part, length);
		name[length] = '\0';
		if (!make || !mkdirat(directory, name, 0777) || errno == EEXIST)
			next = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	}
	int saved = errno;
	close(directory);
	errno = saved;
	return next;
}

int at_open_parent(int root, const char *path, const char **name, bool make)
{
	const char *last = strrchr(path, '/');
	last = last ? last + 1 : path;
	if (*path == '/' || is_dot(last, strlen(last)) || !strcmp(last, "..")) {
		errno = EINVAL;
		return -1;
	}
	int directory = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (const char *part = path; directory >= 0 && part < last;) {
		size_t length = strcspn(part, "/");
		if (!is_dot(part, length))
			directory = step_into(directory, part, length, make);
		part += length + 1;
	}
	*name = last;
	return directory;
}
