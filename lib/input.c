#include "input.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "input_kinds.h"

enum { BLOCK = 1 << 16 };

/* Collects pieces into blocks and never gives the sink more than is wanted. */
struct stream {
	struct at_input_state state;
	at_input_sink *sink;
	void *context;
	uint64_t left;               /* not yet given to the sink */
	size_t used;
	char block[BLOCK + 2 * AT_INPUT_PIECE + AT_WORD_ROOM];
};

static const char *const kind_names[] = { "binary", "text", "json", "csv" };

int at_input_kind_named(const char *name, enum at_input_kind *kind)
{
	for (size_t i = 0; i < sizeof kind_names / sizeof *kind_names; i++)
		if (!strcmp(name, kind_names[i])) {
			*kind = (enum at_input_kind)i;
			return 0;
		}
	return -1;
}

uint64_t at_input_least(enum at_input_kind kind)
{
	return kind == AT_INPUT_JSON ? 3 : kind == AT_INPUT_CSV ? 256 : 0;    /* "[]\n"; the header and one record */
}

/* What the maker wrote up to `end` is in the stream; a full block goes on. */
static int give(struct stream *stream, const char *end, bool flush)
{
	stream->used = (size_t)(end - stream->block);
	if (stream->used < BLOCK && !flush)
		return 0;
	size_t count = stream->used < stream->left ? stream->used : (size_t)stream->left;
	stream->left -= count;
	stream->used = 0;
	return count ? stream->sink(stream->context, stream->block, count) : 0;
}

static char *place(struct stream *stream)
{
	return stream->block + stream->used;
}

/* How many bytes are wanted still, with those that wait in the block counted as given. */
static uint64_t wanted(const struct stream *stream)
{
	return stream->left - stream->used;
}

/* Pieces until there are enough; the last one is cut. */
static int generate_cut(struct stream *stream, char *(*piece)(struct at_input_state *, char *))
{
	int result = 0;

	while (stream->left > stream->used && !result)
		result = give(stream, piece(&stream->state, place(stream)), false);
	return result ? result : give(stream, place(stream), true);
}

/* Text ends with a line break, wherever it is cut. */
static int generate_text(struct stream *stream)
{
	int result = 0;

	if (!stream->left)
		return 0;
	while (wanted(stream) > AT_INPUT_PIECE && !result)
		result = give(stream, at_input_paragraph(&stream->state, place(stream)), false);
	while (!result && stream->used < stream->left)
		stream->used = (size_t)(at_input_paragraph(&stream->state, place(stream)) - stream->block);
	if (result)
		return result;
	stream->block[stream->left - 1] = '\n';
	return give(stream, place(stream), true);
}

static int generate_json(struct stream *stream)
{
	char *at = at_put_text(place(stream), "[");
	bool first = true;
	int result = 0;

	while (stream->used = (size_t)(at - stream->block), wanted(stream) > AT_INPUT_JSON_RECORD + 4 && !result) {
		at = at_put_text(at, first ? "\n" : ",\n");
		first = false;
		result = give(stream, at_input_object(&stream->state, at), false);
		at = place(stream);
	}
	if (result)
		return result;
	size_t pad = (size_t)wanted(stream) - 2;
	memset(at, ' ', pad);
	return give(stream, at_put_text(at + pad, "]\n"), true);
}

static int generate_csv(struct stream *stream)
{
	int result = give(stream, at_input_csv_header(place(stream)), false);

	while (!result && wanted(stream) > AT_INPUT_CSV_RECORD + AT_INPUT_CSV_LEAST)
		result = give(stream, at_input_record(&stream->state, place(stream)), false);
	return result ? result : give(stream, at_input_last_record(&stream->state, wanted(stream), place(stream)), true);
}

int at_input_generate(enum at_input_kind kind, const char *seed, uint64_t bytes, at_input_sink *sink, void *context)
{
	struct stream *stream = at_alloc(sizeof *stream);
	int result = -1;

	stream->sink = sink;
	stream->context = context;
	stream->left = bytes;
	at_words_init(&stream->state.words);
	at_random_seed(&stream->state.random, seed);
	switch (kind) {
	case AT_INPUT_BINARY:
		result = generate_cut(stream, at_input_stretch);
		break;
	case AT_INPUT_TEXT:
		result = generate_text(stream);
		break;
	case AT_INPUT_JSON:
		result = generate_json(stream);
		break;
	case AT_INPUT_CSV:
		result = generate_csv(stream);
		break;
	}
	free(stream);
	return result;
}
