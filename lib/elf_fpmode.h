/* Does a program or library change the floating-point mode of the whole process when it is loaded? What is linked with
 * -ffast-math by gcc before 13 or clang before 19 does: denormal numbers become 0 in code that never asked for it. */
#ifndef ATESOR_ELF_FPMODE_H
#define ATESOR_ELF_FPMODE_H

#include "elf_file.h"

/* How it does ("set_fast_math", the compilers' own function; "ldmxcsr in an initializer", "msr fpcr in an initializer"), or
 * NULL: no sign of it. */
const char *at_fp_mode(const struct at_elf *elf);

/* Whether the x86 code that is reached from `address` without leaving the file writes MXCSR. */
bool at_x86_writes_mxcsr(const struct at_elf *elf, uint64_t address);

#endif
