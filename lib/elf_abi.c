#include "elf_abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "elf_copies.h"

/* A hostile table can name one long text again and again: what is kept is bounded. */
enum {
	TEXT_LIMIT = 4096,               /* a name or path */
	NEEDED_LIMIT = 4096,
	DYNAMIC_LIMIT = 1 << 20,
	VERSION_LIMIT = 4096,            /* how many; and bytes of a name */
	EXPORT_BYTES_LIMIT = 16 << 20    /* names of exported symbols, with their versions */
};

/* The dynamic segment, not the section: it is what the loader reads, and survives a file without section headers. */
struct dynamic {
	unsigned char *bytes;
	size_t count;
	unsigned word;
	uint64_t strings, strings_size;      /* of the string table: offset in the image, bytes */
};

static bool get_entry(const struct at_elf *elf, const struct dynamic *dynamic, size_t index, uint64_t *tag, uint64_t *value)
{
	const unsigned char *at = dynamic->bytes + index * 2 * dynamic->word;

	*tag = at_elf_number(elf, at, dynamic->word);
	*value = at_elf_number(elf, at + dynamic->word, dynamic->word);
	return *tag != DT_NULL;
}

static bool find_dynamic(const struct at_elf *elf, struct dynamic *dynamic)
{
	GElf_Phdr segment = { 0 };
	uint64_t tag, value, strings = 0;
	size_t i;

	for (i = 0; i < elf->segments && i < INT32_MAX; i++)
		if (gelf_getphdr(elf->handle, (int)i, &segment) && segment.p_type == PT_DYNAMIC)
			break;
	if (i == elf->segments || segment.p_filesz > DYNAMIC_LIMIT)
		return false;
	dynamic->word = elf->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	dynamic->count = (size_t)segment.p_filesz / (2 * dynamic->word);
	dynamic->bytes = at_alloc((size_t)segment.p_filesz + 1);
	if (at_elf_read(elf, segment.p_offset, dynamic->bytes, (size_t)segment.p_filesz))
		return false;
	for (i = 0; i < dynamic->count && get_entry(elf, dynamic, i, &tag, &value); i++) {
		strings = tag == DT_STRTAB ? value : strings;
		dynamic->strings_size = tag == DT_STRSZ ? value : dynamic->strings_size;
	}
	int64_t at = at_elf_offset(elf, strings, dynamic->strings_size);
	if (at < 0)
		dynamic->strings_size = 0;
	dynamic->strings = at < 0 ? 0 : (uint64_t)at;
	return true;
}

/* The caller frees. NULL if it lies outside the table. */
static char *get_text(const struct at_elf *elf, const struct dynamic *dynamic, uint64_t offset)
{
	size_t room = TEXT_LIMIT;

	if (offset >= dynamic->strings_size)
		return NULL;
	if (dynamic->strings_size - offset < room)
		room = (size_t)(dynamic->strings_size - offset);
	char *text = at_alloc(room + 1);
	if (!at_elf_read(elf, dynamic->strings + offset, text, room))
		return at_resize(text, strlen(text) + 1, 1);
	free(text);
	return NULL;
}

static void set_text(char **target, char *text)
{
	free(*target);
	*target = text;
}

