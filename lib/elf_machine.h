/* What an ELF header says of the machine and the kind of file, in the names that people and other tools use. */
#ifndef ATESOR_ELF_MACHINE_H
#define ATESOR_ELF_MACHINE_H

#include "elf_file.h"

/* "x86_64", "aarch64", "riscv64", "ppc64le" …: as uname -m says it where that machine runs Linux. NULL: unknown number. */
const char *at_elf_machine(const struct at_elf *elf);

enum at_elf_type { AT_ELF_UNKNOWN, AT_ELF_EXEC, AT_ELF_PIE, AT_ELF_SHARED, AT_ELF_OBJECT, AT_ELF_CORE };

/* ET_DYN is a program or a library: `pie` is DF_1_PIE, `soname` whether it has one. */
enum at_elf_type at_elf_type(const struct at_elf *elf, bool pie, bool soname);
const char *at_elf_type_name(enum at_elf_type type);    /* "exec", "pie", "shared", "object", "core"; NULL for unknown */

#endif
