/* The build information that the Go linker writes: compiler version and build settings (GOAMD64, -pgo, …). */
#ifndef ATESOR_ELF_GO_H
#define ATESOR_ELF_GO_H

#include "argv.h"
#include "elf_file.h"

struct at_go {
	char *version;               /* "go1.22.1"; NULL: no Go program, or its information cannot be read */
	struct at_argv key, value;   /* the settings, pairwise */
};

void at_go_read(const struct at_elf *elf, struct at_go *go);
void at_go_free(struct at_go *go);

#endif
