/* The facts of an archive, from those of its members. */
#ifndef ATESOR_ELF_ARCHIVE_H
#define ATESOR_ELF_ARCHIVE_H

#include "elf_facts.h"

/* What lies at `offset`, by its magic number. */
enum at_file_kind at_file_kind(int descriptor, uint64_t offset, uint64_t size);

/* Fills the facts of the archive file->kind, file->size; `path` is where a thin one's members are looked for. */
void at_elf_archive_read(struct at_file *file, int descriptor, const char *path, const struct at_elf_options *options);

#endif
