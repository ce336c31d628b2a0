#include "input_words.h"

#include <stdbool.h>

enum { SEEN_SLOTS = 4 * AT_WORDS };

static const char *const onsets[] = { "t", "s", "r", "n", "l", "d", "c", "m", "p", "b", "f", "g", "h", "v", "w", "st",
	"tr", "pr", "ch", "th", "br", "gr", "sp", "sh", "pl", "cl", "fl", "k", "j", "qu", "dr", "" };
static const char *const vowels[] = { "e", "a", "i", "o", "u", "ea", "ou", "io" };
static const char *const codas[] = { "", "", "n", "r", "s", "t", "l", "d", "ng", "m", "nd", "st", "ck", "x", "nt", "rs" };

/* Early entries are likelier than late ones: the smaller of two draws. */
static const char *pick(struct at_random *random, const char *const *list, uint64_t count)
{
	uint64_t a = at_random_below(random, count), b = at_random_below(random, count);

	return list[a < b ? a : b];
}

/* Frequent words are short: one syllable for the first 128, then two, then two or three. */
static unsigned spell(struct at_random *random, unsigned rank, char word[AT_WORD_ROOM])
{
	unsigned syllables = rank < 128 ? 1 : rank < 1024 ? 2 : 2 + (unsigned)at_random_below(random, 2);
	char text[64] = "";
	char *end = text;

	for (unsigned i = 0; i < syllables; i++) {
		end = at_put_text(end, pick(random, onsets, 32));
		end = at_put_text(end, pick(random, vowels, 8));
		end = at_put_text(end, pick(random, codas, 16));
	}
	unsigned length = (unsigned)(end - text);
	if (length > AT_WORD_ROOM - 2)
		length = AT_WORD_ROOM - 2;
	memset(word, 0, AT_WORD_ROOM);
	memcpy(word, text, length);
	return length;
}

/* Whether the word is new; then it is entered. `seen` holds word number + 1. */
static bool enter(const struct at_words *words, uint16_t *seen, unsigned word)
{
	uint32_t hash = 2166136261u;

	for (unsigned i = 0; i < words->length[word]; i++)
		hash = (hash ^ (unsigned char)words->spelling[word][i]) * 16777619u;
	uint32_t slot = hash % SEEN_SLOTS;
	for (; seen[slot]; slot = (slot + 1) % SEEN_SLOTS)
		if (!memcmp(words->spelling[seen[slot] - 1], words->spelling[word], AT_WORD_ROOM))
			return false;
	seen[slot] = (uint16_t)(word + 1);
	return true;
}

/* Zipf-Mandelbrot weights, 1 / (rank + 2.7), as whole numbers; then Vose's tables, with shares of 2^32. */
static void weigh(struct at_words *words)
{
	static uint64_t share[AT_WORDS];
	static uint16_t small[AT_WORDS], large[AT_WORDS];
	unsigned smalls = 0, larges = 0;
	uint64_t total = 0;

	for (unsigned i = 0; i < AT_WORDS; i++)
		total += share[i] = (UINT64_C(10) << 32) / (10 * i + 37);
	for (unsigned i = 0; i < AT_WORDS; i++) {
		share[i] = (uint64_t)(((unsigned __int128)share[i] * AT_WORDS << 32) / total);
		if (share[i] >> 32)
			large[larges++] = (uint16_t)i;
		else
			small[smalls++] = (uint16_t)i;
	}
	while (smalls && larges) {
		uint16_t less = small[--smalls], more = large[larges - 1];
		words->threshold[less] = (uint32_t)share[less];
		words->alias[less] = more;
		share[more] -= (UINT64_C(1) << 32) - share[less];
		if (!(share[more] >> 32)) {
			larges--;
			small[smalls++] = more;
		}
	}
	while (larges)
		words->alias[large[larges - 1]] = large[larges - 1], larges--;
	while (smalls)
		words->alias[small[smalls - 1]] = small[smalls - 1], smalls--;
}

void at_words_init(struct at_words *words)
{
	static uint16_t seen[SEEN_SLOTS];
	struct at_random random;

	memset(words, 0, sizeof *words);
	memset(seen, 0, sizeof seen);
	at_random_seed(&random, "atesor vocabulary 1");
	for (unsigned i = 0; i < AT_WORDS; i++)
		do
			words->length[i] = (uint8_t)spell(&random, i, words->spelling[i]);
		while (!enter(words, seen, i));
	weigh(words);
}

char *at_put_words(const struct at_words *words, struct at_random *random, unsigned count, char *at)
{
	for (unsigned i = 0; i < count; i++) {
		at = at_put_word(words, at_word_drawn(words, at_random_next(random)), at);
		*at++ = ' ';
	}
	return count ? at - 1 : at;
}

char *at_put_name(const struct at_words *words, struct at_random *random, unsigned count, char *at)
{
	for (unsigned i = 0; i < count; i++) {
		char *first = at;
		at = at_put_word(words, at_word_drawn(words, at_random_next(random)), at);
		*first = (char)(*first - 'a' + 'A');
		*at++ = ' ';
	}
	return count ? at - 1 : at;
}

char *at_put_digits(uint64_t number, unsigned digits, char *at)
{
	for (unsigned i = digits; i-- > 0; number /= 10)
		at[i] = (char)('0' + number % 10);
	return at + digits;
}

char *at_put_number(uint64_t number, char *at)
{
	unsigned digits = 1;

	for (uint64_t rest = number; rest >= 10; rest /= 10)
		digits++;
	return at_put_digits(number, digits, at);
}

char *at_put_date(uint64_t bits, char *at)
{
	at = at_put_digits(2001 + (bits & 31), 4, at);
	*at++ = '-';
	at = at_put_digits(1 + (bits >> 5 & 0xffff) % 12, 2, at);
	*at++ = '-';
	return at_put_digits(1 + (bits >> 21 & 0xffff) % 28, 2, at);
}
