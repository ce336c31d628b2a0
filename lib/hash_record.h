/* What one machine's rows gave, as JSON: what --save keeps, and mk/golden/table.jq judges. */
#ifndef ATESOR_HASH_RECORD_H
#define ATESOR_HASH_RECORD_H

#include "hash_row.h"
#include "json.h"
#include "probe_cpu.h"

/* One object: schema, tool, name, machine (the members of probe_cpu.h and probe_system.h), rows. */
void at_hash_record_write(const struct at_hash_rows *rows, const char *name, const struct at_cpu *cpu, struct at_json *json);

#endif
