/* The line of a call in the log (keys: atesor-cc(1)). */
#ifndef ATESOR_CC_RECORD_H
#define ATESOR_CC_RECORD_H

#include "call.h"

/* Ends the wrapper if the log cannot be written: a build whose calls are not known must not count. */
void record(const struct call *call);

#endif
