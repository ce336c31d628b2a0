/* Asks a compiler by running it on a small file, with -c, in the C locale. Accepted means exit 0 and not a word on stderr: a
 * flag that is only warned about would break a build that has -Werror, and an assembler may refuse what the compiler accepted. */
#ifndef ATESOR_PROBE_ASK_H
#define ATESOR_PROBE_ASK_H

#include <stdbool.h>

#include "argv.h"
#include "capture.h"

struct at_asking {
	const char *compiler;
	const char *directory;       /* a temporary one, with empty.c and emit.c */
	struct at_capture capture;   /* of the last try; released by at_asking_end */
};

bool at_ask_words(struct at_asking *asking, const char *const *words);           /* NULL-terminated; exit 0 and silent */
bool at_ask_accepts(struct at_asking *asking, const char *flags);                /* blank-separated */
bool at_ask_accepts_name(struct at_asking *asking, const char *option, const char *name);    /* option and name in one word */
bool at_ask_macros(struct at_asking *asking, const char *flag);                  /* -dM -E, into the capture */
/* its value there, allocated; NULL: not defined */
char *at_ask_macro(const struct at_asking *asking, const char *name);

/* Whether the compiler's -O3 output of emit.c with this flag holds each of the words (NULL-terminated). */
bool at_ask_emits(struct at_asking *asking, const char *flag, const char *const *words);
void at_asking_end(struct at_asking *asking);

#endif
