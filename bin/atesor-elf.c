/* atesor-elf: what a build really is. See atesor-elf.1. */
#include <errno.h>
#include <string.h>

#include "elf_compare.h"
#include "elf_report.h"
#include "elf_runs_on.h"
#include "message.h"
#include "option.h"

static struct at_elf_options options = { .members = 1000, .code_limit = UINT64_MAX };
static const char *base_path, *machine;
static bool list_exports;

static const struct at_option table[] = {
	{ "base", 0, AT_TEXT, &base_path, "FILE", "runs-on: instructions that FILE has too do not count" },
	{ "code-limit", 0, AT_BYTES, &options.code_limit, "BYTES", "decode at most so much code of each file (all)" },
	{ "exports", 0, AT_FLAG, &list_exports, NULL, "inspect: list the exported symbols" },
	{ "machine", 0, AT_TEXT, &machine, "MACHINE", "compare: say also which instructions MACHINE lacks" },
	{ "members", 0, AT_COUNT, &options.members, "N", "inspect: list at most N members of an archive (1000)" },
	{ "no-classes", 0, AT_FLAG, &options.no_classes, NULL, "do not decode instructions" },
	{ "root", 0, AT_TEXT, &options.root, "DIR", "the directory that must hold a thin archive's members (the archive's)" },
	{ "threads", 0, AT_COUNT, &options.threads, "N", "decode large files with at most N threads (1)" },
	{ NULL, 0, AT_FLAG, NULL, NULL, NULL },
};

static const char *const synopsis[] = {
	"[OPTION…] inspect FILE…",
	"[OPTION…] compare BASE TUNE",
	"[OPTION…] runs-on MACHINE FILE…",
	NULL,
};

static const struct at_usage usage = {
	"what a build really is: code, instructions and interface of ELF files and archives", synopsis, table,
	"MACHINE is a level (x86-64-v3, rva22u64, rv64gc_zba, armv8.2-a+sve) or a machine document of atesor-probe.\n",
};

static void put_line(struct at_json *json)
{
	if (at_json_line(json, stdout))
		at_die(AT_EXIT_TROUBLE, "cannot write: %s", strerror(errno));
}

/* Reads, and says on stderr what is wrong. False if anything is. */
static bool read_file(struct at_file *file, const char *path)
{
	at_file_read(file, path, &options);
	if (file->problem)
		at_error("'%s': %s", path, file->problem);
	return !file->problem;
}

static int inspect(struct at_json *json, char **files)
{
	int code = AT_EXIT_DONE;

	for (; *files; files++) {
		struct at_file file;
		if (!read_file(&file, *files))
			code = AT_EXIT_TROUBLE;
		at_file_report(json, *files, &file, list_exports);
		put_line(json);
		at_file_free(&file);
	}
	return code;
}

static int compare(struct at_json *json, char **files)
{
	struct at_file base, tune;
	struct at_target target;

	if (!files[1] || files[2])
		at_usage_error("compare takes two files: BASE TUNE");
	char *problem = machine ? at_target_read(&target, machine) : NULL;
	if (problem)
		at_die(AT_EXIT_TROUBLE, "%s", problem);
	bool readable = read_file(&base, files[0]);
	readable &= read_file(&tune, files[1]);
	if (readable) {
		at_compare_report(json, files[0], &base, files[1], &tune, machine ? &target : NULL);
		put_line(json);
	}
	at_file_free(&base);
	at_file_free(&tune);
	return readable ? AT_EXIT_DONE : AT_EXIT_TROUBLE;
}

static int runs_on(struct at_json *json, char **files)
{
	struct at_file base = { 0 }, file;
	struct at_target target;
	int code = AT_EXIT_DONE;

	if (!files[1])
		at_usage_error("runs-on takes a machine and files: MACHINE FILE…");
	if (options.no_classes)
		at_usage_error("runs-on counts instructions: it does not go with --no-classes");
	char *problem = at_target_read(&target, files[0]);
	if (problem)
		at_die(AT_EXIT_TROUBLE, "%s", problem);
	if (base_path && !read_file(&base, base_path))
		return AT_EXIT_TROUBLE;
	for (files++; *files; files++) {
		if (!read_file(&file, *files)) {
			code = AT_EXIT_TROUBLE;
		} else {
			if (!at_runs_on_report(json, *files, &file, base_path ? &base : NULL, &target) && code == AT_EXIT_DONE)
				code = AT_EXIT_NO;
			put_line(json);
		}
		at_file_free(&file);
	}
	at_file_free(&base);
	return code;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(struct at_json *json, char **files);
	} commands[] = { { "inspect", inspect }, { "compare", compare }, { "runs-on", runs_on } };
	int first = at_options(&usage, argc, argv);
	struct at_json json = { 0 };

	if (first == argc)
		at_usage_error("no command given: inspect, compare or runs-on");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(argv[first], commands[i].name)) {
			if (!argv[first + 1])
				at_usage_error("%s needs a FILE", argv[first]);
			int code = commands[i].run(&json, argv + first + 1);
			if (fflush(stdout))
				at_die(AT_EXIT_TROUBLE, "cannot write: %s", strerror(errno));
			at_json_free(&json);
			return code;
		}
	at_usage_error("unknown command '%s'", argv[first]);
}
