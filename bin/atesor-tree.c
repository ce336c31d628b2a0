/* Copies of trees, what is in them, and what changed. The work is in lib: copytree, manifest, clean, snapshot, keep, remove. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "clean.h"
#include "copytree.h"
#include "keep.h"
#include "manifest.h"
#include "message.h"
#include "option.h"
#include "outfile.h"
#include "remove.h"
#include "snapshot.h"

/* What the command line says, for every subcommand. */
struct request {
	const char *list, *since, *store, *source;
	char *operand[2];
	struct at_argv paths;
	FILE *out;                /* --list, if it was given */
};

static int manifest(struct request *request)
{
	struct at_manifest found;

	return at_manifest(request->operand[0], request->out, &found) || at_manifest_write(&found, stdout) ? -1 : 0;
}

static int copy(struct request *request)
{
	return at_copy_tree(request->operand[0], request->operand[1]);
}

static int clean(struct request *request)
{
	const char *tree = request->operand[0];

	return at_clean(tree, request->source ? request->source : tree, stdout, request->out);
}

static int restore(struct request *request)
{
	return at_restore(request->operand[0], request->source, request->list ? request->list : "-", stdout);
}

static int snapshot(struct request *request)
{
	return at_snapshot_write(request->operand[0], request->out ? request->out : stdout);
}

static int changed(struct request *request)
{
	return at_snapshot_changed(request->operand[0], request->since, stdout);
}

static int keep(struct request *request)
{
	return at_keep(request->operand[0], request->store, &request->paths);
}

static int putback(struct request *request)
{
	return at_put_back(request->operand[0], request->store, stdout);
}

static int remove_one(struct request *request)
{
	return at_remove_path(request->operand[0]);
}

enum allowed { LIST_OUT = 1, LIST_IN = 2, SINCE = 4, STORE = 8, FROM = 16, SOURCE = 32, PATHS = 64 };

static const struct subcommand {
	const char *name, *synopsis, *purpose;
	int operands;
	unsigned allowed, needed;
	int (*run)(struct request *request);
} subcommands[] = {
	{ "manifest", "manifest [--list FILE] DIR", "hash of all that a tree holds", 1, LIST_OUT, 0, manifest },
	{ "copy", "copy SOURCE TARGET", "a copy that keeps modes, times, links and holes", 2, 0, 0, copy },
	{ "clean", "clean [--list FILE] [--source SOURCE] DIR", "remove what builds left", 1, LIST_OUT | SOURCE, 0, clean },
	{ "restore", "restore --from SOURCE [--list FILE] DIR", "put back listed files that are missing", 1, LIST_IN | FROM, FROM,
		restore },
	{ "snapshot", "snapshot [--list FILE] DIR", "note sizes, times and inodes", 1, LIST_OUT, 0, snapshot },
	{ "changed", "changed --since FILE DIR", "what differs from a snapshot", 1, SINCE, SINCE, changed },
	{ "keep", "keep --in STORE DIR [PATH...]", "copy artifacts aside", 1, STORE | PATHS, STORE, keep },
	{ "putback", "putback --in STORE DIR", "put back kept artifacts that changed", 1, STORE, STORE, putback },
	{ "remove", "remove DIR", "remove a tree, write-protected or not", 1, 0, 0, remove_one },
	{ NULL, NULL, NULL, 0, 0, 0, NULL }
};

/* Options may stand before and behind each directory. */
static void read_request(const struct subcommand *sub, struct request *request, int argc, char **argv)
{
	const struct at_option all[] = {          /* in the order of enum allowed */
		{ "list", 0, AT_TEXT, &request->list, "FILE", "write the list there" },
		{ "list", 0, AT_TEXT, &request->list, "FILE", "the paths, each ended by a NUL or a newline (default: stdin)" },
		{ "since", 0, AT_TEXT, &request->since, "FILE", "the snapshot to compare with" },
		{ "in", 0, AT_TEXT, &request->store, "STORE", "the directory that keeps the artifacts" },
		{ "from", 0, AT_TEXT, &request->source, "SOURCE", "the tree that DIR is a copy of" },
		{ "source", 0, AT_TEXT, &request->source, "SOURCE", "ask git there, in the tree that DIR is a copy of" },
	};
	const size_t count = sizeof all / sizeof *all;
	struct at_option own[sizeof all / sizeof *all + 1] = { { 0 } }, *next = own;
	const char *const synopsis[] = { sub->synopsis, NULL };
	const struct at_usage usage = { sub->purpose, synopsis, own, NULL };

	for (size_t i = 0; i < count; i++)
		if (sub->allowed >> i & 1)
			*next++ = all[i];
	int at = at_options(&usage, argc, argv);
	for (int i = 0; i < sub->operands; i++) {
		if (at >= argc)
			at_usage_error("'%s' needs %s", sub->name, sub->operands == 2 ? "two directories" : "a directory");
		request->operand[i] = argv[at];
		at += at_options(&usage, argc - at, argv + at);
	}
	if (sub->allowed & PATHS)
		at_argv_extend(&request->paths, argv + at, (size_t)(argc - at));
	else if (at < argc)
		at_usage_error("'%s' is one operand too many", argv[at]);
	for (size_t i = 0; i < count; i++)
		if (sub->needed >> i & 1 && !*(const char **)all[i].target)
			at_usage_error("'%s' needs --%s %s", sub->name, all[i].name, all[i].value);
}

static enum at_exit serve(const struct subcommand *sub, int argc, char **argv)
{
	struct request request = { 0 };
	struct at_outfile list = { 0 };

	read_request(sub, &request, argc, argv);
	bool writes = sub->allowed & LIST_OUT && request.list;
	if (writes && at_outfile_open(&list, request.list))
		at_die(AT_EXIT_TROUBLE, "cannot write '%s': %s", request.list, strerror(errno));
	request.out = list.stream;
	int result = sub->run(&request);
	if (writes && result)
		at_outfile_abort(&list);
	else if (writes && at_outfile_commit(&list))
		at_die(AT_EXIT_TROUBLE, "cannot write '%s': %s", request.list, strerror(errno));
	if (fflush(stdout) || ferror(stdout))
		at_die(AT_EXIT_TROUBLE, "cannot write to stdout: %s", strerror(errno));
	at_argv_free(&request.paths);
	return result ? AT_EXIT_TROUBLE : AT_EXIT_DONE;
}

int main(int argc, char **argv)
{
	const size_t count = sizeof subcommands / sizeof *subcommands;
	const char *synopsis[sizeof subcommands / sizeof *subcommands];
	const struct at_option none[] = { { 0 } };
	const struct at_usage usage = { "copies of trees, what is in them, and what changed", synopsis, none,
		"'atesor-tree SUBCOMMAND --help' tells the options of one.\n" };

	for (size_t i = 0; i < count; i++)
		synopsis[i] = subcommands[i].synopsis;
	int at = at_options(&usage, argc, argv);
	if (at >= argc)
		at_usage_error("which subcommand? One of manifest, copy, clean, restore, snapshot, changed, keep, putback, remove");
	for (const struct subcommand *sub = subcommands; sub->name; sub++)
		if (!strcmp(sub->name, argv[at]))
			return (int)serve(sub, argc - at, argv + at);
	at_usage_error("there is no subcommand '%s'", argv[at]);
}
