#include "wrapdir_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *at_wrap_search_path(void)
{
	const char *path = getenv("PATH");

	return path ? path : "/usr/local/bin:/usr/bin:/bin";
}

bool at_wrap_is_directory(const char *directory)
{
	struct at_buffer head = AT_BUFFER_INIT;
	char *path = at_format("%s/config", directory);
	size_t length = strlen(AT_WRAP_CONFIG_HEAD);
	bool found = (!at_buffer_read_file(&head, path, length) || errno == EFBIG) && head.length >= length &&
		!strncmp(head.data, AT_WRAP_CONFIG_HEAD, length);

	at_buffer_free(&head);
	free(path);
	return found;
}

/* A compiler cache under a compiler's name would look for the next compiler of that name in PATH. */
static bool is_masquerade(const char *path)
{
	static const char *const caches[] = { "ccache", "sccache", "distcc", "icecc", "colorgcc" };
	char *file = realpath(path, NULL);
	bool found = false;

	for (size_t i = 0; file && i < sizeof caches / sizeof *caches; i++)
		found = found || !strcmp(base_name(file), caches[i]);
	free(file);
	return found;
}

static bool is_real(const struct at_wrap_making *making, const char *directory, const char *path)
{
	struct stat status;

	if (stat(path, &status) || !S_ISREG(status.st_mode) || access(path, X_OK))
		return false;
	if (status.st_dev == making->program_status.st_dev && status.st_ino == making->program_status.st_ino)
		return false;
	return !is_masquerade(path) && !at_wrap_is_directory(directory);
}

char *at_wrap_find_program(const struct at_wrap_making *making, const char *name)
{
	if (strchr(name, '/')) {
		char *absolute = name[0] == '/' ? at_strdup(name) : realpath(name, NULL);
		if (absolute && is_real(making, "", absolute))
			return absolute;
		free(absolute);
		return NULL;
	}
	for (const char *part = at_wrap_search_path(); part; part = strchr(part, ':') ? strchr(part, ':') + 1 : NULL) {
		char *directory = at_strndup(part, strcspn(part, ":"));
		char *path = at_format("%s/%s", directory, name);
		bool good = directory[0] == '/' && is_real(making, directory, path);
		free(directory);
		if (good)
			return path;
		free(path);
	}
	return NULL;
}

/* The program beside `path` whose name is that of `path` with the last `from` replaced, or of that name in PATH. */
static char *find_sibling(const struct at_wrap_making *making, const char *path, const char *from, const char *to)
{
	const char *base = base_name(path), *at = NULL;

	for (const char *next = base; (next = strstr(next, from)); next++)
		at = next;
	if (!at)
		return NULL;
	char *name = at_format("%.*s%s%s", (int)(at - base), base, to, at + strlen(from));
	char *beside = at_format("%.*s%s", (int)(base - path), path, name);
	char *found = at_wrap_find_program(making, beside);
	if (!found)
		found = at_wrap_find_program(making, name);
	free(name);
	free(beside);
	return found;
}

char *at_wrap_find_cxx(const struct at_wrap_making *making)
{
	static const struct { const char *c, *cxx; } kinds[] = { { "clang", "clang++" }, { "gcc", "g++" }, { "cc", "c++" } };
	char *found = NULL;

	for (size_t i = 0; !found && i < sizeof kinds / sizeof *kinds; i++)
		if (strstr(base_name(making->cc), kinds[i].c))
			found = find_sibling(making, making->cc, kinds[i].c, kinds[i].cxx);
	return found;
}

/* gcc-ar beside gcc (by its own name, then by that of the file behind it); llvm-ar beside clang's file. */
char *at_wrap_find_tool(const struct at_wrap_making *making, const char *tool)
{
	char *file = realpath(making->cc, NULL);
	char *gcc = at_format("gcc-%s", tool), *llvm = at_format("llvm-%s", tool);
	bool clang = file && strstr(base_name(file), "clang");
	char *found = NULL;

	if (clang) {
		char *beside = at_format("%.*s%s", (int)(base_name(file) - file), file, llvm);
		found = at_wrap_find_program(making, beside);
		free(beside);
		if (!found)
			found = find_sibling(making, making->cc, "clang", llvm);
	} else if (file) {
		found = find_sibling(making, making->cc, "gcc", gcc);
		if (!found)
			found = find_sibling(making, file, "gcc", gcc);
	}
	free(file);
	free(gcc);
	free(llvm);
	return found;
}
