#include "hash_run.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"
#include "hash_lines.h"
#include "hash_sets.h"
#include "sha256.h"
#include "spawn.h"

extern char **environ;

enum { CHUNK = 65536, STDERR_KEPT = 4096 };

/* Where what one stream of a row says goes: hashed, and the beginning kept. */
struct sink {
	struct at_sha256 hash;
	struct at_buffer kept;
	size_t most;                    /* bytes to keep */
	char chunk[CHUNK];
};

struct crew {
	struct at_hash_rows *rows;
	const struct at_hash_run *settings;
	struct at_argv environment;     /* common to all rows */
	size_t next;
	pthread_mutex_t lock;           /* of `next` */
};

static bool same_variable(const char *one, const char *other)
{
	size_t length = strcspn(one, "=");

	return !strncmp(one, other, length) && other[length] == '=';
}

static bool is_of_rows(const char *entry, const struct at_hash_rows *rows, const char *threads_variable)
{
	size_t length = strlen(threads_variable);

	for (const char *const *name = at_hash_set_variables(); *name; name++)
		if (!strncmp(entry, *name, strlen(*name)))
			return true;
	for (size_t i = 0; i < rows->count; i++)
		for (size_t k = 0; k < rows->row[i].environment.count; k++)
			if (same_variable(rows->row[i].environment.word[k], entry))
				return true;
	return !strncmp(entry, threads_variable, length) && entry[length] == '=';
}

static void set_variable(struct at_argv *environment, const char *setting)
{
	for (size_t i = 0; i < environment->count; i++)
		if (same_variable(setting, environment->word[i])) {
			free(environment->word[i]);
			environment->word[i] = at_strdup(setting);
			return;
		}
	at_argv_push(environment, setting);
}

static void make_environment(struct crew *crew)
{
	for (char **entry = environ; *entry; entry++)
		if (!is_of_rows(*entry, crew->rows, crew->settings->threads_variable))
			at_argv_push(&crew->environment, *entry);
	set_variable(&crew->environment, "LC_ALL=C");
	set_variable(&crew->environment, "TZ=UTC0");
}

static char *sink_room(void *context, size_t *size)
{
	struct sink *sink = context;

	*size = CHUNK;
	return sink->chunk;
}

static void sink_take(void *context, const char *bytes, size_t count)
{
	struct sink *sink = context;
	size_t room = sink->most - sink->kept.length;

	at_sha256_add(&sink->hash, bytes, count);
	at_buffer_add(&sink->kept, bytes, count < room ? count : room);
}

static void take_outputs(struct at_hash_row *row, struct sink *out, bool whole)
{
	if (!whole && out->hash.bytes > out->kept.length) {
		at_hash_row_end(row, AT_HASH_ERROR, "it prints more than %d bytes: are these '<name> <64 hex digits>' lines?",
				AT_HASH_TEXT_MOST);
	} else if (!whole) {
		at_hash_lines_read(row, out->kept.data ? out->kept.data : "", out->kept.length);
	} else if (!out->hash.bytes) {
		at_hash_row_end(row, AT_HASH_ERROR, "it prints nothing on stdout");
	} else {
		row->output = at_resize(NULL, 1, sizeof *row->output);
		row->outputs = 1;
		row->output->name = at_strdup("stdout");
		at_sha256_hex(&out->hash, row->output->sha256);
	}
	if (!row->reason)
		row->status = AT_HASH_OK;
}

static void judge(struct at_hash_row *row, const struct at_ended *ended, struct sink *out, const struct sink *err,
		const struct at_hash_run *settings)
{
	const char *said = err->kept.data ? err->kept.data : "";
	int length = (int)strcspn(said, "\n");
	const char *colon = length ? ": " : "";

	if (length > 200)
		length = 200;
	if (ended->interrupted)
		return;
	if (ended->timed_out)
		at_hash_row_end(row, AT_HASH_ERROR, "no end after %g s%s%.*s", settings->seconds, colon, length, said);
	else if (WIFSIGNALED(ended->status))
		at_hash_row_end(row, AT_HASH_ERROR, "ended by signal %d (%s)%s%.*s", WTERMSIG(ended->status),
				strsignal(WTERMSIG(ended->status)), colon, length, said);
	else if (WEXITSTATUS(ended->status))
		at_hash_row_end(row, AT_HASH_ERROR, "exit %d%s%.*s", WEXITSTATUS(ended->status), colon, length, said);
	else
		take_outputs(row, out, settings->whole);
}

