#include "profgen_options.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "number.h"
#include "option.h"

static struct {
	const char *binary, *debug, *event, *output, *format, *fold, *zero, *totals, *compat, *offset;
	struct at_argv data, script, unsymbolized, pids;
	bool basic, save;
} given;

static const struct at_option table[] = {
	{ "binary", 0, AT_TEXT, &given.binary, "FILE", "the program or library that was recorded" },
	{ "perfdata", 0, AT_LIST, &given.data, "FILE", "a recording of perf record (- is standard input); several add up" },
	{ "pd", 0, AT_LIST, &given.data, "FILE", "the same" },
	{ "perfscript", 0, AT_LIST, &given.script, "FILE", "the text of perf script" },
	{ "ps", 0, AT_LIST, &given.script, "FILE", "the same" },
	{ "unsymbolized-profile", 0, AT_LIST, &given.unsymbolized, "FILE", "counts that --skip-symbolization has saved" },
	{ "up", 0, AT_LIST, &given.unsymbolized, "FILE", "the same" },
	{ "output", 'o', AT_TEXT, &given.output, "FILE", "where the profile goes (- is standard output)" },
	{ "format", 0, AT_TEXT, &given.format, "NAME", "text or extbinary for clang, gcov for gcc (text)" },
	{ "skip-symbolization", 0, AT_FLAG, &given.save, NULL, "write the counts of addresses, not a profile" },
	{ "use-offset", 0, AT_TEXT, &given.offset, "0|1", "addresses of such counts are relative to the code (1)" },
	{ "debug-binary", 0, AT_TEXT, &given.debug, "FILE", "the file that has the debug information" },
	{ "pid", 0, AT_LIST, &given.pids, "N", "only samples of this process; several may be given" },
	{ "event", 0, AT_TEXT, &given.event, "NAME", "only samples of this event, by name or number (all)" },
	{ "compat", 0, AT_TEXT, &given.compat, "NAME", "count as llvm-profgen or autofdo (create_llvm_prof) does" },
	{ "count", 0, AT_TEXT, &given.fold, "HOW", "of a line's instructions the max, mean or sum (max)" },
	{ "line0", 0, AT_TEXT, &given.zero, "HOW", "instructions on no line: drop or wrap (drop)" },
	{ "totals", 0, AT_TEXT, &given.totals, "HOW", "of a function: samples, or bytes as llvm-profgen (samples)" },
	{ "basic-events", 0, AT_FLAG, &given.basic, NULL, "samples without branch records: always so" },
	{ "ba", 0, AT_FLAG, &given.basic, NULL, "the same" },
	{ NULL, 0, AT_FLAG, NULL, NULL, NULL },
};

static const char *const synopsis[] = {
	"[OPTION…] --binary FILE --perfdata FILE --output FILE",
	"report [OPTION…] --binary FILE --perfdata FILE",
	"diff A B",
	NULL,
};

static const struct at_usage usage = { "profiles for compilers from samples without branch records", synopsis, table,
	"report says what the samples cover, as JSON; diff how much two profiles agree.\n" };

/* "-perfdata=F" becomes "--perfdata=F": a dash is added to what is a long option of more than one letter. */
static void respell(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		size_t length = strcspn(argv[i], "=");
		if (argv[i][0] != '-' || argv[i][1] == '-' || length < 3)
			continue;
		for (const struct at_option *option = table; option->name; option++)
			if (strlen(option->name) == length - 1 && !memcmp(option->name, argv[i] + 1, length - 1)) {
				argv[i] = at_format("-%s", argv[i]);      /* as long-lived as the command line */
				break;
			}
	}
}

/* Index of `value` among the words of `choices`, which a NULL ends. */
static int choose(const char *option, const char *value, const char *const *choices)
{
	struct at_buffer list = AT_BUFFER_INIT;

	for (int i = 0; choices[i]; i++)
		if (!strcmp(choices[i], value))
			return i;
	for (int i = 0; choices[i]; i++)
		at_buffer_printf(&list, "%s%s", i ? ", " : "", choices[i]);
	at_usage_error("--%s takes one of %s, not '%s'", option, list.data, value);
}

static struct at_rules rules_of(const char *compat)
{
	static const char *const names[] = { "llvm-profgen", "autofdo", NULL };
	static const struct at_rules own = { .zeros = true };
	static const struct at_rules known[] = {
		{ .totals = AT_TOTALS_BYTES, .keep_line_zero = true, .zeros = true, .llvm_names = true },
		/* 10 samples, and 0.000005 of all: create_llvm_prof's least count and --sample_threshold_frac. */
		{ .symbols = true, .duplicated_totals = true, .least_share = 0.000005, .least_total = 10 },
	};

	return compat ? known[choose("compat", compat, names)] : own;
}

int at_profgen_options(struct at_profgen *work, int argc, char **argv)
{
	static const char *const formats[] = { "text", "extbinary", "gcov", NULL }, *const folds[] = { "max", "mean", "sum", NULL };
	static const char *const zeros[] = { "drop", "wrap", NULL }, *const totals[] = { "samples", "bytes", NULL };
	static const char *const truths[] = { "0", "1", "false", "true", NULL };

	respell(argc, argv);
	int first = at_options(&usage, argc, argv);
	*work = (struct at_profgen){ .binary_path = given.binary, .debug_path = given.debug, .event = given.event,
			.output = given.output, .data = given.data, .script = given.script, .unsymbolized = given.unsymbolized,
			.relative = true, .save = given.save, .rules = rules_of(given.compat) };
	if (given.format)
		work->format = (enum at_profile_format)choose("format", given.format, formats);
	if (given.fold)
		work->rules.fold = (enum at_fold)choose("count", given.fold, folds);
	if (given.zero)
		work->rules.keep_line_zero = choose("line0", given.zero, zeros);
	if (given.totals)
		work->rules.totals = (enum at_totals)choose("totals", given.totals, totals);
	if (given.offset)
		work->relative = choose("use-offset", given.offset, truths) & 1;
	work->rules.plain_discriminators = work->format == AT_PROFILE_GCOV;
	uint64_t *pids = at_alloc((given.pids.count + 1) * sizeof *pids);
	for (size_t i = 0; i < given.pids.count; i++)
		if (at_parse_count(given.pids.word[i], &pids[i]))
			at_usage_error("--pid takes a process id, not '%s'", given.pids.word[i]);
	work->pid = pids;
	work->pids = given.pids.count;
	if (work->event && (work->script.count || work->unsymbolized.count))
		at_usage_error("--event goes with --perfdata only: the other inputs do not tell events apart");
	return first;
}

void at_profgen_check_inputs(const struct at_profgen *work)
{
	if (!work->binary_path)
		at_usage_error("no --binary given: the program or library that was recorded");
	if (!work->data.count && !work->script.count && !work->unsymbolized.count)
		at_usage_error("no input given: --perfdata, --perfscript or --unsymbolized-profile");
}
