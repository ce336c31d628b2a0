/* JSON as text, only written. Bytes that are not UTF-8 become U+FFFD. The caller puts the braces of an object. */
#ifndef ATESOR_CC_JSONTEXT_H
#define ATESOR_CC_JSONTEXT_H

#include <stddef.h>

#include "text.h"

void put_json(struct text *text, const char *string);   /* a quoted string */

/* `"key":` (with a comma before it unless it is the object's first) and, when given, a text. */
void put_pair(struct text *text, const char *key, const char *value);

/* A pair whose value is an array of texts. */
void put_list(struct text *text, const char *key, const char *const *item, size_t count);

#endif
