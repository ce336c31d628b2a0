#include "probe_core.h"

#include <string.h>

/* Names: the bindings of the device trees (Documentation/devicetree/bindings/riscv/cpus.yaml) and what boards print. Numbers:
 * the boards' /proc/cpuinfo, and LLVM's RISCVProcessors.td. The C906 and the C910 both say archid 0: no number tells them
 * apart. */
static const struct {
	const char *id;
	const char *names[4];
	uint64_t mvendorid, marchid;         /* 0, 0: not to be matched by numbers */
} cores[] = {
	{ "sifive-u74", { "sifive,u74-mc", "sifive,u74", "sifive,bullet0" }, 0x489, UINT64_C(0x8000000000000007) },
	{ "sifive-p550", { "sifive,p550", "eswin,eic770x" }, 0x489, UINT64_C(0x8000000000000008) },
	{ "spacemit-x60", { "spacemit,x60" }, 0x710, UINT64_C(0x8000000058000001) },
	{ "thead-c906", { "thead,c906" }, 0, 0 },
	{ "thead-c910", { "thead,c910", "thead,c920" }, 0, 0 },
};

enum { CORES = sizeof cores / sizeof *cores };

static const char *named(const char *name)
{
	for (size_t i = 0; i < CORES; i++)
		for (size_t n = 0; n < 4 && cores[i].names[n]; n++)
			if (!strcmp(name, cores[i].names[n]))
				return cores[i].id;
	return NULL;
}

struct at_core at_core_riscv(char *const *compatible, size_t count, const char *uarch, bool has_ids, uint64_t mvendorid,
		uint64_t marchid)
{
	const char *id = NULL;

	for (size_t i = 0; i < count && !id; i++)
		id = named(compatible[i]);
	if (!id)
		id = named(uarch);
	for (size_t i = 0; i < CORES && !id && has_ids; i++)
		if (cores[i].mvendorid && cores[i].mvendorid == mvendorid && cores[i].marchid == marchid)
			id = cores[i].id;
	return (struct at_core){ id ? AT_DETECTED : AT_ABSENT, id };
}
