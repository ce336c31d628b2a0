#include "profgen_rules.h"

#include <string.h>

static bool digits(const char *text, size_t length)
{
	return length && strspn(text, "0123456789") >= length;
}

/* Length without one suffix at the end; the same when there is none. */
static size_t without_one(const char *name, size_t length)
{
	static const char *const numbered[] = { ".llvm", ".part", ".isra", ".constprop", ".lto_priv" };
	const char *dot = memrchr(name, '.', length);
	size_t front = dot ? (size_t)(dot - name) : length;

	if (!front || front == length)
		return length;
	if (length - front == 5 && !memcmp(dot, ".cold", 5))
		return front;
	if (!digits(dot + 1, length - front - 1))
		return length;
	for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
		size_t n = strlen(numbered[i]);
		if (front > n && !memcmp(name + front - n, numbered[i], n))
			return front - n;
	}
	return front > 5 && !memcmp(name + front - 5, ".cold", 5) ? front - 5 : length;
}

/* llvm-profgen: of each of these the last, if nothing but one more part without a dot follows it. */
static size_t without_llvm(const char *name, size_t length)
{
	static const char *const suffixes[] = { ".llvm.", ".part." };

	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		const char *dot = memrchr(name, '.', length);
		size_t n = strlen(suffixes[i]);
		if (dot && (size_t)(dot - name) + 1 >= n && !memcmp(dot + 1 - n, suffixes[i], n))
			length = (size_t)(dot - name) + 1 - n;
	}
	return length;
}

size_t at_plain_name(const char *name, bool llvm)
{
	size_t length = strlen(name);

	if (llvm)
		return without_llvm(name, length);
	for (size_t shorter; (shorter = without_one(name, length)) < length; length = shorter)
		;
	return length;
}

bool at_writable_name(const char *name)
{
	if (!*name || *name == ' ' || *name == '[' || *name == '#')
		return false;
	for (; *name; name++)
		if ((unsigned char)*name < ' ' || *name == 127)
			return false;
	return true;
}

/* A number of up to 12 bits in a prefix code: bit 0 set: 0; else 5 bits, or with bit 6 set 12 bits. */
static uint32_t decode(uint32_t code)
{
	if (code & 1)
		return 0;
	code >>= 1;
	return code & 0x20 ? (code >> 1 & 0xfe0) | (code & 0x1f) : code & 0x1f;
}

uint32_t at_discriminator_base(uint32_t discriminator)
{
	return decode(discriminator);
}

uint32_t at_discriminator_duplication(uint32_t discriminator)
{
	uint32_t factor = decode(discriminator & 1 ? discriminator >> 1 : discriminator >> (discriminator & 0x40 ? 14 : 7));

	return factor ? factor : 1;
}
