/* One compiler: what it is, what it accepts, and whether it makes use of what it accepts. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "probe_ask.h"
#include "probe_compiler.h"
#include "remove.h"

static const char *const flags[] = { "-O3", "-flto=auto", "-ffat-lto-objects", "-falign-functions=64", "-ffp-contract=off",
	"-ffile-prefix-map=a=b", "-fprofile-prefix-path=/", "-mprefer-vector-width=512", "-mstrict-align" };

/* For each architecture (the first part of what -dumpmachine says): the names that -march takes as a whole, the extensions that
 * may be appended to `base`, and code that shows whether they are used. */
static const struct language {
	const char *arch;
	const char *levels[12];
	const char *base;
	const char *extensions[16];
	struct {
		const char *name, *flag;
		const char *words[3];           /* mnemonics or registers in the assembly text */
	} emits[3];
} languages[] = {
	{ "x86_64", { "x86-64-v2", "x86-64-v3", "x86-64-v4" }, NULL, { NULL }, { { "vector", "-march=x86-64-v3", { "%ymm" } } } },
	{ "aarch64", { "armv8-a", "armv8.1-a", "armv8.2-a", "armv8.3-a", "armv8.4-a", "armv8.5-a", "armv8.6-a", "armv9-a" }, "armv8-a+",
		{ "crc", "lse", "rdma", "aes", "sha2", "sha3", "sm4", "fp16", "fp16fml", "rcpc", "dotprod", "i8mm", "bf16", "sve", "sve2" },
		{ { "vector", "-march=armv8-a+sve", { "whilelo", "z0." } } } },
	{ "riscv64", { "rv64gc", "rv64gcv" }, "rv64gc_", { "zicond", "zfa", "zfhmin", "zba", "zbb", "zbs" },
		{ { "bitmanip", "-march=rv64gc_zba_zbb", { "sh2add", "\tro" } }, { "vector", "-march=rv64gcv", { "vset" } } } },
};

static const char emit_source[] =
	"unsigned long scale(unsigned long a, unsigned long b) { return (a << 2) + b; }\n"
	"unsigned long turn(unsigned long a) { return a << 7 | a >> 57; }\n"
	"int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * 3; return s; }\n";

static const struct language *language_of(const char *target)
{
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
		if (!strncmp(target, languages[i].arch, strlen(languages[i].arch)) && target[strlen(languages[i].arch)] == '-')
			return &languages[i];
	return NULL;
}

/* The instruction sets that the compiler would use with -march=NAME and the machine does not have (x86). */
static void find_missing(struct at_asking *asking, const struct at_cpu *cpu, const char *name, struct at_argv *missing)
{
	char *flag = at_format("-march=%s", name);

	if (at_ask_macros(asking, flag))
		for (const char *at = asking->capture.out.data; at && (at = strstr(at, "#define ")); at += 8) {
			char *word = at_strndup(at + 8, strcspn(at + 8, " ("));
			const char *needs = at_cpu_flag_of_macro(word);
			if (needs && !at_cpu_has(cpu, needs))
				at_argv_push(missing, needs);
			free(word);
		}
	free(flag);
}

static void write_words(const struct at_argv *words, const char *key, struct at_json *json)
{
	at_json_array(json, key);
	for (size_t i = 0; i < words->count; i++)
		at_json_text(json, NULL, words->word[i]);
	at_json_end(json);
}

static void write_tune(struct at_asking *asking, const struct at_cpu *cpu, struct at_json *json)
{
	at_json_array(json, "mtune");
	for (const char *name = cpu->core.id; name; name = at_core_older(name))
		if (at_ask_accepts_name(asking, "-mtune=", name))
			at_json_text(json, NULL, name);
	at_json_end(json);
}

/* Accepted names in two lists: what runs here, and what would use instructions that this machine lacks (with which). Only x86
 * compilers tell by macros what a name stands for; elsewhere the levels alone are tried, and what runs here is for the reader
 * to say. */
static void write_arch(struct at_asking *asking, const struct at_cpu *cpu, const struct language *language, struct at_json *json)
{
	struct at_argv accepted = AT_ARGV_INIT;
	bool x86 = !strcmp(language->arch, "x86_64");

	for (const char *const *level = language->levels; *level; level++)
		if (at_ask_accepts_name(asking, "-march=", *level))
			at_argv_push(&accepted, *level);
	if (!x86) {
		write_words(&accepted, "march_levels", json);
		at_argv_free(&accepted);
		return;
	}
	for (const char *name = cpu->core.id; name; name = at_core_older(name))
		if (at_ask_accepts_name(asking, "-march=", name))
			at_argv_push(&accepted, name);
	struct at_argv *missing = at_alloc((accepted.count + 1) * sizeof *missing);
	for (size_t i = 0; i < accepted.count; i++)
		find_missing(asking, cpu, accepted.word[i], &missing[i]);
	at_json_array(json, "march");
	for (size_t i = 0; i < accepted.count; i++)
		if (!missing[i].count)
			at_json_text(json, NULL, accepted.word[i]);
	at_json_end(json);
	at_json_object(json, "march_missing");
	for (size_t i = 0; i < accepted.count; i++) {
		if (missing[i].count)
			write_words(&missing[i], accepted.word[i], json);
		at_argv_free(&missing[i]);
	}
	at_json_end(json);
	free(missing);
	at_argv_free(&accepted);
}

