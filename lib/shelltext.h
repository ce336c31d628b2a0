/* Reads the text of shell commands (POSIX sh grammar, XCU 2.10) without running any, so that somebody can decide which of its
 * parts to run again. The result is a list of parts (the pipelines and compound commands of the outermost level, and how they
 * are joined) and, for each, the simple commands in it in the order in which they stand.
 *
 * It is strict: what is not understood with certainty makes trouble, it is never guessed. Trouble with one part is in that
 * part; text after which nothing can be told apart ends the list, and `trouble` says why and `rest` where.
 *
 * Words are "cooked": quotes and backslashes are removed, and each expansion becomes AT_EXPANSION, the variable's name (nothing
 * for any other expansion), AT_EXPANDED. $PWD and $(pwd) become ".", and a leading ~ becomes "/~". Commands in a substitution
 * stand before the command that uses it, between AT_STEP_ENTER and AT_STEP_LEAVE.
 *
 * The list owns all of it; release with at_commands_free. */
#ifndef ATESOR_SHELLTEXT_H
#define ATESOR_SHELLTEXT_H

#include <stddef.h>

#include "argv.h"
#include "buffer.h"

enum { AT_EXPANSION = 1, AT_EXPANDED = 2 };

enum at_join {
	AT_JOIN_THEN,         /* first, or after ; or a newline */
	AT_JOIN_AND,          /* after && */
	AT_JOIN_OR            /* after || */
};

enum at_step_kind {
	AT_STEP_COMMAND,      /* a simple command */
	AT_STEP_ENTER,        /* a shell of its own begins: ( ), $( ), a pipeline */
	AT_STEP_LEAVE,
	AT_STEP_MAYBE,        /* what follows runs never, once or often: if, while, until, case, and after || */
	AT_STEP_FOR,          /* as MAYBE, for each of `words` (words[0] is the variable; only the variable: $@) */
	AT_STEP_END           /* ends MAYBE and FOR */
};

struct at_step {
	enum at_step_kind kind;
	struct at_argv words;       /* command and arguments, or what FOR goes through */
	struct at_argv assignments; /* NAME=value before the command */
	struct at_argv outputs;     /* files that redirections write */
};

struct at_part {
	enum at_join join;          /* to the part before it */
	size_t begin, end;          /* where it stands in the text: [begin, end) */
	size_t first, count;        /* its steps */
	const char *trouble;        /* why nothing can be said about it, or NULL */
};

struct at_commands {
	struct at_part *part;
	size_t parts, part_room;
	struct at_step *step;
	size_t steps, step_room;
	const char *trouble;        /* why the text cannot be read from `rest` on, or NULL */
	size_t rest;
};

/* `text` is not needed afterwards, but the offsets refer to it. Always succeeds; see `trouble`. */
void at_commands_read(struct at_commands *commands, const char *text);
void at_commands_free(struct at_commands *commands);

/* Adds `word` to `out` so that a shell reads it back as that one word. */
void at_shell_quote(struct at_buffer *out, const char *word);

#endif
