#include "profgen_line.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { ROW_LIMIT = 1 << 27 };

struct reader {
	const struct at_elf *elf;
	const unsigned char *at, *end;       /* of the table */
	bool broken;
	/* header */
	unsigned least_length, operations, line_range, opcode_base, address_bytes;
	int line_base;
	const unsigned char *operands;       /* of the standard opcodes: how many each has */
	/* registers of the line machine */
	uint64_t address, operation;
	int64_t line;
	uint32_t discriminator;
	/* result */
	struct at_dwarf_row *row;
	size_t rows, capacity, sequence;     /* sequence: index of the first row of the one that is open */
};

static uint64_t number(struct reader *reader, unsigned width)
{
	if ((size_t)(reader->end - reader->at) < width) {
		reader->broken = true;
		reader->at = reader->end;
		return 0;
	}
	uint64_t value = width ? at_elf_number(reader->elf, reader->at, width) : 0;
	reader->at += width;
	return value;
}

static uint64_t uleb(struct reader *reader)
{
	uint64_t value = 0;

	for (unsigned shift = 0; reader->at < reader->end; shift += 7) {
		unsigned char byte = *reader->at++;
		value |= shift < 64 ? (uint64_t)(byte & 127) << shift : 0;
		if (!(byte & 128))
			return value;
	}
	reader->broken = true;
	return 0;
}

static int64_t sleb(struct reader *reader)
{
	uint64_t value = 0;
	unsigned shift = 0;

	while (reader->at < reader->end) {
		unsigned char byte = *reader->at++;
		value |= shift < 64 ? (uint64_t)(byte & 127) << shift : 0;
		shift += 7;
		if (byte & 128)
			continue;
		return (int64_t)(byte & 64 && shift < 64 ? value | UINT64_MAX << shift : value);
	}
	reader->broken = true;
	return 0;
}

/* The start of the table up to its programme. Of the tables of files only the length is needed. */
static bool read_header(struct reader *reader)
{
	uint64_t length = number(reader, 4);
	unsigned offset_bytes = length == 0xffffffff ? 8 : 4;

	if (offset_bytes == 8)
		length = number(reader, 8);
	if (reader->broken || length > (uint64_t)(reader->end - reader->at))
		return false;
	reader->end = reader->at + length;
	unsigned version = (unsigned)number(reader, 2);
	reader->address_bytes = reader->elf->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	if (version < 2 || version > 5)
		return false;
	if (version == 5) {
		reader->address_bytes = (unsigned)number(reader, 1);
		number(reader, 1);           /* bytes of a segment selector */
	}
	uint64_t header = number(reader, offset_bytes);
	if (reader->broken || header > (uint64_t)(reader->end - reader->at))
		return false;
	if (reader->address_bytes != 4 && reader->address_bytes != 8)
		return false;
	const unsigned char *programme = reader->at + header;
	reader->least_length = (unsigned)number(reader, 1);
	reader->operations = version >= 4 ? (unsigned)number(reader, 1) : 1;
	number(reader, 1);                   /* whether rows begin as statements */
	reader->line_base = (signed char)number(reader, 1);
	reader->line_range = (unsigned)number(reader, 1);
	reader->opcode_base = (unsigned)number(reader, 1);
	reader->operands = reader->at;
	if (reader->broken || !reader->line_range || !reader->opcode_base || programme - reader->at < (ptrdiff_t)reader->opcode_base - 1)
		return false;
	reader->at = programme;
	return true;
}

static void reset(struct reader *reader)
{
	reader->address = reader->operation = 0;
	reader->line = 1;
	reader->discriminator = 0;
	reader->sequence = reader->rows;
}

static void add_row(struct reader *reader, bool end)
{
	if (reader->rows == reader->capacity) {
		reader->capacity = reader->capacity ? reader->capacity * 2 : 256;
		reader->row = at_resize(reader->row, reader->capacity, sizeof *reader->row);
	}
	reader->row[reader->rows++] = (struct at_dwarf_row){ reader->address, (uint32_t)reader->line, reader->discriminator, end };
	reader->discriminator = 0;
	reader->broken |= reader->rows == ROW_LIMIT;
}

/* VLIW machines have several operations an address; all others have one. */
static void advance(struct reader *reader, uint64_t operations)
{
	if (reader->operations <= 1) {
		reader->address += reader->least_length * operations;
		return;
	}
	reader->address += reader->least_length * ((reader->operation + operations) / reader->operations);
	reader->operation = (reader->operation + operations) % reader->operations;
}

static bool in_code(const struct at_elf *elf, uint64_t address)
{
	GElf_Shdr section;

	for (size_t i = 1; i < elf->sections; i++)
		if (at_elf_section(elf, i, &section) && (section.sh_flags & SHF_EXECINSTR) && address >= section.sh_addr &&
				address - section.sh_addr < section.sh_size)
			return true;
	return elf->sections < 2;
}

