#include "cleanplan.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static const char *const source_endings[] = { "c", "cc", "cpp", "cxx", "c++", "C", "s", "S", "asm", "f", "F", "f90",
	"F90", "m", "mm", "d", "adb", "rs", "go", "y", "l", "yy", "ll", "cu" };

/* Files that configuring or building leaves, by name. */
static const struct {
	const char *name, *why;
} state_files[] = {
	{ "config.status", "configure state" }, { "config.log", "configure state" }, { "config.cache", "configure state" },
	{ "CMakeCache.txt", "cmake state" }, { "cmake_install.cmake", "cmake state" }, { "CTestTestfile.cmake", "cmake state" },
	{ ".ninja_log", "ninja state" }, { ".ninja_deps", "ninja state" },
};

/* Directories that hold nothing but outputs, source tree or not. */
static const struct {
	const char *name, *why;
} state_directories[] = {
	{ ".libs", "libtool" }, { "CMakeFiles", "cmake state" }, { "meson-private", "meson state" }, { "meson-info", "meson state" },
	{ "meson-logs", "meson state" },
};

/* A build directory holds the marker (and the second one), and not the source that would make it an in-place build. */
static const struct {
	const char *marker, *second, *source[3], *why;
} build_directories[] = {
	{ "CMakeCache.txt", NULL, { "CMakeLists.txt" }, "cmake build directory" },
	{ "meson-private", NULL, { "meson.build" }, "meson build directory" },
	{ "config.status", NULL, { "configure", "configure.ac", "configure.in" }, "autotools build directory" },
	{ "build.ninja", ".ninja_log", { "CMakeLists.txt", "meson.build", "configure" }, "ninja build directory" },
};

#define COUNT(array) (sizeof (array) / sizeof *(array))

static bool ends_with(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);

	return length > tail && !strcmp(name + length - tail, ending);
}

static const char *ending_of(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && dot != name ? dot : NULL;
}

static int compare_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

size_t at_clean_add(struct at_clean_plan *plan, const char *path, size_t parent, bool directory)
{
	if (plan->count == plan->capacity) {
		plan->capacity = plan->capacity ? 2 * plan->capacity : 256;
		plan->node = at_resize(plan->node, plan->capacity, sizeof *plan->node);
	}
	size_t index = plan->count++;
	struct at_clean_node *node = &plan->node[index];
	*node = (struct at_clean_node){ .path = at_strdup(path), .parent = parent, .end = index + 1, .directory = directory };
	const char *slash = strrchr(node->path, '/');
	node->name = slash ? slash + 1 : node->path;
	return index;
}

static void collect_stems(struct at_clean_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct at_clean_node *node = &plan->node[i];
		const char *dot = node->directory ? NULL : ending_of(node->name);
		for (size_t e = 0; dot && e < COUNT(source_endings); e++)
			if (!strcmp(dot + 1, source_endings[e])) {
				at_argv_give(&plan->stems, at_strndup(node->name, (size_t)(dot - node->name)));
				break;
			}
	}
	if (plan->stems.count)
		qsort(plan->stems.word, plan->stems.count, sizeof *plan->stems.word, compare_text);
}

static bool is_stem(const struct at_clean_plan *plan, const char *text, size_t length)
{
	char *key = at_strndup(text, length);
	bool found = plan->stems.count &&
			bsearch(&key, plan->stems.word, plan->stems.count, sizeof *plan->stems.word, compare_text);

	free(key);
	return found;
}

/* foo.o, foo.c.o, foo.pic.o, and automake's libx_la-foo.o are all named like foo.c. */
static bool named_like_a_source(const struct at_clean_plan *plan, const char *name)
{
	const char *dot = ending_of(name), *first = strchr(name, '.');
	const char *dash = dot ? memrchr(name, '-', (size_t)(dot - name)) : NULL;

	return dot && (is_stem(plan, name, (size_t)(dot - name)) || is_stem(plan, name, (size_t)(first - name)) ||
			(dash && is_stem(plan, dash + 1, (size_t)(dot - dash - 1))));
}

static void mark(struct at_clean_node *node, const char *why, bool certain)
{
	node->why = why;
	node->certain |= certain;
}

