/* The rules of lib/judge for single commands: the table in judge_rules.c says which command has which; judge_build.c,
 * judge_files.c and judge_shell.c have those that look closer. Only these files include this.
 *
 * A rule judges one command, words[0] … words[count - 1] (cooked, borrowed): true, or false with the judge's reason set. */
#ifndef ATESOR_JUDGE_RULES_H
#define ATESOR_JUDGE_RULES_H

#include "judge_inside.h"

#define AT_RULE_OUTSIDE "writes outside the tree"
#define AT_RULE_INSTALL "install step"
#define AT_RULE_PACKAGE "package install"
#define AT_RULE_DOWNLOAD "source control or download"
#define AT_RULE_SYSTEM "changes the system"

struct at_rule;
typedef bool at_rule_judge(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count);

struct at_rule {
	const char *names;          /* of commands, without directory and version: blank-separated, with a blank at both ends */
	at_rule_judge *judge;
	const char *reason;         /* what a refusal says */
	const char *words;          /* what `judge` needs, as `names` */
};

/* ---- judge_build.c: tools that build, and their install steps ---- */

at_rule_judge at_rule_make, at_rule_cmake, at_rule_meson, at_rule_go, at_rule_cargo, at_rule_python;

/* ---- judge_files.c: commands that write files ---- */

at_rule_judge at_rule_writes_last, at_rule_writes_all, at_rule_install, at_rule_sed, at_rule_dd, at_rule_tar,
	at_rule_writes_option, at_rule_ar;

/* ---- judge_shell.c: commands that run commands, and those that change the shell ---- */

at_rule_judge at_rule_shell, at_rule_eval, at_rule_source, at_rule_find, at_rule_xargs, at_rule_export, at_rule_unset,
	at_rule_exit, at_rule_cd;

#endif
