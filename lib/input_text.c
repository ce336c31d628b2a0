#include "input_kinds.h"

enum { LINE = 76 };    /* columns */

struct page {
	char *at;
	unsigned column;
};

/* One word and the mark behind it. Bits 45 and up are for looks, the lower ones choose the word. */
static void put(struct at_input_state *state, struct page *page, int first)
{
	uint64_t bits = at_random_next(&state->random), looks = bits >> 45;
	char *begin = page->at, *at;

	if (!first && (looks & 127) == 0)
		at = at_put_number(looks >> 7, begin);
	else
		at = at_put_word(&state->words, at_word_drawn(&state->words, bits), begin);
	if (first || (looks & 63) == 1)
		*begin = (char)(*begin - 'a' + 'A');
	if ((looks & 15) == 2)
		*at++ = (looks >> 4 & 15) ? ',' : ';';
	unsigned length = (unsigned)(at - begin);
	if (page->column + length > LINE && page->column) {
		begin[-1] = '\n';
		page->column = 0;
	}
	*at++ = ' ';
	page->column += length + 1;
	page->at = at;
}

static void put_sentence(struct at_input_state *state, struct page *page)
{
	uint64_t bits = at_random_next(&state->random);
	unsigned words = 3 + (unsigned)(bits & 15) + (unsigned)(bits >> 4 & 7);

	for (unsigned i = 0; i < words; i++)
		put(state, page, i == 0);
	char *end = page->at - 1;
	if (end[-1] == ',' || end[-1] == ';')
		end--;
	*end = ".......?!."[bits >> 8 & 7];
	end[1] = ' ';
	page->at = end + 2;
	page->column++;
}

char *at_input_paragraph(struct at_input_state *state, char *at)
{
	struct page page = { at, 0 };
	unsigned sentences = 2 + (unsigned)(at_random_next(&state->random) & 7);

	for (unsigned i = 0; i < sentences; i++)
		put_sentence(state, &page);
	page.at[-1] = '\n';
	*page.at++ = '\n';
	return page.at;
}
