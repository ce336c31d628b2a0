#include "conftest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "place.h"
#include "text.h"

enum where { FILE, WHOLE, DIRECTORY };

struct probe { uint8_t where; const char *start; };

static const struct probe probes[] = {
#define PROBE(where, start) { where, start },
#include "options.def"
};

static bool matches(const char *name, const char *start)
{
	for (; *start; name++, start++)
		if (*start == '#' ? *name < '0' || *name > '9' : *name != *start)
			return false;
	return true;
}

/* Does any directory of `path` (the last name counts too when `whole`) start so? */
static bool passes(const char *path, const char *start, bool whole)
{
	while (path) {
		const char *slash = strchr(path, '/');
		if ((slash || whole) && matches(path, start))
			return true;
		path = slash ? slash + 1 : NULL;
	}
	return false;
}

static bool probed_by(const struct call *call, const struct probe *probe, const char *path)
{
	switch ((enum where)probe->where) {
	case FILE:
		return matches(base_name(path), probe->start);
	case WHOLE:
		return !strcmp(path, probe->start);
	case DIRECTORY:
		return passes(below(call, path), probe->start, false);
	}
	return false;
}

const char *find_probe(const struct call *call)
{
	for (const struct probe *probe = probes; probe < probes + COUNT(probes); probe++) {
		if (probe->where == DIRECTORY && passes(below(call, call->cwd), probe->start, true))
			return call->cwd;
		if (call->output && probed_by(call, probe, call->output))
			return call->output;
		for (size_t i = 0; i < call->inputs.count; i++)
			if (probed_by(call, probe, call->inputs.item[i]))
				return call->inputs.item[i];
	}
	return NULL;
}
