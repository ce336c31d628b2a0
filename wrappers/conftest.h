/* Checks of configure, CMake, meson …: calls that ask what the system has. A tune's flags could change their answer. */
#ifndef ATESOR_CC_CONFTEST_H
#define ATESOR_CC_CONFTEST_H

#include "call.h"

/* The path (output, input or directory) that shows the call to be a check, or NULL. The names are in options.def. */
const char *find_probe(const struct call *call);

#endif
