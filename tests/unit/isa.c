/* Instruction classes: every row of riscv.tsv with random operands, the words of aarch64.tsv; frequent x86 instructions against
 * Zydis; names, levels and arch strings; padding. */
#include <Zydis/Zydis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "isa.h"
#include "isa_x86_plain.h"
#include "random.h"

struct row {
	char name[32], class[48];
	unsigned length;
	uint32_t mask, match;
};

static struct row rows[1024];
static size_t row_count;

static void read_rows(const char *path)
{
	FILE *stream = fopen(path, "re");
	char line[1024];

	CHECK(stream != NULL, "%s", path);
	while (stream && row_count < 1024 && fgets(line, sizeof line, stream)) {
		struct row *row = &rows[row_count];
		if (*line != '#' && sscanf(line, "%31s %u %x %x %47s", row->name, &row->length, &row->mask, &row->match, row->class) == 5)
			row_count++;
	}
	if (stream)
		fclose(stream);
	CHECK(row_count == 825, "%zu rows", row_count);
}

/* The row with the most mask bits among those that match. */
static const struct row *best_row(uint32_t word, unsigned length)
{
	const struct row *best = NULL;

	for (size_t i = 0; i < row_count; i++)
		if (rows[i].length == length && (word & rows[i].mask) == rows[i].match &&
				(!best || __builtin_popcount(rows[i].mask) > __builtin_popcount(best->mask)))
			best = &rows[i];
	return best;
}

/* The file's class under the name that is shown; unions of extensions say nothing, and privileged ones are one class. */
static const char *shown_class(const struct row *row)
{
	static const char *const names[][2] = {
		{ "zvbb,zvkn,zvks", "zvkb" }, { "zbkb,zk,zkn,zks", "zbkb" }, { "zbkx,zk,zkn,zks", "zbkx" }, { "zk,zkn,zknd", "zknd" },
		{ "zk,zkn,zknd,zkne", "zknd" }, { "zk,zkn,zkne", "zkne" }, { "zk,zkn,zknh", "zknh" }, { "zks,zksed", "zksed" },
		{ "zks,zksh", "zksh" }, { "zvkn,zvkned", "zvkned" }, { "zvkn,zvknha,zvknhb", "zvknha" }, { "zvks,zvksed", "zvksed" },
		{ "zvks,zvksh", "zvksh" }, { "h", "privileged" }, { "s", "privileged" }, { "sdext", "privileged" },
		{ "smrnmi", "privileged" }, { "ssctr", "privileged" }, { "svinval", "privileged" }, { "svinval_h", "privileged" },
		{ "system", "privileged" },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(row->class, names[i][0]))
			return names[i][1];
	return row->class;
}

static const char *swept_class(const struct at_isa *isa, void *decoder, uint32_t word, size_t length,
		struct at_isa_counts *counts)
{
	unsigned char bytes[4] = { (unsigned char)word, (unsigned char)(word >> 8), (unsigned char)(word >> 16),
			(unsigned char)(word >> 24) };
	bool zeros = false;

	*counts = (struct at_isa_counts){ 0 };
	size_t used = isa->sweep(decoder, counts, bytes, length, false, &zeros);
	CHECK(used == length, "%zu of %zu bytes", used, length);
	for (size_t i = 0; i < isa->class_count; i++)
		if (counts->class[i])
			return isa->class[i].name;
	return counts->padding_bytes ? "illegal" : "undecoded";
}

static void test_riscv_rows(void)
{
	void *decoder = at_isa_riscv.open(64);
	struct at_isa_counts counts;
	struct at_random random;

	at_random_seed(&random, "riscv");
	for (size_t i = 0; i < row_count; i++)
		for (int n = 0; n < 300; n++) {
			uint32_t all = rows[i].length == 2 ? 0xffff : 0xffffffff;
			uint32_t word = ((uint32_t)at_random_next(&random) & ~rows[i].mask & all) | rows[i].match;
			const char *want = shown_class(best_row(word, rows[i].length));
			const char *got = swept_class(&at_isa_riscv, decoder, word, rows[i].length, &counts);
			CHECK(!strcmp(want, got), "%s %08x: %s, not %s", rows[i].name, word, got, want);
			CHECK(counts.instructions == (strcmp(want, "illegal") != 0), "%s %08x", rows[i].name, word);
		}
	free(decoder);
}

