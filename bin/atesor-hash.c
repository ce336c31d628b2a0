/* atesor-hash: runs a command under many configurations and compares the hashes that it prints. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "hash_options.h"
#include "hash_plan.h"
#include "hash_record.h"
#include "hash_table.h"
#include "message.h"
#include "outfile.h"

static struct at_hash_options options;
static volatile int stop;      /* the number of the signal that asked us to end */

static void on_signal(int signal)
{
	stop = signal;
}

/* The record as --save keeps it. */
static void keep(struct at_json *json)
{
	struct at_outfile file;

	if (at_outfile_open(&file, options.save))
		at_die(AT_EXIT_TROUBLE, "cannot write '%s': %m", options.save);
	if (fwrite(json->out.data, 1, json->out.length, file.stream) != json->out.length || fputc('\n', file.stream) == EOF ||
			at_outfile_commit(&file))
		at_die(AT_EXIT_TROUBLE, "cannot write '%s': %m", options.save);
}

/* The table on stdout (on stderr, if the record went there), and what to exit with. */
static int show(const struct at_argv *paths, const struct at_argv *names)
{
	struct at_buffer table = AT_BUFFER_INIT;
	enum at_hash_verdict verdict;
	char *error;

	if (at_hash_table(paths, names, options.format, &verdict, &table, &error))
		at_die(AT_EXIT_TROUBLE, "%s", error);
	FILE *stream = options.save && !strcmp(options.save, "-") ? stderr : stdout;
	fwrite(table.data, 1, table.length, stream);
	if (fflush(stream) || ferror(stream))
		at_die(AT_EXIT_TROUBLE, "cannot write the table: %m");
	at_buffer_free(&table);
	if (verdict == AT_HASH_NOT_COMPARED)
		return options.save ? AT_EXIT_DONE : AT_EXIT_TROUBLE;
	return verdict == AT_HASH_EQUAL ? AT_EXIT_DONE : AT_EXIT_NO;
}

static int report(const struct at_hash_rows *rows)
{
	struct at_json json = { 0 };
	struct at_argv kept = AT_ARGV_INIT;
	struct utsname host;

	const char *name = options.machine ? options.machine : uname(&host) ? "this machine" : host.nodename;
	at_hash_record_write(rows, name, &options.setup.cpu, &json);
	if (options.save)
		keep(&json);
	if (at_hash_table_keep(&json, &kept))
		at_die(AT_EXIT_TROUBLE, "cannot keep the results in memory: %m");
	at_json_free(&json);
	int code = show(&kept, &kept);
	at_argv_free(&kept);
	return code;
}

static int run(void)
{
	const struct sigaction action = { .sa_handler = on_signal };
	struct at_hash_rows rows = { 0 };

	at_cpu_read(&options.setup.cpu, false);
	at_hash_plan(&options.sets, &options.rows, &options.setup, &rows);
	options.run.stop = &stop;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	at_hash_run(&rows, &options.run);
	int code = stop ? (int)AT_EXIT_SIGNAL + stop : report(&rows);
	at_hash_rows_free(&rows);
	return code;
}

int main(int argc, char **argv)
{
	at_hash_options(&options, argc, argv);
	if (!options.files.count)
		return run();
	for (size_t i = 0; i < options.files.count; i++)
		if (access(options.files.word[i], R_OK))
			at_die(AT_EXIT_TROUBLE, "cannot read '%s': %m", options.files.word[i]);
	return show(&options.files, &options.files);
}
