#include "clean.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beneath.h"
#include "cleanplan.h"
#include "json.h"
#include "message.h"
#include "tracked.h"
#include "walk.h"

struct look {
	struct at_clean_plan plan;
	struct at_tracked tracked;
	const char *directory;
	size_t parent;            /* the directory that is being walked */
};

static int complain(const char *what, const char *directory, const char *path)
{
	at_error("cannot %s '%s/%s': %s", what, directory, path, strerror(errno));
	return -1;
}

static enum at_walk_answer visit(void *context, const struct at_entry *entry)
{
	struct look *look = context;

	if (entry->visit == AT_VISIT_LEAVE) {
		look->plan.node[look->parent].end = look->plan.count;
		look->parent = look->plan.node[look->parent].parent;
		return AT_WALK_ON;
	}
	size_t index = at_clean_add(&look->plan, entry->path, look->parent, entry->visit == AT_VISIT_ENTER);
	struct at_clean_node *node = &look->plan.node[index];
	node->mtime_ns = (int64_t)entry->status.st_mtim.tv_sec * 1000000000 + entry->status.st_mtim.tv_nsec;
	if (entry->visit == AT_VISIT_ENTER) {
		look->parent = index;
		return AT_WALK_ON;
	}
	struct stat target;
	node->tracked = at_tracked_has(&look->tracked, entry->path);
	node->resolves = S_ISLNK(entry->status.st_mode) && !fstatat(entry->parent, entry->name, &target, 0);
	if (!S_ISREG(entry->status.st_mode) || node->tracked)
		return AT_WALK_ON;
	int file = openat(entry->parent, entry->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (file < 0) {
		complain("open", look->directory, entry->path);
		return AT_WALK_STOP;
	}
	node->kind = at_kind_of_file(file);
	close(file);
	return AT_WALK_ON;
}

/* From a directory that may not be written too: the owner may change that for a moment. */
static int unlink_here(int parent, const char *name, int flag)
{
	struct stat status;

	if (!unlinkat(parent, name, flag))
		return 0;
	if (errno != EACCES || fstat(parent, &status) || fchmod(parent, (status.st_mode & 07777) | S_IRWXU))
		return -1;
	int result = unlinkat(parent, name, flag);
	int saved = errno;
	fchmod(parent, status.st_mode & 07777);
	errno = saved;
	return result;
}

/* Removes the node if it is an output. A link that led somewhere becomes one when its target was removed (`ln -s` in a makefile
 * fails where the old link still is). */
static int remove_node(struct look *look, int root, struct at_clean_node *node)
{
	const char *name;
	struct stat target;
	int result = 0;

	if (node->tracked || (!node->why && !node->resolves))
		return 0;
	int parent = at_open_parent(root, node->path, &name, false);
	if (parent < 0)
		return complain("remove", look->directory, node->path);
	if (!node->why && fstatat(parent, name, &target, 0) && errno == ENOENT) {
		node->why = "link to an output";
		node->restorable = node->mtime_ns < look->plan.first_ns;
	}
	if (node->why && unlink_here(parent, name, node->directory ? AT_REMOVEDIR : 0))
		result = complain("remove", look->directory, node->path);
	close(parent);
	return result;
}

/* Backwards: what is in a directory goes before it. Then the links whose targets are gone; removing one of those may leave
 * another. */
static int remove_outputs(struct look *look, int root)
{
	size_t before, removed = 0;

	for (size_t i = look->plan.count; i-- > 1;)
		if (look->plan.node[i].why && remove_node(look, root, &look->plan.node[i]))
			return -1;
	do {
		before = removed;
		for (size_t i = 1; i < look->plan.count; i++) {
			struct at_clean_node *node = &look->plan.node[i];
			if (node->why || !node->resolves)
				continue;
			if (remove_node(look, root, node))
				return -1;
			removed += node->why != NULL;
		}
	} while (removed != before);
	return 0;
}

static uint64_t files_in(const struct at_clean_plan *plan, size_t directory)
{
	uint64_t files = 0;

	for (size_t i = directory; i < plan->node[directory].end; i++)
		files += !plan->node[i].directory;
	return files;
}

static int report(const struct at_clean_plan *plan, FILE *out, FILE *list)
{
	struct at_json json = { 0 };
	int result = 0;

	for (size_t i = 1, next; i < plan->count && !result; i = next) {
		const struct at_clean_node *node = &plan->node[i];
		next = i + 1;
		if (!node->why || node->tracked)
			continue;
		at_json_object(&json, NULL);
		at_json_text(&json, "path", node->path);
		at_json_text(&json, "why", node->why);
		if (node->directory) {
			at_json_uint(&json, "files", files_in(plan, i));
			next = node->end;
		}
		if (node->restorable)
			at_json_bool(&json, "restorable", true);
		at_json_end(&json);
		result = at_json_line(&json, out);
		if (list && node->restorable && (fputs(node->path, list) < 0 || fputc('\0', list) < 0))
			result = -1;
	}
	at_json_free(&json);
	if (result)
		at_error("cannot write what was removed: %s", strerror(errno));
	return result;
}

int at_clean(const char *directory, const char *source, FILE *out, FILE *list)
{
	struct look look = { .directory = directory };
	int root = at_open_root(directory);

	if (root < 0)
		return -1;
	at_tracked_load(&look.tracked, source);
	int result = at_walk(root, directory, AT_WALK_NO_VCS, visit, &look);
	if (!result) {
		at_clean_decide(&look.plan);
		result = remove_outputs(&look, root) || report(&look.plan, out, list) ? -1 : 0;
	}
	close(root);
	at_clean_free(&look.plan);
	at_tracked_free(&look.tracked);
	return result;
}
