#include "bar_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "bar_memory.h"
#include "bar_seats.h"
#include "message.h"
#include "number.h"
#include "option.h"
#include "thresholds.h"

static struct at_argv engine_files;
static const char *rows_text = "", *threads_text = AT_SHOWN_BAR_THREADS, *engines_text = "", *procedure = "alternate";
static uint64_t memory;
static double gap_pct = AT_DEFAULT_BAR_GAP, moment = AT_DEFAULT_MOMENT;
static bool no_pin;

/* The words of a text, separated by blanks. */
static void split(const char *text, struct at_argv *words)
{
	for (const char *at = text + strspn(text, " \t\n"); *at; at += strspn(at, " \t\n")) {
		size_t length = strcspn(at, " \t\n");
		at_argv_give(words, at_strndup(at, length));
		at += length;
	}
}

static void choose_engines(struct at_bar_options *options)
{
	struct at_argv names = AT_ARGV_INIT;

	split(engines_text, &names);
	if (!names.count)
		for (size_t i = 0; i < options->table.engines; i++)
			at_argv_push(&names, options->table.engine[i].name);
	if (!names.count || names.count > AT_BAR_ENGINES_MOST)
		at_usage_error("there are %zu engines, and 1 to %d can be measured together; choose with --engines", names.count, AT_BAR_ENGINES_MOST);
	for (size_t i = 0; i < names.count; i++) {
		const struct at_bar_engine *engine = at_bar_table_find(&options->table, names.word[i]);
		if (!engine)
			at_usage_error("'%s' has no engine '%s'", options->table_path, names.word[i]);
		for (size_t j = 0; j < options->engines; j++)
			if (options->engine[j] == engine)
				at_usage_error("--engines names '%s' twice", names.word[i]);
		options->engine[options->engines++] = engine;
	}
	at_argv_free(&names);
}

/* A row without any of the chosen engines is left out, unless it was asked for. */
static void choose_rows(struct at_bar_options *options)
{
	struct at_argv wanted = AT_ARGV_INIT;

	split(rows_text, &wanted);
	options->row = at_alloc((options->table.rows + 1) * sizeof *options->row);
	bool *used = at_alloc(wanted.count + 1);
	for (size_t r = 0; r < options->table.rows; r++) {
		const struct at_bar_row *row = &options->table.row[r];
		bool named = !wanted.count, has = false;
		for (size_t w = 0; w < wanted.count; w++)
			if (at_bar_row_is(row, wanted.word[w]))
				named = used[w] = true;
		for (size_t e = 0; e < options->engines; e++)
			has = has || at_bar_row_has(row, options->engine[e]->name);
		if (named && has)
			options->row[options->rows++] = row;
	}
	for (size_t w = 0; w < wanted.count; w++)
		if (!used[w])
			at_usage_error("'%s' has no row '%s'", options->table_path, wanted.word[w]);
	if (!options->rows)
		at_usage_error("no row of '%s' is for these engines", options->table_path);
	free(used);
	at_argv_free(&wanted);
}

static void check_threads(struct at_bar_options *options)
{
	uint64_t count;
	size_t allowed = at_bar_cpus_allowed();

	split(threads_text, &options->threads);
	if (!options->threads.count)
		at_usage_error("--threads takes numbers of threads, or all");
	for (size_t i = 0; i < options->threads.count; i++)
		if (strcmp(options->threads.word[i], "all") && (at_parse_count(options->threads.word[i], &count) || !count || count > allowed))
			at_usage_error("--threads takes numbers from 1 to %zu, the CPUs that this process may use, or all; not '%s'", allowed,
					options->threads.word[i]);
}

static void check_settings(struct at_bar_options *options)
{
	struct at_bar_settings *settings = &options->settings;
	struct at_measure_settings *measure = &settings->measure;

	if (!measure->repetitions || measure->repetitions > AT_MEASURE_REPETITIONS_MOST)
		at_usage_error("--repetitions takes 1 to %d", AT_MEASURE_REPETITIONS_MOST);
	if (!measure->warmups || !measure->calls_most || !(measure->seconds > 0) || !(settings->limits.seconds > 0))
		at_usage_error("--warmups, --calls, --seconds and --timeout must be above 0");
	if (!(options->target > 0 && options->pass >= options->target && options->rss_pass > 0) || !(options->others_most >= 0))
		at_usage_error("--target must be above 0 and --pass not under it; --rss above 0 and --max-other not under");
	if (!(gap_pct >= 0 && gap_pct <= 100) || !(moment >= 0 && moment <= 1000))
		at_usage_error("--gap takes 0 to 100, --moment 0 to 1000");
	settings->blocks = !strcmp(procedure, "blocks");
	if (!settings->blocks && strcmp(procedure, "alternate"))
		at_usage_error("--procedure takes alternate or blocks, not '%s'", procedure);
	settings->limits.memory_kib = (memory ? memory : at_available_bytes() / 2) / 1024;
	settings->gap_share = gap_pct / 100;
	settings->gap_ns = 1e9 * moment;
	if (isnan(options->load_most))
		options->load_most = (double)sysconf(_SC_NPROCESSORS_ONLN) / 2;
	options->pin = !no_pin;
	const char *force = getenv("ATESOR_FORCE");
	if (force && *force && strcmp(force, "0") && strcmp(force, "1"))
		at_usage_error("ATESOR_FORCE is 0 or 1, not '%s'", force);
	options->force = options->force || (force && !strcmp(force, "1"));
}

