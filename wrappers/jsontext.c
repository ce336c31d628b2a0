#include "jsontext.h"

#include <string.h>

/* The length of the valid UTF-8 sequence at `at` (Unicode 15, table 3-7), or 0. The text ends with a NUL: no read passes it. */
static size_t utf8(const unsigned char *at)
{
	unsigned char lead = at[0], low = 0x80, high = 0xBF;
	size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;

	if (length < 2)
		return length;
	if (lead == 0xE0)
		low = 0xA0;
	else if (lead == 0xED)
		high = 0x9F;
	else if (lead == 0xF0)
		low = 0x90;
	else if (lead == 0xF4)
		high = 0x8F;
	for (size_t i = 1; i < length; i++, low = 0x80, high = 0xBF)
		if (at[i] < low || at[i] > high)
			return 0;
	return length;
}

void put_json(struct text *text, const char *string)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *at = (const unsigned char *)string;

	put(text, "\"");
	while (*at) {
		size_t length = utf8(at), plain = 0;
		while (at[plain] >= 0x20 && at[plain] < 0x7F && at[plain] != '"' && at[plain] != '\\')
			plain++;
		if (plain)
			put_bytes(text, (const char *)at, plain);
		else if (*at == '"' || *at == '\\')
			put_bytes(text, (const char[]){ '\\', (char)*at }, 2);
		else if (*at < 0x20)
			put_bytes(text, (const char[]){ '\\', 'u', '0', '0', digits[*at >> 4], digits[*at & 15] }, 6);
		else if (length)
			put_bytes(text, (const char *)at, length);
		else
			put(text, "\xEF\xBF\xBD");      /* U+FFFD for a byte that is not UTF-8 */
		at += plain ? plain : length ? length : 1;
	}
	put(text, "\"");
}

void put_pair(struct text *text, const char *key, const char *value)
{
	put(text, text->length > 1 ? ",\"" : "\"");
	put(text, key);
	put(text, "\":");
	if (value)
		put_json(text, value);
}

void put_list(struct text *text, const char *key, const char *const *item, size_t count)
{
	put_pair(text, key, NULL);
	put(text, "[");
	for (size_t i = 0; i < count; i++) {
		if (i)
			put(text, ",");
		put_json(text, item[i]);
	}
	put(text, "]");
}
