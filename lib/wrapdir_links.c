#include "wrapdir_inside.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum role { CC, CXX, ITSELF, TOOL };

/* The names under which a build calls its tools. '%' is the machine's triplet. ITSELF: the real program of that name. TOOL: the
 * C compiler's own kind of it (gcc-ar, llvm-ar), which reads objects of link-time optimisation; `value` is its last word. CC and
 * CXX: what the slot builds with, with `value` as the first argument. */
static const struct name { const char *name; enum role role; const char *value; } names[] = {
	{ "cc", CC, NULL }, { "gcc", CC, NULL }, { "c89", CC, "-std=c89" }, { "c99", CC, "-std=c99" },
	{ "%-gcc", CC, NULL }, { "%-cc", CC, NULL },
	{ "c++", CXX, NULL }, { "g++", CXX, NULL }, { "%-g++", CXX, NULL }, { "%-c++", CXX, NULL },
	{ "clang", ITSELF, NULL }, { "clang++", ITSELF, NULL }, { "%-clang", ITSELF, NULL }, { "%-clang++", ITSELF, NULL },
	{ "ar", TOOL, "ar" }, { "nm", TOOL, "nm" }, { "ranlib", TOOL, "ranlib" },
	{ "gcc-ar", TOOL, "ar" }, { "gcc-nm", TOOL, "nm" }, { "gcc-ranlib", TOOL, "ranlib" },
	{ "%-ar", TOOL, "ar" }, { "%-nm", TOOL, "nm" }, { "%-ranlib", TOOL, "ranlib" },
	{ "%-gcc-ar", TOOL, "ar" }, { "%-gcc-nm", TOOL, "nm" }, { "%-gcc-ranlib", TOOL, "ranlib" },
};

/* Takes `name` and `path` over. */
static void add_link(struct at_wrap_making *making, char *name, char *path, const char *set, const char *before)
{
	making->link = at_resize(making->link, making->links + 1, sizeof *making->link);
	making->link[making->links++] = (struct at_wrap_link){ name, path, set ? at_strdup(set) : NULL, before };
}

static bool same_file(const char *one, const char *other)
{
	struct stat first, second;

	return other && !stat(one, &first) && !stat(other, &second) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static int add_itself(struct at_wrap_making *making, const char *name)
{
	char *path = at_wrap_find_program(making, name);

	if (!path)
		return 0;
	const char *set = same_file(path, making->cxx) ? "slot" : at_wrap_set_of(making, name, path);
	if (!set) {
		free(path);
		return -1;
	}
	add_link(making, at_strdup(name), path, set, NULL);
	return 0;
}

static int add_name(struct at_wrap_making *making, const struct name *name)
{
	if (name->name[0] == '%' ? !making->triplet : making->asked->triplet != NULL)
		return 0;
	char *text = name->name[0] == '%' ? at_format("%s%s", making->triplet, name->name + 1) : at_strdup(name->name);
	char *tool = name->role == TOOL ? at_wrap_find_tool(making, name->value) : NULL;
	int result = name->role == ITSELF ? add_itself(making, text) : 0;

	if (name->role == CC)
		add_link(making, text, at_strdup(making->cc), "slot", name->value);
	else if (name->role == CXX && making->cxx)
		add_link(making, text, at_strdup(making->cxx), "slot", name->value);
	else if (tool)
		add_link(making, text, tool, NULL, NULL);
	else
		free(text);
	return result;
}

/* gcc-12, g++-12, clang-14, clang++-14 …; in a cross build riscv64-linux-gnu-gcc-12 … */
static bool is_versioned(const struct at_wrap_making *making, const char *name)
{
	const char *triplet = making->asked->triplet;
	static const char *const starts[] = { "gcc-", "g++-", "clang-", "clang++-" };

	if (triplet && (strncmp(name, triplet, strlen(triplet)) != 0 || name[strlen(triplet)] != '-'))
		return false;
	name += triplet ? strlen(triplet) + 1 : 0;
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		const char *version = name + strlen(starts[i]);
		if (!strncmp(name, starts[i], strlen(starts[i])) && isdigit((unsigned char)*version) &&
				!version[strspn(version, "0123456789.")])
			return true;
	}
	return false;
}

static bool has_link(const struct at_wrap_making *making, const char *name)
{
	for (size_t i = 0; i < making->links; i++)
		if (!strcmp(making->link[i].name, name))
			return true;
	return false;
}

static int add_versioned(struct at_wrap_making *making)
{
	char *path = at_strdup(at_wrap_search_path()), *rest = path;
	int result = 0;

	for (char *part; (part = strsep(&rest, ":"));) {
		DIR *directory = part[0] == '/' ? opendir(part) : NULL;
		for (const struct dirent *entry; !result && directory && (entry = readdir(directory));)
			if (is_versioned(making, entry->d_name) && !has_link(making, entry->d_name))
				result = add_itself(making, entry->d_name);
		if (directory)
			closedir(directory);
	}
	free(path);
	return result;
}

int at_wrap_add_links(struct at_wrap_making *making)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (add_name(making, &names[i]))
			return -1;
	return add_versioned(making);
}
