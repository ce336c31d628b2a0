#include "isa_cpus.h"

/* What -march=NAME lets gcc 12 use (znver4: gcc 13). A member of a family may have more: a missing extension is then named
 * that this one has, and never the other way round. */
const struct at_isa_level at_cpus_x86[AT_CPUS_X86] = {
	{ "k8-sse3", "x86-64-v1", "sse3" },
	{ "amdfam10", "k8-sse3", "lahf popcnt lzcnt sse4a cx16" },
	{ "btver2", "x86-64-v2", "sse4a lzcnt avx f16c bmi1 movbe xsave xsaveopt aes pclmul" },
	{ "bdver4", "x86-64-v3", "sse4a fma4 xop tbm lwp aes pclmul fsgsbase rdrnd xsaveopt mwaitx" },
	{ "znver1", "x86-64-v3", "sse4a aes pclmul sha adx rdrnd rdseed fsgsbase xsavec xsaveopt xsaves clflushopt clzero mwaitx" },
	{ "znver2", "znver1", "rdpid clwb" },
	{ "znver3", "znver2", "vaes vpclmulqdq pku" },
	{ "znver4", "znver3", "avx512f avx512bw avx512cd avx512dq avx512vl avx512ifma avx512vbmi avx512vbmi2 avx512vnni avx512bitalg "
		"avx512vpopcntdq avx512bf16 gfni" },
	{ "core2", "x86-64-v1", "sse3 ssse3 cx16 lahf" },
	{ "nehalem", "x86-64-v2", "" },
	{ "westmere", "nehalem", "pclmul" },
	{ "sandybridge", "westmere", "avx xsave xsaveopt" },
	{ "ivybridge", "sandybridge", "f16c rdrnd fsgsbase" },
	{ "haswell", "ivybridge", "avx2 bmi1 bmi2 fma lzcnt movbe" },
	{ "broadwell", "haswell", "adx rdseed" },
	{ "skylake", "broadwell", "aes clflushopt xsavec xsaves" },
	{ "skylake-avx512", "skylake", "avx512f avx512bw avx512cd avx512dq avx512vl clwb pku" },
	{ "cascadelake", "skylake-avx512", "avx512vnni" },
	{ "icelake-server", "cascadelake", "avx512ifma avx512vbmi avx512vbmi2 avx512bitalg avx512vpopcntdq gfni vaes vpclmulqdq sha "
		"rdpid" },
	{ "sapphirerapids", "icelake-server", "avx512bf16 avx512fp16 avx512vp2intersect avxvnni amx-tile amx-int8 amx-bf16 movdiri "
		"enqcmd serialize waitpkg tsxldtrk uintr ptwrite" },
	{ "silvermont", "x86-64-v2", "movbe rdrnd pclmul" },
	{ "goldmont", "silvermont", "aes sha rdseed fsgsbase clflushopt xsave xsavec xsaveopt xsaves" },
	{ "tremont", "goldmont", "gfni rdpid clwb movdiri waitpkg ptwrite" },
	{ "alderlake", "skylake", "sha gfni vaes vpclmulqdq avxvnni rdpid clwb pku movdiri waitpkg ptwrite serialize hreset kl" },
};

/* gcc 12, -mcpu=NAME without optional parts: many boards leave out the cryptographic instructions. */
const struct at_isa_level at_cpus_aarch64[AT_CPUS_AARCH64] = {
	{ "cortex-a53", "armv8-a", "crc" },
	{ "cortex-a57", "armv8-a", "crc" },
	{ "cortex-a72", "armv8-a", "crc" },
	{ "cortex-a73", "armv8-a", "crc" },
	{ "cortex-a55", "armv8.2-a", "fp16 dotprod rcpc" },
	{ "cortex-a75", "armv8.2-a", "fp16 dotprod rcpc" },
	{ "cortex-a76", "armv8.2-a", "fp16 dotprod rcpc" },
	{ "cortex-a78", "armv8.2-a", "fp16 dotprod rcpc" },
	{ "neoverse-n1", "armv8.2-a", "fp16 dotprod rcpc" },
	{ "a64fx", "armv8.2-a", "fp16 sve" },
	{ "neoverse-v1", "armv8.4-a", "fp16 fp16fml sve bf16 i8mm rng" },
	{ "neoverse-n2", "armv9-a", "bf16 i8mm rng mte" },
	{ "cortex-a510", "armv9-a", "bf16 i8mm mte" },
};

/* The makers' manuals. The U74 of one board has Zba and Zbb, that of another has not; the C906's and C910's vectors are those of
 * a draft, which is not V. */
const struct at_isa_level at_cpus_riscv[AT_CPUS_RISCV] = {
	{ "sifive-u54", NULL, "g c" },
	{ "sifive-u74", NULL, "g c" },
	{ "sifive-p550", NULL, "g c zba zbb" },
	{ "sifive-p670", "rva22u64", "v zfh zvbb zvbc zvkg zvkned zvknha zvksed zvksh" },
	{ "spacemit-x60", "rva22u64", "v zfh zbc zicond" },
	{ "thead-c906", NULL, "g c zfh" },
	{ "thead-c910", NULL, "g c zfh" },
	{ "jh7110", NULL, "g c zba zbb" },
};
