#include "elf_ranges.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static void add_range(struct at_ranges *ranges, uint64_t start, uint64_t end)
{
	if (start >= end)
		return;
	if ((ranges->count & (ranges->count - 1)) == 0)
		ranges->range = at_resize(ranges->range, ranges->count ? ranges->count * 2 : 1, sizeof *ranges->range);
	ranges->range[ranges->count++] = (struct at_range){ start, end };
}

static int by_start(const void *a, const void *b)
{
	const struct at_range *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static void sort_and_merge(struct at_ranges *ranges)
{
	size_t kept = 0;

	if (ranges->count)
		qsort(ranges->range, ranges->count, sizeof *ranges->range, by_start);
	for (size_t i = 1; i < ranges->count; i++) {
		struct at_range *last = &ranges->range[kept];
		if (ranges->range[i].start > last->end)
			ranges->range[++kept] = ranges->range[i];
		else if (ranges->range[i].end > last->end)
			last->end = ranges->range[i].end;
	}
	ranges->count = ranges->count ? kept + 1 : 0;
}

size_t at_ranges_find(const struct at_ranges *ranges, uint64_t address)
{
	size_t low = 0, high = ranges->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (ranges->range[middle].end <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void at_ranges_free(struct at_ranges *ranges)
{
	free(ranges->range);
	*ranges = (struct at_ranges){ 0 };
}

/* .eh_frame: Linux Standard Base, "Exception Frames". All reading goes through `at`, never past `end`. */
struct frame {
	const struct at_elf *elf;
	const unsigned char *start, *at, *end;
	uint64_t address;          /* of `start` */
	bool broken;
};

static uint64_t read_number(struct frame *frame, unsigned width)
{
	if ((size_t)(frame->end - frame->at) < width) {
		frame->broken = true;
		return 0;
	}
	frame->at += width;
	return at_elf_number(frame->elf, frame->at - width, width);
}

static uint64_t read_uleb(struct frame *frame)
{
	uint64_t value = 0, byte = 0x80;

	for (unsigned shift = 0; (byte & 0x80) && !frame->broken; shift += 7) {
		byte = read_number(frame, 1);
		value |= shift < 64 ? (byte & 0x7f) << shift : 0;
		frame->broken |= shift > 63;
	}
	return value;
}

enum { AUGMENTATION = 16 };      /* bytes at most; "zPLRSB" is long. Every FDE can make us read a CIE again */
enum { PE_FORMAT = 0x0f, PE_PLACE = 0x70, PE_PCREL = 0x10, PE_INDIRECT = 0x80, PE_OMIT = 0xff };

/* A pointer in a DW_EH_PE encoding; `value_only`: a length, which is never relative. */
static uint64_t read_pointer(struct frame *frame, unsigned encoding, bool value_only)
{
	static const unsigned char widths[16] = { [2] = 2, [3] = 4, [4] = 8, [10] = 2, [11] = 4, [12] = 8 };
	unsigned format = encoding & PE_FORMAT, width = widths[format];
	uint64_t place = frame->address + (uint64_t)(frame->at - frame->start), value;

	if (format == 0)
		width = frame->elf->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	/* ULEB128 and data-relative code addresses exist on paper only. */
	if (encoding == PE_OMIT || !width || (encoding & PE_INDIRECT) ||
			(!value_only && (encoding & PE_PLACE) && (encoding & PE_PLACE) != PE_PCREL)) {
		frame->broken = true;
		return 0;
	}
	value = read_number(frame, width);
	if ((format & 8) && width < 8 && !value_only)
		value = (uint64_t)((int64_t)(value << (64 - 8 * width)) >> (64 - 8 * width));
	return !value_only && (encoding & PE_PLACE) == PE_PCREL ? place + value : value;
}

/* A record's length and where it ends. False at the end of the table. */
static bool read_record(struct frame *frame, const unsigned char **record_end, unsigned *id_width)
{
	uint64_t length = read_number(frame, 4);

	*id_width = 4;
	if (length == 0xffffffff) {
		length = read_number(frame, 8);
		*id_width = 8;
	}
	if (frame->broken || !length || length > (uint64_t)(frame->end - frame->at))
		return false;
	*record_end = frame->at + length;
	return true;
}

/* The encoding of code addresses that the CIE at `at` gives for its FDEs, and whether they are signal frames. */
static unsigned cie_encoding(const struct frame *table, const unsigned char *at, bool *signal)
{
	struct frame cie = *table;
	unsigned id_width, encoding = 0;

	*signal = false;
	cie.at = at;
	if (!read_record(&cie, &cie.end, &id_width) || read_number(&cie, id_width) != 0)
		return PE_OMIT;
	uint64_t version = read_number(&cie, 1);
	const char *augmentation = (const char *)cie.at;
	const unsigned char *stop = memchr(cie.at, 0, cie.end - cie.at < AUGMENTATION ? (size_t)(cie.end - cie.at) : AUGMENTATION);
	if (!stop)
		return PE_OMIT;
	cie.at = stop + 1;
	if (!strcmp(augmentation, "eh"))      /* gcc 2: a pointer follows */
		read_pointer(&cie, 0, true);
	read_uleb(&cie);                      /* code and data alignment, return address register */
	read_uleb(&cie);
	if (version == 1)
		read_number(&cie, 1);
	else
		read_uleb(&cie);
	if (*augmentation != 'z')
		return cie.broken ? PE_OMIT : 0;
	read_uleb(&cie);
	for (const char *letter = augmentation + 1; *letter && !cie.broken; letter++) {
		if (*letter == 'R')
			encoding = (unsigned)read_number(&cie, 1);
		else if (*letter == 'L')
			read_number(&cie, 1);
		else if (*letter == 'P')
			read_pointer(&cie, (unsigned)read_number(&cie, 1) & PE_FORMAT, true);
		else if (*letter == 'S')
			*signal = true;
		else if (*letter != 'B' && *letter != 'G')
			break;                /* unknown: what follows cannot be read, but R stands before it in practice */
	}
	return cie.broken ? PE_OMIT : encoding;
}

static void read_frames(struct frame *table, struct at_ranges *ranges)
{
	const unsigned char *record_end, *last_cie = NULL;
	unsigned id_width, encoding = PE_OMIT;
	bool signal = false;

	while (read_record(table, &record_end, &id_width)) {
		const unsigned char *id_at = table->at;
		uint64_t id = read_number(table, id_width);
		if (id && id <= (uint64_t)(id_at - table->start)) {      /* an FDE: how far back its CIE is */
			struct frame fde = *table;
			fde.end = record_end;
			if (id_at - id != last_cie)
				encoding = cie_encoding(table, last_cie = id_at - id, &signal);
			uint64_t start = read_pointer(&fde, encoding, false), length = read_pointer(&fde, encoding, true);
			/* A signal trampoline is entered by return, so its range starts a byte early, in the padding before it. */
			if (!fde.broken && length && start + length > start)
				add_range(ranges, start + signal, start + length);
		}
		table->at = record_end;
	}
}

void at_unwind_ranges(const struct at_elf *elf, struct at_ranges *ranges)
{
	GElf_Shdr header;
	Elf_Data *data;

	*ranges = (struct at_ranges){ 0 };
	if (elf->header.e_type == ET_REL || !(data = at_elf_data(elf, at_elf_section_named(elf, ".eh_frame", &header))))
		return;
	struct frame table = { .elf = elf, .start = data->d_buf, .at = data->d_buf, .end = (unsigned char *)data->d_buf + data->d_size,
			.address = header.sh_addr };
	read_frames(&table, ranges);
	sort_and_merge(ranges);
}

struct at_mark {
	uint64_t address;
	size_t section, order;
	bool data;
};

static int by_place(const void *a, const void *b)
{
	const struct at_mark *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

/* "$d", "$d.5", "$x", "$xrv64i2p1_m2p0…". */
static bool is_mapping(const char *name)
{
	return name[0] == '$' && (name[1] == 'd' || name[1] == 'x') && (name[1] == 'x' || !name[2] || name[2] == '.');
}

void at_marks_read(const struct at_elf *elf, struct at_marks *marks)
{
	GElf_Shdr header;
	Elf_Data *symbols;
	GElf_Sym symbol;

	*marks = (struct at_marks){ 0 };
	if ((elf->header.e_machine != EM_AARCH64 && elf->header.e_machine != EM_RISCV) ||
			!(symbols = at_elf_data(elf, at_elf_section_typed(elf, SHT_SYMTAB, &header))))
		return;
	/* Mapping symbols are local, and those stand first: sh_info is how many. */
	for (int i = 1; i < (int)(header.sh_info & INT32_MAX) && gelf_getsym(symbols, i, &symbol); i++) {
		if (GELF_ST_TYPE(symbol.st_info) != STT_NOTYPE || symbol.st_shndx == SHN_UNDEF)
			continue;
		const char *name = at_elf_string(elf, header.sh_link, symbol.st_name);
		if (!name || !is_mapping(name))
			continue;
		if ((marks->count & (marks->count - 1)) == 0)
			marks->mark = at_resize(marks->mark, marks->count ? marks->count * 2 : 1, sizeof *marks->mark);
		marks->mark[marks->count] = (struct at_mark){ symbol.st_value, symbol.st_shndx, marks->count, name[1] == 'd' };
		marks->count++;
	}
	if (marks->count)
		qsort(marks->mark, marks->count, sizeof *marks->mark, by_place);
}

void at_marks_free(struct at_marks *marks)
{
	free(marks->mark);
	*marks = (struct at_marks){ 0 };
}

void at_data_ranges(const struct at_marks *marks, size_t index, uint64_t address, uint64_t bytes, struct at_ranges *ranges)
{
	size_t low = 0, high = marks->count;

	*ranges = (struct at_ranges){ 0 };
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (marks->mark[middle].section < index)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t i = low; index && i < marks->count && marks->mark[i].section == index; i++) {
		const struct at_mark *mark = &marks->mark[i], *next = i + 1 < marks->count ? mark + 1 : NULL;
		uint64_t start = mark->address < address ? address : mark->address;
		bool ends = next && next->section == index && next->address >= address && next->address - address < bytes;
		if (mark->data)
			add_range(ranges, start, ends ? next->address : address + bytes);
	}
	sort_and_merge(ranges);
}