/* What no row matches is no instruction. */
static void test_riscv_others(void)
{
	void *decoder = at_isa_riscv.open(64);
	struct at_isa_counts counts;
	struct at_random random;
	unsigned unknown = 0;

	at_random_seed(&random, "others");
	for (int n = 0; n < 300000; n++) {
		uint32_t word = (uint32_t)at_random_next(&random) | 3;
		if ((word & 0x1c) == 0x1c)
			continue;
		const struct row *row = best_row(word, 4);
		const char *want = row ? shown_class(row) : "undecoded", *got = swept_class(&at_isa_riscv, decoder, word, 4, &counts);
		CHECK(!strcmp(want, got), "%08x: %s, not %s", word, got, want);
		unknown += !row;
	}
	CHECK(unknown > 1000, "%u", unknown);
	free(decoder);
}

/* Words whose extension an assembler has told. */
static void test_aarch64_rows(const char *path)
{
	FILE *stream = fopen(path, "re");
	void *decoder = at_isa_aarch64.open(64);
	struct at_isa_counts counts;
	char line[512], class[32];
	unsigned count = 0;
	uint32_t word;

	CHECK(stream != NULL, "%s", path);
	while (stream && fgets(line, sizeof line, stream)) {
		if (sscanf(line, "0x%x %31s", &word, class) != 2)
			continue;
		const char *got = swept_class(&at_isa_aarch64, decoder, word, 4, &counts);
		CHECK(!strcmp(got, class), "%s, not %s: %s", got, class, line);
		count++;
	}
	CHECK(count > 800, "%u rows", count);
	if (stream)
		fclose(stream);
	free(decoder);
}

static void check_has(const struct at_isa *isa, const char *names, const char *class, bool want)
{
	bool has[AT_ISA_CLASSES] = { false };
	size_t length;

	at_isa_has(isa, names, has, &length);
	for (size_t i = 0; i < isa->class_count; i++)
		if (!strcmp(isa->class[i].name, class)) {
			CHECK(has[i] == want, "'%s' %s %s", names, want ? "has not" : "has", class);
			return;
		}
	CHECK(false, "no class %s", class);
}

static void test_names(void)
{
	bool has[AT_ISA_CLASSES] = { false };
	size_t length = 0;

	check_has(&at_isa_x86, "x86-64-v3", "avx2", true);
	check_has(&at_isa_x86, "x86-64-v3", "sse4.2", true);
	check_has(&at_isa_x86, "x86-64-v3", "avx512f", false);
	check_has(&at_isa_x86, "fpu pni abm sse4_1", "sse3", true);
	check_has(&at_isa_x86, "fpu pni abm sse4_1", "lzcnt", true);
	check_has(&at_isa_riscv, "rv64gc", "d", true);
	check_has(&at_isa_riscv, "rv64gc", "zba", false);
	check_has(&at_isa_riscv, "rv64i2p1_m2p0_zba1p0_zvl128b1p0", "zba", true);
	check_has(&at_isa_riscv, "rv64i2p1_m2p0_zba1p0", "m", true);
	check_has(&at_isa_riscv, "rv64i2p1_m2p0_zba1p0", "c", false);
	check_has(&at_isa_riscv, "rv64imafdcv", "v", true);
	check_has(&at_isa_riscv, "rva22u64", "zbb", true);
	check_has(&at_isa_riscv, "rva22u64", "v", false);
	check_has(&at_isa_riscv, "rva23u64", "zvkb", true);
	check_has(&at_isa_riscv, "rv64i_zk", "zkne", true);
	check_has(&at_isa_aarch64, "armv8.1-a", "lse", true);
	check_has(&at_isa_aarch64, "armv8-a", "lse", false);
	check_has(&at_isa_aarch64, "fp asimd atomics", "lse", true);
	check_has(&at_isa_aarch64, "sve2", "sve", true);
	const char *unknown = at_isa_has(&at_isa_x86, "avx2 nonsense fma", has, &length);
	CHECK(unknown && length == 8 && !memcmp(unknown, "nonsense", 8), "%s", unknown ? unknown : "(none)");
	CHECK(!at_isa_has(&at_isa_x86, "  avx2  fma ", has, &length), "known names");
}

/* Every word of the tables of levels and processors is a name that is known, and no name stands for nothing. */
static void test_tables(void)
{
	static const struct at_isa *const isas[] = { &at_isa_x86, &at_isa_aarch64, &at_isa_riscv };
	size_t length = 0;

	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < isas[i]->level_count + isas[i]->cpu_count; k++) {
			const struct at_isa_level *level = k < isas[i]->level_count ? &isas[i]->level[k] : &isas[i]->cpu[k - isas[i]->level_count];
			bool has[AT_ISA_CLASSES] = { false }, any = false;
			const char *unknown = at_isa_has(isas[i], level->classes, has, &length);
			CHECK(!unknown, "%s: %s", level->name, unknown);
			CHECK(!level->below || at_isa_level(isas[i], level->below, strlen(level->below)), "%s", level->name);
			at_isa_has(isas[i], level->name, has, &length);
			for (size_t c = 0; c < isas[i]->class_count; c++)
				any |= has[c];
			CHECK(any, "%s", level->name);
		}
}

