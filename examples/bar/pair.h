/* What the engines of this example share: reading a model file of words, and saying what is wrong. */
#ifndef PAIR_H
#define PAIR_H

#include <stdio.h>

#include "atesor_engine.h"

/* "deflate 6", "inflate", "sgemm": a task, and a level or nothing. 0, or −1 with an error. */
static inline int read_model(const char *path, char task[16], int *level, char *error)
{
	FILE *stream = fopen(path, "r");
	int got = stream ? fscanf(stream, "%15s %d", task, level) : 0;

	if (stream)
		fclose(stream);
	if (got < 1)
		snprintf(error, AT_ENGINE_ERROR, "'%s' names no task", path);
	return got < 1 ? -1 : 0;
}

#endif
