#include "template_vet.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many files a helper may be given: more than one is for those that write to none of them. */
enum { OPERANDS_NONE, OPERANDS_ONE, OPERANDS_INPUT = 100 };

/* The options of a helper: letters that stand alone, letters that take a value, and how many of its first operands are text
 * and not files. */
struct helper {
	const char *name, *flags, *valued;
	int texts, operands;
};

static const struct helper helpers[] = {
	{ "base64", "di", "w", 0, OPERANDS_INPUT }, { "bunzip2", "cdfkqs", "", 0, OPERANDS_NONE },
	{ "bzcat", "s", "", 0, OPERANDS_NONE },
	{ "bzip2", "cdfkqsz123456789", "", 0, OPERANDS_NONE }, { "cat", "AbeEnstTuv", "", 0, OPERANDS_INPUT },
	{ "cksum", "", "", 0, OPERANDS_INPUT },
	{ "cmp", "bls", "in", 0, OPERANDS_INPUT }, { "comm", "123", "", 0, OPERANDS_INPUT },
	{ "cut", "sn", "bcdf", 0, OPERANDS_INPUT },
	{ "expand", "i", "t", 0, OPERANDS_INPUT }, { "fold", "bs", "w", 0, OPERANDS_INPUT },
	{ "grep", "acEFhinoqsvwx", "mABC", 1, OPERANDS_INPUT },
	{ "gunzip", "cdfknq", "", 0, OPERANDS_NONE }, { "gzip", "cdfknq123456789", "", 0, OPERANDS_NONE },
	{ "head", "qvz", "cn", 0, OPERANDS_INPUT },
	{ "join", "i", "12atv", 0, OPERANDS_INPUT }, { "lz4", "cdfkq123456789", "", 0, OPERANDS_NONE },
	{ "md5sum", "bt", "", 0, OPERANDS_INPUT },
	{ "nl", "p", "bfhinsvw", 0, OPERANDS_INPUT }, { "od", "abcdfilosvx", "AjNtw", 0, OPERANDS_INPUT },
	{ "paste", "sz", "d", 0, OPERANDS_INPUT },
	{ "sha1sum", "bt", "", 0, OPERANDS_INPUT }, { "sha256sum", "bt", "", 0, OPERANDS_INPUT },
	{ "sha512sum", "bt", "", 0, OPERANDS_INPUT },
	{ "sort", "bdfghimMnrRsuVz", "kt", 0, OPERANDS_INPUT }, { "tac", "b", "", 0, OPERANDS_INPUT },
	{ "tail", "qvz", "cn", 0, OPERANDS_INPUT },
	{ "tr", "cCdst", "", 2, OPERANDS_NONE }, { "uniq", "cdiuz", "fsw", 0, OPERANDS_ONE },
	{ "unxz", "cdfkq", "", 0, OPERANDS_NONE },
	{ "wc", "cLlmw", "", 0, OPERANDS_INPUT }, { "xz", "cdfkqze0123456789", "", 0, OPERANDS_NONE },
	{ "xzcat", "cdfkq", "", 0, OPERANDS_NONE },
	{ "zcat", "cdfkq", "", 0, OPERANDS_NONE }, { "zstd", "cdfkq123456789", "", 0, OPERANDS_NONE },
};

static bool is_file(char c)
{
	return c == AT_INPUT || c == AT_OUTPUT;
}

/* `why` ends the message; `word` is shown with its placeholders as they are written. */
static int refuse(struct at_template *template, const char *word, const char *why)
{
	char shown[80];
	size_t n = 0;

	for (const char *c = word; *c && n < sizeof shown - 16; c++)
		if (*c > 0 && *c < AT_PLACEHOLDERS)
			n += (size_t)snprintf(shown + n, sizeof shown - n, "%s", at_placeholder_name((enum at_placeholder)*c));
		else
			shown[n++] = *c;
	shown[n] = 0;
	snprintf(template->error, sizeof template->error, "'%s': %s", shown, why);
	return -1;
}

