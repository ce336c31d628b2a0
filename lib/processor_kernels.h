/* The timed kernels of the processor profile: what moves memory, what computes in registers, and chains of known latency for
 * the clock; their accounting; and which of them a processor can run.
 *
 * Nothing here reads a clock, allocates, or starts a thread. A kernel touches its streams and registers only. All tables are
 * static and constant: pointers to kernels are valid for ever. Except processor_features_detect() everything is pure but the
 * run functions. A kernel may be run only where the features have what it needs: the functions that take features see to it. */
#ifndef PROCESSOR_KERNELS_H
#define PROCESSOR_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- what a processor can run ---- */

/* An instruction set that kernels are written for. */
enum processor_implementation {
	PROCESSOR_SCALAR,
	PROCESSOR_SSE2, PROCESSOR_AVX2, PROCESSOR_AVX512,                                    /* AVX2: with FMA where it computes */
	PROCESSOR_AVX512_FP16, PROCESSOR_AVX512_BF16, PROCESSOR_AVX512_VNNI, PROCESSOR_AVX_VNNI,
	PROCESSOR_AMX_BF16, PROCESSOR_AMX_INT8,
	PROCESSOR_NEON, PROCESSOR_NEON_FP16, PROCESSOR_NEON_BF16, PROCESSOR_NEON_DOTPROD, PROCESSOR_NEON_I8MM,
	PROCESSOR_SVE, PROCESSOR_SVE_BF16, PROCESSOR_SVE_I8MM,
	PROCESSOR_RVV, PROCESSOR_RVV_FP16,
	PROCESSOR_IMPLEMENTATIONS,
	PROCESSOR_NONE = PROCESSOR_IMPLEMENTATIONS,
};

/* The name that reports use, stable: "scalar", "SSE2", "AVX2", "AVX-512", "NEON", "AVX-512 VNNI" …; "none" for
 * PROCESSOR_NONE. */
const char *processor_implementation_name(enum processor_implementation implementation);

/* What was found at run time: the processor has it and the operating system saves its registers (XCR0; HWCAP; hwprobe).
 * Tests make their own. */
struct processor_features {
	bool sse2, avx2, fma, avx512f, avx512fp16, avx512bf16, avx512vnni, avxvnni, amx_bf16, amx_int8;
	bool neon, neon_fp16, neon_bf16, neon_dotprod, neon_i8mm, sve, sve_bf16, sve_i8mm;
	bool rvv, rvv_fp16;
	size_t sve_bytes, rvv_bytes;        /* of a vector register; 0 without the set */
};

/* Of the calling thread's processor. Where AMX is there it asks the kernel for the permission to use it (arch_prctl), which a
 * process cannot give back: AMX counts as absent if that is refused. SVE's vector length is the calling thread's. */
struct processor_features processor_features_detect(void);

/* Sets of implementations, bit 1 << implementation. */
typedef uint32_t processor_set;

processor_set processor_runnable(const struct processor_features *features);       /* whatever was compiled */
processor_set processor_compiled(void);                                            /* has kernels in this build */

/* ---- memory ---- */

enum processor_mode {
	PROCESSOR_READ, PROCESSOR_WRITE, PROCESSOR_COPY, PROCESSOR_READ_MODIFY_WRITE,
	PROCESSOR_WRITE_NT, PROCESSOR_COPY_NT,                  /* with non-temporal stores: modes of their own */
	PROCESSOR_MODES
};

/* "read", "write", "copy", "read_modify_write", "write_nt", "copy_nt" */
const char *processor_mode_name(enum processor_mode mode);
/* One English sentence: which bytes count as useful. */
const char *processor_mode_convention(enum processor_mode mode);

struct processor_traffic {
	uint64_t elements;             /* a pass handles */
	uint64_t useful_bytes;         /* that the kernel loads and stores a pass; no write-allocate traffic */
	uint64_t stream_bytes;         /* of each stream; what run() takes */
	unsigned streams;              /* 1; 2: the footprint is divided into source and destination */
};

/* Of a footprint: all memory that is touched, of both streams. What does not make a whole element is left. Elements of 0 bytes:
 * all 0. */
struct processor_traffic processor_traffic(enum processor_mode mode, size_t footprint_bytes, size_t element_bytes);

struct processor_memory_kernel {
	const char *name;              /* "read AVX-512" */
	enum processor_implementation implementation;
	enum processor_mode mode;
	size_t element_bytes;          /* 8: unsigned 64-bit numbers */
	size_t alignment;              /* of the streams' first bytes */
	size_t granule;                /* stream_bytes must be a positive multiple */
	/* Makes `passes` (at least 1) passes over the stream(s) and returns when all is stored. What the modes do:
	 *   read               adds up all elements in each pass, modulo 2^64; returns the sum
	 *   write, write_nt    first[i] = PROCESSOR_WRITTEN; returns it
	 *   copy, copy_nt      second[i] = first[i]; returns the last element copied
	 *   read_modify_write  first[i] += 1; returns the last element stored
	 * `second` is used by the copies only. The streams do not overlap. */
	uint64_t (*run)(void *first, void *second, size_t stream_bytes, uint64_t passes);
};

