#include "place.h"

#include <string.h>

#include "text.h"

const char *below(const struct call *call, const char *path)
{
	size_t length = call->tree ? strlen(call->tree) : 0;

	if (length && !strncmp(path, call->tree, length) && (path[length] == '/' || !path[length]))
		return path + length;
	return path;
}

/* `path` from `cwd`, without "." and ".." (by the text alone: no link is followed). */
static char *absolute(const char *cwd, const char *path)
{
	char *whole = path[0] == '/' ? joined(path, "", "") : joined(cwd, "/", path), *out = whole;

	for (char *at = whole; *at;) {
		size_t length = strcspn(at + 1, "/");
		char *part = at;
		at += length + 1;
		if (!length || (length == 1 && part[1] == '.'))
			continue;
		if (length == 2 && part[1] == '.' && part[2] == '.') {
			while (out > whole && *--out != '/')
				;
			continue;
		}
		memmove(out, part, length + 1);
		out += length + 1;
	}
	*out = '\0';
	return whole;
}

const char *from_tree(const struct call *call, const char *path)
{
	const char *whole = absolute(call->cwd, path), *rest = below(call, whole);

	return rest != whole && *rest == '/' ? rest + 1 : rest;
}

bool outside(const struct call *call, const char *path)
{
	if (!call->tree || !strcmp(path, "-") || starts(path, "/dev/"))
		return false;
	const char *whole = absolute(call->cwd, path);
	return below(call, whole) == whole;
}
