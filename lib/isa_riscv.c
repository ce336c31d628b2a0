/* RISC-V: a table of masks (isa_riscv_table.inc, made by tests/data/riscv_table.awk), the most specific first: zext.h is a
 * packw with rs2 = x0, zext.w an add.uw, pause a fence. */
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "isa.h"
#include "isa_cpus.h"

enum {
	RV_NONE, RV_I, RV_HINT, RV_PRIVILEGED, RV_ZICSR, RV_ZIFENCEI, RV_M, RV_A, RV_F, RV_D, RV_C, RV_V, RV_ZBA, RV_ZBB, RV_ZBC, RV_ZBS,
	RV_ZBKB, RV_ZBKX, RV_ZKND, RV_ZKNE, RV_ZKNH, RV_ZKSED, RV_ZKSH, RV_ZICOND, RV_ZICBO, RV_ZICFISS, RV_ZIMOP, RV_ZCMOP, RV_ZCB,
	RV_ZAWRS, RV_ZABHA, RV_ZACAS, RV_ZABHA_ZACAS, RV_ZFA, RV_ZFH, RV_ZFHMIN, RV_ZFBFMIN, RV_ZVFBFMIN, RV_ZVFBFWMA, RV_ZVBB, RV_ZVKB,
	RV_ZVBC, RV_ZVKG, RV_ZVKNED, RV_ZVKNHA, RV_ZVKSED, RV_ZVKSH, RV_ILLEGAL, CLASSES = RV_ILLEGAL
};

static const struct at_isa_class classes[CLASSES] = {
	[RV_NONE] = { "none", NULL, true },
	[RV_I] = { "i", "e", true },
	[RV_HINT] = { "hint", "zihintntl zihintpause zicfilp zicbop", true },      /* encodings of i and c without effect */
	[RV_PRIVILEGED] = { "privileged", "h s sdext smrnmi ssctr svinval", true },
	[RV_ZICSR] = { "zicsr", NULL, true },          /* of i until 2019; every Linux machine has both */
	[RV_ZIFENCEI] = { "zifencei", NULL, true },
	[RV_M] = { "m", "zmmul", false },
	[RV_A] = { "a", "zaamo zalrsc", false },
	[RV_F] = { "f", NULL, false },
	[RV_D] = { "d", NULL, false },
	[RV_C] = { "c", "zca", false },
	[RV_V] = { "v", "zve32x zve32f zve64x zve64f zve64d", false },
	[RV_ZBA] = { "zba", NULL, false },
	[RV_ZBB] = { "zbb", NULL, false },
	[RV_ZBC] = { "zbc", "zbkc", false },
	[RV_ZBS] = { "zbs", NULL, false },
	[RV_ZBKB] = { "zbkb", NULL, false },
	[RV_ZBKX] = { "zbkx", NULL, false },
	[RV_ZKND] = { "zknd", NULL, false },
	[RV_ZKNE] = { "zkne", NULL, false },
	[RV_ZKNH] = { "zknh", NULL, false },
	[RV_ZKSED] = { "zksed", NULL, false },
	[RV_ZKSH] = { "zksh", NULL, false },
	[RV_ZICOND] = { "zicond", NULL, false },
	[RV_ZICBO] = { "zicbo", "zicbom zicboz", false },
	[RV_ZICFISS] = { "zicfiss", NULL, false },
	[RV_ZIMOP] = { "zimop", NULL, false },
	[RV_ZCMOP] = { "zcmop", NULL, false },
	[RV_ZCB] = { "zcb", NULL, false },
	[RV_ZAWRS] = { "zawrs", NULL, false },
	[RV_ZABHA] = { "zabha", NULL, false },
	[RV_ZACAS] = { "zacas", NULL, false },
	[RV_ZABHA_ZACAS] = { "zabha_zacas", NULL, false },
	[RV_ZFA] = { "zfa", NULL, false },
	[RV_ZFH] = { "zfh", NULL, false },
	[RV_ZFHMIN] = { "zfhmin", NULL, false },
	[RV_ZFBFMIN] = { "zfbfmin", NULL, false },
	[RV_ZVFBFMIN] = { "zvfbfmin", NULL, false },
	[RV_ZVFBFWMA] = { "zvfbfwma", NULL, false },
	[RV_ZVBB] = { "zvbb", NULL, false },
	[RV_ZVKB] = { "zvkb", NULL, false },
	[RV_ZVBC] = { "zvbc", NULL, false },
	[RV_ZVKG] = { "zvkg", NULL, false },
	[RV_ZVKNED] = { "zvkned", NULL, false },
	[RV_ZVKNHA] = { "zvknha", "zvknhb", false },
	[RV_ZVKSED] = { "zvksed", NULL, false },
	[RV_ZVKSH] = { "zvksh", NULL, false },
};

