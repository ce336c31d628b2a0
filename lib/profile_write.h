/* Writes a finished profile in the formats that compilers read. 0, or -1 with errno. */
#ifndef ATESOR_PROFILE_WRITE_H
#define ATESOR_PROFILE_WRITE_H

#include <stdio.h>

#include "profile.h"

/* LLVM's text: https://clang.llvm.org/docs/UsersManual.html#sample-profile-text-format */
int at_profile_write_text(const struct at_profile *profile, FILE *stream);
/* LLVM's extensible binary format, version 103, uncompressed, names as text. `fs`: the discriminators are flow-sensitive. */
int at_profile_write_extbinary(const struct at_profile *profile, FILE *stream, bool fs);
/* GCC's -fauto-profile, version 2. `discriminators`: keep them (GCC 13 and newer look for them); else the counts of a line are
 * put together, because GCC 12 and older look for none. */
int at_profile_write_gcov(const struct at_profile *profile, FILE *stream, bool discriminators);

#endif
