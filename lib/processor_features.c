#include "processor_kernels.h"

#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe_cpu.h"

#ifdef __aarch64__
#include <sys/auxv.h>
#endif

#ifdef __x86_64__

/* Documentation/arch/x86/xstate.rst: a process must ask before it uses the tiles' data. A kernel that does not know the question
 * does not let anybody use them. */
static bool may_use_tiles(void)
{
	enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILE_DATA = 18 };

	return !syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILE_DATA);
}

static void detect(struct processor_features *found, struct at_cpu *cpu)
{
	bool tiles = at_cpu_has(cpu, "amx-tile") && may_use_tiles();

	found->sse2 = at_cpu_has(cpu, "sse2");
	found->avx2 = at_cpu_has(cpu, "avx2");
	found->fma = at_cpu_has(cpu, "fma");
	found->avx512f = at_cpu_has(cpu, "avx512f");
	found->avx512fp16 = at_cpu_has(cpu, "avx512fp16");
	found->avx512bf16 = at_cpu_has(cpu, "avx512bf16");
	found->avx512vnni = at_cpu_has(cpu, "avx512vnni");
	found->avxvnni = at_cpu_has(cpu, "avxvnni");
	found->amx_bf16 = tiles && at_cpu_has(cpu, "amx-bf16");
	found->amx_int8 = tiles && at_cpu_has(cpu, "amx-int8");
}

#elif defined __aarch64__

static void detect(struct processor_features *found, struct at_cpu *cpu)
{
	enum { HWCAP2_SVE_I8MM = 9, HWCAP2_SVE_BF16 = 12 };      /* the kernel's asm/hwcap.h */
	unsigned long more = getauxval(AT_HWCAP2);

	found->neon = at_cpu_has(cpu, "simd");
	found->neon_fp16 = at_cpu_has(cpu, "fp16");
	found->neon_bf16 = at_cpu_has(cpu, "bf16");
	found->neon_dotprod = at_cpu_has(cpu, "dotprod");
	found->neon_i8mm = at_cpu_has(cpu, "i8mm");
	int length = at_cpu_has(cpu, "sve") ? prctl(PR_SVE_GET_VL) : -1;
	if (length >= 0) {
		found->sve = true;
		found->sve_bytes = (size_t)(length & PR_SVE_VL_LEN_MASK);
		found->sve_bf16 = more >> HWCAP2_SVE_BF16 & 1;
		found->sve_i8mm = more >> HWCAP2_SVE_I8MM & 1;
	}
}

#elif defined __riscv && __riscv_xlen == 64

/* Kernels of some makers show a "v" that is the draft 0.7.1, with other encodings; and emulators run it but do not show it. So it
 * is tried, in a child process. */
static void detect(struct processor_features *found, struct at_cpu *cpu)
{
	struct at_extension *vector = at_cpu_extension(cpu, "v");

	for (size_t i = 0; i < at_cpu_trial_count; i++)
		if (!strcmp(at_cpu_trials[i].name, "v"))
			at_extensions_try(vector, 1, &at_cpu_trials[i], 1, false);
	if (vector->trial == AT_WORKS) {
		found->rvv = true;
		found->rvv_bytes = (size_t)vector->value;
		found->rvv_fp16 = at_cpu_has(cpu, "zvfh");
	}
}

#else

static void detect(struct processor_features *found, struct at_cpu *cpu)
{
	(void)found;
	(void)cpu;
}

#endif

struct processor_features processor_features_detect(void)
{
	struct processor_features found = { 0 };
	struct at_cpu cpu;

	at_cpu_read(&cpu, false);
	detect(&found, &cpu);
	at_cpu_free(&cpu);
	return found;
}
