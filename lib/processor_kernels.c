#include "processor_kernels.h"

#include "processor_kernels_inside.h"

/* ---- names ---- */

const char *processor_implementation_name(enum processor_implementation implementation)
{
	static const char *const names[PROCESSOR_IMPLEMENTATIONS + 1] = {
		[PROCESSOR_SCALAR] = "scalar", [PROCESSOR_SSE2] = "SSE2", [PROCESSOR_AVX2] = "AVX2", [PROCESSOR_AVX512] = "AVX-512",
		[PROCESSOR_AVX512_FP16] = "AVX-512 FP16", [PROCESSOR_AVX512_BF16] = "AVX-512 BF16", [PROCESSOR_AVX512_VNNI] = "AVX-512 VNNI",
		[PROCESSOR_AVX_VNNI] = "AVX-VNNI", [PROCESSOR_AMX_BF16] = "AMX BF16", [PROCESSOR_AMX_INT8] = "AMX INT8",
		[PROCESSOR_NEON] = "NEON", [PROCESSOR_NEON_FP16] = "NEON FP16", [PROCESSOR_NEON_BF16] = "NEON BF16",
		[PROCESSOR_NEON_DOTPROD] = "NEON dotprod", [PROCESSOR_NEON_I8MM] = "NEON I8MM",
		[PROCESSOR_SVE] = "SVE", [PROCESSOR_SVE_BF16] = "SVE BF16", [PROCESSOR_SVE_I8MM] = "SVE I8MM",
		[PROCESSOR_RVV] = "RVV", [PROCESSOR_RVV_FP16] = "RVV FP16", [PROCESSOR_NONE] = "none",
	};

	return names[implementation];
}

const char *processor_mode_name(enum processor_mode mode)
{
	static const char *const names[PROCESSOR_MODES] = { "read", "write", "copy", "read_modify_write", "write_nt", "copy_nt" };

	return names[mode];
}

const char *processor_mode_convention(enum processor_mode mode)
{
	static const char *const conventions[PROCESSOR_MODES] = {
		[PROCESSOR_READ] = "each byte counts once, as loaded",
		[PROCESSOR_WRITE] = "each byte counts once, as stored; that a cache loads a line before it is changed does not count",
		[PROCESSOR_COPY] = "each copied byte counts twice, as loaded and as stored; the footprint is both streams",
		[PROCESSOR_READ_MODIFY_WRITE] = "each byte counts twice, as loaded and as stored",
		[PROCESSOR_WRITE_NT] = "each byte counts once, as stored past the caches",
		[PROCESSOR_COPY_NT] = "each copied byte counts twice, as loaded and as stored past the caches; the footprint is both streams",
	};

	return conventions[mode];
}

const char *processor_type_name(enum processor_type type)
{
	static const char *const names[PROCESSOR_TYPES] = { "float32", "float64", "float16", "bfloat16", "int8" };

	return names[type];
}

/* ---- accounting ---- */

struct processor_traffic processor_traffic(enum processor_mode mode, size_t footprint_bytes, size_t element_bytes)
{
	bool copies = mode == PROCESSOR_COPY || mode == PROCESSOR_COPY_NT;
	unsigned streams = copies ? 2 : 1, moves = copies || mode == PROCESSOR_READ_MODIFY_WRITE ? 2 : 1;
	uint64_t elements = element_bytes ? footprint_bytes / streams / element_bytes : 0;

	return (struct processor_traffic){ .elements = elements, .useful_bytes = elements * element_bytes * moves,
		.stream_bytes = elements * element_bytes, .streams = streams };
}

struct processor_operations processor_operations(uint64_t accumulators, uint64_t updates, unsigned dot_length)
{
	uint64_t multiply_adds = accumulators * updates * (dot_length ? dot_length : 1);

	return (struct processor_operations){ multiply_adds, 2 * multiply_adds, dot_length };
}

static size_t vector_bytes(enum processor_implementation implementation, const struct processor_features *features)
{
	return implementation == PROCESSOR_RVV || implementation == PROCESSOR_RVV_FP16 ? features->rvv_bytes : features->sve_bytes;
}

struct processor_operations processor_compute_operations(const struct processor_compute_kernel *kernel,
		const struct processor_features *features)
{
	uint64_t times = kernel->scalable ? vector_bytes(kernel->implementation, features) / 16 : 1;

	return processor_operations(kernel->accumulators, times * kernel->steps * kernel->results, kernel->dot_length);
}

/* ---- which kernels there are, and which of them run ---- */

const struct processor_memory_kernel *processor_memory_at(size_t index)
{
	size_t vectors = processor_memory_vector.count;

	if (index < vectors)
		return &processor_memory_vector.kernel[index];
	return index - vectors < processor_memory_scalar.count ? &processor_memory_scalar.kernel[index - vectors] : NULL;
}

const struct processor_compute_kernel *processor_compute_at(size_t index)
{
	size_t vectors = processor_compute_vector.count;

	if (index < vectors)
		return &processor_compute_vector.kernel[index];
	return index - vectors < processor_compute_scalar.count ? &processor_compute_scalar.kernel[index - vectors] : NULL;
}

#define BIT(implementation) (UINT32_C(1) << (implementation))

processor_set processor_compiled(void)
{
	const struct processor_compute_kernel *kernel;
	processor_set set = 0;

	for (size_t i = 0; (kernel = processor_compute_at(i)); i++)
		set |= BIT(kernel->implementation);
	return set;
}

