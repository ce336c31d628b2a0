#include "snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "filekind.h"
#include "json.h"
#include "message.h"
#include "walk.h"

enum { SNAPSHOT_LIMIT = 1 << 30 };    /* bytes */

static const char heading[] = "atesor-snapshot 1\n";

struct compare {
	const char *directory;
	const struct at_snapshot *snapshot;
	bool *seen;
	FILE *out;
	struct at_json json;
};

static int64_t nanoseconds(struct timespec time)
{
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static struct at_snapshot_file facts(const struct at_entry *entry)
{
	const struct stat *status = &entry->status;

	return (struct at_snapshot_file){ entry->path, status->st_size, nanoseconds(status->st_mtim), nanoseconds(status->st_ctim),
		status->st_ino, status->st_mode };
}

static enum at_walk_answer cannot_write(void)
{
	at_error("cannot write the answer: %s", strerror(errno));
	return AT_WALK_STOP;
}

static enum at_walk_answer write_entry(void *out, const struct at_entry *entry)
{
	struct at_snapshot_file file = facts(entry);

	if (entry->visit != AT_VISIT_ENTRY)
		return AT_WALK_ON;
	if (fprintf(out, "%o %lld %lld %lld %llu %s", file.mode, (long long)file.size_bytes, (long long)file.mtime_ns,
			(long long)file.ctime_ns, (unsigned long long)file.inode, file.path) < 0 || fputc('\0', out) < 0)
		return cannot_write();
	return AT_WALK_ON;
}

int at_snapshot_write(const char *directory, FILE *out)
{
	int root = at_open_root(directory);

	if (root < 0)
		return -1;
	int result = fputs(heading, out) < 0 ? (int)cannot_write() : at_walk(root, directory, AT_WALK_NO_VCS, write_entry, out);
	close(root);
	return result;
}

static int compare_files(const void *a, const void *b)
{
	const struct at_snapshot_file *x = a, *y = b;

	return strcmp(x->path, y->path);
}

/* A number and the space behind it; moves on. */
static bool take_number(char **at, int base, uint64_t *value)
{
	char *end;

	if ((**at < '0' || **at > '9') && **at != '-')
		return false;
	errno = 0;
	*value = **at == '-' ? (uint64_t)strtoll(*at, &end, base) : strtoull(*at, &end, base);
	if (errno || end == *at || *end != ' ')
		return false;
	*at = end + 1;
	return true;
}

static bool take_file(char *at, struct at_snapshot_file *file)
{
	uint64_t mode, size, mtime, ctime, inode;

	if (!take_number(&at, 8, &mode) || !take_number(&at, 10, &size) || !take_number(&at, 10, &mtime) ||
			!take_number(&at, 10, &ctime) || !take_number(&at, 10, &inode) || !*at)
		return false;
	*file = (struct at_snapshot_file){ at, (int64_t)size, (int64_t)mtime, (int64_t)ctime, inode, (unsigned)mode };
	return true;
}

int at_snapshot_parse(struct at_snapshot *snapshot, char *text, size_t length)
{
	size_t begin = sizeof heading - 1, count = 0;

	*snapshot = (struct at_snapshot){ .text = text };
	if (length < begin || memcmp(text, heading, begin) || (length > begin && text[length - 1]))
		goto broken;
	for (size_t i = begin; i < length; i++)
		count += !text[i];
	snapshot->file = at_resize(NULL, count + 1, sizeof *snapshot->file);
	for (char *at = text + begin; at < text + length; at += strlen(at) + 1)
		if (!take_file(at, &snapshot->file[snapshot->count++]))
			goto broken;
	if (count)
		qsort(snapshot->file, count, sizeof *snapshot->file, compare_files);
	return 0;
broken:
	at_snapshot_free(snapshot);
	return -1;
}

void at_snapshot_free(struct at_snapshot *snapshot)
{
	free(snapshot->text);
	free(snapshot->file);
	*snapshot = (struct at_snapshot){ 0 };
}

static int say(struct compare *compare, const char *path, const char *change, const char *kind)
{
	at_json_object(&compare->json, NULL);
	at_json_text(&compare->json, "path", path);
	at_json_text(&compare->json, "change", change);
	if (kind)
		at_json_text(&compare->json, "kind", kind);
	at_json_end(&compare->json);
	return at_json_line(&compare->json, compare->out);
}

static enum at_walk_answer compare_entry(void *context, const struct at_entry *entry)
{
	struct compare *compare = context;
	const struct at_snapshot *snapshot = compare->snapshot;
	struct at_snapshot_file now = facts(entry);
	enum at_file_kind kind = AT_KIND_OTHER;

	if (entry->visit != AT_VISIT_ENTRY)
		return AT_WALK_ON;
	struct at_snapshot_file *then = snapshot->count ?
			bsearch(&now, snapshot->file, snapshot->count, sizeof *snapshot->file, compare_files) : NULL;
	if (then) {
		compare->seen[then - snapshot->file] = true;
		if (then->size_bytes == now.size_bytes && then->mtime_ns == now.mtime_ns && then->ctime_ns == now.ctime_ns &&
				then->inode == now.inode && then->mode == now.mode)
			return AT_WALK_ON;
	}
	if (S_ISREG(entry->status.st_mode)) {
		int file = openat(entry->parent, entry->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (file < 0) {
			at_error("cannot open '%s/%s': %s", compare->directory, entry->path, strerror(errno));
			return AT_WALK_STOP;
		}
		kind = at_kind_of_file(file);
		close(file);
	}
	return say(compare, entry->path, then ? "changed" : "added", at_kind_name(kind)) ? cannot_write() : AT_WALK_ON;
}

static int read_snapshot(struct at_snapshot *snapshot, const char *since)
{
	struct at_buffer text = AT_BUFFER_INIT;

	if (at_buffer_read_file(&text, since, SNAPSHOT_LIMIT)) {
		at_error("cannot read '%s': %s", since, strerror(errno));
		at_buffer_free(&text);
		return -1;
	}
	size_t length = text.length;
	if (at_snapshot_parse(snapshot, at_buffer_take(&text), length)) {
		at_error("'%s' is not a snapshot: make one with 'atesor-tree snapshot DIR --list FILE'", since);
		return -1;
	}
	return 0;
}

int at_snapshot_changed(const char *directory, const char *since, FILE *out)
{
	struct at_snapshot snapshot;
	struct compare compare = { .directory = directory, .snapshot = &snapshot, .out = out };

	if (read_snapshot(&snapshot, since))
		return -1;
	int root = at_open_root(directory);
	compare.seen = at_alloc(snapshot.count * sizeof *compare.seen);
	int result = root < 0 ? -1 : at_walk(root, directory, AT_WALK_NO_VCS, compare_entry, &compare);
	for (size_t i = 0; i < snapshot.count && !result; i++)
		if (!compare.seen[i] && say(&compare, snapshot.file[i].path, "removed", NULL))
			result = (int)cannot_write();
	if (root >= 0)
		close(root);
	free(compare.seen);
	at_json_free(&compare.json);
	at_snapshot_free(&snapshot);
	return result;
}
