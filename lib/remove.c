#include "remove.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "walk.h"

struct removal {
	const char *path;
};

static int complain(const char *what, const char *path)
{
	at_error("cannot %s '%s': %s", what, path, strerror(errno));
	return -1;
}

static enum at_walk_answer visit(void *context, const struct at_entry *entry)
{
	const struct removal *removal = context;
	int flag = entry->visit == AT_VISIT_ENTRY ? 0 : AT_REMOVEDIR;

	/* A directory that may not be written keeps its names: its owner may change that first. */
	if (entry->visit == AT_VISIT_ENTER) {
		if ((entry->status.st_mode & S_IRWXU) != S_IRWXU)
			fchmod(entry->self, S_IRWXU);
		return AT_WALK_ON;
	}
	if (!strcmp(entry->path, ".") || !unlinkat(entry->parent, entry->name, flag))
		return AT_WALK_ON;
	at_error("cannot remove '%s/%s': %s", removal->path, entry->path, strerror(errno));
	return AT_WALK_STOP;
}

int at_remove_tree(int parent, const char *name, const char *path)
{
	struct removal removal = { path };
	struct stat status;

	if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW))
		return errno == ENOENT ? 0 : complain("look at", path);
	if (!S_ISDIR(status.st_mode))
		return unlinkat(parent, name, 0) ? complain("remove", path) : 0;
	if ((status.st_mode & S_IRWXU) != S_IRWXU)
		fchmodat(parent, name, S_IRWXU, 0);
	int self = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (self < 0)
		return complain("open", path);
	int result = at_walk(self, path, AT_WALK_FORCE, visit, &removal);
	close(self);
	if (!result && unlinkat(parent, name, AT_REMOVEDIR))
		return complain("remove", path);
	return result;
}

int at_remove_path(const char *path)
{
	return at_remove_tree(AT_FDCWD, path, path);
}
