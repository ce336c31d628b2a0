/* The core tables, and how trials and sources make up what a CPU has. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "probe_core.h"
#include "probe_cpu.h"
#include "probe_isa.h"

static int failures;

static void check(bool good, const char *what)
{
	if (!good) {
		printf("wrong: %s\n", what);
		failures++;
	}
}

/* The chain of a core, "a b c". */
static void check_chain(struct at_core core, enum at_certainty certainty, const char *chain)
{
	struct at_buffer names = AT_BUFFER_INIT;

	at_buffer_text(&names, "");
	for (const char *name = core.id; name; name = at_core_older(name))
		at_buffer_printf(&names, "%s%s", names.length ? " " : "", name);
	if (strcmp(names.data, chain) || core.certainty != certainty) {
		printf("wrong: '%s' (%d), not '%s' (%d)\n", names.data, (int)core.certainty, chain, (int)certainty);
		failures++;
	}
	at_buffer_free(&names);
}

static void check_x86(void)
{
	static const struct { uint32_t family, model, stepping; const char *id; } amd[] = {
		{ 0x17, 0x31, 0, "znver2" }, { 0x17, 0x71, 0, "znver2" }, { 0x17, 0x01, 2, "znver1" }, { 0x19, 0x01, 1, "znver3" },
		{ 0x19, 0x21, 0, "znver3" }, { 0x19, 0x11, 1, "znver4" }, { 0x19, 0x61, 2, "znver4" }, { 0x19, 0xa0, 1, "znver4" },
		{ 0x1a, 0x02, 1, "znver5" }, { 0x1a, 0x44, 0, "znver5" },
	}, intel[] = {
		{ 6, 0x5e, 3, "skylake" }, { 6, 0x55, 4, "skylake-avx512" }, { 6, 0x55, 7, "cascadelake" }, { 6, 0x55, 11, "cooperlake" },
		{ 6, 0x6a, 6, "icelake-server" }, { 6, 0x8f, 8, "sapphirerapids" }, { 6, 0xcf, 2, "emeraldrapids" }, { 6, 0x3f, 2, "haswell" },
	};

	for (size_t i = 0; i < sizeof amd / sizeof *amd; i++) {
		struct at_core core = at_core_x86("AuthenticAMD", amd[i].family, amd[i].model, amd[i].stepping);
		check(core.certainty == AT_DETECTED && !strcmp(core.id, amd[i].id), amd[i].id);
	}
	for (size_t i = 0; i < sizeof intel / sizeof *intel; i++) {
		struct at_core core = at_core_x86("GenuineIntel", intel[i].family, intel[i].model, intel[i].stepping);
		check(core.certainty == AT_DETECTED && !strcmp(core.id, intel[i].id), intel[i].id);
	}
	check_chain(at_core_x86("AuthenticAMD", 0x1a, 0x02, 0), AT_DETECTED, "znver5 znver4 znver3 znver2 znver1");
	check_chain(at_core_x86("AuthenticAMD", 0x1a, 0xff, 0), AT_INFERRED, "znver5 znver4 znver3 znver2 znver1");
	check_chain(at_core_x86("GenuineIntel", 6, 0x8f, 8), AT_DETECTED,
		"sapphirerapids icelake-server icelake-client skylake-avx512 skylake broadwell haswell ivybridge sandybridge westmere nehalem");
	check_chain(at_core_x86("GenuineIntel", 6, 0xfe, 0), AT_ABSENT, "");
	check_chain(at_core_x86("CentaurHauls", 6, 0x5e, 3), AT_ABSENT, "");
}

static void check_arm(void)
{
	check_chain(at_core_arm(0x41, 0xd0c), AT_DETECTED, "neoverse-n1 cortex-a76 cortex-a75 cortex-a73 cortex-a72 cortex-a57");
	check_chain(at_core_arm(0x41, 0xd4f), AT_DETECTED,
		"neoverse-v2 neoverse-v1 neoverse-n1 cortex-a76 cortex-a75 cortex-a73 cortex-a72 cortex-a57");
	check_chain(at_core_arm(0x41, 0xd08), AT_DETECTED, "cortex-a72 cortex-a57");
	check_chain(at_core_arm(0x6d, 0xd49), AT_DETECTED,
			"neoverse-n2 neoverse-n1 cortex-a76 cortex-a75 cortex-a73 cortex-a72 cortex-a57");
	check_chain(at_core_arm(0x42, 0xd0c), AT_ABSENT, "");
}

