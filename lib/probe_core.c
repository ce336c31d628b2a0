#include "probe_core.h"

#include <stddef.h>
#include <string.h>

/* AMD: the model ranges of the Zen generations as the Linux kernel lists them (arch/x86/kernel/cpu/amd.c). Intel: the model
 * numbers of Intel's SDM volume 4, table 2-1, and the kernel's intel-family.h. The server cores of model 0x55 differ by
 * stepping only. */
static const struct {
	const char *vendor;
	uint32_t family, first_model, last_model, first_stepping, last_stepping;
	const char *id;
} x86_cores[] = {
	{ "AuthenticAMD", 0x15, 0x00, 0x01, 0, 15, "bdver1" }, { "AuthenticAMD", 0x15, 0x02, 0x02, 0, 15, "bdver2" },
	{ "AuthenticAMD", 0x15, 0x10, 0x1f, 0, 15, "bdver2" }, { "AuthenticAMD", 0x15, 0x30, 0x3f, 0, 15, "bdver3" },
	{ "AuthenticAMD", 0x15, 0x60, 0x7f, 0, 15, "bdver4" }, { "AuthenticAMD", 0x16, 0x00, 0x3f, 0, 15, "btver2" },
	{ "AuthenticAMD", 0x17, 0x00, 0x2f, 0, 15, "znver1" }, { "AuthenticAMD", 0x17, 0x30, 0x4f, 0, 15, "znver2" },
	{ "AuthenticAMD", 0x17, 0x50, 0x5f, 0, 15, "znver1" }, { "AuthenticAMD", 0x17, 0x60, 0x7f, 0, 15, "znver2" },
	{ "AuthenticAMD", 0x17, 0x90, 0x91, 0, 15, "znver2" }, { "AuthenticAMD", 0x17, 0xa0, 0xaf, 0, 15, "znver2" },
	{ "AuthenticAMD", 0x19, 0x00, 0x0f, 0, 15, "znver3" }, { "AuthenticAMD", 0x19, 0x10, 0x1f, 0, 15, "znver4" },
	{ "AuthenticAMD", 0x19, 0x20, 0x5f, 0, 15, "znver3" }, { "AuthenticAMD", 0x19, 0x60, 0xaf, 0, 15, "znver4" },
	{ "AuthenticAMD", 0x1a, 0x00, 0x2f, 0, 15, "znver5" }, { "AuthenticAMD", 0x1a, 0x40, 0x4f, 0, 15, "znver5" },
	{ "AuthenticAMD", 0x1a, 0x60, 0x7f, 0, 15, "znver5" }, { "AuthenticAMD", 0x1a, 0x50, 0x5f, 0, 15, "znver6" },
	{ "AuthenticAMD", 0x1a, 0x80, 0xaf, 0, 15, "znver6" }, { "AuthenticAMD", 0x1a, 0xc0, 0xcf, 0, 15, "znver6" },
	{ "HygonGenuine", 0x18, 0x00, 0x0f, 0, 15, "znver1" },
	{ "GenuineIntel", 6, 0x1a, 0x1a, 0, 15, "nehalem" }, { "GenuineIntel", 6, 0x1e, 0x1f, 0, 15, "nehalem" },
	{ "GenuineIntel", 6, 0x2e, 0x2e, 0, 15, "nehalem" }, { "GenuineIntel", 6, 0x25, 0x25, 0, 15, "westmere" },
	{ "GenuineIntel", 6, 0x2c, 0x2c, 0, 15, "westmere" }, { "GenuineIntel", 6, 0x2f, 0x2f, 0, 15, "westmere" },
	{ "GenuineIntel", 6, 0x2a, 0x2a, 0, 15, "sandybridge" }, { "GenuineIntel", 6, 0x2d, 0x2d, 0, 15, "sandybridge" },
	{ "GenuineIntel", 6, 0x3a, 0x3a, 0, 15, "ivybridge" }, { "GenuineIntel", 6, 0x3e, 0x3e, 0, 15, "ivybridge" },
	{ "GenuineIntel", 6, 0x3c, 0x3c, 0, 15, "haswell" }, { "GenuineIntel", 6, 0x3f, 0x3f, 0, 15, "haswell" },
	{ "GenuineIntel", 6, 0x45, 0x46, 0, 15, "haswell" }, { "GenuineIntel", 6, 0x3d, 0x3d, 0, 15, "broadwell" },
	{ "GenuineIntel", 6, 0x47, 0x47, 0, 15, "broadwell" }, { "GenuineIntel", 6, 0x4f, 0x4f, 0, 15, "broadwell" },
	{ "GenuineIntel", 6, 0x56, 0x56, 0, 15, "broadwell" }, { "GenuineIntel", 6, 0x4e, 0x4e, 0, 15, "skylake" },
	{ "GenuineIntel", 6, 0x5e, 0x5e, 0, 15, "skylake" }, { "GenuineIntel", 6, 0x8e, 0x8e, 0, 15, "skylake" },
	{ "GenuineIntel", 6, 0x9e, 0x9e, 0, 15, "skylake" }, { "GenuineIntel", 6, 0xa5, 0xa6, 0, 15, "skylake" },
	{ "GenuineIntel", 6, 0x55, 0x55, 0, 4, "skylake-avx512" }, { "GenuineIntel", 6, 0x55, 0x55, 5, 9, "cascadelake" },
	{ "GenuineIntel", 6, 0x55, 0x55, 10, 15, "cooperlake" }, { "GenuineIntel", 6, 0x66, 0x66, 0, 15, "cannonlake" },
	{ "GenuineIntel", 6, 0x7d, 0x7e, 0, 15, "icelake-client" }, { "GenuineIntel", 6, 0x6a, 0x6a, 0, 15, "icelake-server" },
	{ "GenuineIntel", 6, 0x6c, 0x6c, 0, 15, "icelake-server" }, { "GenuineIntel", 6, 0x8c, 0x8d, 0, 15, "tigerlake" },
	{ "GenuineIntel", 6, 0xa7, 0xa7, 0, 15, "rocketlake" }, { "GenuineIntel", 6, 0x97, 0x97, 0, 15, "alderlake" },
	{ "GenuineIntel", 6, 0x9a, 0x9a, 0, 15, "alderlake" }, { "GenuineIntel", 6, 0xbe, 0xbe, 0, 15, "gracemont" },
	{ "GenuineIntel", 6, 0xb7, 0xb7, 0, 15, "raptorlake" }, { "GenuineIntel", 6, 0xba, 0xba, 0, 15, "raptorlake" },
	{ "GenuineIntel", 6, 0xbf, 0xbf, 0, 15, "raptorlake" }, { "GenuineIntel", 6, 0xaa, 0xaa, 0, 15, "meteorlake" },
	{ "GenuineIntel", 6, 0xac, 0xac, 0, 15, "meteorlake" }, { "GenuineIntel", 6, 0xb5, 0xb5, 0, 15, "arrowlake" },
	{ "GenuineIntel", 6, 0xc5, 0xc5, 0, 15, "arrowlake" }, { "GenuineIntel", 6, 0xc6, 0xc6, 0, 15, "arrowlake-s" },
	{ "GenuineIntel", 6, 0xbd, 0xbd, 0, 15, "lunarlake" }, { "GenuineIntel", 6, 0xcc, 0xcc, 0, 15, "pantherlake" },
	{ "GenuineIntel", 6, 0x8f, 0x8f, 0, 15, "sapphirerapids" }, { "GenuineIntel", 6, 0xcf, 0xcf, 0, 15, "emeraldrapids" },
	{ "GenuineIntel", 6, 0xad, 0xad, 0, 15, "graniterapids" }, { "GenuineIntel", 6, 0xae, 0xae, 0, 15, "graniterapids-d" },
	{ "GenuineIntel", 6, 0xaf, 0xaf, 0, 15, "sierraforest" }, { "GenuineIntel", 6, 0xdd, 0xdd, 0, 15, "clearwaterforest" },
	{ "GenuineIntel", 6, 0x5c, 0x5c, 0, 15, "goldmont" }, { "GenuineIntel", 6, 0x5f, 0x5f, 0, 15, "goldmont" },
	{ "GenuineIntel", 6, 0x7a, 0x7a, 0, 15, "goldmont-plus" }, { "GenuineIntel", 6, 0x86, 0x86, 0, 15, "tremont" },
	{ "GenuineIntel", 6, 0x96, 0x96, 0, 15, "tremont" }, { "GenuineIntel", 6, 0x9c, 0x9c, 0, 15, "tremont" },
};

