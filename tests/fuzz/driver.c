/* Feeds files to a fuzz target: its corpus as a regression test, without libFuzzer. Directories are read one level deep. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "buffer.h"
#include "message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void feed(const char *path)
{
	struct at_buffer bytes = AT_BUFFER_INIT;

	if (at_buffer_read_file(&bytes, path, 1 << 28))
		at_die(AT_EXIT_TROUBLE, "cannot read '%s'", path);
	LLVMFuzzerTestOneInput((const uint8_t *)bytes.data, bytes.length);
	at_buffer_free(&bytes);
}

int main(int argc, char **argv)
{
	unsigned count = 0;

	for (int i = 1; i < argc; i++) {
		DIR *directory = opendir(argv[i]);
		if (!directory)
			at_die(AT_EXIT_TROUBLE, "cannot open '%s'", argv[i]);
		for (struct dirent *entry; (entry = readdir(directory));)
			if (entry->d_name[0] != '.') {
				char *path = at_format("%s/%s", argv[i], entry->d_name);
				feed(path);
				free(path);
				count++;
			}
		closedir(directory);
	}
	printf("%u inputs\n", count);
	return count ? 0 : 1;
}
