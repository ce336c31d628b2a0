#include "timer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"
#include "message.h"
#include "spawn.h"

enum {
	PIPE_BYTES = 1 << 20,
	FLOOR_MARGIN_KIB = 128,
	MUCH_OUTPUT = 65536      /* who prints more than this has it read on another CPU; less costs less than moving there */
};

extern char **environ;

/* With the timer's own pipes the write end stays open here: the end of the stream never comes, and is not waited for. */
static int open_pipe(int ends[2])
{
	if (pipe2(ends, O_CLOEXEC)) {
		at_error("cannot make a pipe: %m");
		return -1;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	fcntl(ends[0], F_SETPIPE_SZ, PIPE_BYTES);      /* fewer switches; a refusal changes nothing else */
	return 0;
}

static void close_pipe(int ends[2])
{
	for (int i = 0; i < 2; i++) {
		if (ends[i] >= 0)
			close(ends[i]);
		ends[i] = -1;
	}
}

static void set_environment(struct at_timer *timer)
{
	const char *path = getenv("PATH");
	struct at_argv *words = &timer->environment;

	if (timer->keep_environment) {
		for (char **word = environ; *word; word++)
			if (strncmp(*word, "ATESOR_PAD=", 11))
				at_argv_push(words, *word);
	} else {
		at_argv_give(words, at_format("PATH=%s", path ? path : "/usr/local/bin:/usr/bin:/bin"));
		at_argv_push(words, "LC_ALL=C");
		at_argv_push(words, "TZ=UTC0");
		at_argv_give(words, at_format("HOME=%s", timer->rundir->home));
		at_argv_give(words, at_format("TMPDIR=%s", timer->rundir->temporary));
	}
	for (size_t i = 0; i < timer->extra.count; i++) {
		size_t name = strcspn(timer->extra.word[i], "=") + 1;
		for (size_t j = 0; j < words->count; j++)
			if (!strncmp(words->word[j], timer->extra.word[i], name)) {
				free(words->word[j]);
				words->word[j] = words->word[--words->count];
				break;
			}
		at_argv_push(words, timer->extra.word[i]);
	}
	char *pad = at_format("ATESOR_PAD=%*s", AT_PAD_MOST, "");
	timer->pad = strchr(pad, '=') + 1;
	memset(timer->pad, 'x', AT_PAD_MOST);
	at_argv_give(words, pad);
}

int at_timer_open(struct at_timer *timer)
{
	timer->out[0] = timer->out[1] = timer->err[0] = timer->err[1] = -1;
	timer->environment = (struct at_argv)AT_ARGV_INIT;
	timer->null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (timer->null < 0) {
		at_error("cannot open '/dev/null': %m");
		return -1;
	}
	at_spawn_signals(&timer->changed_signals);
	at_spool_open(&timer->spool, timer->rundir->path);
	set_environment(timer);
	at_timer_read_floor(timer);
	return open_pipe(timer->out) || open_pipe(timer->err) ? -1 : 0;
}

/* VmHWM of /proc/self/status; not ru_maxrss, which this process has inherited from the one that started it. */
void at_timer_read_floor(struct at_timer *timer)
{
	char text[4096];
	int descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	ssize_t got = descriptor < 0 ? 0 : read(descriptor, text, sizeof text - 1);

	if (descriptor >= 0)
		close(descriptor);
	text[got > 0 ? got : 0] = '\0';
	const char *peak = strstr(text, "VmHWM:");
	timer->floor_kib = peak ? strtoull(peak + 6, NULL, 10) : 0;
}

char *const *at_timer_environment(const struct at_timer *timer)
{
	return timer->environment.word;
}

void at_timer_close(struct at_timer *timer)
{
	close_pipe(timer->out);
	close_pipe(timer->err);
	if (timer->null >= 0)
		close(timer->null);
	at_spool_close(&timer->spool);
	at_argv_free(&timer->environment);
}

static void read_elsewhere(struct at_timer *timer)
{
	if (timer->seat.there && timer->stdout_bytes + timer->stderr_bytes > MUCH_OUTPUT)
		at_seat_leave(&timer->seat);
}

static char *room_for_stdout(void *context, size_t *size)
{
	struct at_timer *timer = context;

	return at_spool_room(&timer->spool, size);
}

static void take_stdout(void *context, const char *bytes, size_t count)
{
	struct at_timer *timer = context;

	(void)bytes;
	timer->stdout_bytes += count;
	read_elsewhere(timer);
	if (at_check_needs_stdout(&timer->check))
		at_spool_added(&timer->spool, count);
}

static char *room_for_stderr(void *context, size_t *size)
{
	struct at_timer *timer = context;

	*size = sizeof timer->stderr_block;
	return timer->stderr_block;
}

static void take_stderr(void *context, const char *bytes, size_t count)
{
	struct at_timer *timer = context;

	if (timer->stderr_bytes < AT_STDERR_KEPT) {
		size_t room = AT_STDERR_KEPT - timer->stderr_bytes, part = count < room ? count : room;
		memcpy(timer->stderr_text + timer->stderr_bytes, bytes, part);
		timer->stderr_text[timer->stderr_bytes + part] = '\0';
	}
	timer->stderr_bytes += count;
	read_elsewhere(timer);
}

/* The descriptors of one run: `in` of the first stage and `out` of the last, −1 for /dev/null. */
static int open_ends(const struct at_timer *timer, const struct at_command *command, int *in, int *out)
{
	*in = *out = -1;
	if (command->in == AT_REDIRECT_FILE) {
		*in = open(timer->input, O_RDONLY | O_CLOEXEC);
		if (*in < 0) {
			at_error("cannot open the input '%s': %m", timer->input);
			return -1;
		}
	}
	if (command->out == AT_REDIRECT_FILE) {
		*out = open(timer->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		if (*out < 0) {
			at_error("cannot make the output file '%s': %m", timer->output);
			if (*in >= 0)
				close(*in);
			return -1;
		}
	}
	return 0;
}

/* Starts every stage. Returns how many run: fewer than all after a failure, with errno. */
static size_t start_stages(const struct at_timer *timer, const struct at_command *command, struct at_spawn *spawn,
		struct at_process *process, int in, int out)
{
	size_t started = 0;
	int saved = 0;

	for (size_t i = 0; i < command->stages && !saved; i++) {
		int link[2] = { -1, -1 };
		bool last = i + 1 == command->stages;
		if (!last && pipe2(link, O_CLOEXEC)) {
			saved = errno;
			break;
		}
		spawn[i] = (struct at_spawn){ .argv = command->stage[i].word, .path = command->path[i], .envp = timer->environment.word,
				.directory = command->directory, .in = in < 0 ? timer->null : in, .out = last ? (command->out == AT_REDIRECT_NONE ? timer->out[1] : out) : link[1],
				.err = timer->err[1], .cpu = -1, .seconds = timer->seconds, .group = i ? process[0].pid : 0, .changed = &timer->changed_signals,
				.reap = true };
		if (at_spawn_start(&spawn[i], &process[i]))
			saved = errno;
		else
			started++;
		if (in >= 0)
			close(in);
		if (link[1] >= 0)
			close(link[1]);
		in = link[0];
	}
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	errno = saved;
	return started;
}

static uint64_t in_ns(struct timeval time)
{
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

static void add_usage(struct at_sample *sample, const struct at_ended *ended, uint64_t floor_kib)
{
	const struct rusage *usage = &ended->usage;
	uint64_t peak = (uint64_t)usage->ru_maxrss;

	if (ended->wall_ns > sample->wall_ns)
		sample->wall_ns = ended->wall_ns;
	sample->utime_ns += in_ns(usage->ru_utime);
	sample->stime_ns += in_ns(usage->ru_stime);
	sample->scheduled = sample->scheduled && ended->scheduled;
	sample->run_ns += ended->run_ns;
	sample->wait_ns += ended->wait_ns;
	if (peak > floor_kib + FLOOR_MARGIN_KIB && peak > sample->maxrss_kib)
		sample->maxrss_kib = peak;
	sample->minor_faults += (uint64_t)usage->ru_minflt;
	sample->major_faults += (uint64_t)usage->ru_majflt;
	sample->voluntary_switches += (uint64_t)usage->ru_nvcsw;
	sample->involuntary_switches += (uint64_t)usage->ru_nivcsw;
}

/* A stage that died of SIGPIPE because the next one had enough (head) has not failed. */
static bool stage_failed(const struct at_ended *ended, bool last)
{
	return WIFSIGNALED(ended->status) ? last || WTERMSIG(ended->status) != SIGPIPE : WEXITSTATUS(ended->status) != 0;
}

static void fill_sample(const struct at_timer *timer, const struct at_ended *ended, size_t count, struct at_sample *sample)
{
	sample->scheduled = true;
	for (size_t i = 0; i < count; i++)
		add_usage(sample, &ended[i], timer->floor_kib);
	sample->stages = (unsigned)count;
	sample->stage = 0;
	while (sample->stage + 1 < count && !stage_failed(&ended[sample->stage], false))
		sample->stage++;
	int status = ended[sample->stage].status;
	sample->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	sample->exit = WIFSIGNALED(status) ? 0 : WEXITSTATUS(status);
	sample->timed_out = ended->timed_out;
	sample->interrupted = ended->interrupted;
	sample->left_children = ended->stragglers;
	sample->stdout_bytes = timer->stdout_bytes;
	sample->stderr_bytes = timer->stderr_bytes;
}

/* After the clock has stopped. A missing output file leaves output_sha256 empty: the caller judges. */
static int hash_output(struct at_timer *timer, struct at_sample *sample)
{
	if (at_check_needs_stdout(&timer->check)) {
		sample->by_lines = timer->check.kind == AT_CHECK_LINES;
		if (at_check_hash(&timer->check, &timer->spool, sample->stdout_sha256, &sample->lines)) {
			at_error("cannot keep the output of a run in '%s': %m; name another place with --run-dir", timer->rundir->path);
			return -1;
		}
	}
	if (!timer->has_output || timer->check.kind == AT_CHECK_NONE)
		return 0;
	if (at_sha256_file(timer->output, sample->output_sha256, &sample->output_bytes)) {
		sample->output_sha256[0] = '\0';
		if (errno != ENOENT) {
			at_error("cannot read the output file '%s': %m", timer->output);
			return -1;
		}
	}
	return 0;
}

static int prepare(struct at_timer *timer, struct at_sample *sample)
{
	if (at_rundir_renew(timer->rundir, timer->has_output))
		return -1;
	if (at_seat_join(&timer->seat)) {
		at_error("cannot go to CPU %d: %m; name another with --cpu", timer->seat.cpu);
		return -1;
	}
	at_spool_reset(&timer->spool);
	timer->stdout_bytes = timer->stderr_bytes = 0;
	timer->stderr_text[0] = '\0';
	sample->pad = (unsigned)at_random_below(timer->random, AT_PAD_MOST + 1);
	sample->cpu = timer->seat.cpu;
	return 0;
}

enum at_timed at_timer_run(struct at_timer *timer, const struct at_command *command, struct at_sample *sample)
{
	struct at_spawn spawn[AT_STAGES_MOST];
	struct at_process process[AT_STAGES_MOST];
	struct at_ended ended[AT_STAGES_MOST];
	const struct at_drain drain[2] = { { timer->out[0], room_for_stdout, take_stdout, timer },
			{ timer->err[0], room_for_stderr, take_stderr, timer } };
	int in, out;

	if (prepare(timer, sample) || open_ends(timer, command, &in, &out))
		return AT_TIMED_TROUBLE;
	timer->pad[sample->pad] = '\0';
	size_t started = start_stages(timer, command, spawn, process, in, out);
	int failed = started < command->stages ? errno : 0;
	if (sample->pad < AT_PAD_MOST)
		timer->pad[sample->pad] = 'x';
	if (failed && started)
		kill(-process[0].pid, SIGKILL);
	if (started)
		at_spawn_wait_all(&spawn[0], process, started, drain, 2, timer->stop, ended);
	sample->start_error = failed;
	sample->stage = (unsigned)started;
	if (failed)
		return AT_TIMED_OK;
	fill_sample(timer, ended, started, sample);
	if (sample->interrupted)
		return AT_TIMED_INTERRUPTED;
	return hash_output(timer, sample) ? AT_TIMED_TROUBLE : AT_TIMED_OK;
}
