/* CHECK(truth, format, …): what is false is counted and printed, with its place. For programs of one file: each has its own count. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int failures;

#define CHECK(truth, ...) ((truth) ? (void)0 : (void)(failures++, printf("%s:%d: %s: ", __FILE__, __LINE__, #truth), \
		printf(__VA_ARGS__), putchar('\n')))

#endif
