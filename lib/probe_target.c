#include "probe_target.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "capture.h"

enum { SECONDS = 300 };

/* atesor-cpu-TARGET beside this program, allocated; NULL if it is not there. */
static char *find_program(const char *target)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	if (length <= 0)
		return NULL;
	self[length] = '\0';
	*strrchr(self, '/') = '\0';
	char *path = at_format("%s/atesor-cpu-%s", self, target);
	if (!access(path, R_OK))
		return path;
	free(path);
	return NULL;
}

static int run(const struct at_argv *emulator, const char *program, const char *option, struct at_capture *capture)
{
	struct at_argv command = AT_ARGV_INIT;

	at_argv_extend(&command, emulator->word, emulator->count);
	at_argv_push(&command, program);
	at_argv_push(&command, option);
	int failed = at_capture(capture, command.word, NULL, NULL, SECONDS);
	at_argv_free(&command);
	return failed;
}

/* The emulator's first words on stderr, for a message. */
static char *complaint(const struct at_capture *capture)
{
	return capture->err.length ? at_strndup(capture->err.data, strcspn(capture->err.data, "\n")) : at_format("exit code %d",
			capture->code);
}

static char *prove(const struct at_argv *emulator, const char *program)
{
	const char *model = getenv("QEMU_CPU");
	struct at_capture capture;
	char *error = NULL;

	if (run(emulator, program, "--version", &capture)) {
		error = at_format("cannot run the emulator '%s': %s; install qemu-user-static", emulator->word[0], strerror(errno));
	} else if (capture.code || capture.err.length) {
		char *words = complaint(&capture);
		error = at_format("'%s' does not run a trivial program in silence%s%s%s: %s", emulator->word[0], model ?
				" with QEMU_CPU='" : "",
				model ? model : "", model ? "'" : "", words);
		free(words);
	}
	at_capture_free(&capture);
	return error;
}

/* One line, "{…}\n": it comes from our own program, but through somebody else's. */
static bool is_object(const struct at_buffer *text)
{
	return text->length > 3 && text->data[0] == '{' && !strcmp(text->data + text->length - 2, "}\n") &&
			strchr(text->data, '\n') == text->data + text->length - 1;
}

bool at_probe_binfmt(const char *target)
{
	char *program = find_program(target);
	struct at_capture capture = { .code = -1 };
	struct at_argv command = AT_ARGV_INIT;

	if (!program)
		return false;
	at_argv_push(&command, program);
	at_argv_push(&command, "--version");
	bool started = !at_capture(&capture, command.word, NULL, NULL, SECONDS) && !capture.code && capture.out.length;
	at_capture_free(&capture);
	at_argv_free(&command);
	free(program);
	return started;
}

int at_probe_target(const struct at_argv *emulator, const char *target, struct at_buffer *members, char **error)
{
	char *program = find_program(target);
	struct at_capture capture = { .code = -1 };

	*error = program ? prove(emulator, program) :
		at_format("atesor-cpu-%s is not beside atesor-probe: install %s-linux-gnu-gcc and build atesor again", target, target);
	if (!*error && run(emulator, program, "--emulated", &capture))
		*error = at_format("cannot run the emulator '%s': %s", emulator->word[0], strerror(errno));
	else if (!*error && (capture.code || !is_object(&capture.out))) {
		char *words = complaint(&capture);
		*error = at_format("atesor-cpu-%s gave no answer under '%s': %s", target, emulator->word[0], words);
		free(words);
	}
	if (!*error)
		at_buffer_add(members, capture.out.data + 1, capture.out.length - 3);
	at_capture_free(&capture);
	free(program);
	return *error ? -1 : 0;
}
