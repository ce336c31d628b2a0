/* What a compiler accepts: every flag is tried on an empty file with -c, in the C locale. Accepted means exit 0 and not a
 * word on stderr: a flag that is only warned about would break a build that has -Werror. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "capture.h"
#include "probe_compiler.h"
#include "remove.h"

enum { SECONDS = 60 };       /* of one try */

static const char *const flags[] = { "-O3", "-flto=auto", "-ffat-lto-objects", "-falign-functions=64", "-ffp-contract=off",
	"-ffile-prefix-map=a=b", "-fprofile-prefix-path=/", "-mprefer-vector-width=512" };

/* Variables by which a compiler changes what it does. */
static const char *const hidden[] = { "CPATH=", "C_INCLUDE_PATH=", "CCC_OVERRIDE_OPTIONS=", "DEPENDENCIES_OUTPUT=",
	"SUNPRO_DEPENDENCIES=", NULL };

struct trial {
	const char *compiler;
	const char *directory;       /* a temporary one, with empty.c */
	struct at_capture capture;   /* of the last try */
};

/* Runs the compiler in the temporary directory with the words, NULL-terminated. Whether it went well and silently. */
static bool try_words(struct trial *trial, const char *const *words)
{
	struct at_argv command = AT_ARGV_INIT;

	at_argv_push(&command, trial->compiler);
	for (; *words; words++)
		at_argv_push(&command, *words);
	at_capture_free(&trial->capture);
	bool ran = !at_capture(&trial->capture, command.word, trial->directory, hidden, SECONDS);
	at_argv_free(&command);
	return ran && trial->capture.code == 0 && trial->capture.err.length == 0;
}

static bool accepts(struct trial *trial, const char *flag)
{
	const char *const words[] = { flag, "-c", "-o", "empty.o", "empty.c", NULL };

	return try_words(trial, words);
}

static bool accepts_name(struct trial *trial, const char *option, const char *name)
{
	char *flag = at_format("%s%s", option, name);
	bool yes = accepts(trial, flag);

	free(flag);
	return yes;
}

/* The value of a predefined macro in the last output of -dM, allocated; NULL if it is not defined. */
static char *macro(const struct trial *trial, const char *name)
{
	char *line = at_format("#define %s ", name);
	const char *found = trial->capture.out.length ? strstr(trial->capture.out.data, line) : NULL;
	char *value = found ? at_strndup(found + strlen(line), strcspn(found + strlen(line), "\n")) : NULL;

	free(line);
	return value;
}

static bool define(struct trial *trial, const char *flag)
{
	const char *const words[] = { "-dM", "-E", "empty.c", flag, NULL };

	return try_words(trial, words);
}

/* The instruction sets that the compiler would use with -march=NAME and the machine does not have. */
static void find_missing(struct trial *trial, const struct at_cpu *cpu, const char *name, struct at_argv *missing)
{
	char *flag = at_format("-march=%s", name);

	if (define(trial, flag))
		for (const char *at = trial->capture.out.data; at && (at = strstr(at, "#define ")); at += 8) {
			char *word = at_strndup(at + 8, strcspn(at + 8, " ("));
			const char *needs = at_cpu_flag_of_macro(word);
			if (needs && !at_cpu_has(cpu, needs))
				at_argv_push(missing, needs);
			free(word);
		}
	free(flag);
}

/* All names for the machine that are worth trying: levels and the core's chain. NULL-terminated. */
static void machine_names(const struct at_cpu *cpu, bool levels, struct at_argv *names)
{
	for (const char *const *level = at_cpu_levels(); levels && *level; level++)
		at_argv_push(names, *level);
	for (const char *name = cpu->core.id; name; name = at_core_older(name))
		at_argv_push(names, name);
}

static void write_tune(struct trial *trial, const struct at_cpu *cpu, struct at_json *json)
{
	struct at_argv names = AT_ARGV_INIT;

	machine_names(cpu, false, &names);
	at_json_array(json, "mtune");
	for (size_t i = 0; i < names.count; i++)
		if (accepts_name(trial, "-mtune=", names.word[i]))
			at_json_text(json, NULL, names.word[i]);
	at_json_end(json);
	at_argv_free(&names);
}

