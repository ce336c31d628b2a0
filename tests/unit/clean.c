/* What a cleaning decides, on pictures of trees that are made by hand. */
#include "cleanplan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

struct thing {
	const char *path;            /* a "/" at the end: a directory; the content follows it */
	int64_t mtime;
	enum at_file_kind kind;
	const char *expect;          /* NULL: stays. "+…": restorable */
	bool tracked;
};

/* The plan of the things, in walking order, decided. */
static void decide(struct at_clean_plan *plan, const struct thing *things)
{
	size_t stack[16] = { 0 }, depth = 0;
	size_t lengths[16] = { 0 };

	*plan = (struct at_clean_plan){ 0 };
	at_clean_add(plan, ".", 0, true);
	for (; things->path; things++) {
		size_t length = strlen(things->path);
		bool directory = things->path[length - 1] == '/';
		char path[256];
		snprintf(path, sizeof path, "%.*s", (int)(length - directory), things->path);
		while (depth && strncmp(things->path, plan->node[stack[depth]].path, lengths[depth]) != 0)
			plan->node[stack[depth--]].end = plan->count;
		size_t index = at_clean_add(plan, path, stack[depth], directory);
		plan->node[index].mtime_ns = things->mtime;
		plan->node[index].kind = things->kind;
		plan->node[index].tracked = things->tracked;
		if (directory) {
			stack[++depth] = index;
			lengths[depth] = length - 1;
		}
	}
	for (; depth; depth--)
		plan->node[stack[depth]].end = plan->count;
	plan->node[0].end = plan->count;
	at_clean_decide(plan);
}

static void test(const char *name, const struct thing *things)
{
	struct at_clean_plan plan;

	decide(&plan, things);
	for (size_t i = 1; i < plan.count; i++) {
		const char *want = things[i - 1].expect;
		bool restorable = want && *want == '+';
		const char *got = plan.node[i].why;
		want = want ? want + restorable : NULL;
		if ((want == NULL) != (got == NULL) || (want && strcmp(want, got) != 0) || restorable != plan.node[i].restorable) {
			printf("%s: %s: expected %s%s, got %s%s\n", name, plan.node[i].path, want ? want : "to stay",
					restorable ? " (restorable)" : "", got ? got : "to stay", plan.node[i].restorable ? " (restorable)" : "");
			failures++;
		}
	}
	at_clean_free(&plan);
}

static const struct thing nothing_built[] = {
	{ "data/", 1, 0, NULL, false },
	{ "data/hello", 500, AT_KIND_ELF_EXEC, "+elf", false },
	{ "data/lib.a", 900, AT_KIND_ARCHIVE, "+archive", false },
	{ "main.c", 1000, 0, NULL, false },
	{ NULL, 0, 0, NULL, false }
};

/* The first certain output is main.o, at 2000: what is younger was built. */
static const struct thing built_in_place[] = {
	{ "data/", 1, 0, NULL, false },
	{ "data/hello", 500, AT_KIND_ELF_EXEC, "+elf", false },
	{ "data/strange.o", 600, AT_KIND_ELF_OBJECT, "+elf", false },
	{ "main.c", 1000, 0, NULL, false },
	{ "main.o", 2000, AT_KIND_ELF_OBJECT, "elf", false },
	{ "program", 2100, AT_KIND_ELF_EXEC, "elf", false },
	{ "tests/", 1, 0, NULL, false },
	{ "tests/runner", 2200, AT_KIND_ELF_EXEC, "elf", false },
	{ NULL, 0, 0, NULL, false }
};

static const struct thing named_like_sources[] = {
	{ "a.b.c", 1, 0, NULL, false },
	{ "a.b.o", 10, AT_KIND_ELF_OBJECT, "elf", false },
	{ "f.cc", 1, 0, NULL, false },
	{ "obj/", 1, 0, NULL, false },
	{ "obj/f.cc.o", 11, AT_KIND_ELF_OBJECT, "elf", false },
	{ "obj/libx_la-f.o", 12, AT_KIND_ELF_OBJECT, "elf", false },
	{ "obj/f.pic.o", 13, AT_KIND_BITCODE, "bitcode", false },
	{ "older", 9, AT_KIND_ELF_SHARED, "+elf", false },
	{ NULL, 0, 0, NULL, false }
};

