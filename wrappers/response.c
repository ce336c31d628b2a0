#include "response.h"

#include <stdbool.h>
#include <string.h>

#include "text.h"

enum { MAX_EXPANSIONS = 2000 };             /* of response files in one call, as libiberty has it */
#define MAX_RESPONSE ((size_t)256 << 20)    /* bytes of one response file */

static void add_word(struct words *words, char *text, int at)
{
	if (words->count == words->room) {
		words->room = words->room * 2 + 32;
		words->item = grown(words->item, words->count * sizeof *words->item, words->room * sizeof *words->item);
	}
	words->item[words->count++] = (struct word){ text, at };
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* One word of a response file: blanks part words; both quotes and the backslash are as in libiberty's buildargv. */
static const char *response_word(const char *at, struct text *word)
{
	char quote = 0;

	put(word, "");
	for (; *at && (quote || !is_blank(*at)); at++) {
		if (*at == '\\' && at[1])
			put_bytes(word, ++at, 1);
		else if (quote ? *at == quote : *at == '\'' || *at == '"')
			quote = quote ? 0 : *at;
		else
			put_bytes(word, at, 1);
	}
	return at;
}

void expand(struct words *words, char *text, int at)
{
	size_t length;
	char *file = text[0] == '@' && words->expansions < MAX_EXPANSIONS ? read_file(text + 1, MAX_RESPONSE, &length) : NULL;

	if (!file) {            /* as the compilers do: a file that cannot be read makes it a plain word */
		add_word(words, text, at);
		return;
	}
	words->expansions++;
	for (const char *here = file; *here;) {
		struct text word = { 0 };
		if (is_blank(*here)) {
			here++;
			continue;
		}
		here = response_word(here, &word);
		expand(words, word.data, at);
	}
}
