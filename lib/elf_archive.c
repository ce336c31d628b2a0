#include "elf_archive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "archive.h"

/* What one walk over the members gathers. */
struct gather {
	struct at_file *file;
	const char *path, *root;
	const struct at_elf_options *options;
	Elf *handle;                       /* libelf's view of a regular archive */
	struct at_sha256 code, relocated;
	bool any_code, all_relocated, mixed_code;
	uint64_t unreadable;
};

static void add_text(struct at_sha256 *hash, const char *text)
{
	at_sha256_add(hash, text, strlen(text) + 1);
}

/* The archive has one machine if all of its ELF members have it. */
static void join_machine(struct at_file *file, const struct at_elf_facts *member)
{
	struct at_elf_facts *all = &file->elf;

	if (!all->has_header) {
		all->has_header = true;
		all->machine = member->machine;
		all->machine_number = member->machine_number;
		all->class = member->class;
		all->big = member->big;
	} else if (all->machine_number != member->machine_number || all->class != member->class || all->big != member->big) {
		file->mixed_machines = true;
	}
}

static void join_code(struct gather *gather, const char *name, const struct at_code *code)
{
	struct at_code *all = &gather->file->elf.code;

	all->code_bytes += code->code_bytes;
	all->data_bytes += code->data_bytes;
	all->bss_bytes += code->bss_bytes;
	add_text(&gather->code, name);
	add_text(&gather->code, code->sha256);
	add_text(&gather->relocated, name);
	add_text(&gather->relocated, *code->relocated_sha256 ? code->relocated_sha256 : code->sha256);
	gather->any_code |= *code->sha256 != '\0';
	gather->all_relocated |= *code->relocated_sha256 != '\0';
	/* Only data is no obstacle; code that cannot be seen is. */
	if (code->no_code && code->count == 0 && strcmp(code->no_code, "no executable bytes") && !all->no_code)
		all->no_code = code->no_code;
	if (code->no_code && code->count && !all->no_code)
		all->no_code = code->no_code;
}

static char *read_elf(struct gather *gather, struct at_member_facts *facts, int descriptor, uint64_t offset, uint64_t size)
{
	struct at_elf_facts elf;
	struct at_elf_options options = *gather->options;
	struct at_classes *classes = &gather->file->elf.classes;

	options.code_limit -= classes->swept_bytes < options.code_limit ? classes->swept_bytes : options.code_limit;
	char *problem = at_elf_facts_read(&elf, descriptor, offset, size, gather->handle, &options);

	gather->file->member_elf++;
	facts->machine = elf.machine;
	facts->no_code = elf.code.no_code;
	memcpy(facts->code_sha256, elf.code.sha256, AT_SHA256_HEX);
	if (elf.has_header)
		join_machine(gather->file, &elf);
	if (!problem) {
		join_code(gather, facts->name, &elf.code);
		gather->mixed_code |= !at_classes_add(classes, &elf.classes);
	}
	at_elf_facts_free(&elf);
	return problem;
}

/* The member's content is at `offset` of the descriptor. */
static char *read_content(struct gather *gather, struct at_member_facts *facts, int descriptor, uint64_t offset, uint64_t size)
{
	struct at_code *all = &gather->file->elf.code;

	facts->kind = at_file_kind(descriptor, offset, size);
	switch (facts->kind) {
	case AT_FILE_ELF:
		return read_elf(gather, facts, descriptor, offset, size);
	case AT_FILE_BITCODE:
		facts->no_code = "LLVM bitcode";
		gather->file->member_bitcode++;
		break;
	case AT_FILE_ARCHIVE:
	case AT_FILE_THIN:
		facts->no_code = "nested archive";      /* linkers do not look into one either */
		gather->file->member_other++;
		break;
	case AT_FILE_OTHER:
		gather->file->member_other++;
		break;
	}
	if (facts->no_code && !all->no_code)
		all->no_code = facts->no_code;
	return NULL;
}

static char *read_thin(struct gather *gather, struct at_member_facts *facts)
{
	struct stat status;
	char *problem = NULL;
	int descriptor = at_thin_member_open(gather->path, gather->root, facts->name, &problem);

	if (descriptor < 0)
		return problem;
	if (fstat(descriptor, &status) || !S_ISREG(status.st_mode)) {
		problem = at_strdup("not a regular file");
	} else {
		facts->size = (uint64_t)status.st_size;
		problem = read_content(gather, facts, descriptor, 0, facts->size);
	}
	close(descriptor);
	return problem;
}

static void read_member(struct gather *gather, int descriptor, const struct at_member *member)
{
	struct at_file *file = gather->file;
	struct at_member_facts facts = { .name = member->name, .size = member->size };
	char *problem;

	if (file->kind == AT_FILE_THIN)
		problem = read_thin(gather, &facts);
	else if (gather->handle && elf_rand(gather->handle, member->header) != member->header)
		problem = at_format("cannot read the member: %s", elf_errmsg(-1));
	else
		problem = read_content(gather, &facts, descriptor, member->data, member->size);
	if (problem && !gather->unreadable++)
		file->problem = at_format("member '%s': %s", facts.name, problem);
	facts.problem = problem;
	file->member_total++;
	if (file->member_count == gather->options->members) {
		free(problem);
		return;
	}
	if ((file->member_count & (file->member_count - 1)) == 0)
		file->member = at_resize(file->member, file->member_count ? file->member_count * 2 : 1, sizeof *file->member);
	facts.name = at_strdup(facts.name);
	file->member[file->member_count++] = facts;
}

static void finish_hashes(struct gather *gather)
{
	struct at_code *all = &gather->file->elf.code;

	at_sha256_hex(&gather->code, all->sha256);
	at_sha256_hex(&gather->relocated, all->relocated_sha256);
	if (!gather->any_code && !all->no_code)
		all->no_code = "no executable bytes";
	if (all->no_code || gather->file->problem)
		all->sha256[0] = '\0';
	if (!*all->sha256 || !gather->all_relocated)
		all->relocated_sha256[0] = '\0';
}

void at_elf_archive_read(struct at_file *file, int descriptor, const char *path, const struct at_elf_options *options)
{
	const char *slash = strrchr(path, '/');
	char *own = slash ? at_strndup(path, (size_t)(slash - path) + 1) : at_strdup(".");
	struct gather gather = { .file = file, .path = path, .root = options->root ? options->root : own, .options = options };
	struct at_archive archive;
	struct at_member member = { 0 };
	char *problem = NULL;

	at_sha256_init(&gather.code);
	at_sha256_init(&gather.relocated);
	elf_version(EV_CURRENT);
	/* libelf does not know thin archives (ELF_K_NONE); after the last member elf_errno is wrong: so the walk is ours. */
	if (file->kind == AT_FILE_ARCHIVE && file->size > AT_ARCHIVE_MAGIC)
		gather.handle = elf_begin(descriptor, ELF_C_READ, NULL);
	at_archive_open(&archive, descriptor, file->size, file->kind == AT_FILE_THIN);
	while (at_archive_next(&archive, &member, &problem) == 1)
		read_member(&gather, descriptor, &member);
	if (problem) {
		free(file->problem);
		file->problem = problem;
	}
	at_archive_close(&archive, &member);
	if (gather.handle)
		elf_end(gather.handle);
	finish_hashes(&gather);
	if (gather.mixed_code)      /* counts for several instruction sets have no meaning together */
		file->elf.classes = (struct at_classes){ 0 };
	free(own);
}
