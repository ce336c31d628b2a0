#include "json.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void lead(struct at_json *json, const char *key);

size_t at_utf8_length(const char *text, size_t left)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;

	if (!n || n > left)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
			(s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

static void quote(struct at_buffer *out, const char *bytes, size_t count)
{
	at_buffer_byte(out, '"');
	for (size_t i = 0; i < count;) {
		unsigned char c = (unsigned char)bytes[i];
		size_t n = at_utf8_length(bytes + i, count - i);
		if (c == '"' || c == '\\')
			at_buffer_printf(out, "\\%c", c);
		else if (c == '\n')
			at_buffer_text(out, "\\n");
		else if (c == '\t')
			at_buffer_text(out, "\\t");
		else if (c < 0x20 || c == 0x7f)
			at_buffer_printf(out, "\\u%04x", c);
		else if (n)
			at_buffer_add(out, bytes + i, n);
		else
			at_buffer_text(out, "\xef\xbf\xbd");
		i += n ? n : 1;
	}
	at_buffer_byte(out, '"');
}

static void lead(struct at_json *json, const char *key)
{
	uint64_t bit = UINT64_C(1) << json->depth;

	if (json->used & bit)
		at_buffer_byte(&json->out, ',');
	json->used |= bit;
	assert(!key == (json->depth == 0 || (json->array & bit)));
	if (key) {
		quote(&json->out, key, strlen(key));
		at_buffer_byte(&json->out, ':');
	}
}

static void nest(struct at_json *json, const char *key, bool array)
{
	lead(json, key);
	assert(json->depth < 63);
	json->depth++;
	uint64_t bit = UINT64_C(1) << json->depth;
	json->used &= ~bit;
	json->array = array ? json->array | bit : json->array & ~bit;
	at_buffer_byte(&json->out, array ? '[' : '{');
}

void at_json_object(struct at_json *json, const char *key)
{
	nest(json, key, false);
}

void at_json_array(struct at_json *json, const char *key)
{
	nest(json, key, true);
}

void at_json_end(struct at_json *json)
{
	assert(json->depth > 0);
	at_buffer_byte(&json->out, json->array >> json->depth & 1 ? ']' : '}');
	json->depth--;
}

void at_json_bytes(struct at_json *json, const char *key, const char *bytes, size_t count)
{
	lead(json, key);
	quote(&json->out, bytes, count);
}

void at_json_text(struct at_json *json, const char *key, const char *text)
{
	at_json_bytes(json, key, text, strlen(text));
}

void at_json_uint(struct at_json *json, const char *key, uint64_t number)
{
	lead(json, key);
	at_buffer_printf(&json->out, "%llu", (unsigned long long)number);
}

void at_json_int(struct at_json *json, const char *key, int64_t number)
{
	lead(json, key);
	at_buffer_printf(&json->out, "%lld", (long long)number);
}

void at_json_real(struct at_json *json, const char *key, double number)
{
	char text[40];

	assert(isfinite(number));
	for (int digits = 6; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, number);
		if (strtod(text, NULL) == number)
			break;
	}
	lead(json, key);
	at_buffer_text(&json->out, text);
}

void at_json_bool(struct at_json *json, const char *key, bool truth)
{
	lead(json, key);
	at_buffer_text(&json->out, truth ? "true" : "false");
}

void at_json_raw(struct at_json *json, const char *key, const char *text, size_t count)
{
	lead(json, key);
	at_buffer_add(&json->out, text, count);
}

void at_json_members(struct at_json *json, const char *text, size_t count)
{
	uint64_t bit = UINT64_C(1) << json->depth;

	if (!count)
		return;
	if (json->used & bit)
		at_buffer_byte(&json->out, ',');
	json->used |= bit;
	at_buffer_add(&json->out, text, count);
}

int at_json_line(struct at_json *json, FILE *stream)
{
	assert(json->depth == 0);
	at_buffer_byte(&json->out, '\n');
	size_t written = fwrite(json->out.data, 1, json->out.length, stream);
	int result = written == json->out.length ? 0 : -1;
	at_buffer_clear(&json->out);
	json->used = 0;
	return result;
}

void at_json_free(struct at_json *json)
{
	at_buffer_free(&json->out);
	*json = (struct at_json){ 0 };
}
