#include "elf_classes.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "elf_ranges.h"

enum { CHUNK = 256 << 10, NEED = 4096 };      /* bytes read at once; a stretch is given on in pieces of at least NEED */

/* One walk over a part of a section. */
struct walk {
	const struct at_elf *elf;
	struct at_classes *classes;
	void *decoder;
	const struct at_code_section *section;
	const struct at_ranges *unwind, *data;
	size_t next_unwind, next_data;      /* the first range that does not end before the place */
	unsigned char *chunk;               /* the bytes of the section from chunk_at on */
	uint64_t chunk_at;
	size_t chunk_bytes;
};

/* The stretch at `address`: where it ends, whether it lies in a function, whether it is data. Places only grow. */
static uint64_t stretch_end(struct walk *walk, uint64_t address, uint64_t end, bool *inside, bool *is_data)
{
	const struct {
		const struct at_ranges *ranges;
		size_t *next;
		bool *in;
	} sets[] = { { walk->unwind, &walk->next_unwind, inside }, { walk->data, &walk->next_data, is_data } };

	for (size_t i = 0; i < 2; i++) {
		const struct at_ranges *ranges = sets[i].ranges;
		while (*sets[i].next < ranges->count && ranges->range[*sets[i].next].end <= address)
			++*sets[i].next;
		*sets[i].in = false;
		if (*sets[i].next == ranges->count)
			continue;
		const struct at_range *range = &ranges->range[*sets[i].next];
		*sets[i].in = range->start <= address;
		uint64_t edge = *sets[i].in ? range->end : range->start;
		end = edge < end ? edge : end;
	}
	return end;
}

static void add_counts(struct at_isa_counts *sum, const struct at_isa_counts *part)
{
	sum->instructions += part->instructions;
	sum->undecoded_bytes += part->undecoded_bytes;
	sum->padding_bytes += part->padding_bytes;
	for (size_t i = 0; i < AT_ISA_CLASSES; i++)
		sum->class[i] += part->class[i];
}

/* The bytes at `at` and how many there are in one piece: at least `need`. NULL with errno if they cannot be read. */
static const unsigned char *get_bytes(struct walk *walk, uint64_t at, size_t need, size_t *count)
{
	if (at < walk->chunk_at || at - walk->chunk_at > walk->chunk_bytes || walk->chunk_bytes - (at - walk->chunk_at) < need) {
		uint64_t left = walk->section->bytes - at;
		walk->chunk_at = at;
		walk->chunk_bytes = left < CHUNK ? (size_t)left : CHUNK;
		if (at_elf_read(walk->elf, walk->section->offset + at, walk->chunk, walk->chunk_bytes))
			return NULL;
	}
	*count = walk->chunk_bytes - (size_t)(at - walk->chunk_at);
	return walk->chunk + (at - walk->chunk_at);
}

/* Decodes `bytes` bytes from `at` on within the section; `counts` take them. */
static char *sweep_stretch(struct walk *walk, uint64_t at, uint64_t bytes, struct at_isa_counts *counts)
{
	bool zeros = false;

	while (bytes) {
		size_t count, used;
		const unsigned char *data = get_bytes(walk, at, bytes < NEED ? (size_t)bytes : NEED, &count);
		if (!data)
			return at_format("cannot read section %s: %s", walk->section->name, strerror(errno));
		if (count > bytes)
			count = (size_t)bytes;
		used = walk->classes->isa->sweep(walk->decoder, counts, data, count, count < bytes, &zeros);
		if (!used)      /* a small count must never look like a whole one */
			return at_format("the decoder stopped in section %s, %llu bytes before its end", walk->section->name,
					(unsigned long long)(walk->section->bytes - at));
		at += used;
		bytes -= used;
	}
	return NULL;
}

/* A part of a section, which begins and ends at the edge of a stretch: what one thread sweeps. */
struct part {
	struct walk walk;
	uint64_t from, to;      /* within the section */
	struct at_isa_counts inside, outside;
	uint64_t data_bytes;
	char *problem;
	pthread_t thread;
	bool started;
};

static void open_walk(struct walk *walk)
{
	walk->decoder = walk->classes->isa->open(walk->elf->header.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32);
	walk->chunk = at_alloc(CHUNK);
}

static void close_walk(struct walk *walk)
{
	free(walk->chunk);
	free(walk->decoder);
}

static void sweep_part(struct part *part)
{
	struct walk *walk = &part->walk;
	const struct at_code_section *section = walk->section;

	walk->chunk_bytes = 0;
	walk->next_unwind = at_ranges_find(walk->unwind, section->address + part->from);
	walk->next_data = at_ranges_find(walk->data, section->address + part->from);
	for (uint64_t at = part->from; at < part->to && !part->problem;) {
		bool in_function, is_data;
		uint64_t end = stretch_end(walk, section->address + at, section->address + part->to, &in_function, &is_data);
		uint64_t stretch = end - (section->address + at);
		if (is_data)
			part->data_bytes += stretch;
		else
			part->problem = sweep_stretch(walk, at, stretch, in_function ? &part->inside : &part->outside);
		at += stretch;
	}
}

