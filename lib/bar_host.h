/* Makes a program of a shared object: serves the protocol of atesor_engine.h on standard input and a descriptor for one engine. */
#ifndef ATESOR_BAR_HOST_H
#define ATESOR_BAR_HOST_H

#include "atesor_engine.h"

/* `allocated` gives the bytes that this thread has allocated so far; NULL: not known. Serves until "quit" or the end of the input.
 * Returns an exit code. */
int at_bar_host(const struct at_engine *engine, int answers, uint64_t (*allocated)(void));

#endif
