/* Snapshots and path lists are files that anyone may have written. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "pathlist.h"
#include "snapshot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct at_snapshot snapshot;
	struct at_argv paths = AT_ARGV_INIT;
	char *text = at_alloc(size + 1);

	memcpy(text, data, size);
	at_pathlist_parse(&paths, text, size);
	for (size_t i = 0; i < paths.count; i++)
		if (!*paths.word[i])
			abort();
	at_argv_free(&paths);
	if (at_snapshot_parse(&snapshot, text, size))
		return 0;
	for (size_t i = 0; i < snapshot.count; i++)
		if (!*snapshot.file[i].path || (i && strcmp(snapshot.file[i - 1].path, snapshot.file[i].path) > 0))
			abort();
	at_snapshot_free(&snapshot);
	return 0;
}
