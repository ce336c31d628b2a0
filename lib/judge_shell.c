#include "judge_rules.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"

/* Of an inner shell nothing stays. */
static void changes(struct at_judge *judge)
{
	judge->changes = judge->changes || !judge->depth;
}

bool at_rule_shell(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	struct at_judge saved = *judge;
	size_t i = 1;

	(void)rule;
	while (i < count && words[i][0] == '-' && (words[i][1] == '-' || !strchr(words[i], 'c')))
		i++;
	if (i >= count)
		return true;
	if (words[i][0] != '-')
		return !at_judge_installs(words[i]) || at_judge_refuse(judge, AT_RULE_INSTALL);
	if (i + 1 >= count)
		return true;
	/* A shell of its own, which knows no variable of this one that is not exported. */
	judge->directory = at_strdup(saved.directory);
	judge->previous = NULL;
	judge->names = judge->values = (struct at_argv)AT_ARGV_INIT;
	judge->depth++;
	bool good = at_judge_text(judge, words[i + 1]);
	at_judge_leave(judge, &saved);
	return good;
}

bool at_rule_eval(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	struct at_buffer text = AT_BUFFER_INIT;

	(void)rule;
	for (size_t i = 1; i < count; i++) {
		at_buffer_text(&text, i > 1 ? " " : "");
		at_buffer_text(&text, words[i]);
	}
	changes(judge);
	judge->maybe++;                 /* what it does to directory and variables is not followed */
	judge->depth++;
	bool good = !text.length || at_judge_text(judge, text.data);
	judge->depth--;
	judge->maybe--;
	at_buffer_free(&text);
	return good;
}

/* A file that is read into the shell may set any variable. */
bool at_rule_source(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	(void)rule, (void)words, (void)count;
	for (size_t i = 0; i < judge->values.count; i++) {
		free(judge->values.word[i]);
		judge->values.word[i] = at_strdup(AT_JUDGE_UNKNOWN);
	}
	changes(judge);
	return true;
}

bool at_rule_find(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	if (at_judge_has_word(words, count, " -delete "))
		for (size_t i = 1; i < count && words[i][0] != '-' && words[i][0] != '(' && words[i][0] != '!'; i++)
			if (!at_judge_may_write(judge, words[i], rule->reason))
				return false;
	for (size_t i = 1; i < count; i++) {
		size_t end = i + 1;
		if (!at_judge_among(" -exec -execdir -ok -okdir ", words[i]))
			continue;
		while (end < count && strcmp(words[end], ";") && strcmp(words[end], "+"))
			end++;
		if (end > i + 1 && !at_judge_words(judge, words + i + 1, end - i - 1))
			return false;
		i = end;
	}
	return true;
}

/* What it appends to its command comes from elsewhere: a word that cannot be judged. */
bool at_rule_xargs(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	static char unknown[] = AT_JUDGE_UNKNOWN;
	size_t i = 1;

	while (i < count && words[i][0] == '-')
		i += 1 + at_judge_among(rule->words, words[i]);
	if (i >= count)
		return true;
	char **command = at_alloc((count - i + 2) * sizeof *command);
	memcpy(command, words + i, (count - i) * sizeof *command);
	command[count - i] = unknown;
	bool good = at_judge_words(judge, command, count - i + 1);
	free(command);
	return good;
}

bool at_rule_export(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	(void)rule;
	for (size_t i = 1; i < count; i++)
		if (strchr(words[i], '='))
			at_judge_assign(judge, words[i]);
	changes(judge);
	return true;
}

bool at_rule_unset(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	(void)rule;
	for (size_t i = 1; i < count; i++)
		at_judge_bind(judge, words[i], strlen(words[i]), NULL);
	changes(judge);
	return true;
}

bool at_rule_exit(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	(void)rule, (void)words, (void)count;
	judge->ends = judge->ends || (!judge->depth && !judge->maybe);
	return true;
}

char *at_judge_destination(struct at_judge *judge, char **words, size_t count)
{
	size_t i = 1;

	while (i < count && at_judge_among(" -L -P -- ", words[i]))
		i++;
	if (i >= count)
		at_judge_refuse(judge, "leaves the tree: cd without a directory goes home");
	else if (i + 1 < count || !at_judge_certain(words[i]))
		at_judge_refuse(judge, "where cd leads cannot be judged");
	else if (!strcmp(words[i], "-") && judge->previous && !judge->lost)
		return at_strdup(judge->previous);
	else if (!strcmp(words[i], "-"))
		at_judge_refuse(judge, "leaves the tree: cd - with no directory before");
	else {
		char *path = judge->lost && words[i][0] != '/' ? NULL : at_judge_place(judge, judge->directory, words[i]);
		if (path)
			return path;
		at_judge_refuse(judge, "leaves the tree: cd %s", words[i]);
	}
	return NULL;
}

bool at_rule_cd(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	(void)rule;
	if (judge->maybe)
		return at_judge_refuse(judge, "changes the directory on a condition");
	char *path = at_judge_destination(judge, words, count);
	if (!path)
		return false;
	free(judge->previous);
	judge->previous = judge->directory;
	judge->directory = path;
	judge->lost = NULL;
	changes(judge);
	return true;
}
