/* atesor-elf: what a build really is. See atesor-elf.1. */
#include <errno.h>
#include <string.h>

#include "elf_report.h"
#include "message.h"
#include "option.h"

static struct at_elf_options options = { .members = 1000, .code_limit = UINT64_MAX };
static bool list_exports;

static const struct at_option table[] = {
	{ "code-limit", 0, AT_BYTES, &options.code_limit, "BYTES", "decode at most so much code of each file (all)" },
	{ "no-classes", 0, AT_FLAG, &options.no_classes, NULL, "do not decode instructions" },
	{ "exports", 0, AT_FLAG, &list_exports, NULL, "inspect: list the exported symbols" },
	{ "members", 0, AT_COUNT, &options.members, "N", "inspect: list at most N members of an archive (1000)" },
	{ "root", 0, AT_TEXT, &options.root, "DIR", "the directory that must hold a thin archive's members (the archive's)" },
	{ NULL, 0, AT_FLAG, NULL, NULL, NULL },
};

static const char *const synopsis[] = {
	"[OPTION…] inspect FILE…",
	NULL,
};

static const struct at_usage usage = {
	"what a build really is: machine, code hashes, interface of ELF files and archives", synopsis, table, NULL,
};

static int inspect(char **files)
{
	struct at_json json = { 0 };
	int code = AT_EXIT_DONE;

	for (; *files; files++) {
		struct at_file file;
		at_file_read(&file, *files, &options);
		at_file_report(&json, *files, &file, list_exports);
		if (at_json_line(&json, stdout))
			at_die(AT_EXIT_TROUBLE, "cannot write: %s", strerror(errno));
		if (file.problem) {
			at_error("'%s': %s", *files, file.problem);
			code = AT_EXIT_TROUBLE;
		}
		at_file_free(&file);
	}
	at_json_free(&json);
	return code;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(char **files);
	} commands[] = { { "inspect", inspect } };
	int first = at_options(&usage, argc, argv);

	if (first == argc)
		at_usage_error("no command given: inspect FILE…");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(argv[first], commands[i].name)) {
			if (!argv[first + 1])
				at_usage_error("%s needs a FILE", argv[first]);
			int code = commands[i].run(argv + first + 1);
			if (fflush(stdout))
				at_die(AT_EXIT_TROUBLE, "cannot write: %s", strerror(errno));
			return code;
		}
	at_usage_error("unknown command '%s'", argv[first]);
}
