#include "profgen_unsymbolized.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "number.h"
#include "perf_source.h"

#define MARKER "# llvm-profgen-content: "
#define CONTENT "basic-event"
#define BUILD_ID "# build-id: "

enum { LINE_LIMIT = 4096 };

int at_unsymbolized_write(FILE *stream, const struct at_count *counts, size_t count, const struct at_binary *binary,
		bool relative)
{
	uint64_t base = relative ? binary->base : 0;

	fputs(MARKER CONTENT "\n", stream);
	if (binary->id.size) {
		char *id = at_build_id_text(&binary->id);
		fprintf(stream, BUILD_ID "%s\n", id);
		free(id);
	}
	fprintf(stream, "%zu\n", count);
	for (size_t i = 0; i < count; i++)
		fprintf(stream, "%" PRIx64 ":%" PRIu64 "\n", counts[i].address - base, counts[i].count);
	return ferror(stream) ? -1 : 0;
}

static char *check_marker(const char *line)
{
	if (strncmp(line, MARKER, sizeof MARKER - 1))
		return at_strdup("line 1: the marker '" MARKER CONTENT "' is missing: without it the file may hold ranges of branches, which "
				"llvm-profgen reads");
	if (strcmp(line + sizeof MARKER - 1, CONTENT))
		return at_format("line 1: unknown content '%.40s': only '" CONTENT "' can be read", line + sizeof MARKER - 1);
	return NULL;
}

static char *check_build_id(const char *text, const struct at_binary *binary)
{
	struct at_perf_build_id id = { 0 };

	for (; isxdigit((unsigned char)text[0]) && isxdigit((unsigned char)text[1]) && id.size < AT_PERF_BUILD_ID; text += 2) {
		const char pair[3] = { text[0], text[1], 0 };
		id.bytes[id.size++] = (uint8_t)strtoul(pair, NULL, 16);
	}
	if (*text || !id.size)
		return at_strdup("line 2: not a build-id");
	if (!binary->id.size || at_build_id_same(&id, &binary->id))
		return NULL;
	char *found = at_build_id_text(&id), *own = at_build_id_text(&binary->id);
	char *problem = at_format("it was made for another build: build-id %s; '%s' has %s", found, binary->path, own);
	free(found);
	free(own);
	return problem;
}

/* "hex:decimal", nothing else. */
static bool read_line(const char *line, uint64_t *address, uint64_t *count)
{
	size_t digits = strspn(line, "0123456789abcdefABCDEF");

	if (!digits || digits > 16 || line[digits] != ':' || at_parse_count(line + digits + 1, count))
		return false;
	*address = strtoull(line, NULL, 16);
	return true;
}

static char *read_counts(struct at_perf_source *source, const struct at_binary *binary, bool relative, struct at_table *counts)
{
	uint64_t base = relative ? binary->base : 0, wanted, address, count, number = 2;
	char *line = at_perf_source_line(source, LINE_LIMIT), *problem;

	if ((problem = check_marker(line ? line : "")))
		return problem;
	line = at_perf_source_line(source, LINE_LIMIT);
	if (line && !strncmp(line, BUILD_ID, sizeof BUILD_ID - 1)) {
		if ((problem = check_build_id(line + sizeof BUILD_ID - 1, binary)))
			return problem;
		line = at_perf_source_line(source, LINE_LIMIT);
		number++;
	}
	if (line && *line == '#')
		return at_format("line %" PRIu64 ": unknown marker '%.40s'", number, line);
	if (!line || at_parse_count(line, &wanted))
		return at_format("line %" PRIu64 ": the number of counts should stand here", number);
	for (uint64_t i = 0; i < wanted; i++) {
		line = at_perf_source_line(source, LINE_LIMIT);
		number++;
		if (!line)
			return at_format("it ends after %" PRIu64 " of %" PRIu64 " counts", i, wanted);
		if (!read_line(line, &address, &count))
			return at_format("line %" PRIu64 ": '%.40s' is not ADDRESS:COUNT, or the count does not fit in 64 bits", number, line);
		if (__builtin_add_overflow(address, base, &address) || !at_binary_code(binary, address))
			return at_format("line %" PRIu64 ": %#" PRIx64 " is no address of code in '%s'", number, address, binary->path);
		uint64_t *sum = at_table_at(counts, address);
		if (__builtin_add_overflow(*sum, count, sum))
			return at_format("line %" PRIu64 ": the counts of address %#" PRIx64 " do not fit in 64 bits", number, address);
	}
	if (at_perf_source_peek(source, 1))
		return at_format("line %" PRIu64 ": there is more than the %" PRIu64 " counts that were promised", number + 1, wanted);
	return NULL;
}

char *at_unsymbolized_read(const char *path, struct at_collect *collect, bool relative)
{
	struct at_perf_source source;
	struct at_table counts = { 0 };

	if (at_perf_source_open(&source, path))
		return at_format("cannot open: %s", strerror(errno));
	char *problem = read_counts(&source, collect->binary, relative, &counts);
	if (source.error) {
		free(problem);
		problem = at_format("cannot read: %s", strerror(source.error));
	}
	for (size_t i = 0; !problem && i < counts.capacity; i++)
		if (counts.slot[i].used) {
			uint64_t *count = at_table_at(&collect->counts, counts.slot[i].key);
			*count = at_add_saturating(*count, counts.slot[i].value);
			collect->where.samples = at_add_saturating(collect->where.samples, counts.slot[i].value);
			collect->where.hits = at_add_saturating(collect->where.hits, counts.slot[i].value);
		}
	at_perf_source_close(&source);
	at_table_free(&counts);
	return problem;
}
