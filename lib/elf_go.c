#include "elf_go.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* The layout is that of Go's debug/buildinfo: magic (14 bytes), pointer size, flags; from byte 32 two texts, each after its
 * length as a varint (flag 2, since Go 1.18); before, two pointers at byte 16 to Go strings (pointer, length). */
enum { POINTER_SIZE_AT = 14, FLAGS_AT = 15, HEADER = 32, FLAG_BIG = 1, FLAG_INLINE = 2, TEXT_LIMIT = 16 << 20 };

static const char magic[] = "\xff Go buildinf:";

/* A text behind its length. NULL if it does not fit; *at moves behind it. The caller frees. */
static char *inline_text(const unsigned char **at, const unsigned char *end)
{
	uint64_t length = 0;
	unsigned char byte = 0x80;

	for (unsigned shift = 0; *at < end && shift < 63 && (byte & 0x80); shift += 7) {
		byte = *(*at)++;
		length |= (uint64_t)(byte & 0x7f) << shift;
	}
	if ((byte & 0x80) || length > (uint64_t)(end - *at))
		return NULL;
	*at += length;
	return at_strndup((const char *)*at - length, (size_t)length);
}

static uint64_t number(const unsigned char *bytes, unsigned width, bool big)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < width; i++)
		value = value << 8 | bytes[big ? i : width - 1 - i];
	return value;
}

/* The Go string whose header lies at `address`. NULL if it is not there. */
static char *pointed_text(const struct at_elf *elf, uint64_t address, unsigned width, bool big)
{
	unsigned char header[16];
	int64_t at = at_elf_offset(elf, address, 2 * width);

	if (at < 0 || at_elf_read(elf, (uint64_t)at, header, 2 * width))
		return NULL;
	uint64_t length = number(header + width, width, big);
	at = at_elf_offset(elf, number(header, width, big), length);
	if (at < 0 || length > TEXT_LIMIT)
		return NULL;
	char *text = at_alloc((size_t)length + 1);
	if (!at_elf_read(elf, (uint64_t)at, text, (size_t)length))
		return text;
	free(text);
	return NULL;
}

/* Whole lines "build<TAB>KEY=VALUE" among others, between two sentinels of 16 bytes. The second one may hold a NUL: what is behind the last
 * newline is no line. */
static void read_settings(struct at_go *go, char *text)
{
	static const char sentinel[] = "\x30\x77\xaf\x0c\x92\x74\x08\x02\x41\xe1\xc1\x07\xe6\xd6\x18\xe6";

	if (strncmp(text, sentinel, sizeof sentinel - 1))
		return;
	for (char *line = text + sizeof sentinel - 1, *end; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		char *equals = strchr(line, '=');
		if (strncmp(line, "build\t", 6) || !equals)
			continue;
		*equals = '\0';
		at_argv_push(&go->key, line + 6);
		at_argv_push(&go->value, equals + 1);
	}
}

void at_go_read(const struct at_elf *elf, struct at_go *go)
{
	GElf_Shdr header;
	Elf_Data *data = at_elf_data(elf, at_elf_section_named(elf, ".go.buildinfo", &header));
	char *settings = NULL;

	*go = (struct at_go){ 0 };
	if (!data || data->d_size < HEADER || memcmp(data->d_buf, magic, sizeof magic - 1))
		return;
	const unsigned char *bytes = data->d_buf, *at = bytes + HEADER, *end = bytes + data->d_size;
	unsigned width = bytes[POINTER_SIZE_AT];
	bool big = bytes[FLAGS_AT] & FLAG_BIG;
	if (bytes[FLAGS_AT] & FLAG_INLINE) {
		go->version = inline_text(&at, end);
		settings = go->version ? inline_text(&at, end) : NULL;
	} else if (width == 4 || width == 8) {
		go->version = pointed_text(elf, number(bytes + 16, width, big), width, big);
		settings = pointed_text(elf, number(bytes + 16 + width, width, big), width, big);
	}
	if (settings)
		read_settings(go, settings);
	free(settings);
}

void at_go_free(struct at_go *go)
{
	free(go->version);
	at_argv_free(&go->key);
	at_argv_free(&go->value);
	*go = (struct at_go){ 0 };
}