/* A sequence is kept if it begins in code, and is in order. */
static void end_sequence(struct reader *reader)
{
	bool good = in_code(reader->elf, reader->row[reader->sequence].address);

	for (size_t i = reader->sequence + 1; i < reader->rows && good; i++)
		good = reader->row[i].address >= reader->row[i - 1].address;
	if (!good)
		reader->rows = reader->sequence;
	reset(reader);
}

static void extended(struct reader *reader)
{
	uint64_t length = uleb(reader);

	if (!length || length > (uint64_t)(reader->end - reader->at)) {
		reader->broken = true;
		return;
	}
	const unsigned char *next = reader->at + length;
	switch (*reader->at++) {
	case DW_LNE_end_sequence:
		add_row(reader, true);
		end_sequence(reader);
		break;
	case DW_LNE_set_address:
		if (length == 1u + reader->address_bytes)
			reader->address = number(reader, reader->address_bytes);
		reader->operation = 0;
		break;
	case DW_LNE_set_discriminator:
		reader->discriminator = (uint32_t)uleb(reader);
		break;
	default:
		break;
	}
	reader->at = next;
}

static void standard(struct reader *reader, unsigned opcode)
{
	switch (opcode) {
	case DW_LNS_copy:
		add_row(reader, false);
		break;
	case DW_LNS_advance_pc:
		advance(reader, uleb(reader));
		break;
	case DW_LNS_advance_line:
		reader->line = (int64_t)((uint64_t)reader->line + (uint64_t)sleb(reader));
		break;
	case DW_LNS_const_add_pc:
		advance(reader, (255 - reader->opcode_base) / reader->line_range);
		break;
	case DW_LNS_fixed_advance_pc:
		reader->address += number(reader, 2);
		reader->operation = 0;
		break;
	default:
		for (unsigned i = reader->operands[opcode - 1]; i && !reader->broken; i--)
			uleb(reader);
	}
}

static void run(struct reader *reader)
{
	reset(reader);
	while (reader->at < reader->end && !reader->broken) {
		unsigned opcode = *reader->at++;
		if (opcode >= reader->opcode_base) {
			unsigned adjusted = opcode - reader->opcode_base;
			advance(reader, adjusted / reader->line_range);
			reader->line += reader->line_base + (int)(adjusted % reader->line_range);
			add_row(reader, false);
		} else if (opcode) {
			standard(reader, opcode);
		} else {
			extended(reader);
		}
	}
	reader->rows = reader->sequence;      /* what has no end is left out */
}

struct sequence {
	uint64_t start;
	size_t first, count;
};

static int by_start(const void *a, const void *b)
{
	const struct sequence *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Sequences in order of address; where they overlap, rows that lead back are left out. */
static struct at_dwarf_row *in_order(const struct reader *reader, size_t *rows)
{
	struct at_dwarf_row *sorted = at_resize(NULL, reader->rows, sizeof *sorted);
	struct sequence *sequence = NULL;
	size_t sequences = 0, count = 0;

	for (size_t first = 0, i = 0; i < reader->rows; i++)
		if (reader->row[i].end) {
			if (!(sequences & (sequences - 1)))
				sequence = at_resize(sequence, sequences ? sequences * 2 : 1, sizeof *sequence);
			sequence[sequences++] = (struct sequence){ reader->row[first].address, first, i + 1 - first };
			first = i + 1;
		}
	if (sequences)
		qsort(sequence, sequences, sizeof *sequence, by_start);
	for (size_t s = 0; s < sequences; s++)
		for (size_t i = 0; i < sequence[s].count; i++) {
			const struct at_dwarf_row *row = &reader->row[sequence[s].first + i];
			if (!count || row->address >= sorted[count - 1].address)
				sorted[count++] = *row;
		}
	free(sequence);
	*rows = count;
	return sorted;
}

struct at_dwarf_row *at_lines_read(const struct at_elf *elf, uint64_t offset, size_t *rows)
{
	GElf_Shdr header;
	Elf_Scn *section = at_elf_section_named(elf, ".debug_line", &header);
	if (!section)
		section = at_elf_section_named(elf, ".zdebug_line", &header);
	/* libdw has unpacked it if it was compressed. */
	Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
	struct reader reader = { .elf = elf };

	*rows = 0;
	if (!data || !data->d_buf || offset >= data->d_size || (header.sh_flags & SHF_COMPRESSED))
		return NULL;
	reader.at = (const unsigned char *)data->d_buf + offset;
	reader.end = (const unsigned char *)data->d_buf + data->d_size;
	if (read_header(&reader))
		run(&reader);
	struct at_dwarf_row *sorted = in_order(&reader, rows);
	free(reader.row);
	return sorted;
}