/* The oldest core of a family, for its models that are newer than the table. */
static const struct {
	const char *vendor;
	uint32_t family;
	const char *id;
} x86_families[] = {
	{ "AuthenticAMD", 0x17, "znver1" }, { "AuthenticAMD", 0x19, "znver3" }, { "AuthenticAMD", 0x1a, "znver5" },
	{ "HygonGenuine", 0x18, "znver1" },
};

static const struct {
	const char *id, *older;
} lines[] = {
	{ "znver6", "znver5" }, { "znver5", "znver4" }, { "znver4", "znver3" }, { "znver3", "znver2" }, { "znver2", "znver1" },
	{ "bdver4", "bdver3" }, { "bdver3", "bdver2" }, { "bdver2", "bdver1" },
	{ "westmere", "nehalem" }, { "sandybridge", "westmere" }, { "ivybridge", "sandybridge" }, { "haswell", "ivybridge" },
	{ "broadwell", "haswell" }, { "skylake", "broadwell" }, { "skylake-avx512", "skylake" }, { "cascadelake", "skylake-avx512" },
	{ "cooperlake", "cascadelake" }, { "cannonlake", "skylake-avx512" }, { "icelake-client", "skylake-avx512" },
	{ "icelake-server", "icelake-client" }, { "tigerlake", "icelake-client" }, { "rocketlake", "icelake-client" },
	{ "sapphirerapids", "icelake-server" }, { "emeraldrapids", "sapphirerapids" }, { "graniterapids", "sapphirerapids" },
	{ "graniterapids-d", "graniterapids" }, { "alderlake", "skylake" }, { "raptorlake", "alderlake" }, { "meteorlake", "alderlake" },
	{ "arrowlake", "alderlake" }, { "arrowlake-s", "arrowlake" }, { "lunarlake", "arrowlake-s" }, { "pantherlake", "arrowlake-s" },
	{ "goldmont-plus", "goldmont" }, { "tremont", "goldmont-plus" }, { "gracemont", "tremont" }, { "sierraforest", "gracemont" },
	{ "clearwaterforest", "sierraforest" },
	/* Arm. The server cores are kin of the mobile ones of their year. */
	{ "neoverse-v3ae", "neoverse-v3" }, { "neoverse-v3", "neoverse-v2" }, { "neoverse-v2", "neoverse-v1" },
	{ "neoverse-v1", "neoverse-n1" },
	{ "neoverse-n3", "neoverse-n2" }, { "neoverse-n2", "neoverse-n1" }, { "neoverse-n1", "cortex-a76" },
	{ "neoverse-e1", "cortex-a65" },
	{ "cortex-x925", "cortex-x4" }, { "cortex-x4", "cortex-x3" }, { "cortex-x3", "cortex-x2" }, { "cortex-x2", "cortex-x1" },
	{ "cortex-x1c", "cortex-x1" }, { "cortex-x1", "cortex-a77" }, { "cortex-a725", "cortex-a720" },
	{ "cortex-a720ae", "cortex-a720" },
	{ "cortex-a720", "cortex-a715" }, { "cortex-a715", "cortex-a710" }, { "cortex-a710", "cortex-a78" },
	{ "cortex-a78ae", "cortex-a78" },
	{ "cortex-a78c", "cortex-a78" }, { "cortex-a78", "cortex-a77" }, { "cortex-a77", "cortex-a76" },
	{ "cortex-a76ae", "cortex-a76" },
	{ "cortex-a76", "cortex-a75" }, { "cortex-a75", "cortex-a73" }, { "cortex-a73", "cortex-a72" }, { "cortex-a72", "cortex-a57" },
	{ "cortex-a320", "cortex-a520" }, { "cortex-a520ae", "cortex-a520" }, { "cortex-a520", "cortex-a510" },
	{ "cortex-a510", "cortex-a55" },
	{ "cortex-a65ae", "cortex-a65" }, { "cortex-a65", "cortex-a55" }, { "cortex-a55", "cortex-a53" }, { "cortex-a34", "cortex-a35" },
	{ "thunderx3t110", "thunderx2t99" }, { "octeontx2t98", "octeontx2" }, { "octeontx2t96", "octeontx2" }, { "hip09", "tsv110" },
	{ "saphira", "falkor" }, { "apple-m2", "apple-m1" }, { "ampere1b", "ampere1a" }, { "ampere1a", "ampere1" },
	/* RISC-V */
	{ "sifive-p550", "sifive-p450" }, { "sifive-p450", "sifive-p400-series" }, { "sifive-p400-series", "sifive-u74" },
	{ "sifive-u74", "sifive-7-series" }, { "thead-c910", "xt-c910" }, { "xt-c910", "thead-c906" },
};

#define COUNT(array) (sizeof (array) / sizeof *(array))

struct at_core at_core_x86(const char *vendor, uint32_t family, uint32_t model, uint32_t stepping)
{
	for (size_t i = 0; i < COUNT(x86_cores); i++)
		if (!strcmp(vendor, x86_cores[i].vendor) && family == x86_cores[i].family &&
				model >= x86_cores[i].first_model && model <= x86_cores[i].last_model &&
				stepping >= x86_cores[i].first_stepping && stepping <= x86_cores[i].last_stepping)
			return (struct at_core){ AT_DETECTED, x86_cores[i].id };
	for (size_t i = 0; i < COUNT(x86_families); i++)
		if (!strcmp(vendor, x86_families[i].vendor) && family == x86_families[i].family)
			return (struct at_core){ AT_INFERRED, x86_families[i].id };
	return (struct at_core){ AT_ABSENT, NULL };
}

const char *at_core_older(const char *id)
{
	for (size_t i = 0; i < COUNT(lines); i++)
		if (!strcmp(id, lines[i].id))
			return lines[i].older;
	return NULL;
}
