/* Writes JSON, one value a call, into a buffer; never reads any. Keys are NULL inside arrays and for the outermost value.
 * Text that is not valid UTF-8 gets U+FFFD for each bad byte. A number that is not finite must not reach at_json_real: what
 * was not measured is left out. Initialise with zeroes; release with at_json_free. */
#ifndef ATESOR_JSON_H
#define ATESOR_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "buffer.h"

struct at_json {
	struct at_buffer out;
	uint64_t used;         /* bit d: something stands at depth d already */
	uint64_t array;        /* bit d: depth d is an array */
	unsigned depth;        /* at most 63 */
};

void at_json_object(struct at_json *json, const char *key);
void at_json_array(struct at_json *json, const char *key);
void at_json_end(struct at_json *json);                            /* closes the innermost object or array */
void at_json_text(struct at_json *json, const char *key, const char *text);
void at_json_bytes(struct at_json *json, const char *key, const char *bytes, size_t count);
void at_json_uint(struct at_json *json, const char *key, uint64_t number);
void at_json_int(struct at_json *json, const char *key, int64_t number);
void at_json_real(struct at_json *json, const char *key, double number);   /* up to 17 significant digits, as few as needed */
void at_json_bool(struct at_json *json, const char *key, bool truth);

/* Text that is JSON already, written by this library in another process: a value; or members, "key":value,…, of the open object
 * (may be empty). */
void at_json_raw(struct at_json *json, const char *key, const char *text, size_t count);
void at_json_members(struct at_json *json, const char *text, size_t count);

/* Write what was built as one line, and start afresh. 0, or -1 with errno. The line is one fwrite. */
int at_json_line(struct at_json *json, FILE *stream);
void at_json_free(struct at_json *json);

/* Length of the valid UTF-8 sequence at the front of `left` bytes, at least one; 0 if there is none (RFC 3629: no
 * surrogates, no overlong forms). */
size_t at_utf8_length(const char *text, size_t left);

#endif
