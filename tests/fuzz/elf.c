/* Every reader of atesor-elf on one file: ELF, archive, anything. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf_compare.h"
#include "elf_report.h"
#include "elf_runs_on.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	/* Members of thin archives are looked for in a directory that does not exist. */
	const struct at_elf_options options = { .members = 100, .code_limit = 1 << 20, .root = "/dev/null/none" };
	struct at_target target = { .isa = &at_isa_x86 };
	struct at_json json = { 0 };
	struct at_file file;
	int descriptor = memfd_create("fuzz", MFD_CLOEXEC);

	if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size)
		abort();
	at_file_read_fd(&file, descriptor, "/dev/null/none/file", &options);
	at_file_report(&json, "file", &file, true);
	if (!file.problem) {
		at_compare_report(&json, "file", &file, "file", &file, &target);
		at_runs_on_report(&json, "file", &file, NULL, &target);
	}
	at_file_free(&file);
	at_json_free(&json);
	close(descriptor);
	return 0;
}
