#include "judge_rules.h"

#include <stdlib.h>
#include <string.h>

/* cp, ln, rsync …: the last operand is written, or the directory that -t names. */
bool at_rule_writes_last(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	size_t found, from = 1;
	char **list = at_judge_operands(words, count, rule->words, &found);
	const char *directory = at_judge_option(words, count, "-t", &from);
	bool good = true;

	from = 1;
	if (!directory)
		directory = at_judge_option(words, count, "--target-directory", &from);
	if (directory)
		good = at_judge_may_write(judge, directory, rule->reason);
	else if (found > 1)
		good = at_judge_may_write(judge, list[found - 1], rule->reason);
	free(list);
	return good;
}

/* mv, rm, mkdir, tee …: every operand is written. `words` also names an operand that comes first and is no file ("MODE"). */
bool at_rule_writes_all(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, rule->words, &found);
	bool good = at_judge_options_inside(judge, words, count, "-t --target-directory", rule->reason);

	for (size_t i = at_judge_among(rule->words, "MODE"); good && i < found; i++)
		good = at_judge_may_write(judge, list[i], rule->reason);
	free(list);
	return good;
}

bool at_rule_install(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	return (at_judge_has_word(words, count, " -d --directory ") ? at_rule_writes_all : at_rule_writes_last)(judge, rule, words, count);
}

bool at_rule_sed(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	bool in_place = false, script = false;
	size_t found;
	char **list = at_judge_operands(words, count, rule->words, &found);

	for (size_t i = 1; i < count; i++) {
		in_place = in_place || !strncmp(words[i], "-i", 2) || !strncmp(words[i], "--in-place", 10);
		script = script || at_judge_among(" -e -f --expression --file ", words[i]);
	}
	bool good = true;
	for (size_t i = !script; in_place && good && i < found; i++)
		good = at_judge_may_write(judge, list[i], rule->reason);
	free(list);
	return good;
}

bool at_rule_dd(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (!strncmp(words[i], "of=", 3) && !at_judge_may_write(judge, words[i] + 3, rule->reason))
			return false;
	return true;
}

/* tar: where it changes to, and the archive when it makes one. */
bool at_rule_tar(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	bool creates = at_judge_has_word(words, count, " -c --create -r --append -u --update ") ||
		(count > 1 && strpbrk(words[1], "cru") && strncmp(words[1], "--", 2));

	for (size_t i = 1; creates && i + 1 < count; i++) {
		bool letters = words[i][0] == '-' ? words[i][1] != '-' : i == 1;
		if (letters && *words[i] && words[i][strlen(words[i]) - 1] == 'f' && !at_judge_may_write(judge, words[i + 1], rule->reason))
			return false;
	}
	return at_judge_options_inside(judge, words, count, creates ? "--file" : "-C --directory", rule->reason);
}

/* Compilers and the like: the file after -o; unzip: the directory after -d. */
bool at_rule_writes_option(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	return at_judge_options_inside(judge, words, count, rule->words, rule->reason);
}

bool at_rule_ar(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	return count < 3 || strpbrk(words[1], "pt") || at_judge_may_write(judge, words[2], rule->reason);
}
