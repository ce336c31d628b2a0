#include "hash_qemu.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "argv.h"
#include "capture.h"
#include "spawn.h"

extern char **environ;

/* exit(0) as the kernel's calling convention of each architecture has it (syscall(2)), little-endian. */
static const struct {
	const char *arch;
	Elf64_Half machine;
	unsigned char code[12];
} programs[] = {
	{ "x86_64", EM_X86_64, { 0xb8, 60, 0, 0, 0, 0x31, 0xff, 0x0f, 0x05 } },                  /* mov $60,%eax; xor %edi,%edi; syscall */
	{ "riscv64", EM_RISCV, { 0x93, 0x08, 0xd0, 0x05, 0x13, 0x05, 0, 0, 0x73, 0, 0, 0 } },      /* li a7,93; li a0,0; ecall */
	{ "aarch64", EM_AARCH64, { 0xa8, 0x0b, 0x80, 0xd2, 0, 0, 0x80, 0xd2, 0x01, 0, 0, 0xd4 } }, /* mov x8,#93; mov x0,#0; svc #0 */
};

struct image {
	Elf64_Ehdr header;
	Elf64_Phdr segment;
	unsigned char code[12];
};

/* The smallest static program: one segment, loaded with its headers. 0, or -1 with errno. */
static int write_program(int file, const char *arch)
{
	static const Elf64_Addr base = 0x400000;

	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		if (strcmp(programs[i].arch, arch))
			continue;
		struct image image = { .header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
				.e_type = ET_EXEC, .e_machine = programs[i].machine, .e_version = EV_CURRENT, .e_entry = base + offsetof(struct image, code),
				.e_phoff = offsetof(struct image, segment), .e_ehsize = sizeof(Elf64_Ehdr), .e_phentsize = sizeof(Elf64_Phdr),
				.e_phnum = 1 }, .segment = { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = base, .p_paddr = base,
				.p_filesz = sizeof image, .p_memsz = sizeof image, .p_align = 4096 } };
		memcpy(image.code, programs[i].code, sizeof image.code);
		return write(file, &image, sizeof image) == (ssize_t)sizeof image && !fchmod(file, 0700) ? 0 : -1;
	}
	errno = EINVAL;
	return -1;
}

char *at_hash_qemu_find(const char *arch)
{
	char *name = at_format("qemu-%s-static", arch);
	char *found = at_spawn_find(name, NULL);

	free(name);
	if (!found) {
		name = at_format("qemu-%s", arch);
		found = at_spawn_find(name, NULL);
		free(name);
	}
	return found;
}

static char *try_model(const char *qemu, const char *program, const char *model)
{
	static const char *const hidden[] = { "QEMU_", NULL };
	struct at_argv words = AT_ARGV_INIT;
	struct at_capture answer;
	char *why = NULL;

	at_argv_push(&words, qemu);
	at_argv_push(&words, "-cpu");
	at_argv_push(&words, model);
	at_argv_push(&words, program);
	if (at_capture(&answer, words.word, NULL, hidden, 60))
		why = at_format("'%s' cannot be run: %s", qemu, strerror(errno));
	else if (answer.code || answer.err.length)
		why = at_format("'%s' does not run the CPU model '%s'%s%.*s", qemu, model, answer.err.length ? ": " : "",
				answer.err.length ? (int)strcspn(answer.err.data, "\n") : 0, answer.err.length ? answer.err.data : "");
	at_capture_free(&answer);
	at_argv_free(&words);
	return why;
}

char *at_hash_qemu_refuses(const char *qemu, const char *arch, const char *model)
{
	const char *place = getenv("TMPDIR");
	char *path = at_format("%s/atesor-hash.XXXXXX", place && *place ? place : "/tmp"), *why;
	int file = mkostemp(path, O_CLOEXEC);
	int failed = file < 0 || write_program(file, arch) ? errno : 0;

	if (file >= 0)
		close(file);
	why = failed ? at_format("cannot write '%s', which tests the emulator: %s", path, strerror(failed)) :
		try_model(qemu, path, model);
	if (file >= 0)
		unlink(path);
	free(path);
	return why;
}
