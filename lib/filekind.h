/* What a file is, told from its first bytes: enough to know compiled outputs when cleaning a tree or looking at what a build
 * made. The close look at ELF files is the business of atesor-elf. */
#ifndef ATESOR_FILEKIND_H
#define ATESOR_FILEKIND_H

#include <stddef.h>

enum at_file_kind {
	AT_KIND_OTHER,
	AT_KIND_ELF_EXEC,
	AT_KIND_ELF_SHARED,
	AT_KIND_ELF_OBJECT,
	AT_KIND_ARCHIVE,          /* static, thin or not; a Debian package is not one */
	AT_KIND_BITCODE,          /* LLVM */
	AT_KIND_LIBTOOL,          /* a .lo or .la file, or a wrapper script for a program that is not installed */
	AT_KIND_CMAKE,            /* a Makefile or Ninja file that CMake wrote */
	AT_KIND_MESON,            /* a Ninja file that Meson wrote */
	AT_KIND_CARGO             /* the CACHEDIR.TAG of a cargo target directory */
};

enum { AT_KIND_LOOK = 512 };    /* how many bytes from the start at_kind_of_start wants (fewer if the file is shorter) */

/* From the start alone: an ELF file of type ET_DYN is AT_KIND_ELF_SHARED, executable or not. */
enum at_file_kind at_kind_of_start(const void *start, size_t count);

/* Of an open regular file, whose position is not moved: position-independent executables are told from shared libraries.
 * A file that cannot be read, or is broken behind its magic number, is what its start says. */
enum at_file_kind at_kind_of_file(int file);

/* elf-exec, elf-shared, elf-object, archive, or other (all the rest). */
const char *at_kind_name(enum at_file_kind kind);

#endif
