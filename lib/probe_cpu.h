/* What the CPU says of itself. One file for each architecture (probe_cpu_x86.c, …) fills this in; only what was found is in
 * it. */
#ifndef ATESOR_PROBE_CPU_H
#define ATESOR_PROBE_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "argv.h"
#include "json.h"
#include "probe_core.h"
#include "warnings.h"

struct at_cpu {
	bool identified;               /* the next five hold (x86) */
	char vendor[16], name[52];
	uint32_t family, model, stepping;
	struct at_core core;
	struct at_argv flags;          /* instruction sets that work, by the names that GCC gives them; sorted as in the table */
	unsigned level;                /* psABI level 1 to 4 (x86); 0: not known */
	bool virtual_known, virtual_machine;
	char hypervisor[16];           /* its signature, "" if there is none */
};

const char *at_cpu_arch(void);                    /* as uname -m says it: x86_64, aarch64, riscv64 … */
void at_cpu_probe(struct at_cpu *cpu, struct at_warnings *warnings);
bool at_cpu_has(const struct at_cpu *cpu, const char *flag);
void at_cpu_free(struct at_cpu *cpu);

/* The flag that a compiler's predefined macro stands for ("__AVX2__": "avx2"), if it is one that compilers make use of
 * unasked, or that sources test for; else NULL. */
const char *at_cpu_flag_of_macro(const char *macro);

/* The names of the architecture's levels, lowest first ("x86-64-v2" …), for -march. NULL-terminated. */
const char *const *at_cpu_levels(void);

#endif