static void read_dynamic(const struct at_elf *elf, struct at_abi *abi)
{
	struct dynamic dynamic = { 0 };
	uint64_t tag, value;

	abi->dynamic = find_dynamic(elf, &dynamic);
	for (size_t i = 0; abi->dynamic && i < dynamic.count && get_entry(elf, &dynamic, i, &tag, &value); i++) {
		char *text;
		switch (tag) {
		case DT_SONAME:
			set_text(&abi->soname, get_text(elf, &dynamic, value));
			break;
		case DT_RPATH:
			set_text(&abi->rpath, get_text(elf, &dynamic, value));
			break;
		case DT_RUNPATH:
			set_text(&abi->runpath, get_text(elf, &dynamic, value));
			break;
		case DT_NEEDED:
			if (abi->needed.count < NEEDED_LIMIT && (text = get_text(elf, &dynamic, value)))
				at_argv_give(&abi->needed, text);
			break;
		case DT_FLAGS_1:
			abi->pie = value & DF_1_PIE;
			break;
		}
	}
	free(dynamic.bytes);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of version indexes that are defined here. */
struct versions {
	const char **name;      /* by index; NULL where there is none */
	size_t count;
};

static void put_version(struct versions *versions, unsigned index, const char *name)
{
	index &= 0x7fff;
	if (index >= versions->count) {
		size_t count = index + 1;
		versions->name = at_resize(versions->name, count, sizeof *versions->name);
		memset(versions->name + versions->count, 0, (count - versions->count) * sizeof *versions->name);
		versions->count = count;
	}
	versions->name[index] = name;
}

/* Chains of offsets in foreign tables: each link must go forward, so the walk ends with the table. */
static void read_definitions(const struct at_elf *elf, struct versions *versions, struct at_argv *names)
{
	GElf_Shdr header;
	Elf_Data *data = at_elf_data(elf, at_elf_section_typed(elf, SHT_GNU_verdef, &header));
	GElf_Verdef definition;
	GElf_Verdaux name;

	for (uint64_t at = 0; data && at < data->d_size && gelf_getverdef(data, (int)at, &definition); at += definition.vd_next) {
		const char *text = NULL;
		if (definition.vd_aux < data->d_size - at && gelf_getverdaux(data, (int)(at + definition.vd_aux), &name))
			text = at_elf_string(elf, header.sh_link, name.vda_name);
		if (text && strnlen(text, VERSION_LIMIT) < VERSION_LIMIT && names->count < VERSION_LIMIT &&
				!(definition.vd_flags & VER_FLG_BASE)) {
			put_version(versions, definition.vd_ndx, text);
			at_argv_push(names, text);
		}
		if (!definition.vd_next)
			break;
	}
	if (names->count)
		qsort(names->word, names->count, sizeof *names->word, by_text);
}

static const char *export_kind(unsigned type)
{
	switch (type) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
		return "func";
	case STT_OBJECT:
	case STT_COMMON:
		return "object";
	case STT_TLS:
		return "tls";
	default:
		return "notype";
	}
}

