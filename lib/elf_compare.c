#include "elf_compare.h"

#include <string.h>

const char *at_same_code(const struct at_file *base, const struct at_file *tune)
{
	const struct at_code *b = &base->elf.code, *t = &tune->elf.code;

	if (base->elf.machine_number != tune->elf.machine_number || base->elf.class != tune->elf.class || b->no_code || t->no_code)
		return NULL;
	if (*b->sha256 && !strcmp(b->sha256, t->sha256))
		return "code_sha256";
	if (*b->relocated_sha256 && !strcmp(b->relocated_sha256, t->relocated_sha256))
		return "code_relocated_sha256";
	return NULL;
}

static void put_change(struct at_json *json, const char *change, const char *name, const char *base, const char *tune, bool loss)
{
	at_json_object(json, NULL);
	at_json_text(json, "change", change);
	at_json_bool(json, "loss", loss);
	if (name)
		at_json_text(json, "name", name);
	if (base)
		at_json_text(json, "base", base);
	if (tune)
		at_json_text(json, "tune", tune);
	at_json_end(json);
}

static void compare_text(struct at_json *json, const char *change, const char *base, const char *tune, bool loss)
{
	if ((base || tune) && (!base || !tune || strcmp(base, tune) != 0))
		put_change(json, change, NULL, base, tune, loss);
}

static bool contains(const struct at_argv *list, const char *word)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->word[i], word))
			return true;
	return false;
}

static void compare_lists(struct at_json *json, const char *removed, const char *added, const struct at_argv *base,
		const struct at_argv *tune)
{
	for (size_t i = 0; i < base->count; i++)
		if (!contains(tune, base->word[i]))
			put_change(json, removed, base->word[i], NULL, NULL, true);
	for (size_t i = 0; i < tune->count; i++)
		if (!contains(base, tune->word[i]))
			put_change(json, added, tune->word[i], NULL, NULL, false);
}

static void compare_export(struct at_json *json, const struct at_export *base, const struct at_export *tune)
{
	char sizes[2][24];

	if (strcmp(base->kind, tune->kind) != 0) {
		put_change(json, "export_kind", base->name, base->kind, tune->kind, true);
	} else if (base->size != tune->size) {
		/* Programs hold a copy of a library's data, of the size that they were linked with. */
		snprintf(sizes[0], sizeof sizes[0], "%llu", (unsigned long long)base->size);
		snprintf(sizes[1], sizeof sizes[1], "%llu", (unsigned long long)tune->size);
		put_change(json, "export_size", base->name, sizes[0], sizes[1], true);
	}
}

static void compare_exports(struct at_json *json, const struct at_abi *base, const struct at_abi *tune)
{
	size_t b = 0, t = 0;

	while (b < base->export_count || t < tune->export_count) {
		int order = b == base->export_count ? 1 : t == tune->export_count ? -1 :
				strcmp(base->exports[b].name, tune->exports[t].name);
		if (order < 0)
			put_change(json, "export_removed", base->exports[b++].name, NULL, NULL, true);
		else if (order > 0)
			put_change(json, "export_added", tune->exports[t++].name, NULL, NULL, false);
		else
			compare_export(json, &base->exports[b++], &tune->exports[t++]);
	}
}

static void put_abi_changes(struct at_json *json, const struct at_file *base, const struct at_file *tune)
{
	const struct at_elf_facts *b = &base->elf, *t = &tune->elf;

	at_json_array(json, "abi_changes");
	compare_text(json, "machine", b->machine, t->machine, true);
	if (base->kind == AT_FILE_ELF && tune->kind == AT_FILE_ELF)
		compare_text(json, "type", at_elf_type_name(b->type), at_elf_type_name(t->type), true);
	compare_text(json, "soname", b->abi.soname, t->abi.soname, true);
	compare_text(json, "rpath", b->abi.rpath, t->abi.rpath, false);
	compare_text(json, "runpath", b->abi.runpath, t->abi.runpath, false);
	compare_lists(json, "needed_removed", "needed_added", &b->abi.needed, &t->abi.needed);
	compare_lists(json, "version_removed", "version_added", &b->abi.versions, &t->abi.versions);
	compare_exports(json, &b->abi, &t->abi);
	if (t->fp_mode && !b->fp_mode)
		put_change(json, "sets_fp_mode", NULL, NULL, t->fp_mode, true);
	at_json_end(json);
}

