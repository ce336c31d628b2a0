#include "start_of_file.h"

#include <fcntl.h>
#include <unistd.h>

void at_start_of_file(const char *path, char *text, size_t size)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = descriptor < 0 ? 0 : read(descriptor, text, size - 1);

	if (descriptor >= 0)
		close(descriptor);
	text[got > 0 ? got : 0] = '\0';
}
