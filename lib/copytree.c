#include "copytree.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "beneath.h"
#include "copy.h"
#include "message.h"
#include "remove.h"
#include "walk.h"

/* A file with several names: the first of them that was copied. */
struct known {
	dev_t device;
	ino_t inode;
	char *path;
};

struct copy {
	const char *source;       /* for messages */
	int root, current;        /* of the copy */
	struct stat *above;       /* the copy's directories on the way to `current` */
	size_t depth, capacity;
	void *known;              /* a tsearch tree of struct known */
};

static enum at_walk_answer complain(const struct copy *copy, const char *what, const char *path)
{
	at_error("cannot %s '%s/%s': %s", what, copy->source, path, strerror(errno));
	return AT_WALK_STOP;
}

static int compare_known(const void *a, const void *b)
{
	const struct known *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return x->inode < y->inode ? -1 : x->inode > y->inode;
}

static void free_known(void *given)
{
	struct known *known = given;

	free(known->path);
	free(known);
}

static int go_down(struct copy *copy, const char *name)
{
	if (copy->depth == copy->capacity) {
		copy->capacity = copy->capacity ? 2 * copy->capacity : 16;
		copy->above = at_resize(copy->above, copy->capacity, sizeof *copy->above);
	}
	if (fstat(copy->current, &copy->above[copy->depth++]) || mkdirat(copy->current, name, S_IRWXU))
		return -1;
	int next = openat(copy->current, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (next < 0)
		return -1;
	close(copy->current);
	copy->current = next;
	return 0;
}

/* Back up before the mode is set: a directory without search permission does not let us out. */
static int finish_directory(struct copy *copy, const struct at_entry *entry)
{
	int done = copy->current;
	struct stat up;

	if (copy->depth) {
		const struct stat *expected = &copy->above[copy->depth - 1];
		int next = openat(done, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (next < 0)
			return -1;
		copy->current = next;
		copy->depth--;
		if (fstat(next, &up) || up.st_dev != expected->st_dev || up.st_ino != expected->st_ino) {
			close(done);
			errno = ESTALE;
			return -1;
		}
	}
	int result = at_copy_metadata(entry->self, done, &entry->status);
	if (done != copy->current) {
		int saved = errno;
		close(done);
		errno = saved;
	}
	return result;
}

static enum at_walk_answer leave(struct copy *copy, const struct at_entry *entry)
{
	struct stat now;

	if (fstat(entry->self, &now) || !at_same_status(&now, &entry->status)) {
		at_error("the directory '%s/%s' changed while it was copied: stop what writes there, then try again", copy->source,
				entry->path);
		return AT_WALK_STOP;
	}
	return finish_directory(copy, entry) ? complain(copy, "finish the copy of", entry->path) : AT_WALK_ON;
}

/* Whether the entry is another name of a file that is there already; then it becomes one in the copy too. */
static int link_known(struct copy *copy, const struct at_entry *entry, const struct known *known)
{
	const char *name;
	int parent = at_open_parent(copy->root, known->path, &name, false);

	if (parent < 0)
		return -1;
	int result = linkat(parent, name, copy->current, entry->name, 0);
	int saved = errno;
	close(parent);
	errno = saved;
	return result;
}

static enum at_walk_answer copy_entry(struct copy *copy, const struct at_entry *entry)
{
	struct known key = { entry->status.st_dev, entry->status.st_ino, NULL };
	struct known **found = entry->status.st_nlink > 1 ? tfind(&key, &copy->known, compare_known) : NULL;

	if (found)
		return link_known(copy, entry, *found) ? complain(copy, "make a hard link for", entry->path) : AT_WALK_ON;
	char *path = at_format("%s/%s", copy->source, entry->path);
	int result = at_copy_entry(entry->parent, entry->name, &entry->status, copy->current, entry->name, path);
	free(path);
	if (result)
		return AT_WALK_STOP;
	if (entry->status.st_nlink > 1) {
		struct known *known = at_alloc(sizeof *known);
		*known = (struct known){ key.device, key.inode, at_strdup(entry->path) };
		if (!tsearch(known, &copy->known, compare_known))
			at_die(AT_EXIT_TROUBLE, "out of memory");
	}
	return AT_WALK_ON;
}

static enum at_walk_answer visit(void *context, const struct at_entry *entry)
{
	struct copy *copy = context;

	if (entry->visit == AT_VISIT_ENTRY)
		return copy_entry(copy, entry);
	if (entry->visit == AT_VISIT_LEAVE)
		return leave(copy, entry);
	if (strcmp(entry->path, ".") && go_down(copy, entry->name))
		return complain(copy, "make a copy of the directory", entry->path);
	return AT_WALK_ON;
}

/* Splits into the directory that holds it, opened, and its name in that; slashes at the end do not count. */
static int open_holder(const char *path, char **name)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	char *whole = at_strndup(path, length);
	char *slash = strrchr(whole, '/');
	*name = at_strdup(slash ? slash + 1 : whole);
	if (slash)
		slash[slash == whole] = '\0';
	int holder = open(slash ? whole : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (holder < 0)
		at_error("cannot open '%s', where the copy shall go: %s", slash ? whole : ".", strerror(errno));
	free(whole);
	return holder;
}

/* Whether the directory `inner` is `outer` or lies in it: asks every directory above. */
static int lies_in(int inner, int outer)
{
	struct stat out, now, up;
	int at = openat(inner, ".", O_PATH | O_DIRECTORY | O_CLOEXEC), found = 0;

	if (at < 0 || fstat(outer, &out) || fstat(at, &now))
		return -1;
	while (!(found = now.st_dev == out.st_dev && now.st_ino == out.st_ino)) {
		int next = openat(at, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
		close(at);
		at = next;
		if (at < 0 || fstat(at, &up) || (up.st_dev == now.st_dev && up.st_ino == now.st_ino))
			break;
		now = up;
	}
	if (at >= 0)
		close(at);
	return found;
}

/* Makes the copy as `part` in `holder`. */
static int fill(int source, const char *source_path, int holder, const char *part, const char *target)
{
	struct copy copy = { .source = source_path, .current = -1 };

	if (mkdirat(holder, part, S_IRWXU) ||
			(copy.root = openat(holder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) < 0) {
		at_error("cannot make '%s.part': %s", target, strerror(errno));
		return -1;
	}
	copy.current = fcntl(copy.root, F_DUPFD_CLOEXEC, 3);
	int result = at_walk(source, source_path, 0, visit, &copy);
	tdestroy(copy.known, free_known);
	free(copy.above);
	close(copy.current);
	close(copy.root);
	return result;
}

static int copy_into(int source, const char *source_path, int holder, const char *name, const char *target)
{
	struct stat there;

	if (!fstatat(holder, name, &there, AT_SYMLINK_NOFOLLOW)) {
		at_error("'%s' exists already: remove it first", target);
		return -1;
	}
	if (lies_in(holder, source)) {
		at_error("'%s' lies inside '%s', which it would be a copy of: choose a place outside", target, source_path);
		return -1;
	}
	char *part = at_format("%s.part", name);
	char *part_path = at_format("%s.part", target);
	int result = at_remove_tree(holder, part, part_path);
	if (!result && fill(source, source_path, holder, part, target)) {
		at_remove_tree(holder, part, part_path);
		result = -1;
	} else if (!result && renameat2(holder, part, holder, name, RENAME_NOREPLACE)) {
		at_error("cannot rename '%s.part' to '%s': %s", target, target, strerror(errno));
		result = -1;
	}
	free(part_path);
	free(part);
	return result;
}

int at_copy_tree(const char *source, const char *target)
{
	char *name = NULL;
	int from = at_open_root(source);
	if (from < 0)
		return -1;
	int holder = open_holder(target, &name);
	int result = holder < 0 ? -1 : copy_into(from, source, holder, name, target);
	if (holder >= 0)
		close(holder);
	close(from);
	free(name);
	return result;
}
