/* What a CPU is and can do. One file for each architecture (probe_cpu_x86.c, …) reads what the CPU and the kernel say, another
 * (probe_try_x86.c, …) has the test instructions. Only what was found is in it. All of this links without any library, so
 * that it can be built for another architecture and run there, or by an emulator (atesor-cpu). */
#ifndef ATESOR_PROBE_CPU_H
#define ATESOR_PROBE_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "argv.h"
#include "json.h"
#include "probe_core.h"
#include "probe_isa.h"
#include "probe_misaligned.h"
#include "warnings.h"

struct at_cpu {
	bool emulated;                 /* as the caller says: the core, cpuinfo and every timing are then the host's */
	bool identified;               /* x86: vendor, family, model, stepping, name hold */
	char vendor[16], name[52];
	uint32_t family, model, stepping;
	bool has_midr;                 /* aarch64: of the CPU that timed runs use, the highest allowed one */
	uint32_t implementer, part, variant, revision;
	bool several_parts;            /* … and other allowed CPUs are of another part */
	bool has_ids;                  /* riscv64 */
	uint64_t mvendorid, marchid, mimpid;
	char uarch[64];                /* riscv64, from /proc/cpuinfo; "" if there is none */
	struct at_argv compatible;     /* riscv64, from the device tree */
	struct at_core core;
	struct at_extension *extension;        /* owned; all that were asked for, in the order of the table */
	size_t extensions;
	struct at_argv flags;          /* the present ones among them */
	unsigned level;                /* x86-64 psABI level 1 to 4; 0: not known */
	struct at_misaligned misaligned;
	bool virtual_known, virtual_machine;
	char hypervisor[16];           /* its signature, "" if there is none */
};

const char *at_cpu_arch(void);                    /* as uname -m says it: x86_64, aarch64, riscv64 … */

/* What CPU and kernel say; runs nothing. */
void at_cpu_read(struct at_cpu *cpu, bool emulated);
/* The test instructions and, where the kernel does not tell, the misaligned access: children are run. */
void at_cpu_try(struct at_cpu *cpu, const struct at_misaligned_limits *limits);

bool at_cpu_has(const struct at_cpu *cpu, const char *flag);
/* members: arch, cpu, core, isa, misaligned, hypervisor, findings */
void at_cpu_write(const struct at_cpu *cpu, struct at_json *json);
void at_cpu_free(struct at_cpu *cpu);

/* The flag that a compiler's predefined macro stands for ("__AVX2__": "avx2"), if it is one that compilers make use of
 * unasked, or that sources test for; else NULL. x86 only. */
const char *at_cpu_flag_of_macro(const char *macro);

/* ---- for the files of the architectures ---- */

struct at_extension *at_cpu_extension(struct at_cpu *cpu, const char *name);      /* adds it if it is not there */
void at_cpu_arch_read(struct at_cpu *cpu);
void at_cpu_arch_settle(struct at_cpu *cpu);      /* after `flags` changed: the level, what follows from a trial */

/* The value of the first line "key : value" in /proc/cpuinfo after `from` (NULL: the beginning); its length in *length, NULL if
 * there is none. `text` is the file. */
const char *at_cpuinfo_value(const char *text, const char *key, size_t *length);
bool at_word_in(const char *text, size_t length, const char *word);               /* blank-separated */

extern const struct at_trial at_cpu_trials[];
extern const size_t at_cpu_trial_count;
extern const bool at_cpu_try_claimed_only;

#endif