static void put_pair(struct at_json *json, const char *key, uint64_t base, uint64_t tune)
{
	at_json_object(json, key);
	at_json_uint(json, "base", base);
	at_json_uint(json, "tune", tune);
	at_json_end(json);
}

/* A class of the lowest level (c, d, m of rv64gc) is no news where the baseline uses it too. */
static bool ordinary(const struct at_isa *isa, size_t class, const struct at_isa_counts *base)
{
	bool lowest[AT_ISA_CLASSES] = { false };
	size_t ignored;

	at_isa_has(isa, isa->level[0].name, lowest, &ignored);
	return isa->class[class].harmless || (lowest[class] && base->class[class]);
}

static void put_had(struct at_json *json, const char *key, const struct at_isa *isa, const struct at_isa_counts *base)
{
	at_json_object(json, key);
	for (size_t i = 0; i < isa->class_count; i++)
		if (base->class[i] && !ordinary(isa, i, base))
			at_json_uint(json, isa->class[i].name, base->class[i]);
	at_json_end(json);
}

/* Per class what the tune has more than the baseline: a static baseline holds AVX-512 already, in libc. */
static void put_added(struct at_json *json, const char *key, const struct at_isa *isa, const struct at_isa_counts *base,
		const struct at_isa_counts *tune)
{
	at_json_object(json, key);
	for (size_t i = 0; i < isa->class_count; i++)
		if (tune->class[i] > base->class[i] && !ordinary(isa, i, base))
			at_json_uint(json, isa->class[i].name, tune->class[i] - base->class[i]);
	at_json_end(json);
}

static void put_classes(struct at_json *json, const struct at_classes *base, const struct at_classes *tune,
		const struct at_target *target)
{
	const struct at_isa *isa = tune->isa;

	if (!isa || (base->isa && base->isa != isa))
		return;
	put_had(json, "classes_base", isa, &base->all);
	put_added(json, "classes_added", isa, &base->all, &tune->all);
	if (tune->has_unwind && base->has_unwind)
		put_added(json, "classes_added_outside", isa, &base->outside, &tune->outside);
	at_json_array(json, "classes_new");
	for (size_t i = 0; i < isa->class_count; i++)
		if (tune->all.class[i] && !base->all.class[i] && !isa->class[i].harmless)
			at_json_text(json, NULL, isa->class[i].name);
	at_json_end(json);
	if (target && target->isa == isa)
		at_missing_report(json, tune, base, target);
	put_pair(json, "swept_bytes", base->swept_bytes, tune->swept_bytes);
}

void at_compare_report(struct at_json *json, const char *base_path, const struct at_file *base, const char *tune_path,
		const struct at_file *tune, const struct at_target *target)
{
	const char *same = at_same_code(base, tune);
	const struct at_code *b = &base->elf.code, *t = &tune->elf.code;

	at_json_object(json, NULL);
	at_json_text(json, "base", base_path);
	at_json_text(json, "tune", tune_path);
	at_json_bool(json, "same_code", same != NULL);
	if (same)
		at_json_text(json, "same_code_by", same);
	else if (b->no_code || t->no_code)
		at_json_text(json, "no_code", t->no_code ? t->no_code : b->no_code);
	put_classes(json, &base->elf.classes, &tune->elf.classes, target);
	put_abi_changes(json, base, tune);
	put_pair(json, "size_bytes", base->size, tune->size);
	put_pair(json, "code_bytes", b->code_bytes, t->code_bytes);
	put_pair(json, "data_bytes", b->data_bytes, t->data_bytes);
	put_pair(json, "bss_bytes", b->bss_bytes, t->bss_bytes);
	at_json_end(json);
}