/* A length that the kernels can take: their streams are multiples of the longest one. */
static bool usable(size_t bytes, size_t most)
{
	return bytes >= 16 && bytes <= most && !(bytes & (bytes - 1));
}

processor_set processor_runnable(const struct processor_features *f)
{
	bool sve = f->sve && usable(f->sve_bytes, PROCESSOR_SVE_MOST), rvv = f->rvv && usable(f->rvv_bytes, PROCESSOR_RVV_MOST);
	const struct {
		enum processor_implementation implementation;
		bool there;
	} all[] = {
		{ PROCESSOR_SCALAR, true }, { PROCESSOR_SSE2, f->sse2 }, { PROCESSOR_AVX2, f->avx2 }, { PROCESSOR_AVX512, f->avx512f },
		{ PROCESSOR_AVX512_FP16, f->avx512f && f->avx512fp16 }, { PROCESSOR_AVX512_BF16, f->avx512f && f->avx512bf16 },
		{ PROCESSOR_AVX512_VNNI, f->avx512f && f->avx512vnni }, { PROCESSOR_AVX_VNNI, f->avx2 && f->avxvnni },
		{ PROCESSOR_AMX_BF16, f->amx_bf16 }, { PROCESSOR_AMX_INT8, f->amx_int8 },
		{ PROCESSOR_NEON, f->neon }, { PROCESSOR_NEON_FP16, f->neon && f->neon_fp16 }, { PROCESSOR_NEON_BF16, f->neon && f->neon_bf16 },
		{ PROCESSOR_NEON_DOTPROD, f->neon && f->neon_dotprod }, { PROCESSOR_NEON_I8MM, f->neon && f->neon_i8mm },
		{ PROCESSOR_SVE, sve }, { PROCESSOR_SVE_BF16, sve && f->sve_bf16 }, { PROCESSOR_SVE_I8MM, sve && f->sve_i8mm },
		{ PROCESSOR_RVV, rvv }, { PROCESSOR_RVV_FP16, rvv && f->rvv_fp16 },
	};
	processor_set set = 0;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		set |= all[i].there ? BIT(all[i].implementation) : 0;
	return set;
}

size_t processor_memory_kernels(const struct processor_features *features, enum processor_mode mode,
		const struct processor_memory_kernel *list[PROCESSOR_CANDIDATES])
{
	const struct processor_memory_kernel *kernel;
	processor_set runnable = processor_runnable(features);
	size_t count = 0;

	for (size_t i = 0; (kernel = processor_memory_at(i)) && count < PROCESSOR_CANDIDATES; i++)
		if (kernel->mode == mode && runnable & BIT(kernel->implementation) && !(kernel->implementation == PROCESSOR_SCALAR && count))
			list[count++] = kernel;
	return count;
}

enum processor_implementation processor_choose(enum processor_type type, processor_set compiled,
		const struct processor_features *features)
{
	/* Most operations an instruction first. */
	static const enum processor_implementation plain[] = { PROCESSOR_AVX512, PROCESSOR_AVX2, PROCESSOR_SSE2, PROCESSOR_SVE,
		PROCESSOR_NEON, PROCESSOR_RVV, PROCESSOR_SCALAR, PROCESSOR_NONE };
	static const enum processor_implementation half[] = { PROCESSOR_AVX512_FP16, PROCESSOR_SVE, PROCESSOR_NEON_FP16,
		PROCESSOR_RVV_FP16, PROCESSOR_NONE };
	static const enum processor_implementation bfloat[] = { PROCESSOR_AMX_BF16, PROCESSOR_AVX512_BF16, PROCESSOR_SVE_BF16,
		PROCESSOR_NEON_BF16, PROCESSOR_NONE };
	static const enum processor_implementation bytes[] = { PROCESSOR_AMX_INT8, PROCESSOR_AVX512_VNNI, PROCESSOR_AVX_VNNI,
		PROCESSOR_SVE_I8MM, PROCESSOR_SVE, PROCESSOR_NEON_I8MM, PROCESSOR_NEON_DOTPROD, PROCESSOR_NONE };
	static const enum processor_implementation *const order[PROCESSOR_TYPES] = { plain, plain, half, bfloat, bytes };
	processor_set there = compiled & processor_runnable(features);

	if (!features->fma)
		there &= ~BIT(PROCESSOR_AVX2);
	const enum processor_implementation *choice = order[type];
	while (*choice != PROCESSOR_NONE && !(there & BIT(*choice)))
		choice++;
	return *choice;
}

static const struct processor_compute_kernel *compute_kernel(enum processor_type type,
		enum processor_implementation implementation)
{
	const struct processor_compute_kernel *kernel;

	for (size_t i = 0; (kernel = processor_compute_at(i)); i++)
		if (kernel->type == type && kernel->implementation == implementation)
			break;
	return kernel;
}

size_t processor_compute_kernels(enum processor_type type, const struct processor_features *features,
		const struct processor_compute_kernel *list[PROCESSOR_CANDIDATES])
{
	processor_set left = processor_compiled();
	enum processor_implementation choice;
	size_t count = 0;

	while (count < PROCESSOR_CANDIDATES && (choice = processor_choose(type, left, features)) != PROCESSOR_NONE &&
			!(choice == PROCESSOR_SCALAR && count)) {
		const struct processor_compute_kernel *kernel = compute_kernel(type, choice);
		if (kernel)
			list[count++] = kernel;
		left &= ~BIT(choice);
	}
	return count;
}