static void *run_part(void *part_)
{
	struct part *part = part_;

	open_walk(&part->walk);
	sweep_part(part);
	close_walk(&part->walk);
	return NULL;
}

/* The edge of a function at or behind `at`, within the section; its end where there is none. */
static uint64_t next_edge(const struct walk *walk, uint64_t at, uint64_t bytes)
{
	uint64_t address = walk->section->address + at;
	size_t i = at_ranges_find(walk->unwind, address);

	if (i == walk->unwind->count)
		return bytes;
	const struct at_range *range = &walk->unwind->range[i];
	uint64_t edge = (range->start < address ? range->end : range->start) - walk->section->address;
	return edge < bytes ? edge : bytes;
}

static char *sweep_section(const struct walk *walk, uint64_t limit, uint64_t threads)
{
	enum { PART = 1 << 20, PARTS = 64 };      /* bytes that are worth a thread; most threads */
	struct at_classes *classes = walk->classes;
	uint64_t bytes = walk->section->bytes < limit ? walk->section->bytes : limit;
	uint64_t wanted = bytes / PART < threads ? bytes / PART : threads;
	size_t parts = wanted > PARTS ? PARTS : wanted ? (size_t)wanted : 1;
	struct part *part = at_alloc(parts * sizeof *part);
	char *problem = NULL;

	for (size_t i = 0; i < parts; i++) {
		part[i] = (struct part){ .walk = *walk, .from = i ? part[i - 1].to : 0, .to = bytes };
		if (i + 1 < parts)
			part[i].to = next_edge(walk, bytes / parts * (i + 1), bytes);
		part[i].to = part[i].to < part[i].from ? part[i].from : part[i].to;
		part[i].started = i && !pthread_create(&part[i].thread, NULL, run_part, &part[i]);
	}
	for (size_t i = 0; i < parts; i++) {
		if (part[i].started)
			pthread_join(part[i].thread, NULL);
		else
			sweep_part(&part[i]);
		add_counts(&classes->all, &part[i].inside);
		add_counts(&classes->all, &part[i].outside);
		add_counts(&classes->outside, &part[i].outside);
		classes->data_bytes += part[i].data_bytes;
		if (problem)
			free(part[i].problem);
		else
			problem = part[i].problem;
	}
	classes->swept_bytes += bytes;
	free(part);
	return problem;
}

char *at_classes_read(const struct at_elf *elf, const struct at_code *code, uint64_t limit, uint64_t threads,
		struct at_classes *classes)
{
	struct walk walk = { .elf = elf, .classes = classes };
	struct at_ranges unwind, data;
	struct at_marks marks;
	char *problem = NULL;

	*classes = (struct at_classes){ .isa = at_isa_find(elf->header.e_machine, at_elf_big(elf)), .total_bytes = code->code_bytes };
	if (!classes->isa || !code->count)
		return NULL;
	at_unwind_ranges(elf, &unwind);
	at_marks_read(elf, &marks);
	classes->has_unwind = unwind.count > 0;
	walk.unwind = &unwind;
	walk.data = &data;
	open_walk(&walk);
	for (size_t i = 0; i < code->count && !problem && classes->swept_bytes < limit; i++) {
		walk.section = &code->section[i];
		/* Addresses that wrap around: a hostile header. */
		if (walk.section->address + walk.section->bytes < walk.section->address) {
			problem = at_format("section %s lies at an impossible address", walk.section->name);
			break;
		}
		at_data_ranges(&marks, walk.section->index, walk.section->address, walk.section->bytes, &data);
		problem = sweep_section(&walk, limit - classes->swept_bytes, threads);
		at_ranges_free(&data);
	}
	close_walk(&walk);
	at_marks_free(&marks);
	at_ranges_free(&unwind);
	return problem;
}

bool at_classes_add(struct at_classes *sum, const struct at_classes *part)
{
	if (!part->isa)
		return true;
	if (sum->isa && sum->isa != part->isa)
		return false;
	sum->isa = part->isa;
	add_counts(&sum->all, &part->all);
	sum->total_bytes += part->total_bytes;
	sum->swept_bytes += part->swept_bytes;
	sum->data_bytes += part->data_bytes;
	return true;
}

const char *at_classes_level(const struct at_classes *classes, bool beyond[AT_ISA_CLASSES])
{
	const struct at_isa *isa = classes->isa;
	bool any_level[AT_ISA_CLASSES] = { false };
	const char *lowest = NULL;
	size_t ignored;

	for (size_t i = 0; isa && i < isa->level_count; i++) {
		bool has[AT_ISA_CLASSES] = { false }, missing = false;
		at_isa_has(isa, isa->level[i].name, has, &ignored);
		for (size_t c = 0; c < isa->class_count; c++) {
			missing |= classes->all.class[c] && !has[c] && !isa->class[c].harmless;
			any_level[c] |= has[c];
		}
		if (!missing && !lowest)
			lowest = isa->level[i].name;
	}
	for (size_t c = 0; isa && beyond && c < isa->class_count; c++)
		beyond[c] = classes->all.class[c] && !any_level[c] && !isa->class[c].harmless;
	return lowest;
}
