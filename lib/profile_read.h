/* Reads a profile of LLVM's text or extensible binary format (not compressed, names as text). Targets of calls are passed over.
 * Foreign bytes: bounds and depth are checked. */
#ifndef ATESOR_PROFILE_READ_H
#define ATESOR_PROFILE_READ_H

#include "profile.h"

/* `bytes` ends with a NUL that `count` does not count. Fills and finishes the profile. NULL when all is well, else what is
 * wrong as text that the caller frees. */
char *at_profile_read(struct at_profile *profile, const char *bytes, size_t count);

#endif
