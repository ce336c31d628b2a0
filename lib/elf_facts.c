#include "elf_facts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "archive.h"
#include "elf_archive.h"
#include "elf_fpmode.h"

char *at_elf_facts_read(struct at_elf_facts *facts, int descriptor, uint64_t offset, uint64_t size, Elf *archive,
		const struct at_elf_options *options)
{
	struct at_elf elf;
	char *problem = at_elf_open(&elf, descriptor, offset, size, archive);

	*facts = (struct at_elf_facts){ .machine_number = elf.header.e_machine, .big = at_elf_big(&elf) };
	facts->has_header = elf.has_header;
	facts->class = elf.header.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;
	facts->machine = at_elf_machine(&elf);
	if (!problem)
		at_abi_read(&elf, &facts->abi);
	facts->type = at_elf_type(&elf, facts->abi.pie, facts->abi.soname != NULL);
	if (!problem) {
		at_notes_read(&elf, &facts->notes);
		at_go_read(&elf, &facts->go);
		facts->fp_mode = at_fp_mode(&elf);
	}
	if (!problem)
		problem = at_code_read(&elf, &facts->code);
	if (!problem && !options->no_classes)
		problem = at_classes_read(&elf, &facts->code, options->code_limit, options->threads, &facts->classes);
	at_elf_close(&elf);
	return problem;
}

void at_elf_facts_free(struct at_elf_facts *facts)
{
	at_code_free(&facts->code);
	at_abi_free(&facts->abi);
	at_notes_free(&facts->notes);
	at_go_free(&facts->go);
	*facts = (struct at_elf_facts){ 0 };
}

enum at_file_kind at_file_kind(int descriptor, uint64_t offset, uint64_t size)
{
	static const struct {
		const char *magic;
		size_t bytes;
		enum at_file_kind kind;
	} kinds[] = {
		{ ELFMAG, SELFMAG, AT_FILE_ELF }, { "!<arch>\n", 8, AT_FILE_ARCHIVE }, { "!<thin>\n", 8, AT_FILE_THIN },
		{ "BC\xc0\xde", 4, AT_FILE_BITCODE }, { "\xde\xc0\x17\x0b", 4, AT_FILE_BITCODE },      /* raw; in its wrapper */
	};
	char magic[8] = { 0 };
	ssize_t got = pread(descriptor, magic, size < sizeof magic ? (size_t)size : sizeof magic, (off_t)offset);

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (got >= (ssize_t)kinds[i].bytes && !memcmp(magic, kinds[i].magic, kinds[i].bytes))
			return kinds[i].kind;
	return AT_FILE_OTHER;
}

void at_file_read_fd(struct at_file *file, int descriptor, const char *path, const struct at_elf_options *options)
{
	struct stat status;

	*file = (struct at_file){ 0 };
	if (fstat(descriptor, &status)) {
		file->problem = at_format("cannot read: %s", strerror(errno));
		return;
	}
	if (!S_ISREG(status.st_mode)) {
		file->problem = at_strdup(S_ISDIR(status.st_mode) ? "is a directory" : "not a regular file");
		return;
	}
	file->size = (uint64_t)status.st_size;
	file->kind = at_file_kind(descriptor, 0, file->size);
	switch (file->kind) {
	case AT_FILE_ELF:
		file->problem = at_elf_facts_read(&file->elf, descriptor, 0, file->size, NULL, options);
		break;
	case AT_FILE_ARCHIVE:
	case AT_FILE_THIN:
		at_elf_archive_read(file, descriptor, path, options);
		break;
	case AT_FILE_BITCODE:
		file->elf.code.no_code = "LLVM bitcode";
		break;
	case AT_FILE_OTHER:
		break;
	}
}

void at_file_read(struct at_file *file, const char *path, const struct at_elf_options *options)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	*file = (struct at_file){ 0 };
	if (descriptor < 0) {
		file->problem = at_format("cannot open: %s", strerror(errno));
		return;
	}
	at_file_read_fd(file, descriptor, path, options);
	close(descriptor);
}

void at_file_free(struct at_file *file)
{
	at_elf_facts_free(&file->elf);
	for (size_t i = 0; i < file->member_count; i++) {
		free(file->member[i].name);
		free(file->member[i].problem);
	}
	free(file->member);
	free(file->problem);
	*file = (struct at_file){ 0 };
}

const char *at_file_kind_name(enum at_file_kind kind)
{
	static const char *const names[] = {
		[AT_FILE_OTHER] = "other", [AT_FILE_ELF] = "elf", [AT_FILE_BITCODE] = "bitcode", [AT_FILE_ARCHIVE] = "archive",
		[AT_FILE_THIN] = "thin archive",
	};

	return names[kind];
}