/* build/ holds both a CMake build and the source of it. */
static const struct thing build_with_source[] = {
	{ "build/", 1, 0, NULL, false },
	{ "build/CMakeCache.txt", 300, 0, "cmake build directory", false },
	{ "build/CMakeFiles/", 1, 0, "cmake build directory", false },
	{ "build/CMakeFiles/first", 200, 0, "cmake build directory", false },
	{ "build/cmake/", 1, 0, NULL, false },
	{ "build/cmake/CMakeLists.txt", 100, 0, NULL, false },
	{ "build/generated.h", 250, 0, "cmake build directory", false },
	{ "build/notes", 100, 0, NULL, false },
	{ "out/", 1, 0, "cmake build directory", false },
	{ "out/CMakeCache.txt", 400, 0, "cmake build directory", false },
	{ "out/deep/", 1, 0, "cmake build directory", false },
	{ "out/deep/text", 500, 0, "cmake build directory", false },
	{ NULL, 0, 0, NULL, false }
};

static const struct thing tracked_stays[] = {
	{ "main.c", 1, 0, NULL, true },
	{ "main.o", 5, AT_KIND_ELF_OBJECT, NULL, true },
	{ "out/", 1, 0, NULL, false },
	{ "out/config.status", 10, 0, "autotools build directory", false },
	{ "out/kept", 20, 0, NULL, true },
	{ "out/made", 20, 0, "autotools build directory", false },
	{ "tool", 3, AT_KIND_ELF_EXEC, "+elf", false },
	{ NULL, 0, 0, NULL, false }
};

static const struct thing in_place_state[] = {
	{ "CMakeFiles/", 1, 0, "cmake state", false },
	{ "CMakeFiles/x", 10, 0, "cmake state", false },
	{ "CMakeLists.txt", 1, 0, NULL, false },
	{ "Makefile", 11, AT_KIND_CMAKE, "cmake state", false },
	{ "sub/", 1, 0, NULL, false },
	{ "sub/.libs/", 1, 0, "libtool", false },
	{ "sub/.libs/x.text", 12, 0, "libtool", false },
	{ "sub/config.log", 10, 0, "configure state", false },
	{ "sub/config.status", 10, 0, "configure state", false },
	{ "sub/configure", 1, 0, NULL, false },
	{ "sub/x.gcda", 13, 0, "coverage data", false },
	{ NULL, 0, 0, NULL, false }
};

static const struct thing ninja_and_meson[] = {
	{ "gn/", 1, 0, "ninja build directory", false },
	{ "gn/.ninja_log", 20, 0, "ninja build directory", false },
	{ "gn/build.ninja", 20, 0, "ninja build directory", false },
	{ "hand/", 1, 0, NULL, false },
	{ "hand/build.ninja", 20, 0, NULL, false },
	{ "hand/source", 30, 0, NULL, false },
	{ "m/", 1, 0, "meson build directory", false },
	{ "m/meson-private/", 1, 0, "meson build directory", false },
	{ "m/meson-private/x", 40, 0, "meson build directory", false },
	{ "m/out", 41, 0, "meson build directory", false },
	{ "target/", 1, 0, "cargo target directory", false },
	{ "target/CACHEDIR.TAG", 50, AT_KIND_CARGO, "cargo target directory", false },
	{ "target/old", 2, 0, "cargo target directory", false },
	{ NULL, 0, 0, NULL, false }
};

int main(void)
{
	test("nothing built", nothing_built);
	test("built in place", built_in_place);
	test("named like sources", named_like_sources);
	test("build directory with source in it", build_with_source);
	test("tracked files", tracked_stays);
	test("state in a source tree", in_place_state);
	test("ninja, meson, cargo", ninja_and_meson);
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
