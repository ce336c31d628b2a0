/* A binary with debug information: every function is sampled, and some addresses that are in none. */
#include "perfdata.h"
#include "profgen_debug.h"
#include "profgen_symbolize.h"
#include "profile_write.h"

enum { COUNTS = 64 };

static void profile_of(struct at_binary *binary, struct at_dwarf *dwarf, const struct at_rules *rules)
{
	struct at_table table = { 0 };
	struct at_profile profile = { 0 };
	struct at_where where = { 0 };

	for (size_t i = 0; i < dwarf->functions && i < COUNTS; i++)
		*at_table_at(&table, dwarf->function[i].start + i % 3) = i + 1;
	*at_table_at(&table, binary->sections ? binary->section[0].start : 0) = 5;
	struct at_count *counts = at_counts_sorted(&table);
	at_symbolize(counts, table.count, binary, dwarf, rules, &profile, &where);
	FILE *null = fopen("/dev/null", "we");
	if (null) {
		at_profile_write_text(&profile, null);
		at_profile_write_extbinary(&profile, null, false);
		at_profile_write_gcov(&profile, null, true);
		fclose(null);
	}
	free(counts);
	at_table_free(&table);
	at_profile_free(&profile);
	at_where_free(&where);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static const struct at_rules rules[2] = {
		{ .zeros = true, .keep_line_zero = true, .totals = AT_TOTALS_BYTES }, { .symbols = true } };
	struct at_binary binary;
	struct at_debug debug = { .descriptor = -1 };
	struct at_dwarf dwarf = { 0 };
	char path[64], *problem;
	int descriptor = fuzz_file(data, size, path);

	problem = at_binary_open(&binary, path);
	if (!problem)
		problem = at_debug_open(&debug, &binary, NULL);
	if (!problem && debug.elf)
		problem = at_dwarf_open(&dwarf, debug.elf);
	if (!problem && debug.elf)
		for (unsigned i = 0; i < 2; i++)
			profile_of(&binary, &dwarf, &rules[i]);
	free(problem);
	at_dwarf_close(&dwarf);
	at_debug_close(&debug);
	at_binary_close(&binary);
	close(descriptor);
	return 0;
}
