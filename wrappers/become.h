/* Becomes the real program. The wrapper's directory is taken out of PATH first; arguments that are too many together with ours
 * go into a response file in memory. */
#ifndef ATESOR_CC_BECOME_H
#define ATESOR_CC_BECOME_H

#include "call.h"

_Noreturn void become(const struct call *call);

#endif
