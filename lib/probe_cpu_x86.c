#include "probe_cpu.h"

#ifdef __x86_64__

#include <cpuid.h>
#include <stddef.h>
#include <string.h>

#include "buffer.h"

enum { EAX, EBX, ECX, EDX };

/* What of the register state the operating system must have enabled (XCR0; Intel SDM volume 1, section 13.3). */
enum state { ANY = 0, AVX = 0x6, AVX512 = 0xe6, AMX = 0x60000, APX = 0x80000 };

/* Intel SDM volume 2 (CPUID), AMD APM volume 3 (appendix E). Macros: those by which compilers show a set that they use
 * unasked or that sources test for; the others (NULL) are reached by intrinsics only, so it does no harm if a hypervisor
 * hides them. */
static const struct {
	const char *flag, *macro;
	uint32_t leaf, subleaf;
	unsigned word, bit;
	uint64_t state;
} table[] = {
	{ "cmov", NULL, 1, 0, EDX, 15, ANY }, { "fxsr", NULL, 1, 0, EDX, 24, ANY }, { "sse", "__SSE__", 1, 0, EDX, 25, ANY },
	{ "sse2", "__SSE2__", 1, 0, EDX, 26, ANY }, { "sse3", "__SSE3__", 1, 0, ECX, 0, ANY },
	{ "pclmul", "__PCLMUL__", 1, 0, ECX, 1, ANY }, { "ssse3", "__SSSE3__", 1, 0, ECX, 9, ANY },
	{ "fma", "__FMA__", 1, 0, ECX, 12, AVX }, { "cx16", "__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16", 1, 0, ECX, 13, ANY },
	{ "sse4.1", "__SSE4_1__", 1, 0, ECX, 19, ANY }, { "sse4.2", "__SSE4_2__", 1, 0, ECX, 20, ANY },
	{ "movbe", "__MOVBE__", 1, 0, ECX, 22, ANY }, { "popcnt", "__POPCNT__", 1, 0, ECX, 23, ANY },
	{ "aes", "__AES__", 1, 0, ECX, 25, ANY }, { "xsave", NULL, 1, 0, ECX, 26, ANY }, { "osxsave", NULL, 1, 0, ECX, 27, ANY },
	{ "avx", "__AVX__", 1, 0, ECX, 28, AVX }, { "f16c", "__F16C__", 1, 0, ECX, 29, AVX },
	{ "rdrnd", "__RDRND__", 1, 0, ECX, 30, ANY },
	{ "fsgsbase", NULL, 7, 0, EBX, 0, ANY }, { "pku", NULL, 7, 0, ECX, 4, ANY }, { "ptwrite", NULL, 0x14, 0, EBX, 4, ANY },
	{ "xsaveopt", NULL, 0xd, 1, EAX, 0, ANY }, { "xsavec", NULL, 0xd, 1, EAX, 1, ANY }, { "xsaves", NULL, 0xd, 1, EAX, 3, ANY },
	{ "rdtscp", NULL, 0x80000001, 0, EDX, 27, ANY }, { "mwaitx", NULL, 0x80000001, 0, ECX, 29, ANY },
	{ "clzero", NULL, 0x80000008, 0, EBX, 0, ANY }, { "enqcmd", NULL, 7, 0, ECX, 29, ANY },
	{ "sahf", "__LAHF_SAHF__", 0x80000001, 0, ECX, 0, ANY }, { "lzcnt", "__LZCNT__", 0x80000001, 0, ECX, 5, ANY },
	{ "sse4a", "__SSE4A__", 0x80000001, 0, ECX, 6, ANY }, { "prfchw", "__PRFCHW__", 0x80000001, 0, ECX, 8, ANY },
	{ "xop", "__XOP__", 0x80000001, 0, ECX, 11, AVX }, { "fma4", "__FMA4__", 0x80000001, 0, ECX, 16, AVX },
	{ "tbm", "__TBM__", 0x80000001, 0, ECX, 21, ANY },
	{ "bmi", "__BMI__", 7, 0, EBX, 3, ANY }, { "avx2", "__AVX2__", 7, 0, EBX, 5, AVX }, { "bmi2", "__BMI2__", 7, 0, EBX, 8, ANY },
	{ "erms", NULL, 7, 0, EBX, 9, ANY }, { "rtm", "__RTM__", 7, 0, EBX, 11, ANY },
	{ "avx512f", "__AVX512F__", 7, 0, EBX, 16, AVX512 }, { "avx512dq", "__AVX512DQ__", 7, 0, EBX, 17, AVX512 },
	{ "rdseed", "__RDSEED__", 7, 0, EBX, 18, ANY }, { "adx", "__ADX__", 7, 0, EBX, 19, ANY },
	{ "avx512ifma", "__AVX512IFMA__", 7, 0, EBX, 21, AVX512 }, { "clflushopt", NULL, 7, 0, EBX, 23, ANY },
	{ "clwb", NULL, 7, 0, EBX, 24, ANY }, { "avx512cd", "__AVX512CD__", 7, 0, EBX, 28, AVX512 },
	{ "sha", "__SHA__", 7, 0, EBX, 29, ANY }, { "avx512bw", "__AVX512BW__", 7, 0, EBX, 30, AVX512 },
	{ "avx512vl", "__AVX512VL__", 7, 0, EBX, 31, AVX512 },
	{ "avx512vbmi", "__AVX512VBMI__", 7, 0, ECX, 1, AVX512 }, { "waitpkg", NULL, 7, 0, ECX, 5, ANY },
	{ "avx512vbmi2", "__AVX512VBMI2__", 7, 0, ECX, 6, AVX512 }, { "gfni", "__GFNI__", 7, 0, ECX, 8, ANY },
	{ "vaes", "__VAES__", 7, 0, ECX, 9, AVX }, { "vpclmulqdq", "__VPCLMULQDQ__", 7, 0, ECX, 10, AVX },
	{ "avx512vnni", "__AVX512VNNI__", 7, 0, ECX, 11, AVX512 }, { "avx512bitalg", "__AVX512BITALG__", 7, 0, ECX, 12, AVX512 },
	{ "avx512vpopcntdq", "__AVX512VPOPCNTDQ__", 7, 0, ECX, 14, AVX512 }, { "rdpid", NULL, 7, 0, ECX, 22, ANY },
	{ "movdiri", NULL, 7, 0, ECX, 27, ANY }, { "movdir64b", NULL, 7, 0, ECX, 28, ANY },
	{ "fsrm", NULL, 7, 0, EDX, 4, ANY }, { "avx512vp2intersect", "__AVX512VP2INTERSECT__", 7, 0, EDX, 8, AVX512 },
	{ "serialize", NULL, 7, 0, EDX, 14, ANY }, { "amx-bf16", "__AMX_BF16__", 7, 0, EDX, 22, AMX },
	{ "avx512fp16", "__AVX512FP16__", 7, 0, EDX, 23, AVX512 }, { "amx-tile", "__AMX_TILE__", 7, 0, EDX, 24, AMX },
	{ "amx-int8", "__AMX_INT8__", 7, 0, EDX, 25, AMX },
	{ "sha512", "__SHA512__", 7, 1, EAX, 0, AVX }, { "sm3", "__SM3__", 7, 1, EAX, 1, AVX }, { "sm4", "__SM4__", 7, 1, EAX, 2, AVX },
	{ "raoint", "__RAOINT__", 7, 1, EAX, 3, ANY }, { "avxvnni", "__AVXVNNI__", 7, 1, EAX, 4, AVX },
	{ "avx512bf16", "__AVX512BF16__", 7, 1, EAX, 5, AVX512 }, { "cmpccxadd", "__CMPCCXADD__", 7, 1, EAX, 7, ANY },
	{ "amx-fp16", "__AMX_FP16__", 7, 1, EAX, 21, AMX }, { "avxifma", "__AVXIFMA__", 7, 1, EAX, 23, AVX },
	{ "avxvnniint8", "__AVXVNNIINT8__", 7, 1, EDX, 4, AVX }, { "avxneconvert", "__AVXNECONVERT__", 7, 1, EDX, 5, AVX },
	{ "amx-complex", "__AMX_COMPLEX__", 7, 1, EDX, 8, AMX }, { "avxvnniint16", "__AVXVNNIINT16__", 7, 1, EDX, 10, AVX },
	{ "prefetchi", "__PREFETCHI__", 7, 1, EDX, 14, ANY }, { "apxf", "__APX_F__", 7, 1, EDX, 21, APX },
};

