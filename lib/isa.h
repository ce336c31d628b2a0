/* Instruction sets: which extension each instruction of a piece of code belongs to.
 *
 * A class is an extension under the name that people and compiler options use ("avx2", "zbb", "lse"). An instruction counts in
 * one class, or in two when it needs two (an AVX-512 instruction on 256-bit registers: its own and "avx512vl"). */
#ifndef ATESOR_ISA_H
#define ATESOR_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AT_ISA_CLASSES = 128 };      /* at most */

struct at_isa_class {
	const char *name;
	const char *also;        /* other names for it: those of /proc/cpuinfo and of -march, space-separated; or NULL */
	bool harmless;           /* runs as something else, or does nothing, where it is not implemented: never missing */
};

/* A set of classes with a name: "x86-64-v3", "rva22u64", "armv8.2-a". */
struct at_isa_level {
	const char *name;
	const char *below;       /* the level that it contains; NULL for the lowest */
	const char *classes;     /* what it adds, space-separated */
};

struct at_isa_counts {
	uint64_t instructions;
	uint64_t undecoded_bytes;       /* no instruction: data, or an extension that is not known here */
	uint64_t padding_bytes;         /* runs of zeros */
	uint64_t class[AT_ISA_CLASSES];
};

struct at_isa {
	const char *name;
	const struct at_isa_class *class;
	size_t class_count;
	const struct at_isa_level *level;
	size_t level_count;
	const struct at_isa_level *implied;       /* what a name stands for beside the class of its own name */
	size_t implied_count;
	const struct at_isa_level *cpu;           /* isa_cpus.h; their names in any case */
	size_t cpu_count;
	/* The names that a compound name stands for ("rv64gc_zba2p0": "g c zba"); the caller frees. NULL: it is none. */
	char *(*split)(const char *name, size_t length);
	/* A decoder for code of that ELF class (32 or 64); the caller ends it with free(). */
	void *(*open)(unsigned class);
	/* Counts the instructions in `bytes`. `more`: the code goes on behind them; then an instruction that may reach over
	 * the end is left. Returns how many bytes were used; all of them unless `more`. `zeros` is the state between calls:
	 * inside of a run of zeros; false at the start. */
	size_t (*sweep)(void *decoder, struct at_isa_counts *counts, const unsigned char *bytes, size_t count, bool more,
			bool *zeros);
	/* How long the instruction at the front of `bytes` is; 0: it is none that is known here, or it is cut off. */
	size_t (*length)(void *decoder, const unsigned char *bytes, size_t count);
};

extern const struct at_isa at_isa_x86, at_isa_aarch64, at_isa_riscv;

/* The instruction set of an ELF file's e_machine; NULL if there is none here. */
const struct at_isa *at_isa_find(uint16_t machine, bool big_endian);

/* Bytes of zeros at the front to skip as padding; 0: decode. As objdump does it: a run of 8 or more, in multiples of 4
 * unless it reaches the end, because the instruction after it may start with zeros. */
size_t at_isa_zeros(const unsigned char *bytes, size_t count, bool more, bool *zeros);

/* Which classes a machine has: `names` (space-separated extensions, levels; for RISC-V also an arch string such as
 * "rv64gc_zba") into has[class]. Returns the first name that is not known here, which may well be an extension without
 * instructions of its own, or NULL. The result points into `names`, its length in *length. */
const char *at_isa_has(const struct at_isa *isa, const char *names, bool has[AT_ISA_CLASSES], size_t *length);
/* The level of that name, or the processor. NULL: neither. */
const struct at_isa_level *at_isa_level(const struct at_isa *isa, const char *name, size_t length);

#endif