/* RISC-V Profiles: what RVA20U64, RVA22U64, RVA23U64 make mandatory, where it has instructions. */
static const struct at_isa_level levels[] = {
	{ "rv64gc", NULL, "i m a f d c zicsr zifencei" },
	{ "rva20u64", "rv64gc", "" },
	{ "rva22u64", "rva20u64", "zba zbb zbs zicbom zicboz zfhmin" },
	{ "rva23u64", "rva22u64", "v zvbb zicond zimop zcmop zcb zfa zawrs" },
};

/* What a name stands for beside its own class (ISA manual, "implies" of each extension). */
static const struct at_isa_level implied[] = {
	{ "g", NULL, "i m a f d zicsr zifencei" },
	{ "b", NULL, "zba zbb zbs" },
	{ "d", NULL, "f" },
	{ "v", NULL, "d f" },
	{ "zcd", NULL, "c" },
	{ "zfh", NULL, "zfhmin" },
	{ "zvbb", NULL, "zvkb" },
	{ "zabha", NULL, "a" },
	{ "zks", NULL, "zbkb zbc zbkx zksed zksh" },
	{ "zkn", NULL, "zbkb zbc zbkx zkne zknd zknh" },
	{ "zk", NULL, "zkn" },
	{ "zvkn", NULL, "zvkned zvknha zvkb" },
	{ "zvknc", NULL, "zvkn zvbc" },
	{ "zvkng", NULL, "zvkn zvkg" },
	{ "zvks", NULL, "zvksed zvksh zvkb" },
	{ "zvksc", NULL, "zvks zvbc" },
	{ "zvksg", NULL, "zvks zvkg" },
};

static const struct row {
	uint32_t mask, match;
	uint8_t class;
} rows[] = {
#include "isa_riscv_table.inc"
};

enum { ROWS = sizeof rows / sizeof *rows, BUCKETS = 256 };

struct decoder {
	uint8_t half[1 << 16];                /* class of each 16-bit encoding; RV_NONE: none */
	uint16_t start[BUCKETS + 1];          /* of each bucket in `index` */
	uint16_t index[ROWS * 8];             /* rows by bucket; one that leaves funct3 open is in 8 of them */
};

/* Opcode (bits 6:2) and funct3: nearly every row fixes both. */
static unsigned bucket_of(uint32_t word)
{
	return (word >> 2 & 31) | (word >> 12 & 7) << 5;
}

/* Rows of 32 bits by bucket, in the order of the table: counted first, then placed. Every row fixes the opcode. */
static void fill_buckets(struct decoder *decoder)
{
	uint16_t next[BUCKETS];

	for (unsigned place = 0; place < 2; place++) {
		for (unsigned bucket = 0; place && bucket < BUCKETS; bucket++) {
			decoder->start[bucket + 1] = (uint16_t)(decoder->start[bucket + 1] + decoder->start[bucket]);
			next[bucket] = decoder->start[bucket];
		}
		for (uint16_t i = 0; i < ROWS; i++)
			for (uint32_t funct3 = 0; funct3 < 8; funct3++) {
				unsigned bucket = bucket_of((rows[i].match & 0x7f) | funct3 << 12);
				if ((rows[i].match & 3) != 3 || ((funct3 << 12 ^ rows[i].match) & rows[i].mask & 0x7000))
					continue;
				if (place)
					decoder->index[next[bucket]++] = i;
				else
					decoder->start[bucket + 1]++;
			}
	}
}

static void *open_decoder(unsigned class)
{
	struct decoder *decoder = at_alloc(sizeof *decoder);

	(void)class;
	fill_buckets(decoder);
	/* Rows stand most specific first, so the last one to be written must be the first: backwards. */
	for (size_t i = ROWS; i-- > 0;)
		if ((rows[i].match & 3) != 3)
			for (uint32_t open = ~rows[i].mask & 0xffff, bits = open;; bits = (bits - 1) & open) {
				decoder->half[rows[i].match | bits] = rows[i].class;
				if (!bits)
					break;
			}
	return decoder;
}

