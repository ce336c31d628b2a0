/* The instruction sets of a CPU, each with the evidence for it: what the kernel's text, its interfaces and the CPU itself say,
 * and what happens when an instruction of it is run. A test instruction runs in a child of its own, on every allowed CPU in turn,
 * computes something and compares the value: an instruction that is not there may be another one instead of a fault. */
#ifndef ATESOR_PROBE_ISA_H
#define ATESOR_PROBE_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "json.h"
#include "warnings.h"

enum at_claim { AT_UNASKED, AT_CLAIMS_NOT, AT_CLAIMS };      /* what a source says of an extension */

enum at_trial_result { AT_NOT_TRIED, AT_WORKS, AT_ILLEGAL, AT_WRONG, AT_ENDED };

struct at_extension {
	const char *name;               /* as GCC's -march or -mNAME calls it, else as the kernel does; a literal */
	enum at_claim cpuinfo, hwprobe, hwcap, cpuid;
	enum at_trial_result trial;
	int signal;                     /* that ended the child (AT_ENDED) */
	uint64_t value;                 /* what the trial reported beside its verdict: a vector length in bytes */
};

/* A test instruction: true if what it computed is right. Runs in the child. */
struct at_trial {
	const char *name;
	bool (*right)(uint64_t *value);
};

/* Runs the trial of each extension that has one; with `claimed_only` only where some source claims it. An extension that no
 * source spoke of but that has a trial is in the list already. */
void at_extensions_try(struct at_extension *list, size_t count, const struct at_trial *trials, size_t trial_count,
		bool claimed_only);

/* The trial decides; without one any source that claims it does. "detected": a trial, or the kernel's interface, or the CPU;
 * "inferred": only the text of /proc/cpuinfo; "absent". */
bool at_extension_present(const struct at_extension *extension);
const char *at_extension_how(const struct at_extension *extension);

/* Where a trial and the sources disagree, or a trial gave a wrong value. */
void at_extensions_findings(const struct at_extension *list, size_t count, struct at_warnings *findings);

/* The array "evidence": what is present or was claimed by anyone. */
void at_extensions_write(const struct at_extension *list, size_t count, struct at_json *json);

#endif
