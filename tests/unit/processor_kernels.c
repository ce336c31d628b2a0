/* The kernels of the processor profile: their accounting and the dispatch with made-up features; and that each kernel which this
 * processor can run does what it says, by models of their own. Bounds and results, no times. */
#include "check.h"
#include "processor_kernels.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

/* ---- names ---- */

static void test_names(void)
{
	static const struct {
		enum processor_implementation implementation;
		const char *name;
	} stable[] = { { PROCESSOR_SCALAR, "scalar" }, { PROCESSOR_SSE2, "SSE2" }, { PROCESSOR_AVX2, "AVX2" },
		{ PROCESSOR_AVX512, "AVX-512" },
		{ PROCESSOR_AVX512_VNNI, "AVX-512 VNNI" }, { PROCESSOR_AVX512_BF16, "AVX-512 BF16" }, { PROCESSOR_NEON, "NEON" },
		{ PROCESSOR_NEON_DOTPROD, "NEON dotprod" }, { PROCESSOR_SVE, "SVE" }, { PROCESSOR_RVV, "RVV" }, { PROCESSOR_NONE, "none" } };
	static const char *const modes[] = { "read", "write", "copy", "read_modify_write", "write_nt", "copy_nt" };
	static const char *const types[] = { "float32", "float64", "float16", "bfloat16", "int8" };

	for (size_t i = 0; i < sizeof stable / sizeof *stable; i++)
		CHECK(!strcmp(processor_implementation_name(stable[i].implementation), stable[i].name), "%s is not called so", stable[i].name);
	for (unsigned i = 0; i <= PROCESSOR_IMPLEMENTATIONS; i++) {
		CHECK(processor_implementation_name(i), "implementation %u has no name", i);
		for (unsigned other = 0; other < i; other++)
			CHECK(strcmp(processor_implementation_name(i), processor_implementation_name(other)), "two are called %s",
					processor_implementation_name(i));
	}
	for (unsigned i = 0; i < PROCESSOR_MODES; i++) {
		CHECK(!strcmp(processor_mode_name(i), modes[i]), "mode %s is not called so", modes[i]);
		CHECK(strstr(processor_mode_convention(i), "count"), "mode %s has no convention", modes[i]);
	}
	for (unsigned i = 0; i < PROCESSOR_TYPES; i++)
		CHECK(!strcmp(processor_type_name(i), types[i]), "type %s is not called so", types[i]);
}

/* ---- accounting ---- */