static void write_extensions(struct at_asking *asking, const struct language *language, struct at_json *json)
{
	if (!language->base)
		return;
	char *option = at_format("-march=%s", language->base);
	at_json_array(json, "extensions");
	for (const char *const *name = language->extensions; *name; name++)
		if (at_ask_accepts_name(asking, option, *name))
			at_json_text(json, NULL, *name);
	at_json_end(json);
	free(option);
}

static void write_emits(struct at_asking *asking, const struct language *language, struct at_json *json)
{
	at_json_object(json, "emits");
	for (size_t i = 0; language->emits[i].name; i++)
		at_json_bool(json, language->emits[i].name, at_ask_emits(asking, language->emits[i].flag, language->emits[i].words));
	at_json_end(json);
}

static void write_flags(struct at_asking *asking, struct at_json *json)
{
	at_json_object(json, "flags");
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		at_json_bool(json, flags[i], at_ask_accepts(asking, flags[i]));
	at_json_end(json);
}

/* Family and version, from the macros of a plain try: a version text may hold a vendor's words. */
static void write_version(struct at_asking *asking, struct at_json *json)
{
	static const char *const macros[2][3] = {
		{ "__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__" }, { "__clang_major__", "__clang_minor__", "__clang_patchlevel__" }
	};
	char *clang = at_ask_macro(asking, "__clang_major__");
	char *part[3];

	at_json_text(json, "family", clang ? "clang" : "gcc");
	for (int i = 0; i < 3; i++)
		part[i] = at_ask_macro(asking, macros[clang != NULL][i]);
	if (part[0] && part[1] && part[2]) {
		char *version = at_format("%s.%s.%s", part[0], part[1], part[2]);
		at_json_text(json, "version", version);
		free(version);
	}
	for (int i = 0; i < 3; i++)
		free(part[i]);
	free(clang);
}

/* What -dumpmachine says, allocated; "" if nothing. */
static char *target_of(struct at_asking *asking)
{
	static const char *const words[] = { "-dumpmachine", NULL };
	bool told = at_ask_words(asking, words) && asking->capture.out.length;

	return told ? at_strndup(asking->capture.out.data, strcspn(asking->capture.out.data, "\n")) : at_strdup("");
}

void at_compiler_describe(const struct at_compiler *compiler, const char *directory, const struct at_cpu *cpu,
		struct at_json *json, char **complaint)
{
	struct at_asking asking = { .compiler = compiler->path, .directory = directory };

	if (!at_ask_accepts(&asking, "-O0") || !at_ask_macros(&asking, "-O0")) {
		const char *words = asking.capture.err.length ? asking.capture.err.data : "";
		*complaint = at_format("%s cannot compile an empty file, so it is left out: %.*s", compiler->path, (int)strcspn(words, "\n"),
				words);
		at_asking_end(&asking);
		return;
	}
	at_json_object(json, NULL);
	at_json_text(json, "name", compiler->names.word[0]);
	write_words(&compiler->names, "names", json);
	at_json_text(json, "path", compiler->path);
	write_version(&asking, json);
	char *target = target_of(&asking);
	const struct language *language = language_of(target);
	if (*target)
		at_json_text(json, "target", target);
	write_tune(&asking, cpu, json);
	if (language) {
		write_arch(&asking, cpu, language, json);
		write_extensions(&asking, language, json);
		write_emits(&asking, language, json);
	}
	write_flags(&asking, json);
	at_json_end(json);
	free(target);
	at_asking_end(&asking);
}

static int put(const char *directory, const char *name, const char *text)
{
	char *path = at_format("%s/%s", directory, name);
	FILE *file = fopen(path, "wxe");
	int result = !file || fputs(text, file) < 0 ? -1 : 0;

	if (file && fclose(file))
		result = -1;
	free(path);
	return result;
}

char *at_compiler_directory(void)
{
	const char *place = getenv("TMPDIR");
	char *directory = at_format("%s/atesor-probe.XXXXXX", place && *place == '/' ? place : "/tmp");

	if (mkdtemp(directory)) {
		if (!put(directory, "empty.c", "") && !put(directory, "emit.c", emit_source))
			return directory;
		int saved = errno;
		at_remove_path(directory);
		errno = saved;
	}
	free(directory);
	return NULL;
}

int at_compiler_accepts(const char *compiler, char *const *texts, size_t count, struct at_json *json)
{
	char *directory = at_compiler_directory();
	struct at_asking asking = { .compiler = compiler, .directory = directory };

	if (!directory)
		return -1;
	at_json_object(json, NULL);
	for (size_t i = 0; i < count; i++)
		at_json_bool(json, texts[i], at_ask_accepts(&asking, texts[i]));
	at_json_end(json);
	at_asking_end(&asking);
	at_remove_path(directory);
	free(directory);
	return 0;
}