/* A pipe whose read end does not block. 0, or -1 with errno. */
static int open_pipe(int ends[2])
{
	return pipe2(ends, O_CLOEXEC) || fcntl(ends[0], F_SETFL, O_NONBLOCK) ? -1 : 0;
}

static void close_pipe(const int ends[2])
{
	for (int i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

static void run_with(struct at_hash_row *row, struct at_spawn *spawn, const struct at_hash_run *settings, struct sink *out,
		struct sink *err)
{
	int out_ends[2] = { -1, -1 }, err_ends[2] = { -1, -1 };
	struct at_process process;
	struct at_ended ended;

	int failed = open_pipe(out_ends) || open_pipe(err_ends) ? errno : 0;
	spawn->out = out_ends[1];
	spawn->err = err_ends[1];
	if (!failed && at_spawn_start(spawn, &process))
		failed = errno;
	if (!failed) {
		struct at_drain drains[] = { { out_ends[0], sink_room, sink_take, out }, { err_ends[0], sink_room, sink_take, err } };
		close(out_ends[1]);
		close(err_ends[1]);
		out_ends[1] = err_ends[1] = -1;
		at_spawn_wait_all(spawn, &process, 1, drains, 2, settings->stop, &ended);
		row->wall_ns = ended.wall_ns;
		judge(row, &ended, out, err, settings);
	} else {
		at_hash_row_end(row, AT_HASH_ERROR, "'%s' cannot be run: %s", spawn->argv[0], strerror(failed));
	}
	close_pipe(out_ends);
	close_pipe(err_ends);
}

static void run_row(struct crew *crew, struct at_hash_row *row)
{
	struct at_spawn spawn = AT_SPAWN_INIT;
	struct at_argv environment = AT_ARGV_INIT;
	struct sink *sinks = at_alloc(2 * sizeof *sinks);

	sinks[0].most = AT_HASH_TEXT_MOST;
	sinks[1].most = STDERR_KEPT;
	for (int i = 0; i < 2; i++)
		at_sha256_init(&sinks[i].hash);
	at_argv_extend(&environment, crew->environment.word, crew->environment.count);
	for (size_t i = 0; i < row->environment.count; i++)
		set_variable(&environment, row->environment.word[i]);
	spawn.argv = row->command.word;
	spawn.envp = environment.word;
	spawn.cpu = row->cpu;
	spawn.seconds = crew->settings->seconds;
	run_with(row, &spawn, crew->settings, &sinks[0], &sinks[1]);
	for (int i = 0; i < 2; i++)
		at_buffer_free(&sinks[i].kept);
	free(sinks);
	at_argv_free(&environment);
}

/* The next row that waits, alone or not as asked; NULL: there is none. */
static struct at_hash_row *next_row(struct crew *crew, bool alone)
{
	struct at_hash_row *row = NULL;

	pthread_mutex_lock(&crew->lock);
	while (!row && crew->next < crew->rows->count && !*crew->settings->stop) {
		row = &crew->rows->row[crew->next++];
		if (row->status != AT_HASH_WAITING || row->alone != alone)
			row = NULL;
	}
	pthread_mutex_unlock(&crew->lock);
	return row;
}

static void *work(void *given)
{
	for (struct at_hash_row *row; (row = next_row(given, false));)
		run_row(given, row);
	return NULL;
}

void at_hash_run(struct at_hash_rows *rows, const struct at_hash_run *settings)
{
	struct crew crew = { .rows = rows, .settings = settings, .lock = PTHREAD_MUTEX_INITIALIZER };
	pthread_t *helper = at_resize(NULL, settings->jobs, sizeof *helper);
	size_t helpers = 0;

	make_environment(&crew);
	for (struct at_hash_row *row; (row = next_row(&crew, true));)
		run_row(&crew, row);
	crew.next = 0;
	while (helpers + 1 < settings->jobs && helpers < rows->count && !pthread_create(&helper[helpers], NULL, work, &crew))
		helpers++;
	work(&crew);
	while (helpers)
		pthread_join(helper[--helpers], NULL);
	free(helper);
	at_argv_free(&crew.environment);
}
