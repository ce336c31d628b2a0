#include "wrapdir_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "spawn.h"

enum { TEST_SECONDS = 60 };     /* for a compiler to answer about a flag */

bool at_wrap_ask(char *const *argv, const char *directory, struct at_buffer *output)
{
	struct at_spawn spawn = AT_SPAWN_INIT;
	struct at_ended ended;
	char *path = at_format("%s/answer", directory);
	int answer = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	spawn.argv = argv;
	spawn.out = spawn.err = answer;
	spawn.seconds = TEST_SECONDS;
	bool good = answer >= 0 && !at_spawn_run(&spawn, NULL, &ended) && !ended.status;
	at_buffer_text(output, "");
	if (answer >= 0) {
		lseek(answer, 0, SEEK_SET);
		at_buffer_read(output, answer, 65536);
		close(answer);
	}
	unlink(path);
	free(path);
	return good;
}

/* Does `compiler` take these words in silence, for a compile (or a link) of the file main.c in `directory`? */
static bool accepts(const char *compiler, char *const *words, size_t count, bool link, const char *directory)
{
	struct at_argv argv = AT_ARGV_INIT;
	struct at_buffer output = AT_BUFFER_INIT;

	at_argv_push(&argv, compiler);
	at_argv_extend(&argv, words, count);
	if (!link)
		at_argv_push(&argv, "-c");
	at_argv_push(&argv, "-x");
	at_argv_push(&argv, "c");
	at_argv_give(&argv, at_format("%s/%s", directory, link ? "main.c" : "empty.c"));
	at_argv_push(&argv, "-o");
	at_argv_give(&argv, at_format("%s/out", directory));
	bool good = at_wrap_ask(argv.word, directory, &output) && !output.length;
	at_argv_free(&argv);
	at_buffer_free(&output);
	return good;
}

/* How many words a flag takes: some have their value in the next one. */
static size_t flag_length(const struct at_argv *flags, size_t at)
{
	static const char *const valued[] = { "--param", "-mllvm", "-Xclang", "-Xlinker", "-include", "-isystem",
		"-idirafter", "-Xassembler" };

	for (size_t i = 0; i < sizeof valued / sizeof *valued; i++)
		if (!strcmp(flags->word[at], valued[i]) && at + 1 < flags->count)
			return 2;
	return 1;
}

static bool is_lto(const char *flag)
{
	return !strncmp(flag, "-flto", 5) || !strcmp(flag, "-ffat-lto-objects");
}

/* Without a linker that knows it, link-time optimisation compiles and then does not link. */
static void test_link(struct at_wrap_set *set, const char *compiler, const char *directory)
{
	struct at_argv kept = AT_ARGV_INIT;
	bool any = false;

	for (size_t i = 0; i < set->flags.count; i++)
		any = any || is_lto(set->flags.word[i]);
	if (!any || accepts(compiler, set->flags.word, set->flags.count, true, directory))
		return;
	for (size_t i = 0; i < set->flags.count; i++)
		at_argv_push(is_lto(set->flags.word[i]) ? &set->refused : &kept, set->flags.word[i]);
	at_argv_free(&set->flags);
	set->flags = kept;
}

static void test_flags(const struct at_wrap_making *making, struct at_wrap_set *set, const char *compiler, const char *directory)
{
	const struct at_argv *flags = &making->flags;
	bool all = accepts(compiler, flags->word, flags->count, false, directory);

	for (size_t i = 0, used; i < flags->count; i += used) {
		used = flag_length(flags, i);
		bool good = all || accepts(compiler, flags->word + i, used, false, directory);
		at_argv_extend(good ? &set->flags : &set->refused, flags->word + i, used);
	}
	test_link(set, compiler, directory);
}

/* A new set for a compiler. The slot's own gets the flags as they are: they were chosen for it. */
static int add_set(struct at_wrap_making *making, const char *name, const char *compiler, const char *file)
{
	char *directory = at_format("%s/.test.XXXXXX", making->directory);
	static const char *const files[] = { "empty.c", "main.c", "out" };
	struct at_wrap_set set = { .name = at_strdup(name), .file = at_strdup(file) };
	int result = 0;

	if (!mkdtemp(directory) || at_wrap_write_file(directory, "empty.c", "") ||
			at_wrap_write_file(directory, "main.c", "int main(void) { return 0; }\n")) {
		result = at_wrap_fail(making, at_format("cannot write below '%s': %s", making->directory, strerror(errno)));
	} else {
		if (making->map && accepts(compiler, &making->map, 1, false, directory))
			at_argv_push(&set.compile, making->map);
		else if (making->map)
			at_wrap_warn(making, "no_prefix_map", at_format("%s does not take -ffile-prefix-map: paths may differ in its code", compiler));
		struct at_argv also = AT_ARGV_INIT;
		if (making->asked->also_flag)
			at_argv_push(&also, making->asked->also_flag);
		set.also = also.count && (!making->sets || accepts(compiler, also.word, 1, false, directory));
		at_argv_free(&also);
		if (making->sets)
			test_flags(making, &set, compiler, directory);
		else
			at_argv_extend(&set.flags, making->flags.word, making->flags.count);
	}
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *path = at_format("%s/%s", directory, files[i]);
		unlink(path);
		free(path);
	}
	rmdir(directory);
	free(directory);
	making->set = at_resize(making->set, making->sets + 1, sizeof set);
	making->set[making->sets++] = set;
	return result;
}

const char *at_wrap_set_of(struct at_wrap_making *making, const char *name, const char *path)
{
	char *file = realpath(path, NULL);
	const char *found = NULL;

	for (size_t i = 0; file && !found && i < making->sets; i++)
		if (!strcmp(making->set[i].file, file))
			found = making->set[i].name;
	if (file && !found && !add_set(making, making->sets ? name : "slot", path, file))
		found = making->set[making->sets - 1].name;
	free(file);
	return found;
}
