/* The length of the most frequent x86-64 instructions, those of the base set that compilers emit most, by tables: nine in ten
 * instructions of a program need no full decoder. What is not certain here is left to Zydis; a unit test holds the two
 * together. */
#ifndef ATESOR_ISA_X86_PLAIN_H
#define ATESOR_ISA_X86_PLAIN_H

#include <stddef.h>

enum { AT_X86_LONGEST = 15 };      /* bytes of an instruction */

/* `bytes` holds at least AT_X86_LONGEST. The length, or 0: not one of them. 64-bit mode only. */
size_t at_x86_plain(const unsigned char *bytes);

#endif
