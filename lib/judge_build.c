#include "judge_rules.h"

#include <stdlib.h>
#include <string.h>

/* In `make -j $(nproc)` the expansion is the value of -j, which may also have none. */
static bool counts_jobs(char **words, size_t count, const char *operand)
{
	for (size_t i = 2; i < count; i++)
		if (words[i] == operand)
			return at_judge_among(" -j --jobs -l ", words[i - 1]);
	return false;
}

bool at_rule_make(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, rule->words, &found);
	bool good = true;

	for (size_t i = 0; good && i < found; i++)
		if (!strchr(list[i], '=') && !counts_jobs(words, count, list[i]))
			good = !at_judge_certain(list[i]) ? at_judge_refuse(judge, "a target is an expansion, which cannot be judged") :
				!at_judge_installs(list[i]) || at_judge_refuse(judge, AT_RULE_INSTALL);
	free(list);
	return good && at_judge_options_inside(judge, words, count, "-C --directory", "works outside the tree");
}

bool at_rule_cmake(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	bool targets = false;       /* after --target, or after -- what the native tool gets */
	size_t found;

	(void)rule;
	for (size_t i = 1; i < count; i++) {
		if (words[i][0] == '-')
			targets = at_judge_among(" -t --target -- ", words[i]);
		if (!strcmp(words[i], "--install") || !strncmp(words[i], "--target=install", 16) || (targets && at_judge_installs(words[i])) ||
				(!strcmp(words[i], "-P") && i + 1 < count && strstr(words[i + 1], "cmake_install")))
			return at_judge_refuse(judge, AT_RULE_INSTALL);
	}
	if (count < 2 || strcmp(words[1], "-E"))
		return at_judge_options_inside(judge, words, count, "-B --build", "works outside the tree");
	/* cmake -E TOOL ARG…: the tools that write do so to their last operand or to all of them. */
	char **list = at_judge_operands(words + 1, count - 1, "", &found);
	bool good = true;
	if (found && at_judge_among(" copy copy_directory copy_if_different rename create_symlink create_hardlink ", list[0]))
		good = at_judge_may_write(judge, list[found - 1], AT_RULE_OUTSIDE);
	else if (found && at_judge_among(" make_directory touch touch_nocreate remove remove_directory rm chdir tar ", list[0]))
		for (size_t i = 1; good && i < found; i++)
			good = at_judge_may_write(judge, list[i], AT_RULE_OUTSIDE);
	free(list);
	return good;
}

bool at_rule_meson(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, " -C ", &found);
	const char *tool = found ? list[0] : "";
	bool good = strcmp(tool, "install") || at_judge_refuse(judge, AT_RULE_INSTALL);

	if (good && !strcmp(tool, "setup") && found > 1)
		good = at_judge_may_write(judge, list[1], rule->reason);
	free(list);
	return good && at_judge_options_inside(judge, words, count, "-C", rule->reason);
}

bool at_rule_go(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	const char *tool = count > 1 ? words[1] : "";

	(void)rule;
	if (!strcmp(tool, "install"))
		return at_judge_refuse(judge, AT_RULE_INSTALL);
	if (!strcmp(tool, "get") || (!strcmp(tool, "mod") && count > 2 && !strcmp(words[2], "download")))
		return at_judge_refuse(judge, AT_RULE_DOWNLOAD);
	return strcmp(tool, "build") || at_judge_options_inside(judge, words, count, "-o", AT_RULE_OUTSIDE);
}

bool at_rule_cargo(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, "", &found);
	const char *tool = found ? list[0][0] == '+' && found > 1 ? list[1] : list[0] : "";

	free(list);
	if (at_judge_among(" install uninstall ", tool))
		return at_judge_refuse(judge, AT_RULE_INSTALL);
	if (at_judge_among(rule->words, tool))
		return at_judge_refuse(judge, AT_RULE_DOWNLOAD);
	return at_judge_options_inside(judge, words, count, "--target-dir", AT_RULE_OUTSIDE);
}

bool at_rule_python(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	for (size_t i = 1; i + 1 < count; i++) {
		if (!strcmp(words[i], "-m") && at_judge_among(" pip ensurepip pipx ", words[i + 1]))
			return at_judge_refuse(judge, AT_RULE_PACKAGE);
		if (strstr(words[i], "setup.py") && at_judge_has_word(words + i, count - i, rule->words))
			return at_judge_refuse(judge, AT_RULE_INSTALL);
	}
	return true;
}
