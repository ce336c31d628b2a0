/* Saved counts of addresses, and profiles as text and extbinary: what the bytes begin like decides in the readers themselves. */
#include <string.h>

#include "alloc.h"
#include "perfdata.h"
#include "profgen_unsymbolized.h"
#include "profile_read.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct at_collect collect = { .binary = &fuzz_binary };
	struct at_profile profile = { 0 };
	char path[64], *copy = at_alloc(size + 1);
	int descriptor = fuzz_file(data, size, path);

	free(at_unsymbolized_read(path, &collect, size & 1));
	fuzz_check(&collect);
	memcpy(copy, data, size);
	free(at_profile_read(&profile, copy, size));
	at_profile_free(&profile);
	at_collect_free(&collect);
	free(copy);
	close(descriptor);
	return 0;
}
