#include "number.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int parse_prefix(const char *text, uint64_t *value, char **end)
{
	if (!isdigit((unsigned char)*text))
		return -1;
	errno = 0;
	*value = strtoull(text, end, 10);
	return errno ? -1 : 0;
}

int at_parse_count(const char *text, uint64_t *value)
{
	uint64_t number;
	char *end;

	if (parse_prefix(text, &number, &end) || *end)
		return -1;
	*value = number;
	return 0;
}

int at_parse_bytes(const char *text, uint64_t *value)
{
	static const char units[] = "KMG";
	uint64_t number;
	char *end;

	if (parse_prefix(text, &number, &end))
		return -1;
	if (*end) {
		const char *unit = strchr(units, *end);
		if (!unit || end[1])
			return -1;
		for (const char *u = units; u <= unit; u++)
			if (__builtin_mul_overflow(number, UINT64_C(1024), &number))
				return -1;
	}
	*value = number;
	return 0;
}

int at_parse_real(const char *text, double *value)
{
	char *end;

	if (!*text || isspace((unsigned char)*text))
		return -1;
	errno = 0;
	double number = strtod(text, &end);
	if (errno || *end || !isfinite(number))
		return -1;
	*value = number;
	return 0;
}
