#include "elf_report.h"

static void put_text(struct at_json *json, const char *key, const char *text)
{
	if (text && *text)
		at_json_text(json, key, text);
}

static void put_list(struct at_json *json, const char *key, const struct at_argv *list)
{
	at_json_array(json, key);
	for (size_t i = 0; i < list->count; i++)
		at_json_text(json, NULL, list->word[i]);
	at_json_end(json);
}

static void put_warning(struct at_json *json, const char *code, const char *text)
{
	at_json_object(json, NULL);
	at_json_text(json, "code", code);
	at_json_text(json, "text", text);
	at_json_end(json);
}

static void put_machine(struct at_json *json, const struct at_file *file)
{
	const struct at_elf_facts *elf = &file->elf;

	if (!elf->has_header || file->mixed_machines)
		return;
	put_text(json, "machine", elf->machine);
	at_json_uint(json, "machine_number", elf->machine_number);
	at_json_uint(json, "class", elf->class);
	at_json_text(json, "endian", elf->big ? "big" : "little");
	if (file->kind == AT_FILE_ELF)
		put_text(json, "type", at_elf_type_name(elf->type));
}

static void put_code(struct at_json *json, const struct at_file *file)
{
	const struct at_code *code = &file->elf.code;

	if (file->kind == AT_FILE_OTHER || file->problem)
		return;
	if (file->kind != AT_FILE_BITCODE) {
		at_json_uint(json, "code_bytes", code->code_bytes);
		at_json_uint(json, "data_bytes", code->data_bytes);
		at_json_uint(json, "bss_bytes", code->bss_bytes);
	}
	put_text(json, "no_code", code->no_code);
	put_text(json, "code_sha256", code->sha256);
	put_text(json, "code_relocated_sha256", code->relocated_sha256);
	if (!code->count)
		return;
	at_json_array(json, code->from_segments ? "segments" : "sections");
	for (size_t i = 0; i < code->count; i++) {
		at_json_object(json, NULL);
		at_json_text(json, "name", code->section[i].name);
		at_json_uint(json, "bytes", code->section[i].bytes);
		put_text(json, "sha256", code->section[i].sha256);
		at_json_end(json);
	}
	at_json_end(json);
}

static void put_class_counts(struct at_json *json, const char *key, const struct at_isa *isa, const struct at_isa_counts *counts)
{
	at_json_object(json, key);
	for (size_t i = 0; i < isa->class_count; i++)
		if (counts->class[i])
			at_json_uint(json, isa->class[i].name, counts->class[i]);
	at_json_end(json);
}

static void put_classes(struct at_json *json, const struct at_file *file)
{
	const struct at_classes *classes = &file->elf.classes;
	bool beyond[AT_ISA_CLASSES] = { false };

	if (file->problem || !classes->isa || !classes->swept_bytes)
		return;
	at_json_uint(json, "instructions_total", classes->all.instructions);
	at_json_uint(json, "swept_bytes", classes->swept_bytes);
	at_json_uint(json, "total_bytes", classes->total_bytes);
	at_json_uint(json, "undecoded_bytes", classes->all.undecoded_bytes);
	at_json_uint(json, "padding_bytes", classes->all.padding_bytes);
	at_json_uint(json, "data_in_code_bytes", classes->data_bytes);
	put_class_counts(json, "classes", classes->isa, &classes->all);
	if (classes->has_unwind) {
		at_json_uint(json, "outside_instructions", classes->outside.instructions);
		at_json_uint(json, "outside_undecoded_bytes", classes->outside.undecoded_bytes);
		put_class_counts(json, "outside_classes", classes->isa, &classes->outside);
	}
	put_text(json, "isa_level", at_classes_level(classes, beyond));
	at_json_array(json, "isa_beyond");
	for (size_t i = 0; i < classes->isa->class_count; i++)
		if (beyond[i])
			at_json_text(json, NULL, classes->isa->class[i].name);
	at_json_end(json);
}

static void put_exports(struct at_json *json, const struct at_abi *abi)
{
	at_json_array(json, "exports");
	for (size_t i = 0; i < abi->export_count; i++) {
		at_json_object(json, NULL);
		at_json_text(json, "name", abi->exports[i].name);
		at_json_text(json, "kind", abi->exports[i].kind);
		if (abi->exports[i].size)
			at_json_uint(json, "size_bytes", abi->exports[i].size);
		at_json_end(json);
	}
	at_json_end(json);
}

static void put_abi(struct at_json *json, const struct at_abi *abi, bool exports)
{
	if (!abi->dynamic)
		return;
	put_text(json, "soname", abi->soname);
	put_list(json, "needed", &abi->needed);
	put_text(json, "rpath", abi->rpath);
	put_text(json, "runpath", abi->runpath);
	put_list(json, "version_definitions", &abi->versions);
	if (abi->exports_broken)
		return;
	at_json_uint(json, "exports_total", abi->export_count);
	put_text(json, "exports_sha256", abi->exports_sha256);
	if (exports)
		put_exports(json, abi);
}

