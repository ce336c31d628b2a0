#include "hash_sets.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "affinity.h"
#include "alloc.h"
#include "capture.h"
#include "cpus.h"
#include "elf_file.h"
#include "elf_machine.h"
#include "hash_qemu.h"
#include "spawn.h"

enum { SETTINGS = 2, AHEAD = 1, PINNED = 2, ALONE = 4, ALL = 8, THREAD = 16, MASK = 32 };

/* One row. flags: AHEAD runs the NativeAOT build; PINNED to one CPU; ALONE; ALL needs more than one CPU; THREAD sets the threads
 * variable to 1; MASK needs a C library with masks. `has` are the CPU's flags that the row takes away or makes use of. */
struct recipe {
	const char *set, *name, *setting[SETTINGS], *arch, *has;
	int flags;
};

/* GLIBC_TUNABLES: "Hardware Capability Tunables" of the GNU C Library's manual; OPENBLAS_CORETYPE: the user manual of OpenBLAS
 * (builds with DYNAMIC_ARCH); DOTNET_Enable…: clrconfignames.h of the runtime, where .NET 10 says EnableAVX512 for EnableAVX512F. */
static const struct recipe recipes[] = {
	{ "default", "all-cpus", { 0 }, NULL, NULL, ALL | ALONE },
	{ "default", "1-cpu", { 0 }, NULL, NULL, PINNED | THREAD | ALONE },

	{ "glibc-x86", "glibc-default", { 0 }, "x86_64", NULL, 0 },
	{ "glibc-x86", "glibc-no-avx512", { "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F" }, "x86_64", "avx512f", MASK },
	{ "glibc-x86", "glibc-no-avx2", { "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2" }, "x86_64", "avx2", MASK },
	{ "glibc-x86", "glibc-no-fma", { "GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA" }, "x86_64", "fma", MASK },

	{ "openblas", "openblas-default", { 0 }, NULL, NULL, 0 },
	{ "openblas", "openblas-1thread", { "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1" }, NULL, NULL, THREAD | ALONE },
	{ "openblas", "openblas-prescott", { "OPENBLAS_CORETYPE=Prescott" }, "x86_64", "sse3", 0 },
	{ "openblas", "openblas-nehalem", { "OPENBLAS_CORETYPE=Nehalem" }, "x86_64", "sse4.2", 0 },
	{ "openblas", "openblas-sandybridge", { "OPENBLAS_CORETYPE=Sandybridge" }, "x86_64", "avx", 0 },
	{ "openblas", "openblas-haswell", { "OPENBLAS_CORETYPE=Haswell" }, "x86_64", "avx2 fma", 0 },
	{ "openblas", "openblas-skylakex", { "OPENBLAS_CORETYPE=SkylakeX" }, "x86_64",
			"avx2 fma avx512f avx512dq avx512bw avx512vl", 0 },
	{ "openblas", "openblas-armv8", { "OPENBLAS_CORETYPE=ARMV8" }, "aarch64", NULL, 0 },
	{ "openblas", "openblas-riscv64", { "OPENBLAS_CORETYPE=RISCV64_GENERIC" }, "riscv64", NULL, 0 },

	{ "dotnet", "jit-default", { 0 }, NULL, NULL, 0 },
	{ "dotnet", "jit-1thread", { 0 }, NULL, NULL, THREAD | ALONE },
	{ "dotnet", "jit-no-avx512", { "DOTNET_EnableAVX512F=0", "DOTNET_EnableAVX512=0" }, "x86_64", "avx512f", 0 },
	{ "dotnet", "jit-no-avx2", { "DOTNET_EnableAVX2=0" }, "x86_64", "avx2", 0 },
	{ "dotnet", "jit-no-dotprod", { "DOTNET_EnableArm64Dp=0" }, "aarch64", "dotprod", 0 },
	{ "dotnet", "jit-no-hwintrinsic", { "DOTNET_EnableHWIntrinsic=0" }, NULL, NULL, 0 },
	{ "dotnet", "aot-default", { 0 }, NULL, NULL, AHEAD },
	{ "dotnet", "aot-1thread", { 0 }, NULL, NULL, AHEAD | THREAD | ALONE },
};

