#include "keep.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "beneath.h"
#include "copy.h"
#include "json.h"
#include "message.h"
#include "pathlist.h"
#include "remove.h"
#include "walk.h"

static int complain(const char *what, const char *directory, const char *path)
{
	const char *why = errno == EINVAL ? "the path must be relative, without '..'" : strerror(errno);

	at_error("cannot %s '%s/%s': %s", what, directory, path, why);
	return -1;
}

static int say(FILE *out, const char *path, const char *was)
{
	struct at_json json = { 0 };

	at_json_object(&json, NULL);
	at_json_text(&json, "path", path);
	if (was)
		at_json_text(&json, "was", was);
	at_json_end(&json);
	int result = at_json_line(&json, out);
	if (result)
		at_error("cannot write what was put back: %s", strerror(errno));
	at_json_free(&json);
	return result;
}

/* Copies `path` below one root to the same path below another, through a temporary name, over what is there. */
static int carry(int from_root, const char *from_label, int to_root, const char *to_label, const char *path)
{
	static const char temporary[] = ".atesor-put-back";
	const char *name;
	struct stat status;
	int to = -1, result = -1;

	int from = at_open_parent(from_root, path, &name, false);
	if (from < 0 || fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW)) {
		complain("find", from_label, path);
		goto done;
	}
	to = at_open_parent(to_root, path, &name, true);
	if (to < 0) {
		complain("reach the place of", to_label, path);
		goto done;
	}
	unlinkat(to, temporary, 0);
	char *label = at_format("%s/%s", from_label, path);
	result = at_copy_entry(from, name, &status, to, temporary, label);
	free(label);
	if (!result && renameat(to, temporary, to, name)) {
		result = complain("replace", to_label, path);
		unlinkat(to, temporary, 0);
	}
done:
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	return result;
}

static int fill_store(const char *tree, const char *part, const struct at_argv *paths)
{
	int from = at_open_root(tree), to = -1, result = -1;

	if (from >= 0 && mkdir(part, S_IRWXU | S_IRWXG | S_IRWXO))
		at_error("cannot make '%s': %s", part, strerror(errno));
	else if (from >= 0 && (to = at_open_root(part)) >= 0)
		result = 0;
	for (size_t i = 0; i < paths->count && !result; i++)
		result = carry(from, tree, to, part, paths->word[i]);
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	return result;
}

int at_keep(const char *tree, const char *store, const struct at_argv *paths)
{
	struct stat there;

	if (!lstat(store, &there)) {
		at_error("'%s' exists already, and what it keeps may be needed: put it back (putback --in), then remove it", store);
		return -1;
	}
	char *part = at_format("%s.part", store);
	int result = at_remove_path(part) || fill_store(tree, part, paths) ? -1 : 0;
	if (result) {
		at_remove_path(part);
	} else if (rename(part, store)) {
		at_error("cannot rename '%s' to '%s': %s", part, store, strerror(errno));
		result = -1;
	}
	free(part);
	return result;
}

static ssize_t read_block(int file, char *block, size_t size)
{
	size_t have = 0;

	while (have < size) {
		ssize_t got = read(file, block + have, size - have);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		have += (size_t)got;
	}
	return (ssize_t)have;
}

/* What cannot be read is not the same. */
static bool same_content(int a, int b)
{
	char one[32768], two[32768];
	ssize_t left, right;

	do {
		left = read_block(a, one, sizeof one);
		right = read_block(b, two, sizeof two);
		if (left < 0 || left != right || memcmp(one, two, (size_t)left))
			return false;
	} while (left);
	return true;
}

static bool same_file(int parent_a, int parent_b, const char *name)
{
	int a = openat(parent_a, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	int b = openat(parent_b, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool same = a >= 0 && b >= 0 && same_content(a, b);

	if (a >= 0)
		close(a);
	if (b >= 0)
		close(b);
	return same;
}

static bool same_link(int parent_a, int parent_b, const char *name)
{
	char one[PATH_MAX], two[PATH_MAX];
	ssize_t a = readlinkat(parent_a, name, one, sizeof one), b = readlinkat(parent_b, name, two, sizeof two);

	return a >= 0 && a == b && !memcmp(one, two, (size_t)a);
}

struct putback {
	const char *tree, *store;
	int tree_root, store_root;
	FILE *out;
};

static enum at_walk_answer put_back(void *context, const struct at_entry *entry)
{
	const struct putback *work = context;
	const char *name;
	struct stat now;
	bool missing = true, same = false;

	if (entry->visit != AT_VISIT_ENTRY)
		return AT_WALK_ON;
	int parent = at_open_parent(work->tree_root, entry->path, &name, false);
	if (parent >= 0 && !fstatat(parent, name, &now, AT_SYMLINK_NOFOLLOW)) {
		missing = false;
		same = now.st_mode == entry->status.st_mode && (S_ISREG(now.st_mode) ? now.st_size == entry->status.st_size &&
				same_file(entry->parent, parent, name) : S_ISLNK(now.st_mode) && same_link(entry->parent, parent, name));
	}
	if (parent >= 0)
		close(parent);
	if (same)
		return AT_WALK_ON;
	if (carry(work->store_root, work->store, work->tree_root, work->tree, entry->path) ||
			say(work->out, entry->path, missing ? "missing" : "changed"))
		return AT_WALK_STOP;
	return AT_WALK_ON;
}

int at_put_back(const char *tree, const char *store, FILE *out)
{
	struct putback work = { .tree = tree, .store = store, .out = out };

	work.tree_root = at_open_root(tree);
	work.store_root = work.tree_root < 0 ? -1 : at_open_root(store);
	int result = work.store_root < 0 ? -1 : at_walk(work.store_root, store, 0, put_back, &work);
	if (work.tree_root >= 0)
		close(work.tree_root);
	if (work.store_root >= 0)
		close(work.store_root);
	return result;
}

/* Whether anything stands at the path, a dangling link too. */
static bool is_there(int root, const char *path)
{
	struct stat there;
	const char *name;
	int parent = at_open_parent(root, path, &name, false);
	bool present = parent >= 0 && !fstatat(parent, name, &there, AT_SYMLINK_NOFOLLOW);

	if (parent >= 0)
		close(parent);
	return present;
}

int at_restore(const char *tree, const char *source, const char *list, FILE *out)
{
	struct at_argv paths = AT_ARGV_INIT;
	int to = at_open_root(tree), from = to < 0 ? -1 : at_open_root(source);
	int result = from < 0 ? -1 : at_pathlist_read(&paths, list);

	for (size_t i = 0; i < paths.count; i++)
		if (!is_there(to, paths.word[i]) && (carry(from, source, to, tree, paths.word[i]) || say(out, paths.word[i], NULL)))
			result = -1;
	if (to >= 0)
		close(to);
	if (from >= 0)
		close(from);
	at_argv_free(&paths);
	return result;
}
