#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "number.h"
#include "processor_sources.h"

enum { WORDS = 8, LINES_MOST = 65536 };

struct line {
	const char *word[WORDS];
	size_t length[WORDS];
	size_t words;                /* WORDS: that many or more */
};

static bool is(const struct line *line, size_t i, const char *text)
{
	return i < line->words && line->length[i] == strlen(text) && !memcmp(line->word[i], text, line->length[i]);
}

static void split(const char *at, const char *end, struct line *line)
{
	line->words = 0;
	while (line->words < WORDS) {
		while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
			at++;
		if (at == end || *at == '#')
			return;
		line->word[line->words] = at;
		while (at < end && *at != ' ' && *at != '\t' && *at != '\r')
			at++;
		line->length[line->words] = (size_t)(at - line->word[line->words]);
		line->words++;
	}
}

static bool number(const struct line *line, size_t i, int (*parse)(const char *text, uint64_t *value), uint64_t *value)
{
	char *text = at_strndup(line->word[i], line->length[i]);
	bool good = !parse(text, value);

	free(text);
	return good;
}

static bool cpus(const struct line *line, size_t i, bool unknown_allowed, struct at_cpus *list)
{
	if (unknown_allowed && is(line, i, "-")) {
		*list = (struct at_cpus){ 0 };
		return true;
	}
	return !processor_cpus_parse(line->word[i], line->length[i], list);
}

/* What is wrong, or NULL. */
static const char *add_cache(struct processor_topology *topology, const struct line *line)
{
	struct processor_cache cache = { .kind = is(line, 2, "data") ? PROCESSOR_DATA : is(line, 2, "instruction") ?
			PROCESSOR_INSTRUCTION : PROCESSOR_UNIFIED, .confidence = is(line, 6, "inferred") ? PROCESSOR_INFERRED : PROCESSOR_DETECTED,
			.source = "injected" };
	uint64_t level;

	if (line->words < 6 || line->words > 7)
		return "a cache has a level, a kind, a size, a line size, a list of CPUs, and perhaps detected or inferred";
	if (!number(line, 1, at_parse_count, &level) || level > 8)
		return "the level is a number up to 8";
	if (cache.kind == PROCESSOR_UNIFIED && !is(line, 2, "unified"))
		return "the kind is data, instruction or unified";
	if (!number(line, 3, at_parse_bytes, &cache.size_bytes))
		return "the size is a number of bytes, such as 32K or 8M";
	if (!number(line, 4, at_parse_count, &cache.line_bytes))
		return "the line size is a number of bytes";
	if (line->words == 7 && !is(line, 6, "inferred") && !is(line, 6, "detected"))
		return "the last word is detected or inferred";
	if (!cpus(line, 5, true, &cache.cpus))
		return "the CPUs are a list such as 0-3,8, or - if they are not known";
	cache.level = (unsigned)level;
	cache.sharing = (unsigned)cache.cpus.count;
	processor_topology_add(topology, &cache, 1, true);
	return NULL;
}

static const char *add_core(struct processor_topology *topology, const struct line *line)
{
	struct processor_core core = { 0 };

	if (line->words != 2 || !cpus(line, 1, false, &core.cpus))
		return "a core has a list of CPUs such as 0,8";
	for (size_t c = 0; c < topology->cores; c++)
		for (size_t i = 0; i < core.cpus.count; i++)
			if (processor_cpus_have(&topology->core[c].cpus, core.cpus.cpu[i])) {
				at_cpus_free(&core.cpus);
				return "a CPU is in one core only";
			}
	topology->core = at_resize(topology->core, topology->cores + 1, sizeof *topology->core);
	topology->core[topology->cores++] = core;
	topology->cores_told = true;
	return NULL;
}

int processor_topology_from_text(struct processor_topology *topology, const char *text, char **error)
{
	const char *at = text;

	for (unsigned long row = 1; *at; row++) {
		const char *end = at + strcspn(at, "\n"), *wrong = NULL;
		struct line line;
		split(at, end, &line);
		if (is(&line, 0, "cache"))
			wrong = add_cache(topology, &line);
		else if (is(&line, 0, "core"))
			wrong = add_core(topology, &line);
		else if (line.words)
			wrong = "a line begins with cache or core";
		if (!wrong && row > LINES_MOST)
			wrong = "too many lines";
		if (wrong) {
			*error = at_format("line %lu: %s", row, wrong);
			return -1;
		}
		at = *end ? end + 1 : end;
	}
	return 0;
}