/* Accepted names in two lists: what runs here, and what would use instructions that this machine lacks (with which). */
static void write_arch(struct trial *trial, const struct at_cpu *cpu, struct at_json *json)
{
	struct at_argv names = AT_ARGV_INIT, accepted = AT_ARGV_INIT;

	machine_names(cpu, true, &names);
	for (size_t i = 0; i < names.count; i++)
		if (accepts_name(trial, "-march=", names.word[i]))
			at_argv_push(&accepted, names.word[i]);
	struct at_argv *missing = at_alloc(accepted.count * sizeof *missing);
	for (size_t i = 0; i < accepted.count; i++)
		find_missing(trial, cpu, accepted.word[i], &missing[i]);
	at_json_array(json, "march");
	for (size_t i = 0; i < accepted.count; i++)
		if (!missing[i].count)
			at_json_text(json, NULL, accepted.word[i]);
	at_json_end(json);
	at_json_object(json, "march_missing");
	for (size_t i = 0; i < accepted.count; i++) {
		if (missing[i].count) {
			at_json_array(json, accepted.word[i]);
			for (size_t m = 0; m < missing[i].count; m++)
				at_json_text(json, NULL, missing[i].word[m]);
			at_json_end(json);
		}
		at_argv_free(&missing[i]);
	}
	at_json_end(json);
	free(missing);
	at_argv_free(&accepted);
	at_argv_free(&names);
}

static void write_flags(struct trial *trial, struct at_json *json)
{
	at_json_object(json, "flags");
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		at_json_bool(json, flags[i], accepts(trial, flags[i]));
	at_json_end(json);
}

/* Family and version, from the macros of a plain try: a version text may hold a vendor's words. */
static void write_version(struct trial *trial, struct at_json *json)
{
	static const char *const macros[2][3] = {
		{ "__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__" }, { "__clang_major__", "__clang_minor__", "__clang_patchlevel__" }
	};
	char *clang = macro(trial, "__clang_major__");
	char *part[3];

	at_json_text(json, "family", clang ? "clang" : "gcc");
	for (int i = 0; i < 3; i++)
		part[i] = macro(trial, macros[clang != NULL][i]);
	if (part[0] && part[1] && part[2]) {
		char *version = at_format("%s.%s.%s", part[0], part[1], part[2]);
		at_json_text(json, "version", version);
		free(version);
	}
	for (int i = 0; i < 3; i++)
		free(part[i]);
	free(clang);
}

static void write_target(struct trial *trial, struct at_json *json)
{
	static const char *const words[] = { "-dumpmachine", NULL };

	if (try_words(trial, words) && trial->capture.out.length)
		at_json_bytes(json, "target", trial->capture.out.data, strcspn(trial->capture.out.data, "\n"));
}

static void write_compiler(const struct at_compiler *compiler, const char *directory, const struct at_cpu *cpu,
		struct at_json *json, struct at_warnings *warnings)
{
	struct trial trial = { .compiler = compiler->path, .directory = directory };

	if (!accepts(&trial, "-O0") || !define(&trial, "-O0")) {
		at_warnings_add(warnings, "compiler_unusable", "%s cannot compile an empty file, so it is left out: %.*s", compiler->path,
				(int)strcspn(trial.capture.err.length ? trial.capture.err.data : "", "\n"),
				trial.capture.err.length ? trial.capture.err.data : "");
		at_capture_free(&trial.capture);
		return;
	}
	at_json_object(json, NULL);
	at_json_text(json, "name", compiler->names.word[0]);
	at_json_array(json, "names");
	for (size_t i = 0; i < compiler->names.count; i++)
		at_json_text(json, NULL, compiler->names.word[i]);
	at_json_end(json);
	at_json_text(json, "path", compiler->path);
	write_version(&trial, json);
	write_target(&trial, json);
	write_tune(&trial, cpu, json);
	write_arch(&trial, cpu, json);
	write_flags(&trial, json);
	at_json_end(json);
	at_capture_free(&trial.capture);
}

/* A directory of our own with an empty source file; its path, allocated, or NULL with errno. */
static char *make_directory(void)
{
	const char *place = getenv("TMPDIR");
	char *directory = at_format("%s/atesor-probe.XXXXXX", place && *place == '/' ? place : "/tmp");

	if (mkdtemp(directory)) {
		char *source = at_format("%s/empty.c", directory);
		int file = open(source, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		free(source);
		if (file >= 0) {
			close(file);
			return directory;
		}
		at_remove_path(directory);
	}
	free(directory);
	return NULL;
}

void at_compilers_write(const struct at_compilers *compilers, const struct at_cpu *cpu, struct at_json *json,
		struct at_warnings *warnings)
{
	char *directory = make_directory();

	if (!directory)
		at_warnings_add(warnings, "compilers_not_tried", "cannot make a temporary directory to try compilers in: %s", strerror(errno));
	at_json_array(json, "compilers");
	for (size_t i = 0; i < compilers->count && directory; i++)
		write_compiler(&compilers->list[i], directory, cpu, json, warnings);
	at_json_end(json);
	if (directory)
		at_remove_path(directory);
	free(directory);
}
