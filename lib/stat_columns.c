#include "stat_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "number.h"
#include "stats.h"

enum { NUMBER_BYTES = 48, WORDS = 3 };

struct word {
	const char *text;
	size_t length;
};

static int is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Blank-separated words of a line; returns how many there are, of which the first WORDS are stored. */
static size_t split(const char *line, size_t length, struct word words[WORDS])
{
	size_t count = 0;

	for (size_t at = 0; at < length;) {
		size_t start = at;
		while (at < length && !is_blank(line[at]))
			at++;
		if (at == start) {
			at++;
			continue;
		}
		if (count < WORDS)
			words[count] = (struct word){ line + start, at - start };
		count++;
	}
	return count;
}

static int fail(struct at_columns *columns, size_t line, const char *what, const struct word *word)
{
	int shown = word ? (int)(word->length < 32 ? word->length : 32) : 0;

	snprintf(columns->error, sizeof columns->error, "line %zu: %s%s%.*s%s", line, what, word ? ": '" : "", shown, word ? word->text : "",
			word ? "'" : "");
	return -1;
}

static int parse_time(struct at_columns *columns, size_t line, const struct word *word, double *value)
{
	char text[NUMBER_BYTES];

	if (word->length >= sizeof text)
		return fail(columns, line, "not a number", word);
	memcpy(text, word->text, word->length);
	text[word->length] = '\0';
	if (strlen(text) != word->length || at_parse_real(text, value))
		return fail(columns, line, "not a number", word);
	if (!(*value > 0))
		return fail(columns, line, "a time must be above 0", word);
	return 0;
}

static void grow(double **values, size_t capacity)
{
	*values = at_resize(*values, capacity, sizeof **values);
}

static int parse_line(struct at_columns *columns, size_t number, const char *line, size_t length)
{
	struct word words[WORDS];
	size_t count = split(line, length, words);

	if (!count || words[0].text[0] == '#')
		return 0;
	if (count == 2 && words[0].length == 11 && !memcmp(words[0].text, "calibration", 11)) {
		if (columns->calibrations == columns->calibration_capacity)
			grow(&columns->calibration, columns->calibration_capacity = columns->calibration_capacity * 2 + 16);
		return parse_time(columns, number, &words[1], &columns->calibration[columns->calibrations++]);
	}
	if (count != 2)
		return fail(columns, number, "expected two numbers, the times of B and V in one round", NULL);
	if (columns->rounds == AT_ROUNDS_MOST)
		return fail(columns, number, "more than 1000 rounds", NULL);
	if (columns->rounds == columns->capacity) {
		columns->capacity = columns->capacity * 2 + 64;
		grow(&columns->base, columns->capacity);
		grow(&columns->tune, columns->capacity);
	}
	size_t round = columns->rounds++;
	if (parse_time(columns, number, &words[0], &columns->base[round]))
		return -1;
	if (parse_time(columns, number, &words[1], &columns->tune[round]))
		return -1;
	/* Their ratio must be a number, too. */
	double ratio = columns->tune[round] / columns->base[round];
	return ratio > 1e-9 && ratio < 1e9 ? 0 : fail(columns, number, "the two times are too far apart to be times of one workload", NULL);
}

int at_columns_parse(const char *text, size_t length, uint64_t least, struct at_columns *columns)
{
	*columns = (struct at_columns){ 0 };
	size_t number = 1;
	for (size_t at = 0; at < length; number++) {
		const char *end = memchr(text + at, '\n', length - at);
		size_t line = end ? (size_t)(end - text) - at : length - at;
		if (parse_line(columns, number, text + at, line))
			return -1;
		at += line + 1;
	}
	if (columns->rounds < least) {
		snprintf(columns->error, sizeof columns->error, "%zu rounds: at least %llu are needed",
				columns->rounds, (unsigned long long)least);
		return -1;
	}
	return 0;
}

void at_columns_free(struct at_columns *columns)
{
	free(columns->base);
	free(columns->tune);
	free(columns->calibration);
	*columns = (struct at_columns){ 0 };
}
