/* Any text may come as a build command: reading and judging it must end, within bounds, with parts that lie inside the text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "replay.h"
#include "shelltext.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = at_strndup(size ? (const char *)data : "", size);
	size_t length = strlen(text), last = 0;
	struct at_commands commands;
	struct at_replay replay = { 0 };

	at_commands_read(&commands, text);
	for (size_t i = 0; i < commands.parts; i++) {
		const struct at_part *part = &commands.part[i];
		if (part->begin < last || part->end <= part->begin || part->end > length || part->first + part->count > commands.steps)
			abort();
		last = part->end;
	}
	if (commands.rest > length)
		abort();
	at_commands_free(&commands);
	at_replay_text(&replay, text, "/src/w");
	for (size_t i = 0; i < replay.count; i++)
		if (replay.part[i].repeat ? !replay.part[i].directory || replay.part[i].directory[0] == '/' : !replay.part[i].reason)
			abort();
	at_replay_free(&replay);
	free(text);
	return 0;
}