/* Not zero: there are processors that do not write a line of zeros over zeros. */
#define PROCESSOR_WRITTEN UINT64_C(0x3ff123456789abcd)

enum { PROCESSOR_CANDIDATES = 4 };        /* for a mode or a type at most */

/* Those kernels of a mode that run with these features, widest registers first; the widest is not always the fastest. How many
 * were put into `list`; 0 only for a non-temporal mode that the architecture does not have. */
size_t processor_memory_kernels(const struct processor_features *features, enum processor_mode mode,
		const struct processor_memory_kernel *list[PROCESSOR_CANDIDATES]);

/* ---- compute ---- */

enum processor_type {
	PROCESSOR_FP32, PROCESSOR_FP64,
	PROCESSOR_FP16, PROCESSOR_BF16, PROCESSOR_INT8,         /* only with a native path */
	PROCESSOR_TYPES
};

/* "float32", "float64", "float16", "bfloat16", "int8" */
const char *processor_type_name(enum processor_type type);

struct processor_operations {
	uint64_t multiply_adds;        /* multiply-adds of two elements, those within dot products as well */
	uint64_t operations;           /* twice as many: the multiplication and the addition */
	unsigned dot_length;           /* elements that one result of an instruction adds up; 0: none, a plain multiply-add */
};

/* `accumulators` registers or groups, each gets `updates` multiply-adds (or, with a dot length, dot products) a pass. */
struct processor_operations processor_operations(uint64_t accumulators, uint64_t updates, unsigned dot_length);

/* What an instruction does to its accumulator x. */
enum processor_recurrence {
	PROCESSOR_SQUARE,              /* x = x * x - 1.9: never settles, stays within 1.97, so that all bits keep changing */
	PROCESSOR_PRODUCT,             /* x = x + a * b, or with a dot length the sum of so many products of a's and b's elements */
};

struct processor_compute_kernel {
	const char *name;              /* "float32 AVX-512" */
	enum processor_type type;
	enum processor_implementation implementation;
	unsigned accumulators;         /* independent registers */
	unsigned steps;                /* instructions (pairs, where it is not fused) for each accumulator a pass */
	unsigned results;              /* multiply-adds or dot products an instruction; for vector registers of 16 bytes if scalable */
	unsigned dot_length;
	bool scalable;                 /* `results` grow with the length of a vector register */
	bool fused;                    /* multiplication and addition are one instruction with one rounding */
	enum processor_recurrence recurrence;
	/* Makes `passes` (at least 1) passes and returns the sum of the accumulators' 32-bit words, modulo 2^64. The values stay
	 * normal numbers however long it runs. */
	uint64_t (*run)(uint64_t passes);
};

/* A pass of that kernel with these features. */
struct processor_operations processor_compute_operations(const struct processor_compute_kernel *kernel,
		const struct processor_features *features);

/* The implementation with the most operations an instruction for a type, among those that are compiled and that the features
 * have: PROCESSOR_NONE if a low precision type has no native path. FP32 and FP64 fall back to scalar. Pure: sets of any
 * architecture can be asked about. */
enum processor_implementation processor_choose(enum processor_type type, processor_set compiled,
		const struct processor_features *features);

/* The kernels of this build for a type that run with these features, that choice first; the scalar one only if there is no other.
 * The widest is not always the fastest. How many were put into `list`; 0: no native path. */
size_t processor_compute_kernels(enum processor_type type, const struct processor_features *features,
		const struct processor_compute_kernel *list[PROCESSOR_CANDIDATES]);
/* The kernels of this build, one after the other, also those that this processor cannot run; NULL behind the last. */
const struct processor_compute_kernel *processor_compute_at(size_t index);
const struct processor_memory_kernel *processor_memory_at(size_t index);

/* ---- clock ---- */

/* Dependent instructions: the time for one, divided by its latency, is a cycle of the core. */
struct processor_clock_kernel {
	const char *name;                    /* "add" */
	unsigned least_cycles, most_cycles;  /* the latency; where cores differ it is a whole number between these */
	unsigned links;                      /* dependent instructions a pass */
	uint64_t (*run)(uint64_t passes);    /* returns what the chain came to */
};

extern const struct processor_clock_kernel processor_clock_add;       /* register to register, 1 cycle */
extern const struct processor_clock_kernel processor_clock_multiply;  /* the cross-check */

#endif
