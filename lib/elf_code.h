/* The code of an ELF image: its executable sections (SHF_EXECINSTR, PROGBITS) in order, or the executable segments of a file
 * without section headers, and the hashes by which two builds are told to have the same code.
 *
 * sha256 is made of each section's name, length and content; of an object also of its relocations, because a call in an
 * object holds zeros: `g()` and `h()` have equal bytes, only the relocation tells them apart.
 * relocated_sha256 exists where relocations are kept (objects, --emit-relocs): the bits that the linker fills in are
 * masked, the relocations (type, symbol, addend) included. It stays equal when code only moves. */
#ifndef ATESOR_ELF_CODE_H
#define ATESOR_ELF_CODE_H

#include "elf_file.h"
#include "sha256.h"

struct at_code_section {
	char *name;
	size_t index;                    /* of the section; 0 for a segment */
	uint64_t offset, address, bytes; /* offset within the image */
	char sha256[AT_SHA256_HEX];
};

struct at_code {
	struct at_code_section *section;
	size_t count;
	bool from_segments;
	uint64_t code_bytes, data_bytes, bss_bytes;     /* sums: executable; loaded, not executable, in the file; zeroed */
	const char *no_code;                            /* why there is no hash; NULL if there is one */
	char sha256[AT_SHA256_HEX], relocated_sha256[AT_SHA256_HEX];    /* "" where absent */
};

/* Finds and hashes. Returns NULL, or what is wrong with the file (the caller frees). Release with at_code_free either way. */
char *at_code_read(const struct at_elf *elf, struct at_code *code);
void at_code_free(struct at_code *code);

#endif
