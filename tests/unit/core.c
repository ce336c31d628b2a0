/* The core table: well-known CPUs by the numbers that they give, and the chains of names. */
#include "probe_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(const char *cpu, struct at_core got, enum at_certainty certainty, const char *chain)
{
	char text[256] = "";

	for (const char *name = got.id; name; name = at_core_older(name)) {
		strncat(text, *text ? " " : "", sizeof text - strlen(text) - 1);
		strncat(text, name, sizeof text - strlen(text) - 1);
	}
	if (got.certainty != certainty || strcmp(text, chain)) {
		printf("%s: expected %d '%s', got %d '%s'\n", cpu, (int)certainty, chain, (int)got.certainty, text);
		failures++;
	}
}

int main(void)
{
	const char *amd = "AuthenticAMD", *intel = "GenuineIntel";

	/* EPYC 7601, Ryzen 3900X, Ryzen 5950X, EPYC 9654, Ryzen 7950X, EPYC 9755, Ryzen 9950X: family and model of their data sheets */
	expect("Naples", at_core_x86(amd, 0x17, 0x01, 2), AT_DETECTED, "znver1");
	expect("Matisse", at_core_x86(amd, 0x17, 0x71, 0), AT_DETECTED, "znver2 znver1");
	expect("Vermeer", at_core_x86(amd, 0x19, 0x21, 0), AT_DETECTED, "znver3 znver2 znver1");
	expect("Genoa", at_core_x86(amd, 0x19, 0x11, 1), AT_DETECTED, "znver4 znver3 znver2 znver1");
	expect("Raphael", at_core_x86(amd, 0x19, 0x61, 2), AT_DETECTED, "znver4 znver3 znver2 znver1");
	expect("Turin", at_core_x86(amd, 0x1a, 0x02, 1), AT_DETECTED, "znver5 znver4 znver3 znver2 znver1");
	expect("Granite Ridge", at_core_x86(amd, 0x1a, 0x44, 0), AT_DETECTED, "znver5 znver4 znver3 znver2 znver1");
	expect("a later Zen", at_core_x86(amd, 0x1a, 0xff, 0), AT_INFERRED, "znver5 znver4 znver3 znver2 znver1");
	/* Xeons of model 0x55 differ by stepping: Skylake-SP 4, Cascade Lake 7, Cooper Lake 11 */
	expect("Skylake-SP", at_core_x86(intel, 6, 0x55, 4), AT_DETECTED,
			"skylake-avx512 skylake broadwell haswell ivybridge sandybridge westmere nehalem");
	expect("Cascade Lake", at_core_x86(intel, 6, 0x55, 7), AT_DETECTED,
			"cascadelake skylake-avx512 skylake broadwell haswell ivybridge sandybridge westmere nehalem");
	expect("Cooper Lake", at_core_x86(intel, 6, 0x55, 11), AT_DETECTED,
			"cooperlake cascadelake skylake-avx512 skylake broadwell haswell ivybridge sandybridge westmere nehalem");
	expect("Haswell", at_core_x86(intel, 6, 0x3c, 3), AT_DETECTED, "haswell ivybridge sandybridge westmere nehalem");
	expect("Sapphire Rapids", at_core_x86(intel, 6, 0x8f, 8), AT_DETECTED,
			"sapphirerapids icelake-server icelake-client skylake-avx512 skylake broadwell haswell ivybridge "
			"sandybridge westmere nehalem");
	expect("Emerald Rapids", at_core_x86(intel, 6, 0xcf, 2), AT_DETECTED,
			"emeraldrapids sapphirerapids icelake-server icelake-client skylake-avx512 skylake broadwell haswell "
			"ivybridge sandybridge westmere nehalem");
	expect("Alder Lake", at_core_x86(intel, 6, 0x97, 2), AT_DETECTED,
			"alderlake skylake broadwell haswell ivybridge sandybridge westmere nehalem");
	expect("an unknown Intel", at_core_x86(intel, 6, 0xf0, 0), AT_ABSENT, "");
	expect("an unknown vendor", at_core_x86("SomeoneElse!", 0x17, 0x01, 0), AT_ABSENT, "");
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
