/* The words of a call with its response files (@FILE) read, as libiberty's expandargv does it. */
#ifndef ATESOR_CC_RESPONSE_H
#define ATESOR_CC_RESPONSE_H

#include <stddef.h>

struct word { char *text; int at; };         /* `at`: the index in argv that it came from */
struct words { struct word *item; size_t count, room, expansions; };

/* Adds `text`, argument number `at`, or what is in the response file that it names. */
void expand(struct words *words, char *text, int at);

#endif