/* Made by the linker, some by one linker and not by another: no part of the package's interface. */
static bool linker_made(const char *name)
{
	static const char *const names[] = {
		"_init", "_fini", "_start", "_edata", "__edata", "edata", "_end", "end", "_etext", "etext", "__etext", "__bss_start",
		"__bss_start__", "__bss_end__", "_bss_end__", "__end__", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "_PROCEDURE_LINKAGE_TABLE_",
		"__data_start", "data_start", "__global_pointer$", "__DATA_BEGIN__", "__SDATA_BEGIN__", "__BSS_END__", "_IO_stdin_used",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static bool exported(const GElf_Sym *symbol)
{
	unsigned binding = GELF_ST_BIND(symbol->st_info), visibility = GELF_ST_VISIBILITY(symbol->st_other);

	return symbol->st_shndx != SHN_UNDEF && symbol->st_name &&
			(binding == STB_GLOBAL || binding == STB_WEAK || binding == STB_GNU_UNIQUE) &&
			(visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

/* Is its value an address? */
static bool placed(const GElf_Sym *symbol)
{
	return GELF_ST_TYPE(symbol->st_info) != STT_TLS && symbol->st_shndx != SHN_ABS;
}

/* Adds the symbol if it is one of ours; returns how long its name is, with the version. */
static size_t add_export(struct at_abi *abi, const GElf_Sym *symbol, const char *name, unsigned version,
		const struct versions *versions)
{
	const char *text = (version & 0x7fff) < versions->count ? versions->name[version & 0x7fff] : NULL;
	const char *kind = export_kind(GELF_ST_TYPE(symbol->st_info));
	struct at_export export = { 0 };

	/* The absolute symbol that bears a version definition's own name: GNU ld makes one for each, lld none. */
	if (symbol->st_shndx == SHN_ABS && text && !strcmp(text, name)) {
		text = NULL;
		kind = "version";
	}
	export.name = text ? at_format("%s%s%s", name, version & 0x8000 ? "@" : "@@", text) : at_strdup(name);
	export.kind = kind;
	export.size = *kind == 'o' || *kind == 't' ? symbol->st_size : 0;
	if ((abi->export_count & (abi->export_count - 1)) == 0)
		abi->exports = at_resize(abi->exports, abi->export_count ? abi->export_count * 2 : 1, sizeof *abi->exports);
	abi->exports[abi->export_count++] = export;
	return strlen(export.name);
}

static int by_name(const void *a, const void *b)
{
	const struct at_export *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void read_exports(const struct at_elf *elf, struct at_abi *abi, const struct versions *versions)
{
	GElf_Shdr header, version_header;
	Elf_Scn *section = at_elf_section_typed(elf, SHT_DYNSYM, &header);
	Elf_Data *symbols = at_elf_data(elf, section);
	Elf_Data *indexes = at_elf_data(elf, at_elf_section_typed(elf, SHT_GNU_versym, &version_header));
	GElf_Versym version;
	GElf_Sym symbol;
	struct at_copies copies;
	size_t bytes = 0;

	abi->exports_broken = section && !symbols && header.sh_size;
	at_copies_read(elf, &copies);
	for (int i = 1; symbols && gelf_getsym(symbols, i, &symbol); i++) {
		if (!exported(&symbol) || (placed(&symbol) && at_is_copy(&copies, symbol.st_value)))
			continue;
		const char *name = at_elf_string(elf, header.sh_link, symbol.st_name);
		if (!name || strlen(name) > EXPORT_BYTES_LIMIT - bytes)
			abi->exports_broken = true;
		else if (!linker_made(name))
			bytes += add_export(abi, &symbol, name, indexes && gelf_getversym(indexes, i, &version) ? version : 0, versions);
		if (bytes > EXPORT_BYTES_LIMIT || abi->exports_broken) {
			abi->exports_broken = true;
			break;
		}
	}
	at_copies_free(&copies);
	if (abi->export_count)
		qsort(abi->exports, abi->export_count, sizeof *abi->exports, by_name);
}

static void hash_exports(struct at_abi *abi)
{
	struct at_sha256 hash;
	char line[64];

	at_sha256_init(&hash);
	for (size_t i = 0; i < abi->export_count; i++) {
		const struct at_export *export = &abi->exports[i];
		snprintf(line, sizeof line, " %s %llu\n", export->kind, (unsigned long long)export->size);
		at_sha256_add(&hash, export->name, strlen(export->name));
		at_sha256_add(&hash, line, strlen(line));
	}
	if (abi->export_count && !abi->exports_broken)
		at_sha256_hex(&hash, abi->exports_sha256);
}

void at_abi_read(const struct at_elf *elf, struct at_abi *abi)
{
	struct versions versions = { 0 };

	*abi = (struct at_abi){ 0 };
	if (elf->header.e_type == ET_REL || elf->header.e_type == ET_CORE)
		return;
	read_dynamic(elf, abi);
	read_definitions(elf, &versions, &abi->versions);
	read_exports(elf, abi, &versions);
	hash_exports(abi);
	free(versions.name);
}

void at_abi_free(struct at_abi *abi)
{
	free(abi->soname);
	free(abi->rpath);
	free(abi->runpath);
	at_argv_free(&abi->needed);
	at_argv_free(&abi->versions);
	for (size_t i = 0; i < abi->export_count; i++)
		free(abi->exports[i].name);
	free(abi->exports);
	*abi = (struct at_abi){ 0 };
}