/* Models of emulated processors. Haswell is without what the emulator's code generator cannot do, of which it would complain. */
static const struct {
	const char *set, *name, *model;
} models[] = {
	{ "qemu-x86_64", "qemu-x86_64-v1", "qemu64" }, { "qemu-x86_64", "qemu-x86_64-nehalem", "Nehalem" },
	{ "qemu-x86_64", "qemu-x86_64-haswell", "Haswell-noTSX,-pcid,-x2apic,-tsc-deadline,-invpcid" },
	{ "qemu-x86_64", "qemu-x86_64-max", "max" }, { "qemu-x86_64", "qemu-x86_64-no-fma", "max,-fma" },
	{ "qemu-riscv64", "qemu-riscv64-rv64", "rv64" },
	{ "qemu-riscv64", "qemu-riscv64-no-zb", "rv64,zba=false,zbb=false,zbc=false,zbs=false" },
	{ "qemu-riscv64", "qemu-riscv64-u54", "sifive-u54" }, { "qemu-riscv64", "qemu-riscv64-max", "max" },
	{ "qemu-riscv64", "qemu-riscv64-v128", "rv64,v=true,vext_spec=v1.0,vlen=128" },
	{ "qemu-riscv64", "qemu-riscv64-v256", "rv64,v=true,vext_spec=v1.0,vlen=256" },
	{ "qemu-riscv64", "qemu-riscv64-v512", "rv64,v=true,vext_spec=v1.0,vlen=512" },
	{ "qemu-aarch64", "qemu-aarch64-a53", "cortex-a53" }, { "qemu-aarch64", "qemu-aarch64-n1", "neoverse-n1" },
	{ "qemu-aarch64", "qemu-aarch64-max", "max,sve=off" },
	{ "qemu-aarch64", "qemu-aarch64-sve128", "max,sve-default-vector-length=16" },
	{ "qemu-aarch64", "qemu-aarch64-sve256", "max,sve-default-vector-length=32" },
	{ "qemu-aarch64", "qemu-aarch64-sve512", "max,sve-default-vector-length=64" },
};

#define COUNT(array) (sizeof (array) / sizeof *(array))

const char *at_hash_set_names(void)
{
	return "default, glibc-x86, openblas, dotnet, qemu-x86_64, qemu-riscv64, qemu-aarch64";
}

const char *const *at_hash_set_variables(void)
{
	static const char *const names[] = { "GLIBC_TUNABLES=", "OPENBLAS_CORETYPE=", "OPENBLAS_NUM_THREADS=", "OMP_NUM_THREADS=",
			"DOTNET_Enable", "COMPlus_Enable", "QEMU_", NULL };

	return names;
}

/* The machine that a program is for, by its ELF header; NULL: a script, or not to be read. */
static const char *machine_of(const struct at_argv *command)
{
	const char *machine = NULL;
	struct at_elf elf;
	char *path = at_spawn_find(command->word[0], NULL);
	int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	off_t size = file < 0 ? 0 : lseek(file, 0, SEEK_END);

	if (size > 0) {
		free(at_elf_open(&elf, file, 0, (uint64_t)size, NULL));
		machine = elf.has_header ? at_elf_machine(&elf) : NULL;
		at_elf_close(&elf);
	}
	if (file >= 0)
		close(file);
	free(path);
	return machine;
}

/* The first of the words in `has` that the CPU lacks, allocated. When nothing is known of its flags, all are lacking. */
static char *lacking(const struct at_cpu *cpu, const char *has)
{
	for (size_t length; has && *has; has += length + strspn(has + length, " ")) {
		length = strcspn(has, " ");
		char *flag = at_strndup(has, length);
		if (!at_cpu_has(cpu, flag))
			return flag;
		free(flag);
	}
	return NULL;
}

/* The names of the masks are those of glibc 2.33 and later; before, they had others and would be ignored. */
static bool has_masks(void)
{
	char name[] = "getconf", key[] = "GNU_LIBC_VERSION";
	char *const command[] = { name, key, NULL };
	struct at_capture answer;
	unsigned major = 0, minor = 0;

	if (!at_capture(&answer, command, NULL, NULL, 10) && !answer.code && answer.out.length)
		sscanf(answer.out.data, "glibc %u.%u", &major, &minor);
	at_capture_free(&answer);
	return major > 2 || (major == 2 && minor >= 33);
}

static size_t cpus_allowed(void)
{
	struct at_cpus cpus = { 0 };
	size_t count = at_cpus_allowed(&cpus) ? 1 : cpus.count;

	at_cpus_free(&cpus);
	return count;
}

