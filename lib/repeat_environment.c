#include "repeat_environment.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"
#include "message.h"

extern char **environ;

static size_t find_variable(const struct at_argv *list, const char *name, size_t length)
{
	size_t i = 0;

	while (i < list->count && (strncmp(list->word[i], name, length) || list->word[i][length] != '='))
		i++;
	return i;
}

static const char *value_of(const struct at_argv *list, const char *name)
{
	size_t at = find_variable(list, name, strlen(name));

	return at < list->count ? list->word[at] + strlen(name) + 1 : NULL;
}

void at_repeat_set(struct at_argv *list, const char *name, const char *value)
{
	size_t at = find_variable(list, name, strlen(name));
	char *text = at_format("%s=%s", name, value);

	if (at == list->count) {
		at_argv_give(list, text);
		return;
	}
	free(list->word[at]);
	list->word[at] = text;
}

/* Of the make that started us, of atesor, and what would make `cd` go elsewhere: not for the package's build. */
static bool unwanted(const char *variable)
{
	static const char *const starts[] = { "MAKEFLAGS=", "MFLAGS=", "MAKELEVEL=", "MAKEFILES=", "GNUMAKEFLAGS=", "MAKEOVERRIDES=",
		"MAKE_TERMOUT=", "MAKE_TERMERR=", "CDPATH=", "ATESOR_", "atesor_" };

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (!strncmp(variable, starts[i], strlen(starts[i])))
			return true;
	return false;
}

/* A word inside MAKEFLAGS: make takes backslashes out and expands $. */
static void add_make_word(struct at_buffer *flags, const char *word)
{
	for (; *word; word++) {
		if (strchr(" \t\\", *word))
			at_buffer_byte(flags, '\\');
		if (*word == '$')
			at_buffer_byte(flags, '$');
		at_buffer_byte(flags, *word);
	}
}

/* 0, or -1 after a message. */
static int set_make_flags(const struct at_repeat *repeat, struct at_argv *environment)
{
	struct at_buffer flags = AT_BUFFER_INIT;

	if (repeat->jobs)
		at_buffer_printf(&flags, " -j%llu", (unsigned long long)repeat->jobs);
	if (repeat->include && *repeat->include) {
		char *path = realpath(repeat->include, NULL);
		if (!path) {
			at_error("cannot find the directory '%s' of --include: %s", repeat->include, strerror(errno));
			at_buffer_free(&flags);
			return -1;
		}
		at_buffer_text(&flags, " -I ");
		add_make_word(&flags, path);
		free(path);
	}
	if (repeat->overrides && repeat->overrides[strspn(repeat->overrides, " ")])
		at_buffer_printf(&flags, " -- %s", repeat->overrides);
	if (flags.length)
		at_repeat_set(environment, "MAKEFLAGS", flags.data);
	at_buffer_free(&flags);
	return 0;
}

/* A compiler that the environment names by its absolute path would pass the wrappers by: its bare name leads to them. */
static void use_wrapper(const char *wrap, struct at_argv *environment, const char *name)
{
	const char *value = value_of(environment, name);

	if (!value || value[0] != '/')
		return;
	size_t length = strcspn(value, " ");
	char *path = at_strndup(value, length), *link = at_format("%s/%s", wrap, strrchr(path, '/') + 1);
	if (!access(link, X_OK)) {
		char *bare = at_format("%s%s", strrchr(path, '/') + 1, value + length);
		at_note("%s=%s is used as %s", name, value, bare);
		at_repeat_set(environment, name, bare);
		free(bare);
	}
	free(link);
	free(path);
}

int at_repeat_environment(const struct at_repeat *repeat, const char *wrap, struct at_argv *environment)
{
	static const char *const compilers[] = { "CC", "CXX", "CC_FOR_BUILD", "BUILD_CC", "HOSTCC", "HOSTCXX", "LD", "AR", "NM",
		"RANLIB" };

	for (char **variable = environ; *variable; variable++)
		if (!unwanted(*variable))
			at_argv_push(environment, *variable);
	/* A compiler cache keys on the words and the wrapper's file, which are the same for every tune: it must not answer. */
	at_repeat_set(environment, "CCACHE_DISABLE", "1");
	at_repeat_set(environment, "SCCACHE_RECACHE", "1");
	/* Says to fragments of earlier results (atesor.flags.mk) that the package is built as it is. */
	at_repeat_set(environment, "ATESOR_REPEATS", "1");
	if (repeat->epoch && *repeat->epoch && !value_of(environment, "SOURCE_DATE_EPOCH"))
		at_repeat_set(environment, "SOURCE_DATE_EPOCH", repeat->epoch);
	if (wrap) {
		const char *path = value_of(environment, "PATH");
		char *text = at_format("%s:%s", wrap, path ? path : "/usr/local/bin:/usr/bin:/bin");
		at_repeat_set(environment, "PATH", text);
		free(text);
		for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
			use_wrapper(wrap, environment, compilers[i]);
	}
	return set_make_flags(repeat, environment);
}
