/* Whether there is a person at a terminal. */
#ifndef ATESOR_TERMINAL_H
#define ATESOR_TERMINAL_H

#include <stdbool.h>

/* Whether a descriptor is a terminal that knows control sequences (TERM is not "dumb"). */
bool at_terminal(int descriptor);

#endif
