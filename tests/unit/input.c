/* Generated inputs: the bytes are fixed for ever, sizes are exact, and no size breaks the form. */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "sha256.h"

static int failures;

static int collect(void *buffer, const void *block, size_t count)
{
	at_buffer_add(buffer, block, count);
	return 0;
}

static int stop(void *calls, const void *block, size_t count)
{
	(void)block;
	(void)count;
	return ++*(int *)calls == 2 ? 7 : 0;
}

static struct at_buffer make(enum at_input_kind kind, const char *seed, uint64_t bytes)
{
	struct at_buffer data = AT_BUFFER_INIT;

	if (at_input_generate(kind, seed, bytes, collect, &data) || data.length != bytes) {
		printf("kind %d, %llu bytes: got %zu\n", (int)kind, (unsigned long long)bytes, data.length);
		failures++;
	}
	return data;
}

/* The hashes are what the first released version made. If one changes, every stored workload hash changes meaning: do not
 * edit them. */
static void test_fixed(void)
{
	static const struct {
		enum at_input_kind kind;
		const char *seed;
		uint64_t bytes;
		const char *sha256;
	} fixed[] = {
		{ AT_INPUT_BINARY, "atesor-measure", 3000017, "563413165e3600a1294223c5a51026b5d3ae35d89961e6d587b7879e1574e448" },
		{ AT_INPUT_TEXT, "atesor-measure", 3000017, "bf258f3a5d29018788acc309fcc097548239ff21313b7c3a85f82bd7de89ffb5" },
		{ AT_INPUT_JSON, "atesor-measure", 3000017, "2a4471aadfee7727f73d95866e08c6fbb3dc44d766a22c87a4138bea84d3492e" },
		{ AT_INPUT_CSV, "atesor-measure", 3000017, "f4867550a0d6b434450d4effe15b70e24e92a705122501767eb4ef6e27b436ed" },
		{ AT_INPUT_BINARY, "atesor-train", 70000, "22d89f8c0cd021d7c714d3003e82a05afe15ee03584e730faa5d3ec7bbead54c" },
		{ AT_INPUT_TEXT, "atesor-train", 70000, "4b8462b7f068729a9a3a25a47289d063047ab0418cc59c1361aec2e632d5f9e8" },
		{ AT_INPUT_JSON, "atesor-train", 70000, "9a0339949a8324c13ff32993e41a9c2daf61ab597ad60298c742364472e373c8" },
		{ AT_INPUT_CSV, "atesor-train", 70000, "3bbf50740959aff8ea2baf860bbb176c37ce6551544eb4ad6ed7fd20a41f3b84" },
	};

	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
		struct at_buffer data = make(fixed[i].kind, fixed[i].seed, fixed[i].bytes);
		struct at_sha256 hash;
		char hex[AT_SHA256_HEX];
		at_sha256_init(&hash);
		at_sha256_add(&hash, data.data, data.length);
		at_sha256_hex(&hash, hex);
		if (strcmp(hex, fixed[i].sha256)) {
			printf("kind %d, seed %s: %s\n", (int)fixed[i].kind, fixed[i].seed, hex);
			failures++;
		}
		at_buffer_free(&data);
	}
}

static void expect(int holds, const char *what, uint64_t bytes)
{
	if (!holds) {
		printf("%s does not hold for %llu bytes\n", what, (unsigned long long)bytes);
		failures++;
	}
}

static void test_sizes(void)
{
	static const uint64_t around[] = { 0, 2048, 16384, 65536, 131072 };

	for (size_t a = 0; a < sizeof around / sizeof *around; a++)
		for (int by = -40; by <= 300; by += 20) {
			uint64_t bytes = around[a] + (uint64_t)by;
			for (enum at_input_kind kind = AT_INPUT_BINARY; kind <= AT_INPUT_CSV; kind++) {
				if ((int64_t)bytes < (int64_t)at_input_least(kind))
					continue;
				struct at_buffer data = make(kind, "sizes", bytes);
				if (bytes && kind != AT_INPUT_BINARY)
					expect(data.data[bytes - 1] == '\n', "a line break at the end", bytes);
				if (kind == AT_INPUT_JSON)
					expect(data.data[0] == '[' && data.data[bytes - 2] == ']', "an array", bytes);
				at_buffer_free(&data);
			}
		}
}

static void test_seeds_differ(void)
{
	for (enum at_input_kind kind = AT_INPUT_BINARY; kind <= AT_INPUT_CSV; kind++) {
		struct at_buffer a = make(kind, "a", 9000), b = make(kind, "b", 9000);
		expect(memcmp(a.data, b.data, 9000) != 0, "another seed, other data", 9000);
		at_buffer_free(&a);
		at_buffer_free(&b);
	}
}

static void test_sink_ends_it(void)
{
	int calls = 0;

	expect(at_input_generate(AT_INPUT_TEXT, "x", 10 << 20, stop, &calls) == 7 && calls == 2, "the sink's word", 10 << 20);
}

int main(void)
{
	test_fixed();
	test_sizes();
	test_seeds_differ();
	test_sink_ends_it();
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
