/* The compilers of Go and Rust: their versions, and what rustc knows of CPUs. */
#ifndef ATESOR_PROBE_LANGUAGES_H
#define ATESOR_PROBE_LANGUAGES_H

#include "buffer.h"
#include "json.h"
#include "probe_cpu.h"

/* The members "go" {path, version} and "rust" {path, version, target, target_cpus, target_features, cpus: {name: [features]}},
 * each if there is one. `target`: the architecture to compile for; NULL: this machine's. cpus: those of the core's names that
 * rustc knows. */
void at_languages_write(const char *target, const struct at_cpu *cpu, struct at_json *json);

/* Appends path, size and mtime of a program in PATH, or that there is none. */
void at_fingerprint_program(struct at_buffer *facts, const char *name);

#endif
