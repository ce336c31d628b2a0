#include "argv.h"

#include <stdlib.h>

#include "alloc.h"

void at_argv_give(struct at_argv *argv, char *word)
{
	if (argv->count + 2 > argv->capacity) {
		argv->capacity = argv->capacity ? argv->capacity * 2 : 8;
		argv->word = at_resize(argv->word, argv->capacity, sizeof *argv->word);
	}
	argv->word[argv->count++] = word;
	argv->word[argv->count] = NULL;
}

void at_argv_push(struct at_argv *argv, const char *word)
{
	at_argv_give(argv, at_strdup(word));
}

void at_argv_extend(struct at_argv *argv, char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		at_argv_push(argv, words[i]);
}

void at_argv_clear(struct at_argv *argv)
{
	for (size_t i = 0; i < argv->count; i++)
		free(argv->word[i]);
	argv->count = 0;
	if (argv->word)
		argv->word[0] = NULL;
}

void at_argv_free(struct at_argv *argv)
{
	at_argv_clear(argv);
	free(argv->word);
	*argv = (struct at_argv)AT_ARGV_INIT;
}
