/* Layout, as in LLVM's SampleProfWriter: uleb(magic), uleb(version), u64 number of sections, a table of { u64 type, flags,
 * offset from the start of the file, size }, the sections. Numbers in sections are uleb128. */
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "profile_summary.h"
#include "profile_write.h"

enum { SUMMARY = 1, NAME_TABLE = 2, FUNCTION_OFFSETS = 4, PROFILE = 32, SECTIONS = 4 };
enum { SUMMARY_FS_DISCRIMINATOR = 4 };
enum { VERSION = 103 };
#define MAGIC 0x5350524f46343204u      /* "SPROF42", format 4 */

static void put_uleb(struct at_buffer *out, uint64_t number)
{
	do
		at_buffer_byte(out, (char)((number & 127) | (number > 127) << 7));
	while (number >>= 7);
}

static void put_u64(struct at_buffer *out, uint64_t number)
{
	for (unsigned i = 0; i < 8; i++)
		at_buffer_byte(out, (char)(number >> 8 * i));
}

static void put_summary(struct at_buffer *out, const struct at_profile *profile)
{
	struct at_profile_summary summary;

	at_profile_summarize(profile, &summary);
	put_uleb(out, summary.total);
	put_uleb(out, summary.largest);
	put_uleb(out, summary.largest_head);
	put_uleb(out, summary.counts);
	put_uleb(out, summary.functions);
	put_uleb(out, AT_PROFILE_CUTOFFS);
	for (size_t i = 0; i < AT_PROFILE_CUTOFFS; i++) {
		put_uleb(out, summary.entry[i].cutoff);
		put_uleb(out, summary.entry[i].least);
		put_uleb(out, summary.entry[i].counts);
	}
}

static int by_text(const void *a, const void *b, void *names)
{
	const struct at_names *table = names;

	return strcmp(table->text[*(const uint32_t *)a], table->text[*(const uint32_t *)b]);
}

/* The names that are used, in order of text; rank[name] is the place of each. */
static uint32_t *rank_names(const struct at_profile *profile, struct at_buffer *out)
{
	size_t count = 0;
	uint32_t *order = at_resize(NULL, profile->names.count, sizeof *order);
	uint32_t *rank = at_alloc(profile->names.count * sizeof *rank);

	for (size_t i = 0; i < profile->functions; i++)
		if (!profile->function[i].dropped && !rank[profile->function[i].name]) {
			rank[profile->function[i].name] = 1;
			order[count++] = profile->function[i].name;
		}
	if (count)
		qsort_r(order, count, sizeof *order, by_text, (void *)&profile->names);
	put_uleb(out, count);
	for (uint32_t i = 0; i < count; i++) {
		rank[order[i]] = i;
		at_buffer_add(out, profile->names.text[order[i]], strlen(profile->names.text[order[i]]) + 1);
	}
	free(order);
	return rank;
}

static void put_function(struct at_buffer *out, const struct at_profile *profile, uint32_t index, const uint32_t *rank)
{
	const struct at_profile_function *function = &profile->function[index];

	put_uleb(out, rank[function->name]);
	put_uleb(out, function->total);
	put_uleb(out, function->records);
	for (size_t i = 0; i < function->records; i++) {
		const struct at_profile_record *record = &profile->record[function->first_record + i];
		put_uleb(out, record->at.line);
		put_uleb(out, record->at.discriminator);
		put_uleb(out, record->count);
		put_uleb(out, 0);      /* targets of calls */
	}
	put_uleb(out, function->callees);
	for (size_t i = 0; i < function->callees; i++) {
		uint32_t callee = profile->callee[function->first_callee + i];
		put_uleb(out, profile->function[callee].call.line);
		put_uleb(out, profile->function[callee].call.discriminator);
		put_function(out, profile, callee, rank);
	}
}

int at_profile_write_extbinary(const struct at_profile *profile, FILE *stream, bool fs)
{
	struct at_buffer section[SECTIONS] = { 0 }, file = { 0 };
	static const uint64_t types[SECTIONS] = { SUMMARY, NAME_TABLE, FUNCTION_OFFSETS, PROFILE };

	put_summary(&section[0], profile);
	uint32_t *rank = rank_names(profile, &section[1]);
	put_uleb(&section[2], profile->tops);
	for (size_t i = 0; i < profile->tops; i++) {
		put_uleb(&section[2], rank[profile->function[profile->top[i]].name]);
		put_uleb(&section[2], section[3].length);
		put_uleb(&section[3], profile->function[profile->top[i]].head);
		put_function(&section[3], profile, profile->top[i], rank);
	}
	put_uleb(&file, MAGIC);
	put_uleb(&file, VERSION);
	put_u64(&file, SECTIONS);
	uint64_t offset = file.length + SECTIONS * 32;
	for (size_t i = 0; i < SECTIONS; i++) {
		put_u64(&file, types[i]);
		put_u64(&file, i == 0 && fs ? (uint64_t)SUMMARY_FS_DISCRIMINATOR << 32 : 0);
		put_u64(&file, offset);
		put_u64(&file, section[i].length);
		offset += section[i].length;
	}
	fwrite(file.data, 1, file.length, stream);
	for (size_t i = 0; i < SECTIONS; i++) {
		if (section[i].length)
			fwrite(section[i].data, 1, section[i].length, stream);
		at_buffer_free(&section[i]);
	}
	at_buffer_free(&file);
	free(rank);
	return ferror(stream) ? -1 : 0;
}
