/* What the files of lib/shelltext share: shelltext.c reads the parts of the outermost level, shelltext_scan.c goes through the
 * text character by character (with here-documents and reserved words), shelltext_word.c reads words, shelltext_simple.c simple
 * commands, shelltext_compound.c compound ones, and shelltext_list.c what joins them. Nobody else includes this.
 *
 * A reader borrows its text and the list that it fills; it owns its here-documents. Once `trouble` is set no list is read any
 * further, and what was read of the chain is thrown away: so callers need not look at it after each step. */
#ifndef ATESOR_SHELLTEXT_INSIDE_H
#define ATESOR_SHELLTEXT_INSIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "argv.h"
#include "buffer.h"
#include "shelltext.h"

/* A here-document that was announced on this line; its text starts on the next one. */
struct at_sh_here {
	char *end;               /* the line that ends it */
	bool tabs, literal;      /* <<-: leading tabs are removed; quoted end: nothing is expanded */
	struct at_sh_here *next;
};

struct at_sh_reader {
	const char *text;
	size_t at, last;         /* where we are; the end of the last token */
	unsigned depth;
	struct at_sh_here *here;
	struct at_commands *out;
	const char *trouble;     /* nothing after this can be told apart */
	const char *doubt;       /* the part that is being read cannot be judged */
};

/* ---- shelltext_scan.c ---- */

/* The first one said stays. */
void at_sh_trouble(struct at_sh_reader *reader, const char *why);
void at_sh_doubt(struct at_sh_reader *reader, const char *why);

struct at_step *at_sh_add_step(struct at_sh_reader *reader, enum at_step_kind kind);
void at_sh_enter(struct at_sh_reader *reader);          /* a shell of its own begins, one level deeper */
void at_sh_leave(struct at_sh_reader *reader);
void at_sh_deeper(struct at_sh_reader *reader);         /* trouble if that is too deep; the caller takes 1 from `depth` again */

char at_sh_peek(const struct at_sh_reader *reader);                              /* the next character, or NUL */
bool at_sh_sees(const struct at_sh_reader *reader, const char *text);            /* does it come next? */
bool at_sh_take(struct at_sh_reader *reader, const char *text);                  /* and then go behind it */
bool at_sh_ends_word(char c);

/* Of the variable's name that starts here; 0: there is none. */
size_t at_sh_name_length(const char *text);

/* Blanks, continued lines and a comment; with newlines, also the here-documents that start behind them. */
void at_sh_skip_blanks(struct at_sh_reader *reader);
void at_sh_skip_newlines(struct at_sh_reader *reader);
void at_sh_take_newline(struct at_sh_reader *reader);

/* After << or <<-: its name; its text is skipped by the next newline. */
void at_sh_announce_here(struct at_sh_reader *reader, bool tabs);
void at_sh_forget_here(struct at_sh_reader *reader);

/* Is the next word, unquoted, exactly this one (one of these; one that only continues or ends a compound command)? */
bool at_sh_sees_reserved(struct at_sh_reader *reader, const char *word);
bool at_sh_sees_any(struct at_sh_reader *reader, const char *const *words);
bool at_sh_sees_closing(struct at_sh_reader *reader);
bool at_sh_take_reserved(struct at_sh_reader *reader, const char *word);

/* Goes behind the reserved word `word`, or makes trouble. */
void at_sh_expect(struct at_sh_reader *reader, const char *word, const char *why);

/* ---- shelltext_word.c ---- */

/* Appends the next word, cooked. False if there is none here. */
bool at_sh_word(struct at_sh_reader *reader, struct at_buffer *word);

/* ---- shelltext_simple.c ---- */

/* [n]< [n]> … with its target. False: there is none here. `outputs` gets the files that are written. */
bool at_sh_redirection(struct at_sh_reader *reader, struct at_argv *outputs);
void at_sh_simple(struct at_sh_reader *reader);

/* ---- shelltext_compound.c ---- */

/* A simple or compound command. */
void at_sh_command(struct at_sh_reader *reader);

/* ---- shelltext_list.c ---- */

void at_sh_pipeline(struct at_sh_reader *reader);

/* && or ||, and the newlines behind it. */
bool at_sh_take_joint(struct at_sh_reader *reader, enum at_join *join);

/* Commands inside something, up to what closes it (which is left). */
void at_sh_list(struct at_sh_reader *reader);
bool at_sh_sees_list_end(struct at_sh_reader *reader);
bool at_sh_sees_ampersand(const struct at_sh_reader *reader);

#endif
