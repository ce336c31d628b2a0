#include "profgen_debug.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "alloc.h"

static bool has_dwarf(const struct at_elf *elf)
{
	GElf_Shdr header;

	return (at_elf_section_named(elf, ".debug_info", &header) && header.sh_type != SHT_NOBITS) ||
		at_elf_section_named(elf, ".zdebug_info", &header);
}

/* Opens `path`; what is wrong with it as text, or NULL. */
static char *open_file(struct at_debug *debug, const char *path)
{
	struct stat status;
	char *problem;

	debug->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (debug->descriptor < 0 || fstat(debug->descriptor, &status))
		problem = at_format("cannot open: %s", strerror(errno));
	else if (!S_ISREG(status.st_mode))
		problem = at_strdup("not a file");
	else if (!(problem = at_elf_open(&debug->own, debug->descriptor, 0, (uint64_t)status.st_size, NULL)) && !has_dwarf(&debug->own))
		problem = at_strdup("it has no debug information");
	debug->path = at_strdup(path);
	debug->elf = problem ? NULL : &debug->own;
	return problem;
}

/* The checksum that .gnu_debuglink holds: CRC-32 of the whole file. */
static bool crc_is(int descriptor, uint32_t wanted)
{
	unsigned char block[1 << 16];
	uLong crc = crc32(0, NULL, 0);
	off_t at = 0;

	for (ssize_t got; (got = pread(descriptor, block, sizeof block, at)) > 0; at += got)
		crc = crc32(crc, block, (uInt)got);
	return (uint32_t)crc == wanted;
}

/* Whether the file at `path`, owned by the callee, belongs to the binary: by build-id, or by `crc` where there is none. */
static bool try(struct at_debug *debug, const struct at_binary *binary, char *path, const uint32_t *crc)
{
	struct at_perf_build_id id;
	char *problem = open_file(debug, path);

	free(path);
	if (!problem) {
		at_build_id_read(&debug->own, &id);
		if (binary->id.size && id.size ? at_build_id_same(&binary->id, &id) : crc && crc_is(debug->descriptor, *crc))
			return true;
	}
	free(problem);
	at_debug_close(debug);
	return false;
}

static void search(struct at_debug *debug, const struct at_binary *binary)
{
	const char *whole = binary->real_path ? binary->real_path : binary->path, *slash = strrchr(whole, '/');
	int directory = slash ? (int)(slash - whole) : 1;
	GElf_Shdr header;

	if (!slash)
		whole = ".";
	if (binary->id.size > 1) {
		char *id = at_build_id_text(&binary->id);
		bool found = try(debug, binary, at_format("/usr/lib/debug/.build-id/%.2s/%s.debug", id, id + 2), NULL);
		free(id);
		if (found)
			return;
	}
	Elf_Data *link = at_elf_data(&binary->elf, at_elf_section_named(&binary->elf, ".gnu_debuglink", &header));
	/* The name, padded with zeros to a multiple of 4, then the checksum. */
	const char *name = link ? link->d_buf : NULL, *end = name ? memchr(name, 0, link->d_size) : NULL;
	if (!end || end == name || strchr(name, '/'))
		return;
	size_t at = ((size_t)(end - name) + 4) & ~(size_t)3;
	if (at + 4 > link->d_size)
		return;
	uint32_t crc = (uint32_t)at_elf_number(&binary->elf, (const unsigned char *)name + at, 4);
	if (try(debug, binary, at_format("%.*s/%s", directory, whole, name), &crc) ||
			try(debug, binary, at_format("%.*s/.debug/%s", directory, whole, name), &crc))
		return;
	try(debug, binary, at_format("/usr/lib/debug%.*s/%s", directory, whole, name), &crc);
}

char *at_debug_open(struct at_debug *debug, const struct at_binary *binary, const char *given)
{
	*debug = (struct at_debug){ .descriptor = -1 };
	if (given) {
		struct at_perf_build_id id;
		char *problem = open_file(debug, given);
		if (problem)
			return problem;
		at_build_id_read(&debug->own, &id);
		if (!binary->id.size || !id.size || at_build_id_same(&binary->id, &id))
			return NULL;
		char *wanted = at_build_id_text(&binary->id), *found = at_build_id_text(&id);
		problem = at_format("it is the debug information of another build: build-id %s, the binary's is %s", found, wanted);
		free(wanted);
		free(found);
		return problem;
	}
	if (has_dwarf(&binary->elf))
		debug->elf = &binary->elf;
	else
		search(debug, binary);
	return NULL;
}

void at_debug_close(struct at_debug *debug)
{
	if (debug->descriptor >= 0) {
		at_elf_close(&debug->own);
		close(debug->descriptor);
	}
	free(debug->path);
	*debug = (struct at_debug){ .descriptor = -1 };
}
