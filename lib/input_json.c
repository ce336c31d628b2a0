#include <stddef.h>

#include "input_kinds.h"

/* What a string holds besides words: escapes, two- to four-byte letters, and text that looks like markup. */
static const char *const specials[] = { "\\\"", "\\\\", "\\n", "\\t", "\\u00e9", "\\u20ac", "\\/", "\xc3\xbc", "\xc3\x9f",
	"\xe2\x82\xac", "\xe6\x97\xa5\xe6\x9c\xac", "\xf0\x9f\x98\x80", "\\ud83d\\ude00", "<b>", "&amp;", "{}[]:," };

static char *put_key(char *at, const char *key)
{
	*at++ = '"';
	at = at_put_text(at, key);
	*at++ = '"';
	*at++ = ':';
	return at;
}

static char *put_string(struct at_input_state *state, unsigned words, char *at)
{
	*at++ = '"';
	for (unsigned done = 0; done < words; done++) {
		uint64_t bits = at_random_next(&state->random);
		at = at_put_word(&state->words, at_word_drawn(&state->words, bits), at);
		if ((bits >> 45 & 15) == 0)
			at = at_put_text(at, specials[bits >> 49 & 15]);
		*at++ = ' ';
	}
	at[-1] = '"';
	return at;
}

/* A number with sign, fraction and now and then an exponent; never more than 24 bytes. */
static char *put_real(uint64_t bits, char *at)
{
	if (bits & 1)
		*at++ = '-';
	at = at_put_number((bits >> 1 & 0xffff) >> (bits >> 17 & 15), at);
	*at++ = '.';
	at = at_put_digits(bits >> 21 & 0xfffff, 1 + (unsigned)(bits >> 41 & 3), at);
	if ((bits >> 43 & 7) == 0) {
		*at++ = 'e';
		*at++ = bits >> 46 & 1 ? '+' : '-';
		at = at_put_number(bits >> 47 & 15, at);
	}
	return at;
}

static char *put_place(struct at_input_state *state, char *at)
{
	at = put_key(at, "address");
	*at++ = '{';
	at = put_key(at, "street");
	at = put_string(state, 2, at);
	*at++ = ',';
	at = put_key(at, "city");
	*at++ = '"';
	at = at_put_name(&state->words, &state->random, 1, at);
	at = at_put_text(at, "\",\"geo\":{\"lat\":");
	at = put_real(at_random_next(&state->random), at);
	at = at_put_text(at, ",\"lon\":");
	at = put_real(at_random_next(&state->random), at);
	return at_put_text(at, "}}");
}

static char *put_event(struct at_input_state *state, char *at)
{
	uint64_t bits = at_random_next(&state->random);

	at = at_put_text(at, "{\"at\":\"");
	at = at_put_date(bits, at);
	*at++ = 'T';
	at = at_put_digits((bits >> 37 & 0xff) % 24, 2, at);
	*at++ = ':';
	at = at_put_digits((bits >> 45 & 0xff) % 60, 2, at);
	at = at_put_text(at, ":00Z\",\"note\":");
	at = put_string(state, 3 + (unsigned)(bits >> 53 & 7), at);
	*at++ = '}';
	return at;
}

char *at_input_object(struct at_input_state *state, char *at)
{
	static const char *const levels[] = { "null", "\"low\"", "\"normal\"", "\"high\"" };
	uint64_t bits = at_random_next(&state->random);

	at = at_put_text(at, "{\"id\":");
	at = at_put_number(state->serial++, at);
	at = at_put_text(at, ",\"name\":\"");
	at = at_put_name(&state->words, &state->random, 2, at);
	at = at_put_text(at, bits & 1 ? "\",\"active\":true,\"level\":" : "\",\"active\":false,\"level\":");
	at = at_put_text(at, levels[bits >> 1 & 3]);
	at = at_put_text(at, ",\"score\":");
	at = put_real(at_random_next(&state->random), at);
	at = at_put_text(at, ",\"tags\":[");
	for (unsigned i = 0, tags = (unsigned)(bits >> 3 & 3); i < tags; i++) {
		*at = ',';
		at = put_string(state, 1, at + (i > 0));
	}
	at = at_put_text(at, "],");
	at = put_place(state, at);
	at = at_put_text(at, ",\"history\":[");
	for (unsigned i = 0, events = (unsigned)(bits >> 5 & 3); i < events; i++) {
		*at = ',';
		at = put_event(state, at + (i > 0));
	}
	return at_put_text(at, "]}");
}
