#include "profile_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "number.h"

enum { DEPTH_LIMIT = 256 };

/* A number of `length` digits. */
static bool number(const char *text, size_t length, uint64_t *value)
{
	char copy[24];

	if (!length || length >= sizeof copy)
		return false;
	memcpy(copy, text, length);
	copy[length] = '\0';
	return !at_parse_count(copy, value);
}

struct text_reader {
	struct at_profile *profile;
	uint32_t function[DEPTH_LIMIT];      /* [d]: the function whose lines are indented by d + 1 */
	size_t depth;                        /* how many of them are open */
};

/* "name:total" with *name_length set, the number behind the last ':'. */
static bool name_and_number(const char *text, size_t length, size_t *name_length, uint64_t *value)
{
	const char *colon = memrchr(text, ':', length);

	if (!colon || colon == text)
		return false;
	*name_length = (size_t)(colon - text);
	return number(colon + 1, length - *name_length - 1, value);
}

static bool read_top(struct text_reader *reader, const char *line, size_t length)
{
	uint64_t head, total;
	size_t rest, name;

	if (!name_and_number(line, length, &rest, &head) || !name_and_number(line, rest, &name, &total))
		return false;
	uint32_t function = at_profile_function(reader->profile, AT_PROFILE_TOP, (struct at_location){ 0, 0 },
			at_names_add(&reader->profile->names, line, name));
	reader->profile->function[function].head = head;
	reader->profile->function[function].total = total;
	reader->function[0] = function;
	reader->depth = 1;
	return true;
}

/* "line[.discriminator]: …" at the depth of its blanks. */
static bool read_nested(struct text_reader *reader, const char *line, size_t length, size_t depth)
{
	const char *colon = memchr(line, ':', length), *dot = colon ? memchr(line, '.', (size_t)(colon - line)) : NULL;
	struct at_location at = { 0, 0 };
	uint64_t offset, discriminator = 0, value;
	size_t name;

	if (!colon || depth > reader->depth || !number(line, (size_t)((dot ? dot : colon) - line), &offset) ||
			(dot && !number(dot + 1, (size_t)(colon - dot - 1), &discriminator)) || offset > 65535 || discriminator > UINT32_MAX)
		return false;
	at.line = (uint32_t)offset;
	at.discriminator = (uint32_t)discriminator;
	const char *rest = colon + 1, *end = line + length;
	while (rest < end && *rest == ' ')
		rest++;
	size_t digits = strspn(rest, "0123456789");
	if (digits && (rest + digits == end || rest[digits] == ' ')) {
		if (!number(rest, digits, &value))
			return false;
		at_profile_add(reader->profile, reader->function[depth - 1], at, value);
		return true;
	}
	if (depth >= DEPTH_LIMIT || !name_and_number(rest, (size_t)(end - rest), &name, &value))
		return false;
	reader->function[depth] = at_profile_function(reader->profile, reader->function[depth - 1], at,
			at_names_add(&reader->profile->names, rest, name));
	reader->profile->function[reader->function[depth]].total = value;
	reader->depth = depth + 1;
	return true;
}

static char *read_text(struct at_profile *profile, const char *bytes, size_t count)
{
	struct text_reader *reader = at_alloc(sizeof *reader);
	const char *end = bytes + count;
	uint64_t line_number = 1;
	bool good = true;

	reader->profile = profile;
	for (const char *line = bytes, *next; line < end && good; line = next + 1, line_number++) {
		next = memchr(line, '\n', (size_t)(end - line));
		next = next ? next : end;
		size_t length = (size_t)(next - line), depth = strspn(line, " ");
		if (depth >= length || line[0] == '#' || line[depth] == '!')
			continue;
		good = depth ? read_nested(reader, line + depth, length - depth, depth) : read_top(reader, line, length);
	}
	free(reader);
	if (!good)
		return at_format("line %" PRIu64 " is none of a profile", line_number - 1);
	return profile->functions ? NULL : at_strdup("it holds no function");
}

struct bytes {
	const unsigned char *at, *end;
	bool bad;
};

static uint64_t uleb(struct bytes *bytes)
{
	uint64_t value = 0;

	for (unsigned shift = 0; bytes->at < bytes->end && shift < 64; shift += 7) {
		unsigned char byte = *bytes->at++;
		value |= (uint64_t)(byte & 127) << shift;
		if (!(byte & 128))
			return value;
	}
	bytes->bad = true;
	return 0;
}

static uint64_t u64(struct bytes *bytes)
{
	uint64_t value = 0;

	if (bytes->end - bytes->at < 8) {
		bytes->bad = true;
		return 0;
	}
	for (unsigned i = 0; i < 8; i++)
		value |= (uint64_t)*bytes->at++ << 8 * i;
	return value;
}

