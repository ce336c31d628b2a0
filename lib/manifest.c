#include "manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "json.h"
#include "message.h"
#include "walk.h"

struct work {
	const char *directory;
	FILE *list;
	struct at_manifest *manifest;
	struct at_sha256 hash;
	struct at_buffer line;
};

static enum at_walk_answer complain(const struct work *work, const char *what, const char *path)
{
	at_error("cannot %s '%s/%s': %s", what, work->directory, path, strerror(errno));
	return AT_WALK_STOP;
}

static char letter(mode_t mode)
{
	switch (mode & S_IFMT) {
	case S_IFREG:
		return 'f';
	case S_IFDIR:
		return 'd';
	case S_IFLNK:
		return 'l';
	case S_IFIFO:
		return 'p';
	case S_IFSOCK:
		return 's';
	case S_IFBLK:
		return 'b';
	default:
		return 'c';
	}
}

static enum at_walk_answer hash_file(struct work *work, const struct at_entry *entry, char hex[AT_SHA256_HEX])
{
	struct stat before, after;
	uint64_t bytes = 0;
	int file = openat(entry->parent, entry->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (file < 0)
		return complain(work, "open", entry->path);
	int result = fstat(file, &before) || at_sha256_fd(file, hex, &bytes) || fstat(file, &after);
	int saved = errno;
	close(file);
	errno = saved;
	if (result)
		return complain(work, "read", entry->path);
	if (!at_same_status(&entry->status, &before) || !at_same_status(&before, &after) || bytes != (uint64_t)after.st_size) {
		at_error("'%s/%s' changed while it was read: stop what writes there, then try again", work->directory, entry->path);
		return AT_WALK_STOP;
	}
	work->manifest->bytes += bytes;
	if (!work->manifest->dated || after.st_mtim.tv_sec > work->manifest->newest)
		work->manifest->newest = after.st_mtim.tv_sec;
	work->manifest->dated = true;
	return AT_WALK_ON;
}

static enum at_walk_answer hash_link(struct work *work, const struct at_entry *entry, char hex[AT_SHA256_HEX], uint64_t *bytes)
{
	char target[PATH_MAX];
	ssize_t length = readlinkat(entry->parent, entry->name, target, sizeof target);
	struct at_sha256 hash;

	if (length < 0)
		return complain(work, "read the link", entry->path);
	at_sha256_init(&hash);
	at_sha256_add(&hash, target, (size_t)length);
	at_sha256_hex(&hash, hex);
	*bytes = (uint64_t)length;
	return AT_WALK_ON;
}

static void add_path(struct at_buffer *line, const char *path)
{
	for (; *path; path++)
		if (*path == '\\' || *path == '\n')
			at_buffer_text(line, *path == '\n' ? "\\n" : "\\\\");
		else
			at_buffer_byte(line, *path);
}

static enum at_walk_answer visit(void *context, const struct at_entry *entry)
{
	struct work *work = context;
	mode_t mode = entry->status.st_mode;
	uint64_t bytes = (uint64_t)entry->status.st_size;
	char hex[AT_SHA256_HEX] = "-";
	enum at_walk_answer answer = AT_WALK_ON;

	if (entry->visit == AT_VISIT_LEAVE)
		return AT_WALK_ON;
	if (S_ISREG(mode))
		answer = hash_file(work, entry, hex);
	else if (S_ISLNK(mode))
		answer = hash_link(work, entry, hex, &bytes);
	if (answer != AT_WALK_ON)
		return answer;
	work->manifest->files += entry->visit == AT_VISIT_ENTRY;
	at_buffer_clear(&work->line);
	at_buffer_printf(&work->line, "%c %04o ", letter(mode), mode & 07777u);
	if (S_ISREG(mode) || S_ISLNK(mode))
		at_buffer_printf(&work->line, "%llu %s ", (unsigned long long)bytes, hex);
	else
		at_buffer_text(&work->line, "- - ");
	add_path(&work->line, entry->path);
	at_buffer_byte(&work->line, '\n');
	at_sha256_add(&work->hash, work->line.data, work->line.length);
	if (work->list && fwrite(work->line.data, 1, work->line.length, work->list) != work->line.length) {
		at_error("cannot write the list: %s", strerror(errno));
		return AT_WALK_STOP;
	}
	return AT_WALK_ON;
}

int at_manifest(const char *directory, FILE *list, struct at_manifest *manifest)
{
	struct work work = { .directory = directory, .list = list, .manifest = manifest };
	int root = at_open_root(directory);

	if (root < 0)
		return -1;
	*manifest = (struct at_manifest){ 0 };
	at_sha256_init(&work.hash);
	int result = at_walk(root, directory, AT_WALK_NO_VCS, visit, &work);
	close(root);
	at_buffer_free(&work.line);
	at_sha256_hex(&work.hash, manifest->sha256);
	return result;
}

int at_manifest_write(const struct at_manifest *manifest, FILE *out)
{
	struct at_json json = { 0 };

	at_json_object(&json, NULL);
	at_json_text(&json, "sha256", manifest->sha256);
	at_json_uint(&json, "files", manifest->files);
	at_json_uint(&json, "bytes", manifest->bytes);
	if (manifest->dated)
		at_json_int(&json, "newest", manifest->newest);
	at_json_end(&json);
	int result = at_json_line(&json, out);
	at_json_free(&json);
	return result;
}
