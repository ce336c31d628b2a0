/* Reads what the package asks of the compiler: its operands and the settings that it made itself. */
#ifndef ATESOR_CC_ASKED_H
#define ATESOR_CC_ASKED_H

#include "call.h"

void read_call(struct call *call);

#endif
