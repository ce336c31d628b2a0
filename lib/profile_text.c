#include <inttypes.h>

#include "profile_write.h"

static void put_location(FILE *stream, struct at_location at)
{
	fprintf(stream, "%" PRIu32, at.line);
	if (at.discriminator)
		fprintf(stream, ".%" PRIu32, at.discriminator);
	fputs(": ", stream);
}

static void put_function(const struct at_profile *profile, FILE *stream, uint32_t index, int depth)
{
	const struct at_profile_function *function = &profile->function[index];

	fprintf(stream, "%s:%" PRIu64, at_profile_name(profile, index), function->total);
	if (function->parent == AT_PROFILE_TOP)
		fprintf(stream, ":%" PRIu64, function->head);
	putc('\n', stream);
	for (size_t i = 0; i < function->records; i++) {
		const struct at_profile_record *record = &profile->record[function->first_record + i];
		fprintf(stream, "%*s", depth + 1, "");
		put_location(stream, record->at);
		fprintf(stream, "%" PRIu64 "\n", record->count);
	}
	for (size_t i = 0; i < function->callees; i++) {
		uint32_t callee = profile->callee[function->first_callee + i];
		fprintf(stream, "%*s", depth + 1, "");
		put_location(stream, profile->function[callee].call);
		put_function(profile, stream, callee, depth + 1);
	}
}

int at_profile_write_text(const struct at_profile *profile, FILE *stream)
{
	for (size_t i = 0; i < profile->tops; i++)
		put_function(profile, stream, profile->top[i], 0);
	return ferror(stream) ? -1 : 0;
}
