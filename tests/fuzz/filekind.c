/* Any file may lie in a tree: its kind is told without trust in what its headers say. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "filekind.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum at_file_kind start = at_kind_of_start(data, size < AT_KIND_LOOK ? size : AT_KIND_LOOK);
	int file = memfd_create("fuzz", MFD_CLOEXEC);

	if (file < 0 || write(file, data, size) != (ssize_t)size)
		abort();
	enum at_file_kind whole = at_kind_of_file(file);
	if (whole != start && !(start == AT_KIND_ELF_SHARED && whole == AT_KIND_ELF_EXEC))
		abort();
	close(file);
	return 0;
}
