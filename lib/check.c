#include "check.h"

#include <string.h>

int at_check_parse(const char *text, struct at_check *check)
{
	static const char *const words[] = { "none", "stdout", "file" };

	*check = (struct at_check){ 0 };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(text, words[i])) {
			check->kind = (enum at_check_kind)i;
			return 0;
		}
	if (strncmp(text, "lines:", 6) || !text[6])
		return -1;
	check->kind = AT_CHECK_LINES;
	check->prefix = text + 6;
	return 0;
}

int at_check_needs_stdout(const struct at_check *check)
{
	return check->kind == AT_CHECK_STDOUT || check->kind == AT_CHECK_LINES;
}

struct hashing {
	struct at_sha256 hash;
	const char *prefix;
	size_t prefix_length;
	size_t matched;              /* bytes of the prefix that this line has so far */
	enum { AT_START, TAKE, SKIP } line;
	uint64_t lines;
};

static void add_all(void *context, const char *bytes, size_t count)
{
	at_sha256_add(&((struct hashing *)context)->hash, bytes, count);
}

/* Byte by byte while the prefix is compared, then whole runs to the end of the line. */
static void add_lines(void *context, const char *bytes, size_t count)
{
	struct hashing *h = context;

	for (size_t i = 0; i < count;) {
		if (h->line == AT_START && bytes[i] == h->prefix[h->matched]) {
			i++;
			if (++h->matched == h->prefix_length) {
				h->line = TAKE;
				h->lines++;
				at_sha256_add(&h->hash, h->prefix, h->prefix_length);
			}
			continue;
		}
		if (h->line == AT_START)
			h->line = SKIP;
		const char *newline = memchr(bytes + i, '\n', count - i);
		size_t part = newline ? (size_t)(newline - bytes) + 1 - i : count - i;
		if (h->line == TAKE)
			at_sha256_add(&h->hash, bytes + i, part);
		if (newline) {
			h->line = AT_START;
			h->matched = 0;
		}
		i += part;
	}
}

int at_check_hash(const struct at_check *check, struct at_spool *spool, char hex[AT_SHA256_HEX], uint64_t *lines)
{
	struct hashing h = { .prefix = check->prefix, .prefix_length = check->prefix ? strlen(check->prefix) : 0 };

	at_sha256_init(&h.hash);
	int result = at_spool_read(spool, check->kind == AT_CHECK_LINES ? add_lines : add_all, &h);
	at_sha256_hex(&h.hash, hex);
	*lines = h.lines;
	return result;
}
