/* What is done about a call: its mode, why nothing is added, or which flags are added and which give way to the package's own. */
#ifndef ATESOR_CC_DECIDE_H
#define ATESOR_CC_DECIDE_H

#include "call.h"

void decide(struct call *call);

#endif
