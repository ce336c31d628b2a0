/* What the files of lib/judge share: judge.c follows a shell, judge_rules.c (with what judge_rules.h names) knows the commands,
 * judge_words.c looks at words and paths. Words are cooked as in lib/shelltext. Nobody else includes this. */
#ifndef ATESOR_JUDGE_INSIDE_H
#define ATESOR_JUDGE_INSIDE_H

#include "judge.h"

#define AT_JUDGE_UNKNOWN "\1\2"      /* a word of which nothing is known */

/* ---- judge_words.c ---- */

/* Sets the reason; always false. */
bool at_judge_refuse(struct at_judge *judge, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool at_judge_certain(const char *word);                         /* no expansion is left in it */
bool at_judge_among(const char *list, const char *word);         /* list: blank-separated, with a blank at both ends */
bool at_judge_has_word(char **words, size_t count, const char *list);    /* any word but the first is among the list */
bool at_judge_installs(const char *name);                        /* a target or script of this name installs */

/* `path`, seen from `directory` (relative to the tree), as a path from the tree, allocated; NULL: outside, or not to be told. */
char *at_judge_place(const struct at_judge *judge, const char *directory, const char *path);

/* False with a reason (`reason` and the path) unless the path surely lies in the tree or is a device like /dev/null. */
bool at_judge_may_write(struct at_judge *judge, const char *path, const char *reason);

/* The words that are neither options nor the values of those in `valued`. Borrowed, in a vector to be freed with free(). */
char **at_judge_operands(char **words, size_t count, const char *valued, size_t *found);

/* The value of an option from word `*from` on, which moves behind it; NULL: none. `-C DIR`, `-CDIR`, `--dir DIR`, `--dir=DIR`. */
const char *at_judge_option(char **words, size_t count, const char *name, size_t *from);

/* May every value of the options in `names` (blank-separated) be written? */
bool at_judge_options_inside(struct at_judge *judge, char **words, size_t count, const char *names, const char *reason);

/* ---- judge_rules.c ---- */

/* One command with its arguments; words[0] may be a prefix such as sudo. */
bool at_judge_words(struct at_judge *judge, char **words, size_t count);

/* Does the word name the source by its absolute path? */
bool at_judge_names_source(const struct at_judge *judge, const char *word);

/* ---- judge_shell.c ---- */

/* Where `cd` leads, from the tree, allocated; NULL with a reason. */
char *at_judge_destination(struct at_judge *judge, char **words, size_t count);

/* ---- judge.c ---- */

void at_judge_bind(struct at_judge *judge, const char *name, size_t length, const char *value);  /* NULL: not known */
void at_judge_assign(struct at_judge *judge, const char *assignment);                            /* NAME=value */

/* The text of `sh -c` and `eval`: read and judged like any other. */
bool at_judge_text(struct at_judge *judge, const char *text);

/* Back from an inner shell to the outer one: only what was found out about the commands stays. */
void at_judge_leave(struct at_judge *judge, struct at_judge *saved);

#endif