static void judge_file(const struct at_clean_plan *plan, struct at_clean_node *node)
{
	for (size_t i = 0; i < COUNT(state_files); i++)
		if (!strcmp(node->name, state_files[i].name))
			mark(node, state_files[i].why, true);
	if (ends_with(node->name, ".gcno") || ends_with(node->name, ".gcda"))
		mark(node, "coverage data", true);
	switch (node->kind) {
	case AT_KIND_ELF_OBJECT:
	case AT_KIND_BITCODE:
		mark(node, node->kind == AT_KIND_BITCODE ? "bitcode" : "elf", named_like_a_source(plan, node->name));
		break;
	case AT_KIND_ELF_EXEC:
	case AT_KIND_ELF_SHARED:
		mark(node, "elf", false);
		break;
	case AT_KIND_ARCHIVE:
		mark(node, "archive", false);
		break;
	case AT_KIND_LIBTOOL:
		mark(node, "libtool", true);
		break;
	case AT_KIND_CMAKE:
		mark(node, "cmake state", true);
		break;
	case AT_KIND_MESON:
		mark(node, "meson state", true);
		break;
	case AT_KIND_CARGO:
	case AT_KIND_OTHER:
		break;
	}
}

/* Whether the directory directly holds something of that name. */
static const struct at_clean_node *child(const struct at_clean_plan *plan, size_t directory, const char *name)
{
	for (size_t i = directory + 1; i < plan->node[directory].end; i = plan->node[i].end)
		if (!strcmp(plan->node[i].name, name))
			return &plan->node[i];
	return NULL;
}

static const char *build_directory(const struct at_clean_plan *plan, size_t directory)
{
	const struct at_clean_node *tag = child(plan, directory, "CACHEDIR.TAG");

	if (tag && tag->kind == AT_KIND_CARGO)
		return "cargo target directory";
	for (size_t i = 0; i < COUNT(build_directories); i++) {
		const char *second = build_directories[i].second;
		bool source = false;
		if (!child(plan, directory, build_directories[i].marker) || (second && !child(plan, directory, second)))
			continue;
		for (size_t s = 0; s < COUNT(build_directories[i].source) && build_directories[i].source[s]; s++)
			source |= child(plan, directory, build_directories[i].source[s]) != NULL;
		if (!source)
			return build_directories[i].why;
	}
	return NULL;
}

/* When the first certain output among the nodes [from, to) was made; INT64_MAX if there is none. */
static int64_t first_output(const struct at_clean_plan *plan, size_t from, size_t to)
{
	int64_t first = INT64_MAX;

	for (size_t i = from; i < to; i++)
		if (plan->node[i].certain && !plan->node[i].tracked && !plan->node[i].directory && plan->node[i].mtime_ns < first)
			first = plan->node[i].mtime_ns;
	return first;
}

/* Everything in the directory that is not tracked and not older than `since`, and the directory itself. */
static void mark_content(struct at_clean_plan *plan, size_t directory, const char *why, int64_t since)
{
	for (size_t i = directory; i < plan->node[directory].end; i++)
		if (plan->node[i].directory || (!plan->node[i].tracked && (plan->node[i].mtime_ns >= since || plan->node[i].why)))
			mark(&plan->node[i], why, true);
}

static void judge_directories(struct at_clean_plan *plan)
{
	for (size_t i = 1; i < plan->count; i++)
		for (size_t s = 0; plan->node[i].directory && s < COUNT(state_directories); s++)
			if (!strcmp(plan->node[i].name, state_directories[s].name))
				mark_content(plan, i, state_directories[s].why, INT64_MIN);
	for (size_t i = 1; i < plan->count; i++) {
		const char *why = plan->node[i].directory ? build_directory(plan, i) : NULL;
		bool cargo = why && !strncmp(why, "cargo", 5);
		if (why)
			mark_content(plan, i, why, cargo ? INT64_MIN : first_output(plan, i, plan->node[i].end));
	}
}

/* A directory in which something stays, stays. */
static void keep_parents(struct at_clean_plan *plan)
{
	for (size_t i = plan->count; i-- > 1;)
		if (!plan->node[i].why || plan->node[i].tracked)
			plan->node[plan->node[i].parent].why = NULL;
}

void at_clean_decide(struct at_clean_plan *plan)
{
	collect_stems(plan);
	for (size_t i = 0; i < plan->count; i++)
		if (!plan->node[i].directory && !plan->node[i].tracked)
			judge_file(plan, &plan->node[i]);
	judge_directories(plan);
	plan->first_ns = first_output(plan, 0, plan->count);
	for (size_t i = 0; i < plan->count; i++) {
		struct at_clean_node *node = &plan->node[i];
		node->restorable = node->why && !node->directory && !node->certain && node->mtime_ns < plan->first_ns;
	}
	keep_parents(plan);
}

void at_clean_free(struct at_clean_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		free(plan->node[i].path);
	free(plan->node);
	at_argv_free(&plan->stems);
	*plan = (struct at_clean_plan){ 0 };
}
