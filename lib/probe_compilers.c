/* All compilers: a process each, as many at a time as there are CPUs; what is remembered of one needs none. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

#include "alloc.h"
#include "cpus.h"
#include "probe_compiler.h"
#include "probe_memory.h"
#include "remove.h"

enum { LINE_MOST = 1 << 20 };

struct work {
	const struct at_compiler *compiler;
	char *memory;                  /* path of its entry, or NULL */
	struct at_buffer line;         /* its object and a newline, or "!" and what is wrong */
	pid_t pid;                     /* 0: not running */
	int out;
};

/* In the worker: a directory of its own, because all write the same names. */
_Noreturn static void describe(const struct work *work, const struct at_cpu *cpu)
{
	struct at_json json = { 0 };
	char *complaint = NULL;
	char *directory = at_compiler_directory();

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!directory)
		complaint = at_format("%s was not tried: cannot make a temporary directory: %s", work->compiler->path, strerror(errno));
	else
		at_compiler_describe(work->compiler, directory, cpu, &json, &complaint);
	if (directory)
		at_remove_path(directory);
	if (complaint)
		dprintf(work->out, "!%s", complaint);
	else
		dprintf(work->out, "%s\n", json.out.data);
	_exit(0);
}

static void start(struct work *work, const struct at_cpu *cpu)
{
	work->out = memfd_create("compiler", MFD_CLOEXEC);
	work->pid = work->out < 0 ? -1 : fork();
	if (work->pid == 0)
		describe(work, cpu);
	if (work->pid < 0) {
		at_buffer_printf(&work->line, "!%s was not tried: %s", work->compiler->path, strerror(errno));
		work->pid = 0;
	}
}

static void take(struct work *work)
{
	if (lseek(work->out, 0, SEEK_SET) || at_buffer_read(&work->line, work->out, LINE_MOST) || !work->line.length) {
		at_buffer_clear(&work->line);
		at_buffer_printf(&work->line, "!%s was not tried to the end", work->compiler->path);
	}
	close(work->out);
	work->pid = 0;
	if (work->memory && work->line.data[0] == '{')
		at_memory_write(work->memory, work->line.data);
}

/* Waits for one worker. Children of somebody else are not ours to reap here: there are none at this time. */
static bool wait_one(struct work *works, size_t count)
{
	pid_t pid = wait(NULL);

	if (pid < 0)
		return errno == EINTR;
	for (size_t i = 0; i < count; i++)
		if (works[i].pid == pid)
			take(&works[i]);
	return true;
}

static size_t running(const struct work *works, size_t count)
{
	size_t result = 0;

	for (size_t i = 0; i < count; i++)
		result += works[i].pid > 0;
	return result;
}

static void write_work(const struct work *work, struct at_json *json, struct at_warnings *warnings)
{
	const struct at_buffer *line = &work->line;

	if (line->length && line->data[0] == '{')
		at_json_raw(json, NULL, line->data, line->length - 1);
	else if (line->length)
		at_warnings_add(warnings, "compiler_unusable", "%s", line->data + 1);
}

void at_compilers_write(const struct at_compilers *compilers, const struct at_cpu *cpu, bool cache, struct at_json *json,
		struct at_warnings *warnings)
{
	struct work *works = at_alloc((compilers->count + 1) * sizeof *works);
	struct at_cpus cpus = { 0 };
	size_t most = at_cpus_allowed(&cpus) || !cpus.count ? 1 : cpus.count;

	for (size_t i = 0; i < compilers->count; i++) {
		works[i].compiler = &compilers->list[i];
		works[i].memory = cache ? at_memory_path(&compilers->list[i], cpu) : NULL;
		if (works[i].memory && at_memory_read(works[i].memory, &works[i].line))
			continue;
		while (running(works, compilers->count) >= most && wait_one(works, compilers->count))
			;
		start(&works[i], cpu);
	}
	while (running(works, compilers->count) && wait_one(works, compilers->count))
		;
	at_json_array(json, "compilers");
	for (size_t i = 0; i < compilers->count; i++) {
		write_work(&works[i], json, warnings);
		at_buffer_free(&works[i].line);
		free(works[i].memory);
	}
	at_json_end(json);
	at_cpus_free(&cpus);
	free(works);
}
