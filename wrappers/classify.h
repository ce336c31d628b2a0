/* What a word of a compiler call is: the tables of options.def as far as they are about single words. */
#ifndef ATESOR_CC_CLASSIFY_H
#define ATESOR_CC_CLASSIFY_H

#include <stdint.h>

enum class { PLAIN, QUERY, COMPILE, TO_ASSEMBLY, PREPROCESS, SYNTAX, OUTPUT, LANGUAGE, O0, OG, OFAST, LEVEL, ISA, NO_LTO, LTO,
	LTO_DETAIL, FREESTANDING, PROFILE, LINK_ONLY, SEARCH, CLASSES };
enum kind { OBJECT, SOURCE, ASSEMBLY };

struct option { const char *text; uint8_t length, form, class; };

/* The table's line for a word that starts with '-', or NULL. `value` becomes the joined value (NULL: it is the next word; "":
 * none). */
const struct option *classify(const char *word, const char **value);

/* What an operand is, by `language` (the value of -x, or NULL) or else its suffix. */
enum kind kind_of(const char *operand, const char *language);

#endif