/* x86-64 psABI, section 3.1.1, "micro-architecture levels". */
static const char *const level_flags[5][10] = {
	{ NULL },
	{ "cmov", "fxsr", "sse", "sse2" },
	{ "cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3" },
	{ "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "osxsave" },
	{ "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl" },
};

#define COUNT(array) (sizeof (array) / sizeof *(array))

const char *at_cpu_arch(void)
{
	return "x86_64";
}

/* XGETBV of register 0, which exists when CPUID says OSXSAVE. */
static uint64_t enabled_state(void)
{
	uint32_t word[4], low, high;

	if (!__get_cpuid(1, &word[EAX], &word[EBX], &word[ECX], &word[EDX]) || !(word[ECX] >> 27 & 1))
		return 0;
	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return low | (uint64_t)high << 32;
}

/* __get_cpuid_count checks the highest leaf but not the highest subleaf; a CPU gives zeros there, except for leaf 7, whose
 * EAX tells. */
static bool read_leaf(uint32_t leaf, uint32_t subleaf, uint32_t word[4])
{
	if (leaf == 7 && subleaf && (!__get_cpuid_count(leaf, 0, &word[EAX], &word[EBX], &word[ECX], &word[EDX]) || word[EAX] < subleaf))
		return false;
	return __get_cpuid_count(leaf, subleaf, &word[EAX], &word[EBX], &word[ECX], &word[EDX]);
}

static void identify(struct at_cpu *cpu)
{
	uint32_t word[4] = { 0 }, brand[12] = { 0 };

	__cpuid(0, word[EAX], word[EBX], word[ECX], word[EDX]);
	memcpy(cpu->vendor, &word[EBX], 4);
	memcpy(cpu->vendor + 4, &word[EDX], 4);
	memcpy(cpu->vendor + 8, &word[ECX], 4);
	if (!__get_cpuid(1, &word[EAX], &word[EBX], &word[ECX], &word[EDX]))
		return;
	uint32_t signature = word[EAX];
	cpu->family = signature >> 8 & 15;
	cpu->model = signature >> 4 & 15;
	if (cpu->family == 6 || cpu->family == 15)
		cpu->model |= (signature >> 16 & 15) << 4;
	if (cpu->family == 15)
		cpu->family += signature >> 20 & 255;
	cpu->stepping = signature & 15;
	cpu->identified = true;
	for (uint32_t i = 0; i < 3; i++)
		if (!__get_cpuid(0x80000002 + i, &brand[4 * i], &brand[4 * i + 1], &brand[4 * i + 2], &brand[4 * i + 3]))
			return;
	const char *text = (const char *)brand;
	size_t length = strnlen(text, sizeof brand), start = strspn(text, " ");
	while (length > start && text[length - 1] == ' ')
		length--;
	memcpy(cpu->name, text + (start < length ? start : length), start < length ? length - start : 0);
}

static void find_hypervisor(struct at_cpu *cpu)
{
	uint32_t word[4];

	cpu->virtual_known = true;
	__cpuid(1, word[EAX], word[EBX], word[ECX], word[EDX]);
	cpu->virtual_machine = word[ECX] >> 31;
	if (!cpu->virtual_machine)
		return;
	__cpuid(0x40000000, word[EAX], word[EBX], word[ECX], word[EDX]);
	memcpy(cpu->hypervisor, &word[EBX], 12);
}

static unsigned find_level(const struct at_cpu *cpu)
{
	unsigned level = 0;

	for (unsigned next = 1; next < COUNT(level_flags); next++) {
		for (size_t i = 0; i < COUNT(level_flags[next]) && level_flags[next][i]; i++)
			if (!at_cpu_has(cpu, level_flags[next][i]))
				return level;
		level = next;
	}
	return level;
}

/* What /proc/cpuinfo calls it, where that is another name. */
static const char *kernel_name(const char *flag)
{
	static const char *const names[][2] = { { "sse3", "pni" }, { "pclmul", "pclmulqdq" }, { "sse4.1", "sse4_1" },
			{ "sse4.2", "sse4_2" },
		{ "rdrnd", "rdrand" }, { "sahf", "lahf_lm" }, { "lzcnt", "abm" }, { "prfchw", "3dnowprefetch" }, { "bmi", "bmi1" },
		{ "sha", "sha_ni" }, { "avx512vbmi2", "avx512_vbmi2" }, { "avx512vnni", "avx512_vnni" }, { "avx512bitalg", "avx512_bitalg" },
		{ "avx512vpopcntdq", "avx512_vpopcntdq" }, { "avx512bf16", "avx512_bf16" }, { "avx512fp16", "avx512_fp16" },
		{ "avx512vp2intersect", "avx512_vp2intersect" }, { "avxvnni", "avx_vnni" }, { "amx-tile", "amx_tile" },
		{ "amx-bf16", "amx_bf16" }, { "amx-int8", "amx_int8" }, { "pku", "ospke" } };

	for (size_t i = 0; i < COUNT(names); i++)
		if (!strcmp(flag, names[i][0]))
			return names[i][1];
	return flag;
}

/* The kernel's text leaves some out that work (lzcnt without popcnt) and has no line at all in some containers: it only adds. */
static void read_kernel_text(struct at_cpu *cpu)
{
	struct at_buffer text = AT_BUFFER_INIT;
	size_t length = 0;
	const char *flags = NULL;

	if (!cpu->emulated && !at_buffer_read_file(&text, "/proc/cpuinfo", 16 << 20) && text.length)
		flags = at_cpuinfo_value(text.data, "flags", &length);
	for (size_t i = 0; flags && i < cpu->extensions; i++)
		cpu->extension[i].cpuinfo = at_word_in(flags, length, kernel_name(cpu->extension[i].name)) ? AT_CLAIMS : AT_UNASKED;
	at_buffer_free(&text);
}

void at_cpu_arch_read(struct at_cpu *cpu)
{
	uint64_t state = enabled_state();
	uint32_t word[4];

	identify(cpu);
	for (size_t i = 0; i < COUNT(table); i++) {
		bool there = (state & table[i].state) == table[i].state && read_leaf(table[i].leaf, table[i].subleaf, word) &&
				word[table[i].word] >> table[i].bit & 1;
		at_cpu_extension(cpu, table[i].flag)->cpuid = there ? AT_CLAIMS : AT_CLAIMS_NOT;
	}
	read_kernel_text(cpu);
	find_hypervisor(cpu);
	if (cpu->identified)
		cpu->core = at_core_x86(cpu->vendor, cpu->family, cpu->model, cpu->stepping);
}

void at_cpu_arch_settle(struct at_cpu *cpu)
{
	cpu->level = find_level(cpu);
}

const char *at_cpu_flag_of_macro(const char *macro)
{
	for (size_t i = 0; i < COUNT(table); i++)
		if (table[i].macro && !strcmp(macro, table[i].macro))
			return table[i].flag;
	return NULL;
}

#endif