static void check_native(struct at_hash_row *row, const struct recipe *recipe, const struct at_hash_setup *setup)
{
	const char *arch = at_cpu_arch(), *machine = row->command.count ? machine_of(&row->command) : NULL;
	char *flag = lacking(&setup->cpu, recipe->has);

	if (!row->command.count)
		at_hash_row_end(row, AT_HASH_NOT_RUN, "no NativeAOT build was named (--aot-cmd)");
	else if (recipe->arch && strcmp(recipe->arch, arch))
		at_hash_row_end(row, AT_HASH_NOT_RUN, "it is for %s, and this machine is %s", recipe->arch, arch);
	else if (machine && strcmp(machine, arch))
		at_hash_row_end(row, AT_HASH_NOT_RUN, "'%s' is a program for %s, and this machine is %s: see the set qemu-%s",
				row->command.word[0], machine, arch, machine);
	else if (flag)
		at_hash_row_end(row, AT_HASH_NOT_RUN, "this CPU has no %s", flag);
	else if (recipe->flags & MASK && !has_masks())
		at_hash_row_end(row, AT_HASH_NOT_RUN, "the C library is not glibc 2.33 or later, which has these masks");
	else if (recipe->flags & ALL && cpus_allowed() < 2)
		at_hash_row_end(row, AT_HASH_NOT_RUN, "there is only one CPU here");
	free(flag);
}

static void add_native(const struct recipe *recipe, const struct at_hash_setup *setup, struct at_hash_rows *rows)
{
	struct at_hash_row *row = at_hash_rows_add(rows, recipe->name, recipe->set);
	const struct at_argv *command = recipe->flags & AHEAD ? &setup->ahead_of_time : &setup->command;

	if (!row)
		return;
	at_argv_extend(&row->command, command->word, command->count);
	for (size_t i = 0; i < SETTINGS && recipe->setting[i]; i++)
		at_argv_push(&row->environment, recipe->setting[i]);
	if (recipe->flags & THREAD)
		at_argv_give(&row->environment, at_format("%s=1", setup->threads_variable));
	if (recipe->flags & PINNED)
		row->cpu = at_cpu_highest();
	row->alone = recipe->flags & ALONE;
	check_native(row, recipe, setup);
}

/* Where dynamically linked programs find their loader and libraries: as the caller says, or where Debian's cross packages are. */
static void add_libraries(struct at_hash_row *row, const char *arch)
{
	const char *given = getenv("QEMU_LD_PREFIX");
	char *place = given ? at_strdup(given) : at_format("/usr/%s-linux-gnu", arch);

	if (given || (strcmp(arch, at_cpu_arch()) && !access(place, X_OK)))
		at_argv_give(&row->environment, at_format("QEMU_LD_PREFIX=%s", place));
	free(place);
}

static void add_emulated(size_t model, const char *qemu, const char *machine, const struct at_hash_setup *setup,
		struct at_hash_rows *rows)
{
	const char *set = models[model].set, *arch = set + strlen("qemu-");
	struct at_hash_row *row = at_hash_rows_add(rows, models[model].name, set);

	if (!row)
		return;
	at_argv_push(&row->command, qemu ? qemu : set);
	at_argv_extend(&row->command, setup->command.word, setup->command.count);
	at_argv_give(&row->environment, at_format("QEMU_CPU=%s", models[model].model));
	add_libraries(row, arch);
	if (!qemu)
		at_hash_row_end(row, AT_HASH_NOT_RUN, "qemu-%s was not found: install the package qemu-user-static", arch);
	else if (machine && strcmp(machine, arch))
		at_hash_row_end(row, AT_HASH_NOT_RUN, "'%s' is a program for %s, not for %s", setup->command.word[0], machine, arch);
	else if (!machine)
		at_hash_row_end(row, AT_HASH_NOT_RUN, "'%s' is no program that qemu-%s can run", setup->command.word[0], arch);
	else {
		char *why = at_hash_qemu_refuses(qemu, arch, models[model].model);
		if (why)
			at_hash_row_end(row, AT_HASH_NOT_RUN, "%s", why);
		free(why);
	}
}

int at_hash_set_add(const char *set, const struct at_hash_setup *setup, struct at_hash_rows *rows)
{
	int found = -1;

	for (size_t i = 0; i < COUNT(recipes); i++)
		if (!strcmp(recipes[i].set, set)) {
			add_native(&recipes[i], setup, rows);
			found = 0;
		}
	for (size_t i = 0; i < COUNT(models); i++)
		if (!strcmp(models[i].set, set)) {
			char *qemu = at_hash_qemu_find(set + strlen("qemu-"));
			add_emulated(i, qemu, machine_of(&setup->command), setup, rows);
			free(qemu);
			found = 0;
		}
	return found;
}
