#include "probe_ask.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { SECONDS = 60 };       /* of one try */

/* Variables by which a compiler changes what it does. */
static const char *const hidden[] = { "CPATH=", "C_INCLUDE_PATH=", "CCC_OVERRIDE_OPTIONS=", "DEPENDENCIES_OUTPUT=",
	"SUNPRO_DEPENDENCIES=", NULL };

bool at_ask_words(struct at_asking *asking, const char *const *words)
{
	struct at_argv command = AT_ARGV_INIT;

	at_argv_push(&command, asking->compiler);
	for (; *words; words++)
		at_argv_push(&command, *words);
	at_capture_free(&asking->capture);
	bool ran = !at_capture(&asking->capture, command.word, asking->directory, hidden, SECONDS);
	at_argv_free(&command);
	return ran && asking->capture.code == 0 && asking->capture.err.length == 0;
}

static bool ask_argv(struct at_asking *asking, const struct at_argv *flags, const char *const *rest)
{
	struct at_argv words = AT_ARGV_INIT;

	at_argv_extend(&words, flags->word, flags->count);
	for (; *rest; rest++)
		at_argv_push(&words, *rest);
	bool yes = at_ask_words(asking, (const char *const *)words.word);
	at_argv_free(&words);
	return yes;
}

bool at_ask_accepts(struct at_asking *asking, const char *flags)
{
	static const char *const rest[] = { "-c", "-o", "empty.o", "empty.c", NULL };
	struct at_argv words = AT_ARGV_INIT;

	for (const char *at = flags; *(at += strspn(at, " "));) {
		size_t length = strcspn(at, " ");
		at_argv_give(&words, at_strndup(at, length));
		at += length;
	}
	bool yes = ask_argv(asking, &words, rest);
	at_argv_free(&words);
	return yes;
}

bool at_ask_accepts_name(struct at_asking *asking, const char *option, const char *name)
{
	char *flag = at_format("%s%s", option, name);
	bool yes = at_ask_accepts(asking, flag);

	free(flag);
	return yes;
}

bool at_ask_macros(struct at_asking *asking, const char *flag)
{
	const char *const words[] = { "-dM", "-E", "empty.c", flag, NULL };

	return at_ask_words(asking, words);
}

char *at_ask_macro(const struct at_asking *asking, const char *name)
{
	char *line = at_format("#define %s ", name);
	const char *found = asking->capture.out.length ? strstr(asking->capture.out.data, line) : NULL;
	char *value = found ? at_strndup(found + strlen(line), strcspn(found + strlen(line), "\n")) : NULL;

	free(line);
	return value;
}

bool at_ask_emits(struct at_asking *asking, const char *flag, const char *const *words)
{
	const char *const command[] = { "-O3", flag, "-S", "-o", "-", "emit.c", NULL };

	if (!at_ask_words(asking, command) || !asking->capture.out.length)
		return false;
	for (; *words; words++)
		if (!strstr(asking->capture.out.data, *words))
			return false;
	return true;
}

void at_asking_end(struct at_asking *asking)
{
	at_capture_free(&asking->capture);
}