/* By names, by uarch, by numbers; in that order. */
static void check_riscv(void)
{
	char u74[] = "sifive,u74-mc", riscv[] = "riscv", c910[] = "thead,c910";
	char *const board[] = { u74, riscv }, *const other[] = { c910, riscv }, *const unknown[] = { riscv };
	const uint64_t high = UINT64_C(1) << 63;

	check_chain(at_core_riscv(board, 2, "", false, 0, 0), AT_DETECTED, "sifive-u74 sifive-7-series");
	check_chain(at_core_riscv(other, 2, "sifive,u74-mc", true, 0x489, high + 7), AT_DETECTED, "thead-c910 xt-c910 thead-c906");
	check_chain(at_core_riscv(unknown, 1, "sifive,u74-mc", true, 1, 1), AT_DETECTED, "sifive-u74 sifive-7-series");
	check_chain(at_core_riscv(unknown, 1, "eswin,eic770x", false, 0, 0), AT_DETECTED,
		"sifive-p550 sifive-p450 sifive-p400-series sifive-u74 sifive-7-series");
	check_chain(at_core_riscv(NULL, 0, "", true, 0x710, UINT64_C(0x8000000058000001)), AT_DETECTED, "spacemit-x60");
	check_chain(at_core_riscv(NULL, 0, "", true, 0x489, high + 8), AT_DETECTED,
			"sifive-p550 sifive-p450 sifive-p400-series sifive-u74 sifive-7-series");
	/* Both of T-Head's say 0: the number tells nothing. And a vendor's number alone is no core. */
	check_chain(at_core_riscv(NULL, 0, "", true, 0x5b7, 0), AT_ABSENT, "");
	check_chain(at_core_riscv(NULL, 0, "", true, 0x489, 1), AT_ABSENT, "");
	check_chain(at_core_riscv(NULL, 0, "", true, 0, 0), AT_ABSENT, "");
	check_chain(at_core_riscv(NULL, 0, "", false, 0x489, high + 7), AT_ABSENT, "");
}

static bool works(uint64_t *value)
{
	*value = 32;
	return true;
}

static bool computes_wrong(uint64_t *value)
{
	(void)value;
	return false;
}

static bool is_illegal(uint64_t *value)
{
	(void)value;
	raise(SIGILL);
	return true;
}

static bool crashes(uint64_t *value)
{
	(void)value;
	raise(SIGSEGV);
	return true;
}

static bool ends(uint64_t *value)
{
	(void)value;
	_exit(0);
}

static void check_trials(void)
{
	static const struct at_trial trials[] = { { "good", works }, { "wrong", computes_wrong }, { "illegal", is_illegal },
			{ "crash", crashes },
		{ "hidden", works }, { "unclaimed", is_illegal } };
	struct at_extension list[] = { { .name = "good", .cpuinfo = AT_CLAIMS }, { .name = "wrong", .hwprobe = AT_CLAIMS },
		{ .name = "illegal", .hwcap = AT_CLAIMS }, { .name = "crash", .cpuid = AT_CLAIMS }, { .name = "hidden" },
		{ .name = "unclaimed" },
		{ .name = "text", .cpuinfo = AT_CLAIMS }, { .name = "told", .hwprobe = AT_CLAIMS }, { .name = "none" },
		{ .name = "denied", .cpuinfo = AT_CLAIMS, .cpuid = AT_CLAIMS_NOT } };
	static const char *const how[] = { "detected", "absent", "absent", "absent", "detected", "absent", "inferred", "detected",
			"absent", "absent" };
	struct at_warnings findings = { 0 };
	size_t count = sizeof list / sizeof *list;

	at_extensions_try(list, count, trials, sizeof trials / sizeof *trials, false);
	for (size_t i = 0; i < count; i++)
		check(!strcmp(at_extension_how(&list[i]), how[i]) && at_extension_present(&list[i]) == (strcmp(how[i], "absent") != 0),
				list[i].name);
	check(list[0].value == 32, "what a trial reports comes back");
	check(list[3].signal == SIGSEGV, "the signal is kept");
	at_extensions_findings(list, count, &findings);
	check(findings.count == 3, "three kinds of findings");
	check(findings.count == 3 && strstr(findings.list[0].text, "wrong: a test instruction gave a wrong value") &&
		strstr(findings.list[1].text, "crash: ") && !strncmp(findings.list[2].text, "illegal: claimed", 16),
				"findings name the extension");
	at_warnings_free(&findings);

	struct at_extension two[] = { { .name = "good", .cpuid = AT_CLAIMS }, { .name = "hidden", .cpuid = AT_CLAIMS_NOT } };
	at_extensions_try(two, 2, trials, sizeof trials / sizeof *trials, true);
	check(two[0].trial == AT_WORKS && two[1].trial == AT_NOT_TRIED, "what no source claims is not tried when so asked");

	static const struct at_trial last[] = { { "good", ends } };
	struct at_extension one = { .name = "good" };
	at_extensions_try(&one, 1, last, 1, false);
	check(one.trial == AT_WORKS, "a child that ends well");
}

static void check_texts(void)
{
	static const char text[] = "processor\t: 0\nisa\t\t: rv64imafdc_zba_zbb\nuarch\t\t: sifive,u74-mc\n\nprocessor\t: 1\nisa\t\t: rv64gc\n";
	size_t length = 0;
	const char *value = at_cpuinfo_value(text, "uarch", &length);

	check(value && length == 13 && !strncmp(value, "sifive,u74-mc", 13), "a value of /proc/cpuinfo");
	value = at_cpuinfo_value(text, "isa", &length);
	check(value && length == 18, "the first of two");
	check(!at_cpuinfo_value(text, "proc", &length) && !at_cpuinfo_value("", "isa", &length), "only whole keys");
	check(at_word_in("fp asimd crc32", 14, "crc32") && !at_word_in("fp asimd crc32", 14, "crc") && !at_word_in("fp asimd crc32",
			13, "crc32") &&
		at_word_in("fp", 2, "fp") && !at_word_in("", 0, "fp"), "whole words");
}

int main(void)
{
	check_x86();
	check_arm();
	check_riscv();
	check_trials();
	check_texts();
	return failures ? 1 : 0;
}