struct name_list {
	const char **name;
	size_t count;
};

static void read_function(struct at_profile *profile, struct bytes *bytes, const struct name_list *names, uint32_t parent,
		struct at_location call, uint64_t head, unsigned depth)
{
	uint64_t name = uleb(bytes), total = uleb(bytes), records = uleb(bytes);

	bytes->bad |= name >= names->count || depth == DEPTH_LIMIT;
	if (bytes->bad)
		return;
	uint32_t function = at_profile_function(profile, parent, call, at_names_add(&profile->names, names->name[name], SIZE_MAX));
	profile->function[function].total = total;
	profile->function[function].head = head;
	for (; records && !bytes->bad; records--) {
		struct at_location at = { (uint32_t)uleb(bytes), 0 };
		at.discriminator = (uint32_t)uleb(bytes);
		uint64_t count = uleb(bytes), targets = uleb(bytes);
		for (; targets && !bytes->bad; targets--) {
			uleb(bytes);
			uleb(bytes);
		}
		if (!bytes->bad)
			at_profile_add(profile, function, at, count);
	}
	for (uint64_t callees = uleb(bytes); callees && !bytes->bad; callees--) {
		struct at_location at = { (uint32_t)uleb(bytes), 0 };
		at.discriminator = (uint32_t)uleb(bytes);
		read_function(profile, bytes, names, function, at, 0, depth + 1);
	}
}

enum { NAME_TABLE = 2, PROFILE = 32, FLAG_COMPRESSED = 1, SECTION_LIMIT = 64 };

static char *read_names(struct bytes section, struct name_list *names)
{
	uint64_t count = uleb(&section);

	if (section.bad || count > (uint64_t)(section.end - section.at))
		return at_strdup("its table of names is broken");
	names->name = at_resize(NULL, count, sizeof *names->name);
	for (; names->count < count; names->count++) {
		const unsigned char *end = memchr(section.at, 0, (size_t)(section.end - section.at));
		if (!end)
			return at_strdup("its names are not text, or are broken");
		names->name[names->count] = (const char *)section.at;
		section.at = end + 1;
	}
	return NULL;
}

static char *read_extbinary(struct at_profile *profile, const char *data, size_t count)
{
	struct bytes bytes = { (const unsigned char *)data, (const unsigned char *)data + count, false };
	struct bytes names_section = { 0 }, profile_section = { 0 };
	struct name_list names = { 0 };

	uleb(&bytes);      /* magic */
	uleb(&bytes);      /* version */
	uint64_t sections = u64(&bytes);
	if (bytes.bad || sections > SECTION_LIMIT)
		return at_strdup("its table of sections is broken");
	for (; sections && !bytes.bad; sections--) {
		uint64_t type = u64(&bytes), flags = u64(&bytes), offset = u64(&bytes), size = u64(&bytes);
		if (bytes.bad || offset > count || size > count - offset)
			return at_strdup("a section lies behind its end");
		struct bytes section = { (const unsigned char *)data + offset, (const unsigned char *)data + offset + size, false };
		if ((type == NAME_TABLE || type == PROFILE) && (flags & FLAG_COMPRESSED))
			return at_strdup("it is compressed: make text of it with llvm-profdata merge --sample --text");
		if (type == NAME_TABLE && flags >> 32 & 1)
			return at_strdup("its names are hashes: they cannot be compared");
		*(type == NAME_TABLE ? &names_section : type == PROFILE ? &profile_section : &section) = section;
	}
	if (!names_section.at || !profile_section.at)
		return at_strdup("it has no names or no functions");
	char *problem = read_names(names_section, &names);
	while (!problem && profile_section.at < profile_section.end) {
		uint64_t head = uleb(&profile_section);
		read_function(profile, &profile_section, &names, AT_PROFILE_TOP, (struct at_location){ 0, 0 }, head, 0);
		if (profile_section.bad)
			problem = at_strdup("its functions are broken");
	}
	free(names.name);
	return problem;
}

char *at_profile_read(struct at_profile *profile, const char *bytes, size_t count)
{
	static const char magic[] = "\x84\xe4\xd0\xb1\xf4\xc9\x94\xa8S";      /* uleb of SPROF42 and 4 */
	char *problem = count > sizeof magic && !memcmp(bytes, magic, sizeof magic - 1) ? read_extbinary(profile, bytes, count) :
		read_text(profile, bytes, count);

	at_profile_finish(profile, AT_FOLD_SUM);
	return problem;
}
