/* Talk to the person on stderr, in one shape: "atesor-elf: error: cannot open 'x': No such file or directory".
 * The program's name is the one it was started by. No state; nothing is written to stdout. */
#ifndef ATESOR_MESSAGE_H
#define ATESOR_MESSAGE_H

#include "exits.h"

void at_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void at_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void at_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* at_error, then exit(code). For mains and for faults that no caller can mend (out of memory, a broken invariant). */
_Noreturn void at_die(enum at_exit code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
