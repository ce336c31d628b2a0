#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool at_terminal(int descriptor)
{
	const char *name = getenv("TERM");

	return isatty(descriptor) && name && strcmp(name, "dumb");
}
