#include "makedirs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "alloc.h"

int at_make_directories(const char *path)
{
	char *copy = at_strdup(path);

	for (char *at = copy + (*copy == '/'); (at = strchr(at, '/')); *at++ = '/') {
		*at = '\0';
		mkdir(copy, 0777);
	}
	int result = mkdir(copy, 0777) && errno != EEXIST ? -1 : 0;
	free(copy);
	return result;
}
