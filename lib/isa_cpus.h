/* Processors by the names that compilers give them: which extensions each has, in the form of isa.h's levels. */
#ifndef ATESOR_ISA_CPUS_H
#define ATESOR_ISA_CPUS_H

#include "isa.h"

enum { AT_CPUS_X86 = 24, AT_CPUS_AARCH64 = 13, AT_CPUS_RISCV = 8 };

extern const struct at_isa_level at_cpus_x86[AT_CPUS_X86], at_cpus_aarch64[AT_CPUS_AARCH64], at_cpus_riscv[AT_CPUS_RISCV];

#endif