/* The tables for frequent x86 instructions against Zydis, on random bytes and on this program's own code. */
static void check_plain(const ZydisDecoder *decoder, const unsigned char *bytes, unsigned *handled)
{
	ZydisDecodedInstruction instruction;
	ZydisDecoderContext context;
	size_t length = at_x86_plain(bytes);

	if (!length)
		return;
	++*handled;
	bool good = ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(decoder, &context, bytes, AT_X86_LONGEST, &instruction));
	CHECK(good && instruction.length == length, "%02x %02x %02x %02x %02x: %zu bytes, not %d", bytes[0], bytes[1],
			bytes[2], bytes[3], bytes[4], length, good ? instruction.length : 0);
	if (!good || failures > 20)
		return;
	const char *extension = ZydisISAExtGetString(instruction.meta.isa_ext), *set = ZydisISASetGetString(instruction.meta.isa_set);
	CHECK(!strcmp(extension, "BASE") || !strcmp(extension, "LONGMODE"), "%02x %02x %02x %02x: %s %s", bytes[0], bytes[1], bytes[2],
			bytes[3], extension, set);
}

static void test_plain(void)
{
	struct at_random random;
	ZydisDecoder decoder;
	unsigned char bytes[16];
	unsigned handled = 0, own = 0;
	static unsigned char code[1 << 20];
	size_t count = 0;
	FILE *self = fopen("/proc/self/exe", "re");

	at_random_seed(&random, "plain");
	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	for (int n = 0; n < 3000000; n++) {
		uint64_t words[2] = { at_random_next(&random), at_random_next(&random) };
		memcpy(bytes, words, sizeof bytes);
		/* Half of them with what random bytes seldom have: prefixes and the second map. */
		if (n & 1) {
			static const unsigned char starts[][3] = { { 0x66 }, { 0x0f }, { 0x66, 0x0f }, { 0x48 }, { 0x48, 0x0f }, { 0x64, 0x48 },
					{ 0x66, 0x48 }, { 0x66, 0x2e, 0x0f } };
			const unsigned char *start = starts[n / 2 % 8];
			memcpy(bytes, start, strnlen((const char *)start, 3));
		}
		check_plain(&decoder, bytes, &handled);
	}
	CHECK(handled > 500000, "%u", handled);
	if (self) {
		count = fread(code, 1, sizeof code, self);
		fclose(self);
	}
	for (size_t at = 0; at + 16 <= count; at++)
		check_plain(&decoder, code + at, &own);
	CHECK(own > 1000, "%u", own);
}

/* A run of zeros that goes over the end of a piece is skipped as one. */
static void test_zeros(void)
{
	static const unsigned char code[64] = { [0] = 0x90, [37] = 0x90, [38] = 0xc3 };      /* nop, 36 zeros, nop, ret, zeros */
	struct at_isa_counts whole = { 0 }, parts = { 0 };
	void *decoder = at_isa_x86.open(64);
	bool zeros = false;

	CHECK(at_isa_x86.sweep(decoder, &whole, code, sizeof code, false, &zeros) == sizeof code, "all");
	CHECK(whole.instructions == 3 && whole.padding_bytes == 61, "%llu, %llu", (unsigned long long)whole.instructions,
			(unsigned long long)whole.padding_bytes);
	size_t at = at_isa_x86.sweep(decoder, &parts, code, 30, true, &zeros);
	CHECK(at > 0 && at <= 30, "%zu", at);
	at += at_isa_x86.sweep(decoder, &parts, code + at, sizeof code - at, false, &zeros);
	CHECK(at == sizeof code, "%zu", at);
	CHECK(!memcmp(&whole, &parts, sizeof whole), "in parts: %llu instructions", (unsigned long long)parts.instructions);
	free(decoder);
}

int main(void)
{
	read_rows("tests/data/riscv.tsv");
	test_riscv_rows();
	test_riscv_others();
	test_aarch64_rows("tests/data/aarch64.tsv");
	test_plain();
	test_names();
	test_tables();
	test_zeros();
	return failures != 0;
}