static unsigned class_of(const struct decoder *decoder, uint32_t word)
{
	unsigned bucket = bucket_of(word);

	for (unsigned i = decoder->start[bucket]; i < decoder->start[bucket + 1]; i++) {
		const struct row *row = &rows[decoder->index[i]];
		if ((word & row->mask) == row->match)
			return row->class;
	}
	return RV_NONE;
}

static size_t sweep(void *decoder_, struct at_isa_counts *counts, const unsigned char *bytes, size_t count, bool more,
		bool *zeros)
{
	const struct decoder *decoder = decoder_;
	size_t at = 0;

	while (at + 2 <= count && !(more && count - at < 16)) {
		uint32_t half = (uint32_t)(bytes[at] | bytes[at + 1] << 8);
		unsigned class, length = (half & 3) != 3 ? 2 : (half & 0x1c) != 0x1c ? 4 : (half & 0x3f) == 0x1f ? 6 : 8;
		if (!half) {      /* defined to be illegal: padding and traps, never an instruction of C */
			counts->padding_bytes += 2;
			at += 2;
			continue;
		}
		if (length > count - at)
			break;
		if (length == 2)
			class = decoder->half[half];
		else
			class = length == 4 ? class_of(decoder, half | (uint32_t)bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24) : RV_NONE;
		if (class == RV_NONE) {
			counts->undecoded_bytes += length;
		} else {
			counts->instructions++;
			counts->class[class]++;
		}
		at += length;
	}
	*zeros = false;
	if (!more && at < count) {
		counts->undecoded_bytes += count - at;
		at = count;
	}
	return at;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Length of a multi-letter extension's name without its version: "zba2p0" is "zba", "zvl128b1p0" is "zvl128b". */
static size_t name_length(const char *name, size_t length)
{
	size_t n = length;

	while (n && is_digit(name[n - 1]))
		n--;
	if (n == length || n < 2 || name[n - 1] != 'p' || !is_digit(name[n - 2]))
		return length;
	for (n--; n && is_digit(name[n - 1]);)
		n--;
	return n;
}

/* "rv64i2p1_m2p0_zba1p0", "rv64gc_zbb": single letters with or without versions, then names between underscores. */
static char *split_arch(const char *name, size_t length)
{
	struct at_buffer words = AT_BUFFER_INIT;

	if (length < 5 || name[0] != 'r' || name[1] != 'v' || (memcmp(name + 2, "64", 2) && memcmp(name + 2, "32", 2)))
		return NULL;
	for (size_t at = 4; at < length;) {
		const char *stop = memchr(name + at, '_', length - at);
		size_t part = stop ? (size_t)(stop - name) - at : length - at;
		bool many = part && (name[at] == 'z' || name[at] == 's' || name[at] == 'x');
		if (many) {
			at_buffer_add(&words, name + at, name_length(name + at, part));
			at_buffer_byte(&words, ' ');
		}
		for (size_t i = 0; !many && i < part; i++)
			if (name[at + i] >= 'a' && name[at + i] <= 'z' && !(name[at + i] == 'p' && i && is_digit(name[at + i - 1])))
				at_buffer_printf(&words, "%c ", name[at + i]);
		at += part + 1;
	}
	return at_buffer_take(&words);
}

/* The lowest bits say it (The RISC-V Instruction Set Manual, "Expanded Instruction-Length Encoding"); zeros are padding. */
static size_t length(void *decoder, const unsigned char *bytes, size_t count)
{
	size_t bytes_long = count < 2 || (!bytes[0] && !bytes[1]) ? 0 : (bytes[0] & 3) != 3 ? 2 : (bytes[0] & 28) != 28 ? 4 :
			(bytes[0] & 32) == 0 ? 6 : 8;

	(void)decoder;
	return bytes_long <= count ? bytes_long : 0;
}

const struct at_isa at_isa_riscv = {
	.name = "riscv", .class = classes, .class_count = CLASSES, .level = levels, .level_count = sizeof levels / sizeof *levels,
	.cpu = at_cpus_riscv, .cpu_count = AT_CPUS_RISCV,
	.implied = implied, .implied_count = sizeof implied / sizeof *implied, .split = split_arch,
	.open = open_decoder, .sweep = sweep, .length = length,
};
