/* The command line of atesor-profgen: the names that llvm-profgen has for the same things, in its one-dash spelling too. */
#ifndef ATESOR_PROFGEN_OPTIONS_H
#define ATESOR_PROFGEN_OPTIONS_H

#include "profgen.h"

/* Fills what the caller sets of `work`; exits with 2 if the line is wrong. Returns the index of the first operand. `argv` is
 * changed: words of llvm-profgen's spelling (-ba, -perfdata=F) become those of this program. */
int at_profgen_options(struct at_profgen *work, int argc, char **argv);
/* Ends with exit 2 unless there is a binary and an input. */
void at_profgen_check_inputs(const struct at_profgen *work);

#endif