/* The rules for any word. */
static int vet_word(struct at_template *template, const char *word)
{
	const char *file = word;

	if (!strcmp(word, "."))
		return refuse(template, word, "it names the directory: a proposed command may name only {input} and {output}");
	for (const char *c = word; *c; c++) {
		if (*c > 0 && *c < AT_PLACEHOLDERS)
			continue;
		if (!isalnum((unsigned char)*c) && !strchr("_.,:=+@%^-", *c))
			return refuse(template, word,
					"a proposed command may hold only letters, digits and _ . , : = + % ^ - in its words, quoted or not");
		if (*c == '.' && c[1] == '.')
			return refuse(template, word, "'..' is not allowed");
		if (*c == '.' && ((c > word && isalpha((unsigned char)c[-1]) && c[1]) || isalpha((unsigned char)c[1])))
			return refuse(template, word, "this looks like the name of a file: a proposed command may name only {input} and {output}");
		if (*c == '@')
			return refuse(template, word, "'@' may name a file of options: it is not allowed");
	}
	while (*file && !is_file(*file))
		file++;
	if (*file && (file[1] || (file > word && word[0] != '-' && file[-1] != '=')))
		return refuse(template, word, "{input} and {output} must be a word of their own, or end an option");
	if (strchr(word, AT_BIN))
		return refuse(template, word, "{bin} is the command only, not an argument");
	return 0;
}

/* Words after {bin}: a text behind -c or -e may be a command or a program. */
static int vet_bin(struct at_template *template, const struct at_argv *words)
{
	for (size_t i = 1; i + 1 < words->count; i++) {
		const char *word = words->word[i], *next = words->word[i + 1];
		if ((!strcmp(word, "-c") || !strcmp(word, "-e") || !strncmp(word, "--e", 3) || !strcmp(word, "--command")) &&
				*next != '-' && !is_file(*next))
			return refuse(template, next, "a text behind -c or -e may be a command: it is not allowed");
	}
	return 0;
}

static int vet_helper(struct at_template *template, const struct helper *helper, const struct at_argv *words)
{
	int texts = helper->texts, files = helper->operands;

	for (size_t i = 1; i < words->count; i++) {
		const char *word = words->word[i], *c = word + 1;
		if (word[0] != '-' || !word[1]) {
			if (texts > 0 && !is_file(word[0]))
				texts--;
			else if (files-- <= 0 || (strcmp(word, "-") && !(word[0] == AT_INPUT && !word[1])))
				return refuse(template, word, helper->operands == OPERANDS_NONE ? "this helper must read stdin, it takes no file" :
						"a helper reads stdin, - or {input} only");
			continue;
		}
		while (*c && strchr(helper->flags, *c))
			c++;
		if (!*c)
			continue;
		if (!strchr(helper->valued, *c))
			return refuse(template, word, "this option of a helper is not allowed");
		const char *value = c[1] ? c + 1 : i + 1 < words->count ? words->word[++i] : "";
		for (const char *v = value; *v; v++)
			if (is_file(*v))
				return refuse(template, word, "this option of a helper takes no file");
	}
	return 0;
}

int at_template_vet(struct at_template *template)
{
	bool bin = false;

	for (size_t i = 0; i < template->stages; i++) {
		const struct at_argv *words = &template->stage[i];
		const struct helper *helper = NULL;
		for (size_t j = 1; j < words->count; j++)
			if (vet_word(template, words->word[j]))
				return -1;
		if (words->word[0][0] == AT_BIN) {
			bin = true;
			if (vet_bin(template, words))
				return -1;
			continue;
		}
		for (size_t j = 0; j < sizeof helpers / sizeof *helpers; j++)
			if (!strcmp(words->word[0], helpers[j].name))
				helper = &helpers[j];
		if (!helper)
			return refuse(template, words->word[0], "a proposed command may not use this helper");
		if (vet_helper(template, helper, words))
			return -1;
	}
	return bin ? 0 : refuse(template, "", "no command of the pipe is {bin}");
}
