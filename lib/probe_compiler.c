#include "probe_compiler.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"

/* gcc, clang, gcc-12, clang-19, gcc-4.9, after the prefix */
static bool is_compiler_name(const char *name, const char *prefix)
{
	if (strncmp(name, prefix, strlen(prefix)))
		return false;
	name += strlen(prefix);
	const char *rest = !strncmp(name, "gcc", 3) ? name + 3 : !strncmp(name, "clang", 5) ? name + 5 : NULL;

	if (!rest || !*rest)
		return rest != NULL;
	return rest[0] == '-' && isdigit((unsigned char)rest[1]) && !rest[1 + strspn(rest + 1, "0123456789.")];
}

static char *own_wrapper(void)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	if (length <= 0)
		return at_strdup("");
	self[length] = '\0';
	*strrchr(self, '/') = '\0';
	return at_format("%s/atesor-cc", self);
}

static bool same_bytes(const char *a, const char *b)
{
	struct at_buffer one = AT_BUFFER_INIT, two = AT_BUFFER_INIT;
	bool same = !at_buffer_read_file(&one, a, 64 << 20) && !at_buffer_read_file(&two, b, 64 << 20) && one.length == two.length &&
			!memcmp(one.data, two.data, one.length);

	at_buffer_free(&one);
	at_buffer_free(&two);
	return same;
}

static bool is_wrapper(const char *path, const struct stat *status, const char *wrapper)
{
	struct stat own;

	if (stat(wrapper, &own))
		return false;
	return (own.st_dev == status->st_dev && own.st_ino == status->st_ino) || (own.st_size == status->st_size && own.st_size &&
			same_bytes(path, wrapper));
}

/* A front such as ccache is one file for every compiler, told apart by the name it is started by. */
static bool is_front(const char *path)
{
	char *real = realpath(path, NULL);
	const char *slash = real ? strrchr(real, '/') : NULL;
	bool front = slash && !strstr(slash, "gcc") && !strstr(slash, "clang");

	free(real);
	return front;
}

static bool is_known(const struct at_compilers *compilers, const char *name)
{
	for (size_t i = 0; i < compilers->count; i++)
		for (size_t n = 0; n < compilers->list[i].names.count; n++)
			if (!strcmp(compilers->list[i].names.word[n], name))
				return true;
	return false;
}

static void add(struct at_compilers *compilers, const char *directory, const char *name, const char *wrapper)
{
	char *path = at_format("%s/%s", directory, name);
	struct stat status;

	if (is_known(compilers, name) || stat(path, &status) || !S_ISREG(status.st_mode) || access(path, X_OK) ||
			is_wrapper(path, &status, wrapper)) {
		free(path);
		return;
	}
	for (size_t i = 0; i < compilers->count && !is_front(path); i++)
		if (compilers->list[i].status.st_dev == status.st_dev && compilers->list[i].status.st_ino == status.st_ino) {
			at_argv_push(&compilers->list[i].names, name);
			free(path);
			return;
		}
	compilers->list = at_resize(compilers->list, compilers->count + 1, sizeof *compilers->list);
	struct at_compiler *compiler = &compilers->list[compilers->count++];
	*compiler = (struct at_compiler){ .path = path, .status = status };
	at_argv_push(&compiler->names, name);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void search_directory(struct at_compilers *compilers, const char *directory, const char *prefix, const char *wrapper)
{
	struct at_argv names = AT_ARGV_INIT;
	DIR *stream = opendir(directory);

	if (!stream)
		return;
	for (struct dirent *entry; (entry = readdir(stream));)
		if (is_compiler_name(entry->d_name, prefix))
			at_argv_push(&names, entry->d_name);
	closedir(stream);
	if (names.count)
		qsort(names.word, names.count, sizeof *names.word, compare);
	for (size_t i = 0; i < names.count; i++)
		add(compilers, directory, names.word[i], wrapper);
	at_argv_free(&names);
}

void at_compilers_find(struct at_compilers *compilers, const char *prefix)
{
	const char *path = getenv("PATH");
	char *wrapper = own_wrapper();

	*compilers = (struct at_compilers){ 0 };
	for (const char *part = path ? path : "/usr/local/bin:/usr/bin:/bin"; *part;) {
		size_t length = strcspn(part, ":");
		char *directory = at_strndup(part, length);
		if (*directory == '/')
			search_directory(compilers, directory, prefix, wrapper);
		free(directory);
		part += length + (part[length] == ':');
	}
	free(wrapper);
}

void at_compilers_free(struct at_compilers *compilers)
{
	for (size_t i = 0; i < compilers->count; i++) {
		free(compilers->list[i].path);
		at_argv_free(&compilers->list[i].names);
	}
	free(compilers->list);
	*compilers = (struct at_compilers){ 0 };
}
