/* The made-up language of generated inputs: a vocabulary with Zipf frequencies, and the small writers that all kinds share.
 * Writers put bytes at `at`, which must have room, and return the place behind them; no NUL is written. */
#ifndef ATESOR_INPUT_WORDS_H
#define ATESOR_INPUT_WORDS_H

#include <stdint.h>
#include <string.h>

#include "random.h"

enum { AT_WORDS = 8192, AT_WORD_ROOM = 16 };    /* a word is at most AT_WORD_ROOM − 2 letters, ASCII lower case */

struct at_words {
	char spelling[AT_WORDS][AT_WORD_ROOM];      /* padded with NULs: always copied whole */
	uint8_t length[AT_WORDS];
	uint32_t threshold[AT_WORDS];               /* alias method (Walker 1977; Vose 1991): keep the drawn word below this, … */
	uint16_t alias[AT_WORDS];                   /* … else take that one */
};

/* Always the same one. */
void at_words_init(struct at_words *words);

/* Draws by the low 45 of the random bits. */
static inline uint32_t at_word_drawn(const struct at_words *words, uint64_t bits)
{
	uint32_t drawn = (uint32_t)(bits & (AT_WORDS - 1));

	return (uint32_t)(bits >> 13) < words->threshold[drawn] ? drawn : words->alias[drawn];
}

/* Writes AT_WORD_ROOM bytes, of which the word is the first. */
static inline char *at_put_word(const struct at_words *words, uint32_t word, char *at)
{
	memcpy(at, words->spelling[word], AT_WORD_ROOM);
	return at + words->length[word];
}

static inline char *at_put_text(char *at, const char *text)
{
	size_t length = strlen(text);

	memcpy(at, text, length);
	return at + length;
}

/* So many words with spaces between them; a name has capitals. */
char *at_put_words(const struct at_words *words, struct at_random *random, unsigned count, char *at);
char *at_put_name(const struct at_words *words, struct at_random *random, unsigned count, char *at);
char *at_put_number(uint64_t number, char *at);                         /* decimal */
char *at_put_digits(uint64_t number, unsigned digits, char *at);        /* the last digits of it, with leading zeros */
char *at_put_date(uint64_t bits, char *at);                             /* YYYY-MM-DD, from 2001 to 2032 */

#endif
