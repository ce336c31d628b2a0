/* The facts of a file as one JSON object; atesor-elf.1 lists the keys. */
#ifndef ATESOR_ELF_REPORT_H
#define ATESOR_ELF_REPORT_H

#include "elf_facts.h"
#include "json.h"

/* `exports`: list the exported symbols too, not only their number and hash. */
void at_file_report(struct at_json *json, const char *path, const struct at_file *file, bool exports);

#endif