static void test_traffic(void)
{
	static const struct {
		enum processor_mode mode;
		size_t footprint, element;
		uint64_t elements, bytes, stream;
		unsigned streams;
	} cases[] = {
		{ PROCESSOR_READ, 4096, 8, 512, 4096, 4096, 1 }, { PROCESSOR_WRITE, 4096, 8, 512, 4096, 4096, 1 },
		{ PROCESSOR_COPY, 4096, 8, 256, 4096, 2048, 2 }, { PROCESSOR_READ_MODIFY_WRITE, 4096, 8, 512, 8192, 4096, 1 },
		{ PROCESSOR_WRITE_NT, 4096, 8, 512, 4096, 4096, 1 }, { PROCESSOR_COPY_NT, 4096, 8, 256, 4096, 2048, 2 },
		{ PROCESSOR_READ, 4096, 0, 0, 0, 0, 1 }, { PROCESSOR_WRITE, 4096, 0, 0, 0, 0, 1 }, { PROCESSOR_COPY, 4096, 0, 0, 0, 0, 2 },
		{ PROCESSOR_READ_MODIFY_WRITE, 4096, 0, 0, 0, 0, 1 }, { PROCESSOR_READ, 4099, 4, 1024, 4096, 4096, 1 },
		{ PROCESSOR_READ, 7, 8, 0, 0, 0, 1 }, { PROCESSOR_COPY, 15, 8, 0, 0, 0, 2 },
		{ PROCESSOR_READ_MODIFY_WRITE, (size_t)1 << 40, 8, (uint64_t)1 << 37, (uint64_t)1 << 41, (uint64_t)1 << 40, 1 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct processor_traffic got = processor_traffic(cases[i].mode, cases[i].footprint, cases[i].element);
		CHECK(got.elements == cases[i].elements && got.useful_bytes == cases[i].bytes && got.stream_bytes == cases[i].stream &&
				got.streams == cases[i].streams, "%s of %zu bytes by %zu: %llu elements, %llu bytes, stream %llu, streams %u",
				processor_mode_name(cases[i].mode), cases[i].footprint, cases[i].element, (unsigned long long)got.elements,
				(unsigned long long)got.useful_bytes, (unsigned long long)got.stream_bytes, got.streams);
	}
}

static void test_operations(void)
{
	struct processor_operations fma = processor_operations(8, 64, 0), dot = processor_operations(16, 64, 4);

	CHECK(fma.multiply_adds == 512 && fma.operations == 1024 && fma.dot_length == 0, "8 accumulators by 64");
	CHECK(dot.multiply_adds == 4096 && dot.operations == 8192 && dot.dot_length == 4, "16 accumulators by 64 dot products of 4");
}

/* ---- dispatch ---- */

static const processor_set everything = (UINT32_C(1) << PROCESSOR_IMPLEMENTATIONS) - 1;

#define WITHOUT(set) (everything & ~(UINT32_C(1) << (set)))
#define EXPECT(type, compiled, features, choice) \
	do { \
		enum processor_implementation got = processor_choose(type, compiled, &features); \
		CHECK(got == (choice), "%s is %s instead of %s", processor_type_name(type), processor_implementation_name(got), \
				processor_implementation_name(choice)); \
	} while (0)
#define FEATURES(...) struct processor_features f = { __VA_ARGS__ }

static void test_plain_dispatch(enum processor_type type)
{
	{ FEATURES(0); EXPECT(type, everything, f, PROCESSOR_SCALAR); }
	{
		FEATURES(.sse2 = true);
		EXPECT(type, everything, f, PROCESSOR_SSE2);
		EXPECT(type, WITHOUT(PROCESSOR_SSE2), f, PROCESSOR_SCALAR);
	}
	{ FEATURES(.sse2 = true, .avx2 = true, .fma = true); EXPECT(type, everything, f, PROCESSOR_AVX2); }
	{ FEATURES(.sse2 = true, .avx2 = true); EXPECT(type, everything, f, PROCESSOR_SSE2); }
	{
		FEATURES(.sse2 = true, .avx2 = true, .fma = true, .avx512f = true);
		EXPECT(type, everything, f, PROCESSOR_AVX512);
		EXPECT(type, WITHOUT(PROCESSOR_AVX512), f, PROCESSOR_AVX2);
		f.avx512f = false;
		EXPECT(type, everything, f, PROCESSOR_AVX2);
	}
	{        /* what an Arm build has, and x86 fields that are nonsense there */
		FEATURES(.neon = true, .sse2 = true, .avx2 = true, .fma = true, .avx512f = true);
		processor_set arm = UINT32_C(1) << PROCESSOR_NEON | UINT32_C(1) << PROCESSOR_SVE | UINT32_C(1) << PROCESSOR_SCALAR;
		EXPECT(type, arm, f, PROCESSOR_NEON);
		f.sve = true;
		f.sve_bytes = 32;
		EXPECT(type, arm, f, PROCESSOR_SVE);
		f.sve_bytes = 48;        /* not a power of two: the streams would not divide */
		EXPECT(type, arm, f, PROCESSOR_NEON);
	}
	{
		FEATURES(.rvv = true, .rvv_bytes = 16);
		EXPECT(type, everything, f, PROCESSOR_RVV);
		f.rvv_bytes = 0;
		EXPECT(type, everything, f, PROCESSOR_SCALAR);
		f.rvv_bytes = 8192;
		EXPECT(type, everything, f, PROCESSOR_SCALAR);
	}
}

static void test_low_precision_dispatch(void)
{
	const enum processor_type half = PROCESSOR_FP16, bfloat = PROCESSOR_BF16, bytes = PROCESSOR_INT8;

	{
		FEATURES(.avx512f = true, .avx512fp16 = true);
		EXPECT(half, everything, f, PROCESSOR_AVX512_FP16);
		EXPECT(half, WITHOUT(PROCESSOR_AVX512_FP16), f, PROCESSOR_NONE);
		f.avx512fp16 = false;
		EXPECT(half, everything, f, PROCESSOR_NONE);
		f.neon = f.neon_fp16 = true;
		EXPECT(half, everything, f, PROCESSOR_NEON_FP16);
	}
	{
		FEATURES(.avx512f = true, .avx512bf16 = true);
		EXPECT(bfloat, everything, f, PROCESSOR_AVX512_BF16);
		EXPECT(bfloat, WITHOUT(PROCESSOR_AVX512_BF16), f, PROCESSOR_NONE);
		f.avx512bf16 = false;
		EXPECT(bfloat, everything, f, PROCESSOR_NONE);
		f.neon = f.neon_bf16 = true;
		EXPECT(bfloat, everything, f, PROCESSOR_NEON_BF16);
		f.amx_bf16 = true;
		EXPECT(bfloat, everything, f, PROCESSOR_AMX_BF16);
	}
	{
		FEATURES(.avx2 = true, .avx512f = true, .avx512vnni = true, .avxvnni = true, .neon = true, .neon_dotprod = true);
		EXPECT(bytes, everything, f, PROCESSOR_AVX512_VNNI);
		EXPECT(bytes, WITHOUT(PROCESSOR_AVX512_VNNI) & WITHOUT(PROCESSOR_AVX_VNNI), f, PROCESSOR_NEON_DOTPROD);
		EXPECT(bytes, UINT32_C(1) << PROCESSOR_SCALAR, f, PROCESSOR_NONE);
		f.avx512vnni = false;
		EXPECT(bytes, everything, f, PROCESSOR_AVX_VNNI);
		f.avxvnni = f.neon_dotprod = false;
		EXPECT(bytes, everything, f, PROCESSOR_NONE);
		f.neon_dotprod = f.neon_i8mm = true;
		EXPECT(bytes, everything, f, PROCESSOR_NEON_I8MM);
		f.amx_int8 = true;
		EXPECT(bytes, everything, f, PROCESSOR_AMX_INT8);
	}
	{        /* a part is nothing without its base */
		FEATURES(.avx512fp16 = true, .avx512bf16 = true, .avx512vnni = true, .avxvnni = true, .neon_fp16 = true, .sve_bf16 = true,
				.rvv_fp16 = true);
		EXPECT(half, everything, f, PROCESSOR_NONE);
		EXPECT(bfloat, everything, f, PROCESSOR_NONE);
		EXPECT(bytes, everything, f, PROCESSOR_NONE);
	}
}

/* The candidates are those that the features have, one an implementation, scalar only alone. */
static void test_candidates(const struct processor_features *features)
{
	const struct processor_memory_kernel *list[PROCESSOR_CANDIDATES];
	struct processor_features none = { 0 };

	for (unsigned mode = 0; mode < PROCESSOR_MODES; mode++) {
		size_t count = processor_memory_kernels(features, mode, list);
		CHECK(count || mode >= PROCESSOR_WRITE_NT, "no kernel for %s", processor_mode_name(mode));
		for (size_t i = 0; i < count; i++) {
			CHECK(list[i]->mode == mode, "%s among those for %s", list[i]->name, processor_mode_name(mode));
			CHECK(processor_runnable(features) >> list[i]->implementation & 1, "%s cannot run", list[i]->name);
			CHECK(list[i]->implementation != PROCESSOR_SCALAR || count == 1, "scalar beside %s", list[0]->name);
			CHECK(list[i]->element_bytes == 8 && 4096 % list[i]->granule == 0 && 64 % list[i]->alignment == 0, "%s: sizes",
					list[i]->name);
			for (size_t k = 0; k < i; k++)
				CHECK(list[i]->implementation != list[k]->implementation, "%s twice", list[i]->name);
		}
		count = processor_memory_kernels(&none, mode, list);
		CHECK(count == (mode < PROCESSOR_WRITE_NT), "%zu kernels for %s without any features", count, processor_mode_name(mode));
		CHECK(!count || list[0]->implementation == PROCESSOR_SCALAR, "%s without any features", count ? list[0]->name : "");
	}
	for (unsigned type = 0; type < PROCESSOR_TYPES; type++) {
		const struct processor_compute_kernel *kernel[PROCESSOR_CANDIDATES];
		size_t count = processor_compute_kernels(type, features, kernel), runnable = 0;
		CHECK(count || type >= PROCESSOR_FP16, "no kernel for %s", processor_type_name(type));
		CHECK(!count || kernel[0]->implementation == processor_choose(type, processor_compiled(), features), "%s is not the first",
				processor_type_name(type));
		for (size_t i = 0; i < count; i++) {
			CHECK(kernel[i]->type == (enum processor_type)type, "%s for %s", kernel[i]->name, processor_type_name(type));
			CHECK(processor_runnable(features) >> kernel[i]->implementation & 1, "%s cannot run", kernel[i]->name);
			CHECK(kernel[i]->implementation != PROCESSOR_SCALAR || count == 1, "scalar beside %s", kernel[0]->name);
			for (size_t k = 0; k < i; k++)
				CHECK(kernel[i] != kernel[k], "%s twice", kernel[i]->name);
		}
		const struct processor_compute_kernel *one;
		for (size_t i = 0; (one = processor_compute_at(i)); i++)
			runnable += one->type == (enum processor_type)type && one->implementation != PROCESSOR_SCALAR &&
					(one->implementation != PROCESSOR_AVX2 || features->fma) &&
					processor_runnable(features) >> one->implementation & 1;
		CHECK(!runnable || count == runnable, "%zu candidates for %s, and %zu could run", count, processor_type_name(type), runnable);
		count = processor_compute_kernels(type, &none, kernel);
		CHECK(type < PROCESSOR_FP16 ? count == 1 && kernel[0]->implementation == PROCESSOR_SCALAR : !count, "%s without any features",
				processor_type_name(type));
	}
}

/* ---- memory ---- */

enum { GUARD = 4096, MOST = 3 * 4096 };

static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	return (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
}

static uint64_t filled(size_t i)
{
	return mix(i * UINT64_C(0x9e3779b97f4a7c15) + 1);
}

static void test_memory(const struct processor_memory_kernel *kernel, size_t bytes, uint64_t passes)
{
	_Alignas(64) static uint64_t room[2][(GUARD + MOST + GUARD) / 8];
	uint64_t *first = room[0] + GUARD / 8, *second = room[1] + GUARD / 8, sum = 0, expected = 0, other = 0;
	size_t count = bytes / 8, wrong = 0, outside = 0;
	bool copies = kernel->mode == PROCESSOR_COPY || kernel->mode == PROCESSOR_COPY_NT;

	for (size_t i = 0; i < sizeof room[0] / 8; i++) {
		room[0][i] = filled(i);
		room[1][i] = filled(i + 1000000);
	}
	for (size_t i = 0; i < count; i++)
		sum += first[i];
	uint64_t last = first[count - 1], got = kernel->run(first, copies ? second : NULL, bytes, passes);
	switch (kernel->mode) {
	case PROCESSOR_READ:
		expected = sum * passes;
		break;
	case PROCESSOR_WRITE:
	case PROCESSOR_WRITE_NT:
		expected = PROCESSOR_WRITTEN;
		break;
	case PROCESSOR_READ_MODIFY_WRITE:
		expected = last + passes;
		break;
	case PROCESSOR_COPY:
	case PROCESSOR_COPY_NT:
	case PROCESSOR_MODES:
		expected = last;
		break;
	}
	CHECK(got == expected, "%s, %zu bytes, %llu passes: returned %llx instead of %llx", kernel->name, bytes,
			(unsigned long long)passes, (unsigned long long)got, (unsigned long long)expected);
	for (size_t i = 0; i < sizeof room[0] / 8; i++) {
		bool inside = i >= GUARD / 8 && i < GUARD / 8 + count;
		uint64_t want = filled(i);
		if (inside && (kernel->mode == PROCESSOR_WRITE || kernel->mode == PROCESSOR_WRITE_NT))
			want = PROCESSOR_WRITTEN;
		if (inside && kernel->mode == PROCESSOR_READ_MODIFY_WRITE)
			want += passes;
		other = inside && copies ? filled(i) : filled(i + 1000000);
		*(inside ? &wrong : &outside) += (room[0][i] != want) + (room[1][i] != other);
	}
	CHECK(!wrong && !outside, "%s, %zu bytes, %llu passes: %zu elements are wrong, %zu outside of the streams are changed",
			kernel->name, bytes, (unsigned long long)passes, wrong, outside);
}

/* ---- compute ---- */

static uint16_t half_of(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return value == 0 ? 0 : (uint16_t)((bits >> 16 & 0x8000) | ((bits >> 23 & 0xff) - 112) << 10 | (bits >> 13 & 0x3ff));
}

static double square(double x, const struct processor_compute_kernel *kernel)
{
	if (kernel->type == PROCESSOR_FP32) {
		volatile float narrow = (float)x, product = narrow * narrow;
		return kernel->fused ? fmaf(narrow, narrow, -1.9f) : product + -1.9f;
	}
	volatile double product = x * x;
	return kernel->fused ? fma(x, x, -1.9) : product + -1.9;
}

/* What one instruction adds to a result of accumulator n. The sums are exact: so is this, whatever an instruction's way of
 * rounding. */
static double added(const struct processor_compute_kernel *kernel, unsigned n)
{
	static const double factor[3] = { 0.75, -0.5, 0.625 }, pair[3] = { 0.25, -0.09375, 0.5 };
	static const double four[3] = { -3 + 35 + 1100 - 5000, -6 + 45 + 990 - 3300, -381 + 25 + 33 - 7100 };

	if (kernel->type == PROCESSOR_INT8)
		return four[n % 3] * (kernel->dot_length / 4);
	if (kernel->type == PROCESSOR_BF16)
		return pair[n % 3] * (kernel->dot_length / 2);
	return factor[n % 3] * 0.5;
}

static uint64_t words_of(const struct processor_compute_kernel *kernel, double value)
{
	float narrow = (float)value;
	uint64_t wide;
	uint32_t word;

	switch (kernel->type) {
	case PROCESSOR_FP64:
		memcpy(&wide, &value, sizeof wide);
		return (wide >> 32) + (uint32_t)wide;
	case PROCESSOR_FP16:
		return half_of(narrow);
	case PROCESSOR_INT8:
		return (uint32_t)(int64_t)value;
	case PROCESSOR_FP32:
	case PROCESSOR_BF16:
	case PROCESSOR_TYPES:
		memcpy(&word, &narrow, sizeof word);
		return word;
	}
	return 0;
}

static uint64_t model(const struct processor_compute_kernel *kernel, const struct processor_features *features, uint64_t passes)
{
	size_t vector = kernel->implementation == PROCESSOR_RVV || kernel->implementation == PROCESSOR_RVV_FP16 ? features->rvv_bytes
			: features->sve_bytes;
	size_t results = kernel->results * (kernel->scalable ? vector / 16 : 1);
	uint64_t sum = 0;

	for (unsigned n = 0; n < kernel->accumulators; n++)
		for (size_t i = 0; i < results; i++) {
			double x = kernel->type == PROCESSOR_INT8 ? (double)(n + i) : (double)(16 + (n + i) % 13) / 16;
			for (uint64_t step = 0; step < passes * kernel->steps; step++)
				x = kernel->recurrence == PROCESSOR_SQUARE ? square(x, kernel) : x + added(kernel, n);
			/* the upper half of each word of halves */
			sum += words_of(kernel, x) << (kernel->type == PROCESSOR_FP16 && i & 1 ? 16 : 0);
		}
	return sum;
}

static void test_compute(const struct processor_compute_kernel *kernel, const struct processor_features *features)
{
	struct processor_operations operations = processor_compute_operations(kernel, features);

	CHECK(kernel->accumulators >= 12 || kernel->implementation == PROCESSOR_AMX_BF16 || kernel->implementation == PROCESSOR_AMX_INT8,
			"%s has %u accumulators", kernel->name, kernel->accumulators);
	CHECK(operations.operations == 2 * operations.multiply_adds && operations.multiply_adds >= kernel->accumulators * kernel->steps,
			"%s: %llu operations a pass", kernel->name, (unsigned long long)operations.operations);
	CHECK((kernel->type == PROCESSOR_BF16 || kernel->type == PROCESSOR_INT8) == (operations.dot_length > 0), "%s: dot length %u",
			kernel->name, operations.dot_length);
	for (uint64_t passes = 1; passes <= 3; passes++) {
		uint64_t got = kernel->run(passes), expected = model(kernel, features, passes);
		CHECK(got == expected, "%s, %llu passes: returned %llx instead of %llx", kernel->name, (unsigned long long)passes,
				(unsigned long long)got, (unsigned long long)expected);
	}
	/* However long it runs: no infinity, no number below the normal ones. (16000 steps: the sums in half precision have reached
	 * the size at which they stay.) */
	feclearexcept(FE_ALL_EXCEPT);
#ifdef __x86_64__
	_mm_setcsr(_mm_getcsr() & ~0x3fu);
#endif
	kernel->run(2000);
	CHECK(!fetestexcept(FE_OVERFLOW | FE_UNDERFLOW | FE_INVALID), "%s: exceptions %x", kernel->name,
			(unsigned)fetestexcept(FE_ALL_EXCEPT));
#ifdef __x86_64__
	CHECK(!(_mm_getcsr() & 2), "%s: there was a denormal operand", kernel->name);
#endif
}

/* ---- chains ---- */

static void test_chains(void)
{
	for (uint64_t passes = 1; passes <= 3; passes++) {
		uint64_t product = 1;
		for (uint64_t i = 0; i < passes * processor_clock_multiply.links; i++)
			product *= 3;
		CHECK(processor_clock_add.run(passes) == passes * processor_clock_add.links, "the chain of additions");
#ifdef __aarch64__
		product = 1;        /* a product of ones, in floating point */
#endif
		CHECK(processor_clock_multiply.run(passes) == product, "the chain of multiplications");
	}
	CHECK(processor_clock_add.least_cycles == 1 && processor_clock_add.most_cycles == 1, "an addition takes a cycle");
	CHECK(processor_clock_multiply.least_cycles >= 3, "a multiplication takes three cycles at least");
}

int main(void)
{
	struct processor_features features = processor_features_detect();
	const struct processor_memory_kernel *memory;
	const struct processor_compute_kernel *compute;

	test_names();
	test_traffic();
	test_operations();
	test_plain_dispatch(PROCESSOR_FP32);
	test_plain_dispatch(PROCESSOR_FP64);
	test_low_precision_dispatch();
	test_candidates(&features);
	for (size_t i = 0; (memory = processor_memory_at(i)); i++) {
		if (!(processor_runnable(&features) >> memory->implementation & 1)) {
			printf("ok %s # skip this processor does not have it\n", memory->name);
			continue;
		}
		for (uint64_t passes = 1; passes <= 3; passes++) {
			test_memory(memory, memory->granule, passes);
			test_memory(memory, MOST, passes);
		}
		printf("ok %s\n", memory->name);
	}
	for (size_t i = 0; (compute = processor_compute_at(i)); i++) {
		bool has = processor_runnable(&features) >> compute->implementation & 1;
		if (has && (compute->implementation != PROCESSOR_AVX2 || features.fma)) {
			test_compute(compute, &features);
			printf("ok %s\n", compute->name);
		} else {
			printf("ok %s # skip this processor does not have it\n", compute->name);
		}
	}
	test_chains();
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
