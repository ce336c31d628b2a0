/* Profiles know a static function by its source, as the compiler was given that: gcc puts the path into a hash, clang into a name. A build
 * that gives whole paths would find none of them again, for the trees that train and use a profile lie apart; and gcc
 * names a profile by a whole path of the output. With a profile, paths below the tree are given from the working directory. */
#ifndef ATESOR_CC_RELATIVE_H
#define ATESOR_CC_RELATIVE_H

#include "call.h"

/* Sets call->up if a flag that was added has to do with a profile and a word of the call is to be changed; and adds what keeps __FILE__ as
 * it is in the other trees. */
void make_relative(struct call *call);

/* The word argv[i], i at least 1, or what it is from the working directory: borrowed either way. */
const char *given(const struct call *call, int i);

#endif
