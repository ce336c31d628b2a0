/* The texts in which rows are given: NAME:ENV:COMMAND, and words with quotes, as a shell would read them but without one. */
#ifndef ATESOR_HASH_WORDS_H
#define ATESOR_HASH_WORDS_H

#include "argv.h"

/* Splits text into words at blanks. 'single quotes' keep everything, "double quotes" keep everything but \" and \\, a backslash
 * keeps the next byte. What a shell would give a meaning to (| & ; < > ( ) $ ` * ? [ ~ # newline, outside quotes) is refused.
 * 0; or -1 with an allocated `error`, and words holds nothing. */
int at_hash_words(const char *text, struct at_argv *words, char **error);

struct at_hash_given {
	char *name;
	struct at_argv environment;     /* NAME=VALUE */
	struct at_argv command;         /* may be empty: the run's own command */
};

/* Takes NAME:ENV:COMMAND apart at its first two colons; "\:" in NAME and ENV is a colon of theirs, colons in COMMAND need
 * nothing. ENV is words NAME=VALUE, COMMAND is words. 0; or -1 with an allocated `error`. Release with at_hash_given_free in any case. */
int at_hash_given_parse(const char *text, struct at_hash_given *given, char **error);
void at_hash_given_free(struct at_hash_given *given);

#endif
