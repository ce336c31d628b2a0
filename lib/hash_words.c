#include "hash_words.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"

/* One word from `text` on. Returns where it ends, or NULL with `error`. */
static const char *read_word(const char *text, struct at_buffer *word, char **error)
{
	char quote = 0;

	for (; *text && (quote || (*text != ' ' && *text != '\t')); text++) {
		if (quote && *text == quote) {
			quote = 0;
		} else if (!quote && (*text == '\'' || *text == '"')) {
			quote = *text;
		} else if (*text == '\\' && quote != '\'' && (!quote || text[1] == '"' || text[1] == '\\')) {
			if (!*++text) {
				*error = at_strdup("nothing follows the last backslash");
				return NULL;
			}
			at_buffer_byte(word, *text);
		} else if (!quote && (strchr("|&;<>()$`*?[\n", *text) || (!word->length && strchr("~#", *text)))) {
			*error = *text == '\n' ? at_strdup("a newline is not allowed: no shell runs this") :
				at_format("'%c' is not allowed: no shell runs this (quote it, or write sh -c '...')", *text);
			return NULL;
		} else {
			at_buffer_byte(word, *text);
		}
	}
	if (quote) {
		*error = at_format("a quote (%c) is not closed", quote);
		return NULL;
	}
	return text;
}

int at_hash_words(const char *text, struct at_argv *words, char **error)
{
	for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
		struct at_buffer word = AT_BUFFER_INIT;
		text = read_word(text, &word, error);
		if (!text) {
			at_buffer_free(&word);
			at_argv_free(words);
			return -1;
		}
		at_argv_give(words, at_buffer_take(&word));
	}
	return 0;
}

/* Up to the next colon that has no backslash before it, "\:" becoming ":"; other backslashes stay, they are of the words. Sets
 * `text` to behind the colon, or NULL if there was none. */
static char *take_field(const char **text)
{
	struct at_buffer field = AT_BUFFER_INIT;
	const char *at = *text;

	for (; *at && *at != ':'; at++) {
		if (*at == '\\' && at[1] == ':') {
			at++;
		} else if (*at == '\\' && at[1]) {
			at_buffer_byte(&field, *at++);
		}
		at_buffer_byte(&field, *at);
	}
	*text = *at ? at + 1 : NULL;
	return at_buffer_take(&field);
}

static bool is_setting(const char *word)
{
	const char *equals = strchr(word, '=');

	if (!equals || equals == word || isdigit((unsigned char)*word))
		return false;
	for (; word < equals; word++)
		if (!isalnum((unsigned char)*word) && *word != '_')
			return false;
	return true;
}

int at_hash_given_parse(const char *text, struct at_hash_given *given, char **error)
{
	*given = (struct at_hash_given){ 0 };
	given->name = take_field(&text);
	if (!text || !*given->name) {
		*error = at_strdup(text ? "the name is missing" : "it has no colon");
		return -1;
	}
	char *environment = take_field(&text);
	int failed = !text || at_hash_words(environment, &given->environment, error) || at_hash_words(text, &given->command, error);
	free(environment);
	if (!text)
		*error = at_strdup("it has one colon only (a colon of the name or of a value is written \\:)");
	for (size_t i = 0; !failed && i < given->environment.count; i++)
		if (!is_setting(given->environment.word[i])) {
			*error = at_format("'%s' is not NAME=VALUE", given->environment.word[i]);
			failed = 1;
		}
	return failed ? -1 : 0;
}

void at_hash_given_free(struct at_hash_given *given)
{
	free(given->name);
	at_argv_free(&given->environment);
	at_argv_free(&given->command);
	*given = (struct at_hash_given){ 0 };
}
