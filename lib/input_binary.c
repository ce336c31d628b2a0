#include "input_kinds.h"

enum { STRETCH = 8192 };

/* Little-endian on every machine. */
static char *put_bytes(uint64_t number, unsigned bytes, char *at)
{
	for (unsigned i = 0; i < bytes; i++)
		at[i] = (char)(number >> 8 * i & 0xff);
	return at + bytes;
}

/* Rows of a table: a serial number, a few flags, a time that grows, a price, a padded name. */
static char *put_table(struct at_input_state *state, char *at, const char *end)
{
	uint64_t time = at_random_next(&state->random) >> 24;

	while (end - at >= 48) {
		uint64_t bits = at_random_next(&state->random);
		at = put_bytes(state->serial++, 4, at);
		at = put_bytes(bits & 0x0103, 4, at);
		at = put_bytes(time += bits >> 16 & 0xfff, 8, at);
		at = put_bytes((bits >> 28 & 0x3ff) * 25, 8, at);
		memset(at, 0, 24);
		at_put_word(&state->words, at_word_drawn(&state->words, at_random_next(&state->random)), at);
		at += 24;
	}
	return at;
}

/* 16-bit samples of a signal: a walk in small steps, four from one draw. */
static char *put_signal(struct at_input_state *state, char *at, const char *end)
{
	int level = 0;

	while (end - at >= 8) {
		uint64_t bits = at_random_next(&state->random);
		for (int i = 0; i < 4; i++, bits >>= 16) {
			level += (int)(bits & 0x1ff) - 256 - level / 16;
			at = put_bytes((uint64_t)level, 2, at);
		}
	}
	return at;
}

static char *put_runs(struct at_input_state *state, char *at, const char *end)
{
	while (at < end) {
		uint64_t bits = at_random_next(&state->random);
		size_t length = 1 + (size_t)((bits >> 8 & 0x1ff) >> (bits >> 20 & 7));
		if (length > (size_t)(end - at))
			length = (size_t)(end - at);
		memset(at, (int)(bits & 0xff), length);
		at += length;
	}
	return at;
}

/* Zeros with a byte here and there. */
static char *put_sparse(struct at_input_state *state, char *at, const char *end)
{
	size_t length = (size_t)(end - at);

	memset(at, 0, length);
	for (size_t i = 0; i < length; i += 64) {
		uint64_t bits = at_random_next(&state->random);
		at[i + (bits & 63) < length ? i + (bits & 63) : i] = (char)(bits >> 8 & 0xff);
	}
	return at + length;
}

static char *put_noise(struct at_input_state *state, char *at, const char *end)
{
	for (; end - at >= 8; at += 8)
		put_bytes(at_random_next(&state->random), 8, at);
	return at;
}

/* Noise, then pieces of it again from various distances. */
static char *put_repeats(struct at_input_state *state, char *at, const char *end)
{
	char *begin = at;

	at = put_noise(state, at, at + 256);
	while (end - at >= 300) {
		uint64_t bits = at_random_next(&state->random);
		size_t length = 8 + (bits & 0xff);
		const char *from = begin + (bits >> 8 & 0xffff) % (uint64_t)(at - begin);
		for (size_t i = 0; i < length; i++)     /* forwards: source and target may overlap, as in LZ77 */
			at[i] = from[i];
		at = put_bytes(bits >> 56, 1, at + length);
	}
	return at;
}

static char *put_prose(struct at_input_state *state, char *at, const char *end)
{
	while (end - at >= AT_INPUT_PIECE / 4)
		at = at_input_paragraph(state, at);
	return at;
}

char *at_input_stretch(struct at_input_state *state, char *at)
{
	uint64_t bits = at_random_next(&state->random);
	const char *end = at + STRETCH / 2 + (bits >> 8) % (STRETCH / 2);

	switch (bits & 7) {
	case 0:
	case 1:
		return put_table(state, at, end);
	case 2:
		return put_signal(state, at, end);
	case 3:
		return put_runs(state, at, end);
	case 4:
		return put_sparse(state, at, end);
	case 5:
		return put_repeats(state, at, end);
	case 6:
		return put_noise(state, at, end);
	default:
		return put_prose(state, at, end);
	}
}
