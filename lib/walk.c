#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "argv.h"
#include "buffer.h"
#include "message.h"

struct level {
	struct at_argv names;
	size_t next;
	size_t path_length;       /* of the path buffer while we are in this directory */
	struct stat status;
};

struct walk {
	const char *label;
	unsigned flags;
	at_visitor *visit;
	void *context;
	int current;              /* the directory of the top level */
	struct at_buffer path;
	struct level *level;
	size_t depth, capacity;
};

static int complain(const struct walk *walk, const char *what)
{
	at_error("cannot %s '%s%s%s': %s", what, walk->label, walk->path.length ? "/" : "", walk->path.length ? walk->path.data : "",
			strerror(errno));
	return -1;
}

static bool is_vcs(const char *name)
{
	return !strcmp(name, ".git") || !strcmp(name, ".hg") || !strcmp(name, ".svn");
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int read_names(int directory, unsigned flags, struct at_argv *names)
{
	int own = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (own < 0)
		return -1;
	DIR *stream = fdopendir(own);
	if (!stream) {
		close(own);
		return -1;
	}
	errno = 0;
	for (struct dirent *entry; (entry = readdir(stream)); errno = 0) {
		const char *name = entry->d_name;
		if (!strcmp(name, ".") || !strcmp(name, "..") || ((flags & AT_WALK_NO_VCS) && is_vcs(name)))
			continue;
		at_argv_push(names, name);
	}
	int saved = errno;
	closedir(stream);
	if (names->count)
		qsort(names->word, names->count, sizeof *names->word, compare_names);
	errno = saved;
	return saved ? -1 : 0;
}

/* A directory without read or search permission for its owner, opened by force. */
static int force_open(int parent, const char *name, int flags)
{
	int handle = openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (handle < 0)
		return -1;
	char *link = at_format("/proc/self/fd/%d", handle);
	int result = chmod(link, S_IRWXU) ? -1 : openat(parent, name, flags);
	int saved = errno;
	free(link);
	close(handle);
	errno = saved;
	return result;
}

static int open_directory(const struct walk *walk, int parent, const char *name)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	int self = openat(parent, name, flags);
	bool forced = self < 0 ? errno == EACCES : faccessat(self, ".", X_OK, AT_EACCESS) && errno == EACCES;

	if (!forced || !(walk->flags & AT_WALK_FORCE))
		return self;
	if (self >= 0)
		close(self);
	return force_open(parent, name, flags);
}

static const char *path_of(const struct walk *walk)
{
	return walk->path.length ? walk->path.data : ".";
}

/* Goes into `name` of the current directory (the root: into itself). */
static int enter(struct walk *walk, const char *name, const struct stat *status)
{
	int self = open_directory(walk, walk->current, name);
	if (self < 0)
		return complain(walk, "open the directory");
	struct at_entry entry = { AT_VISIT_ENTER, walk->current, self, name, path_of(walk), *status };
	struct stat now;
	if (fstat(self, &now) || now.st_dev != status->st_dev || now.st_ino != status->st_ino) {
		close(self);
		errno = ESTALE;
		return complain(walk, "enter the directory");
	}
	enum at_walk_answer answer = walk->visit(walk->context, &entry);
	if (answer != AT_WALK_ON) {
		close(self);
		return answer == AT_WALK_SKIP ? 0 : -1;
	}
	if (walk->depth == walk->capacity) {
		walk->capacity = walk->capacity ? 2 * walk->capacity : 16;
		walk->level = at_resize(walk->level, walk->capacity, sizeof *walk->level);
	}
	struct level *level = &walk->level[walk->depth++];
	*level = (struct level){ .path_length = walk->path.length, .status = *status };
	close(walk->current);
	walk->current = self;
	return read_names(self, walk->flags, &level->names) ? complain(walk, "read the directory") : 0;
}

/* Goes back to the directory above, and says that the one below is done. */
static int leave(struct walk *walk)
{
	struct level *level = &walk->level[walk->depth - 1];
	const struct level *above = walk->depth > 1 ? level - 1 : NULL;
	int self = walk->current;
	struct stat now;

	int up = above ? openat(self, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : fcntl(self, F_DUPFD_CLOEXEC, 3);
	if (up < 0)
		return complain(walk, "come back from the directory");
	walk->current = up;
	if (above && (fstat(up, &now) || now.st_dev != above->status.st_dev || now.st_ino != above->status.st_ino)) {
		close(self);
		errno = ESTALE;
		return complain(walk, "come back from the directory");
	}
	const char *path = path_of(walk), *slash = strrchr(path, '/');
	struct at_entry entry = { AT_VISIT_LEAVE, up, self, slash ? slash + 1 : path, path, level->status };
	enum at_walk_answer answer = walk->visit(walk->context, &entry);
	close(self);
	at_argv_free(&level->names);
	walk->depth--;
	return answer == AT_WALK_STOP ? -1 : 0;
}

static void set_path(struct walk *walk, size_t length, const char *name)
{
	walk->path.length = length;
	if (walk->path.data)
		walk->path.data[length] = '\0';
	if (name && length)
		at_buffer_byte(&walk->path, '/');
	if (name)
		at_buffer_text(&walk->path, name);
}

static int step(struct walk *walk)
{
	struct level *level = &walk->level[walk->depth - 1];
	struct at_entry entry = { .visit = AT_VISIT_ENTRY, .parent = walk->current, .self = -1 };

	set_path(walk, level->path_length, NULL);
	if (level->next == level->names.count)
		return leave(walk);
	entry.name = level->names.word[level->next++];
	set_path(walk, level->path_length, entry.name);
	entry.path = walk->path.data;
	if (fstatat(walk->current, entry.name, &entry.status, AT_SYMLINK_NOFOLLOW))
		return complain(walk, "look at");
	if (S_ISDIR(entry.status.st_mode))
		return enter(walk, entry.name, &entry.status);
	return walk->visit(walk->context, &entry) == AT_WALK_STOP ? -1 : 0;
}

int at_walk(int root, const char *label, unsigned flags, at_visitor *visit, void *context)
{
	struct walk walk = { .label = label, .flags = flags, .visit = visit, .context = context };
	struct stat status;

	walk.current = fcntl(root, F_DUPFD_CLOEXEC, 3);
	int result = walk.current < 0 || fstat(root, &status) ? complain(&walk, "open") : enter(&walk, ".", &status);
	while (!result && walk.depth)
		result = step(&walk);
	while (walk.depth)
		at_argv_free(&walk.level[--walk.depth].names);
	if (walk.current >= 0)
		close(walk.current);
	at_buffer_free(&walk.path);
	free(walk.level);
	return result;
}

int at_open_root(const char *path)
{
	int root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (root < 0)
		at_error("cannot open the directory '%s': %s", path, strerror(errno));
	return root;
}

int at_same_status(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
			a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
			a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}
