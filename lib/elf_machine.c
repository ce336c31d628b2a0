#include "elf_machine.h"

/* One name, or where the width or the byte order is part of the name, each of them. */
static const struct machine {
	uint16_t number;
	const char *little32, *little64, *big32, *big64;
} machines[] = {
	{ EM_X86_64, "x86_64", "x86_64", NULL, NULL },       /* class 32 is x32 */
	{ EM_AARCH64, "aarch64", "aarch64", "aarch64_be", "aarch64_be" },
	{ EM_RISCV, "riscv32", "riscv64", NULL, NULL },
	{ EM_386, "i386", NULL, NULL, NULL },
	{ EM_ARM, "arm", NULL, "armeb", NULL },
	{ EM_PPC, "ppcle", NULL, "ppc", NULL },
	{ EM_PPC64, NULL, "ppc64le", NULL, "ppc64" },
	{ EM_S390, NULL, NULL, "s390", "s390x" },
	{ EM_MIPS, "mipsel", "mips64el", "mips", "mips64" },
	{ EM_LOONGARCH, "loongarch32", "loongarch64", NULL, NULL },
	{ EM_SPARC, NULL, NULL, "sparc", NULL },
	{ EM_SPARC32PLUS, NULL, NULL, "sparc", NULL },
	{ EM_SPARCV9, NULL, NULL, NULL, "sparc64" },
	{ EM_PARISC, NULL, NULL, "parisc", "parisc64" },
	{ EM_ALPHA, NULL, "alpha", NULL, NULL },
	{ EM_FAKE_ALPHA, NULL, "alpha", NULL, NULL },
	{ EM_IA_64, NULL, "ia64", NULL, "ia64" },
	{ EM_68K, NULL, NULL, "m68k", NULL },
	{ EM_SH, "sh", NULL, "sheb", NULL },
	{ EM_XTENSA, "xtensa", NULL, "xtensaeb", NULL },
	{ EM_ARC_COMPACT, "arc", NULL, "arceb", NULL },
	{ EM_ARCV2, "arc", NULL, "arceb", NULL },
	{ EM_CSKY, "csky", NULL, NULL, NULL },
	{ EM_MICROBLAZE, "microblazeel", NULL, "microblaze", NULL },
	{ EM_OPENRISC, NULL, NULL, "openrisc", NULL },
	{ EM_BPF, NULL, "bpf", NULL, "bpfeb" },
	{ EM_AMDGPU, NULL, "amdgpu", NULL, NULL },
	{ EM_CUDA, "cuda", "cuda", NULL, NULL },
};

const char *at_elf_machine(const struct at_elf *elf)
{
	bool wide = elf->header.e_ident[EI_CLASS] == ELFCLASS64;

	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		const struct machine *m = &machines[i];
		if (m->number == elf->header.e_machine)
			return at_elf_big(elf) ? wide ? m->big64 : m->big32 : wide ? m->little64 : m->little32;
	}
	return NULL;
}

static bool has_interpreter(const struct at_elf *elf)
{
	GElf_Phdr segment;

	for (size_t i = 0; i < elf->segments && i < INT32_MAX; i++)
		if (gelf_getphdr(elf->handle, (int)i, &segment) && segment.p_type == PT_INTERP)
			return true;
	return false;
}

enum at_elf_type at_elf_type(const struct at_elf *elf, bool pie, bool soname)
{
	switch (elf->header.e_type) {
	case ET_EXEC:
		return AT_ELF_EXEC;
	case ET_REL:
		return AT_ELF_OBJECT;
	case ET_CORE:
		return AT_ELF_CORE;
	case ET_DYN:
		/* Linkers before 2016 do not set DF_1_PIE: then an interpreter tells a program. It does not alone: libc.so.6 can be
		 * run and has one, and so has every library that prints its version; those have a name. */
		return pie || (has_interpreter(elf) && !soname) ? AT_ELF_PIE : AT_ELF_SHARED;
	default:
		return AT_ELF_UNKNOWN;
	}
}

const char *at_elf_type_name(enum at_elf_type type)
{
	static const char *const names[] = {
		[AT_ELF_EXEC] = "exec", [AT_ELF_PIE] = "pie", [AT_ELF_SHARED] = "shared", [AT_ELF_OBJECT] = "object", [AT_ELF_CORE] = "core",
	};

	return names[type];
}