static void put_notes(struct at_json *json, const struct at_notes *notes)
{
	static const char *const levels[] = { "x86-64-baseline", "x86-64-v2", "x86-64-v3", "x86-64-v4" };
	static const char *const features[] = { "ibt", "shstk" };

	put_text(json, "build_id", notes->build_id);
	if (notes->x86_has_isa) {
		at_json_array(json, "x86_isa_needed");
		for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++)
			if (notes->x86_isa_needed >> i & 1)
				at_json_text(json, NULL, levels[i]);
		at_json_end(json);
	}
	if (notes->x86_has_features) {
		at_json_array(json, "x86_features");
		for (unsigned i = 0; i < sizeof features / sizeof *features; i++)
			if (notes->x86_features >> i & 1)
				at_json_text(json, NULL, features[i]);
		at_json_end(json);
	}
	put_text(json, "riscv_arch", notes->riscv_arch);
	if (notes->riscv_has_unaligned)
		at_json_bool(json, "riscv_unaligned_access", notes->riscv_unaligned);
}

static void put_go(struct at_json *json, const struct at_go *go)
{
	put_text(json, "go_version", go->version);
	if (!go->version)
		return;
	at_json_object(json, "go_settings");
	for (size_t i = 0; i < go->key.count; i++)
		at_json_text(json, go->key.word[i], go->value.word[i]);
	at_json_end(json);
}

/* Known for what is loaded into a process, on the machines whose mode register is looked for. */
static void put_fp_mode(struct at_json *json, const struct at_file *file)
{
	const struct at_elf_facts *elf = &file->elf;
	bool loaded = elf->type == AT_ELF_EXEC || elf->type == AT_ELF_PIE || elf->type == AT_ELF_SHARED;

	if (file->kind != AT_FILE_ELF || file->problem || !loaded ||
			(elf->machine_number != EM_X86_64 && elf->machine_number != EM_AARCH64))
		return;
	at_json_bool(json, "sets_fp_mode", elf->fp_mode != NULL);
	put_text(json, "sets_fp_mode_how", elf->fp_mode);
}

static void put_members(struct at_json *json, const struct at_file *file)
{
	if (file->kind != AT_FILE_ARCHIVE && file->kind != AT_FILE_THIN)
		return;
	at_json_uint(json, "members_total", file->member_total);
	at_json_uint(json, "members_elf", file->member_elf);
	at_json_uint(json, "members_bitcode", file->member_bitcode);
	at_json_uint(json, "members_other", file->member_other);
	at_json_array(json, "members");
	for (size_t i = 0; i < file->member_count; i++) {
		const struct at_member_facts *member = &file->member[i];
		at_json_object(json, NULL);
		at_json_text(json, "name", member->name);
		at_json_text(json, "kind", at_file_kind_name(member->kind));
		put_text(json, "machine", member->machine);
		at_json_uint(json, "size_bytes", member->size);
		put_text(json, "no_code", member->no_code);
		put_text(json, "code_sha256", member->code_sha256);
		put_text(json, "error", member->problem);
		at_json_end(json);
	}
	at_json_end(json);
}

static void put_warnings(struct at_json *json, const struct at_file *file)
{
	at_json_array(json, "warnings");
	if (file->elf.code.from_segments)
		put_warning(json, "no_sections", "no section headers: the code hash covers whole segments, read-only data among them");
	if (file->elf.classes.swept_bytes < file->elf.classes.total_bytes)
		put_warning(json, "code_not_swept", "more code than the limit (--code-limit): the classes cover swept_bytes of it");
	if (file->elf.abi.exports_broken)
		put_warning(json, "exports_unreadable", "the dynamic symbol table could not be read whole: no exports");
	if (file->mixed_machines)
		put_warning(json, "mixed_machines", "members for several machines: `machine` is absent");
	if (file->member_count < file->member_total)
		put_warning(json, "members_cut", "not every member is listed by name (--members N raises the limit)");
	at_json_end(json);
}

void at_file_report(struct at_json *json, const char *path, const struct at_file *file, bool exports)
{
	at_json_object(json, NULL);
	at_json_text(json, "path", path);
	if (!file->problem || file->size) {
		at_json_text(json, "kind", at_file_kind_name(file->kind));
		at_json_uint(json, "size_bytes", file->size);
		put_machine(json, file);
		put_code(json, file);
		put_classes(json, file);
		put_notes(json, &file->elf.notes);
		put_go(json, &file->elf.go);
		put_fp_mode(json, file);
		put_abi(json, &file->elf.abi, exports);
		put_members(json, file);
		put_warnings(json, file);
	}
	put_text(json, "error", file->problem);
	at_json_end(json);
}
