#include "input_kinds.h"

char *at_input_csv_header(char *at)
{
	return at_put_text(at, "id,date,name,city,amount,quantity,status,comment\n");
}

/* All columns but the last, with the comma behind them. */
static char *put_columns(struct at_input_state *state, char *at)
{
	static const char *const statuses[] = { "open", "paid", "shipped", "returned" };
	uint64_t bits = at_random_next(&state->random);

	at = at_put_number(state->serial++, at);
	*at++ = ',';
	at = at_put_date(bits, at);
	at = at_put_text(at, ",\"");
	at = at_put_name(&state->words, &state->random, 1, at);
	at = at_put_text(at, ", ");
	at = at_put_name(&state->words, &state->random, 1, at);
	at = at_put_text(at, "\",");
	at = at_put_name(&state->words, &state->random, 1, at);
	*at++ = ',';
	if ((bits >> 37 & 7) == 0)
		*at++ = '-';
	at = at_put_number((bits >> 40 & 0xffff) >> (bits >> 56 & 7), at);
	*at++ = '.';
	at = at_put_digits(bits >> 32, 2, at);
	*at++ = ',';
	at = at_put_number(bits >> 59, at);
	*at++ = ',';
	at = at_put_text(at, statuses[bits >> 30 & 3]);
	*at++ = ',';
	return at;
}

/* Empty, plain, or quoted with what needs quotes. */
static char *put_comment(struct at_input_state *state, char *at)
{
	uint64_t bits = at_random_next(&state->random);
	unsigned words = (unsigned)(bits & 7);

	if (bits >> 3 & 3)
		return at_put_words(&state->words, &state->random, words, at);
	*at++ = '"';
	at = at_put_words(&state->words, &state->random, 1 + words, at);
	at = at_put_text(at, bits >> 5 & 1 ? ", " : bits >> 6 & 1 ? "\n" : " \"\"");
	at = at_put_words(&state->words, &state->random, 2, at);
	if (!(bits >> 5 & 1) && !(bits >> 6 & 1))
		at = at_put_text(at, "\"\"");
	*at++ = '"';
	return at;
}

char *at_input_record(struct at_input_state *state, char *at)
{
	at = put_comment(state, put_columns(state, at));
	*at++ = '\n';
	return at;
}

char *at_input_last_record(struct at_input_state *state, uint64_t bytes, char *at)
{
	char *end = at + bytes - 1;

	at = put_columns(state, at);
	while (end - at > AT_WORD_ROOM) {
		at = at_put_words(&state->words, &state->random, 1, at);
		*at++ = ' ';
	}
	memset(at, 'x', (size_t)(end - at));
	*end = '\n';
	return end + 1;
}
