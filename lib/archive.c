#include "archive.h"

#include <ar.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "number.h"

enum { NAMES_LIMIT = 16 << 20, NAME_LIMIT = 4096 };

bool at_is_archive(const char magic[AT_ARCHIVE_MAGIC])
{
	return !memcmp(magic, "!<arch>\n", AT_ARCHIVE_MAGIC);
}

bool at_is_thin_archive(const char magic[AT_ARCHIVE_MAGIC])
{
	return !memcmp(magic, "!<thin>\n", AT_ARCHIVE_MAGIC);
}

void at_archive_open(struct at_archive *archive, int descriptor, uint64_t size, bool thin)
{
	*archive = (struct at_archive){ .descriptor = descriptor, .size = size, .next = AT_ARCHIVE_MAGIC, .thin = thin };
}

void at_archive_close(struct at_archive *archive, struct at_member *member)
{
	free(archive->names);
	free(member->name);
	*archive = (struct at_archive){ .descriptor = -1 };
	*member = (struct at_member){ 0 };
}

static bool read_bytes(const struct at_archive *archive, uint64_t offset, void *bytes, size_t count)
{
	return pread(archive->descriptor, bytes, count, (off_t)offset) == (ssize_t)count;
}

/* A decimal field padded with spaces. */
static bool get_number(const char *field, size_t width, uint64_t *value)
{
	char text[24];

	while (width && field[width - 1] == ' ')
		width--;
	memcpy(text, field, width);
	text[width] = '\0';
	return !at_parse_count(text, value);
}

/* "/123": offset in the table of long names, whose names end in "/\n". The caller frees; NULL if it is not there. */
static char *long_name(const struct at_archive *archive, uint64_t offset)
{
	if (offset >= archive->names_bytes)
		return NULL;
	const char *name = archive->names + offset, *end = memchr(name, '\n', archive->names_bytes - offset);
	size_t length = end ? (size_t)(end - name) : archive->names_bytes - offset;
	if (length && name[length - 1] == '/')
		length--;
	return length < NAME_LIMIT ? at_strndup(name, length) : NULL;
}

static char *member_name(const struct at_archive *archive, const struct ar_hdr *header)
{
	size_t length = sizeof header->ar_name;
	uint64_t offset;

	if (header->ar_name[0] == '/')
		return get_number(header->ar_name + 1, length - 1, &offset) ? long_name(archive, offset) : NULL;
	while (length && header->ar_name[length - 1] == ' ')
		length--;
	if (length && header->ar_name[length - 1] == '/')
		length--;
	return at_strndup(header->ar_name, length);
}

static bool is_name(const struct ar_hdr *header, const char *name)
{
	size_t length = strlen(name);

	for (size_t i = length; i < sizeof header->ar_name; i++)
		if (header->ar_name[i] != ' ')
			return false;
	return !memcmp(header->ar_name, name, length);
}

static void read_names(struct at_archive *archive, const struct at_member *member)
{
	if (archive->names || member->size > NAMES_LIMIT)
		return;
	archive->names = at_alloc((size_t)member->size + 1);
	if (read_bytes(archive, member->data, archive->names, (size_t)member->size))
		archive->names_bytes = (size_t)member->size;
}

int at_archive_next(struct at_archive *archive, struct at_member *member, char **problem)
{
	struct ar_hdr header;

	for (;;) {
		free(member->name);
		*member = (struct at_member){ .header = archive->next, .data = archive->next + sizeof header };
		if (archive->next >= archive->size)
			return 0;
		if (archive->size - archive->next < sizeof header || !read_bytes(archive, archive->next, &header, sizeof header)) {
			*problem = at_format("truncated: a member header at byte %llu does not fit", (unsigned long long)member->header);
			return -1;
		}
		if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) ||
				!get_number(header.ar_size, sizeof header.ar_size, &member->size)) {
			*problem = at_format("broken member header at byte %llu", (unsigned long long)member->header);
			return -1;
		}
		bool symbols = is_name(&header, "/") || is_name(&header, "/SYM64/") || !memcmp(header.ar_name, "__.SYMDEF", 9);
		bool names = is_name(&header, "//"), inside = !archive->thin || symbols || names;
		if (inside && member->size > archive->size - member->data) {
			*problem = at_format("truncated: the member at byte %llu ends behind the end", (unsigned long long)member->header);
			return -1;
		}
		archive->next = member->data + (inside ? member->size + (member->size & 1) : 0);
		if (names)
			read_names(archive, member);
		if (names || symbols)
			continue;
		member->name = member_name(archive, &header);
		if (member->name)
			return 1;
		*problem = at_format("the member at byte %llu has no name in the name table", (unsigned long long)member->header);
		return -1;
	}
}

/* Whether `path` lies in `directory`; both are resolved. */
static bool lies_in(const char *path, const char *directory)
{
	size_t length = strlen(directory);

	return !strcmp(directory, "/") || (!strncmp(path, directory, length) && (path[length] == '/' || !path[length]));
}

int at_thin_member_open(const char *archive_path, const char *root, const char *name, char **problem)
{
	const char *slash = strrchr(archive_path, '/');
	int directory = slash ? (int)(slash - archive_path) + 1 : 0, descriptor = -1;
	char *path = *name == '/' ? at_strdup(name) : at_format("%.*s%s", directory, archive_path, name);
	char *real = realpath(path, NULL), *top = realpath(root, NULL);

	if (!real)
		*problem = at_format("cannot open '%s': %s", path, strerror(errno));
	else if (!top)
		*problem = at_format("cannot open the directory '%s': %s", root, strerror(errno));
	else if (!lies_in(real, top))
		*problem = at_format("'%s' lies outside of '%s' (--root DIR names the tree)", path, root);
	else if ((descriptor = open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) < 0)
		*problem = at_format("cannot open '%s': %s", path, strerror(errno));
	free(path);
	free(real);
	free(top);
	return descriptor;
}