static void parse(int argc, char **argv, struct at_bar_options *o)
{
	struct at_bar_settings *s = &o->settings;
	const struct at_option list[] = {
		{ "rows", 'r', AT_TEXT, &rows_text, "LIST", "rows, as in \"model:variant:batch model\" (all of the table)" },
		{ "threads", 't', AT_TEXT, &threads_text, "LIST",
			"numbers of threads, and all, as in \"1 all\" (" AT_SHOWN_BAR_THREADS ")" },
		{ "engines", 'E', AT_TEXT, &engines_text, "LIST", "engines of the table; the first is the reference (all, as they come)" },
		{ "engine", 'e', AT_LIST, &engine_files, "NAME=FILE", "another file for an engine, or one more: FILE.so, or a program" },
		{ "repetitions", 'n', AT_COUNT, &s->measure.repetitions, "N", "repetitions (3)" },
		{ "warmups", 0, AT_COUNT, &s->measure.warmups, "N", "untimed calls after the cold one (3)" },
		{ "seconds", 's', AT_REAL, &s->measure.seconds, "SECONDS", "how long a repetition is, about (1)" },
		{ "calls", 0, AT_COUNT, &s->measure.calls_most, "N", "calls in a repetition, at most (1000)" },
		{ "procedure", 0, AT_TEXT, &procedure, "NAME", "alternate, or blocks: one engine after the other (alternate)" },
		{ "no-pin", 0, AT_FLAG, &no_pin, NULL, "let engines with fewer threads than CPUs run on all of them" },
		{ "timeout", 'T', AT_REAL, &s->limits.seconds, "SECONDS", "the limit of one answer (" AT_SHOWN_TIMEOUT ")" },
		{ "memory", 'm', AT_BYTES, &memory, "BYTES", "the limit of a row's process (half of what is available)" },
		{ "pass", 0, AT_REAL, &o->pass, "RATIO", "the most time that passes (" AT_SHOWN_BAR_PASS ")" },
		{ "target", 0, AT_REAL, &o->target, "RATIO",
			"the most time that meets the target (" AT_SHOWN_BAR_TARGET ")" },
		{ "rss", 0, AT_REAL, &o->rss_pass, "RATIO", "the most memory that passes (" AT_SHOWN_BAR_RSS ")" },
		{ "gap", 0, AT_REAL, &gap_pct, "PERCENT",
			"do not publish an answer that came later than its calls took by more (" AT_SHOWN_BAR_GAP ")" },
		{ "moment", 0, AT_REAL, &moment, "SECONDS", "… and by more than this (" AT_SHOWN_MOMENT ")" },
		{ "max-load", 0, AT_REAL, &o->load_most, "LOAD", "refuse above this 1-minute load (half the CPUs)" },
		{ "max-other", 0, AT_REAL, &o->others_most, "CPUS",
			"do not publish a row while others use more CPUs (" AT_SHOWN_WARN_LOAD ")" },
		{ "append", 'a', AT_TEXT, &o->append, "DIR", "add the rows to bar.csv and bar.md there" },
		{ "output", 'o', AT_TEXT, &o->output, "FILE", "write the JSON Lines there (-)" },
		{ "lock", 0, AT_TEXT, &o->lock, "FILE", "the machine's lock (ATESOR_LOCK, or " AT_SHOWN_LOCK ")" },
		{ "label", 0, AT_TEXT, &o->label, "TEXT", "what the lock says of this run" },
		{ "lock-wait", 0, AT_REAL, &o->lock_wait, "SECONDS", "wait for the lock that long (0)" },
		{ "force", 'f', AT_FLAG, &o->force, NULL, "measure on a busy machine; recorded, and nothing is published (ATESOR_FORCE=1)" },
		{ "quiet", 'q', AT_FLAG, &o->quiet, NULL, "no line a row on standard error" },
		{ 0 } };
	const struct at_usage usage = { "measure engines against a reference engine: time, memory, and whether the answers are right",
		(const char *const[]){ "[OPTION…] TABLE.json", NULL }, list,
		"Exit: 0 each row passes, 1 one does not (too slow, too large, wrong, an error), 2 usage, 3 refused or could not.\n" };
	int first = at_options(&usage, argc, argv);
	if (argc - first != 1)
		at_usage_error("give one table");
	o->table_path = argv[first];
}

void at_bar_options(int argc, char **argv, struct at_bar_options *options)
{
	const char *lock = getenv("ATESOR_LOCK");

	*options = (struct at_bar_options){ .output = "-",
			.lock = lock && *lock ? lock : AT_DEFAULT_LOCK, .label = "atesor bar",
			.pass = AT_DEFAULT_BAR_PASS, .target = AT_DEFAULT_BAR_TARGET, .rss_pass = AT_DEFAULT_BAR_RSS,
			.load_most = NAN, .others_most = AT_DEFAULT_WARN_LOAD,
			.settings = { .measure = AT_MEASURE_DEFAULTS, .limits = { .seconds = AT_DEFAULT_TIMEOUT } } };
	parse(argc, argv, options);
	check_settings(options);
	check_threads(options);
	if (at_bar_table_read(&options->table, options->table_path))
		exit(AT_EXIT_TROUBLE);
	for (size_t i = 0; i < engine_files.count; i++)
		if (at_bar_table_engine(&options->table, engine_files.word[i]))
			at_usage_error("--engine takes NAME=FILE, not '%s'", engine_files.word[i]);
	choose_engines(options);
	choose_rows(options);
}

void at_bar_options_free(struct at_bar_options *options)
{
	at_bar_table_free(&options->table);
	at_argv_free(&options->threads);
	at_argv_free(&engine_files);
	free(options->row);
}
