#include "wrapdir_inside.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

int at_wrap_fail(struct at_wrap_making *making, char *text)
{
	free(*making->error);
	*making->error = text;
	return -1;
}

void at_wrap_warn(struct at_wrap_making *making, const char *code, char *text)
{
	at_argv_push(&making->warnings, code);
	at_argv_give(&making->warnings, text);
}

static char *absolute(const char *path)
{
	char *working = path[0] == '/' ? NULL : realpath(".", NULL);
	char *whole = working ? at_format("%s/%s", working, path) : at_strdup(path);

	free(working);
	return whole;
}

static char *replaced(char *text, const char *mark, const char *value)
{
	for (char *at = text; (at = strstr(at, mark));) {
		size_t offset = (size_t)(at - text) + strlen(value);
		char *next = at_format("%.*s%s%s", (int)(at - text), text, value, at + strlen(mark));
		free(text);
		text = next;
		at = text + offset;
	}
	return text;
}

static int take_flags(struct at_wrap_making *making)
{
	for (size_t i = 0; i < making->asked->flag_count; i++) {
		char *flag = at_strdup(making->asked->flags[i]);
		if (!*flag) {
			free(flag);
			return at_wrap_fail(making, at_strdup("a flag is empty"));
		}
		if (strstr(flag, "{profile}") && !making->profile) {
			free(flag);
			return at_wrap_fail(making, at_format("the flag '%s' needs --profile DIR", making->asked->flags[i]));
		}
		flag = replaced(flag, "{tree}", making->tree);
		at_argv_give(&making->flags, making->profile ? replaced(flag, "{profile}", making->profile) : flag);
	}
	return 0;
}

static int find_asked(struct at_wrap_making *making)
{
	const struct at_wrapdir *asked = making->asked;
	const char *cc = asked->cc && *asked->cc ? asked->cc : "gcc";
	bool cxx = asked->cxx && *asked->cxx;
	char own[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);

	if (length < 0)
		return at_wrap_fail(making, at_format("cannot tell where this program is: %s", strerror(errno)));
	own[length] = '\0';
	making->program = at_format("%.*s/atesor-cc", (int)(strrchr(own, '/') - own), own);
	if (stat(making->program, &making->program_status))
		return at_wrap_fail(making, at_format("cannot find '%s': %s; install atesor again", making->program, strerror(errno)));
	if (!(making->tree = realpath(asked->tree, NULL)))
		return at_wrap_fail(making, at_format("cannot find the tree '%s': %s", asked->tree, strerror(errno)));
	if (strchr(making->tree, '='))
		at_wrap_warn(making, "no_prefix_map",
			at_format("'%s' has a '=', which -ffile-prefix-map cannot hold: paths may differ in the code", making->tree));
	else
		making->map = at_format("-ffile-prefix-map=%s=.", making->tree);
	making->profile = asked->profile ? absolute(asked->profile) : NULL;
	making->cc = at_wrap_find_program(making, cc);
	if (!making->cc)
		return at_wrap_fail(making, at_format("cannot find the C compiler '%s'; install it or name another one", cc));
	making->cxx = cxx ? at_wrap_find_program(making, asked->cxx) : at_wrap_find_cxx(making);
	if (!making->cxx && cxx)
		return at_wrap_fail(making, at_format("cannot find the C++ compiler '%s'; install it or name another one", asked->cxx));
	return take_flags(making);
}

static void find_triplet(struct at_wrap_making *making)
{
	char *argv[] = { making->cc, (char[]){ "-dumpmachine" }, NULL };
	struct at_buffer output = AT_BUFFER_INIT;

	if (making->asked->triplet)
		making->triplet = at_strdup(making->asked->triplet);
	else if (at_wrap_ask(argv, making->directory, &output) && output.length > 1) {
		output.data[strcspn(output.data, "\n")] = '\0';
		if (!output.data[strspn(output.data, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")])
			making->triplet = at_strdup(output.data);
	}
	at_buffer_free(&output);
}

static void forget(struct at_wrap_making *making)
{
	char *texts[] = { making->directory, making->tree, making->profile, making->program, making->triplet, making->cc, making->cxx,
		making->map };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		free(texts[i]);
	for (size_t i = 0; i < making->sets; i++) {
		free(making->set[i].name);
		free(making->set[i].file);
		at_argv_free(&making->set[i].flags);
		at_argv_free(&making->set[i].compile);
		at_argv_free(&making->set[i].refused);
	}
	for (size_t i = 0; i < making->links; i++) {
		free(making->link[i].name);
		free(making->link[i].path);
		free(making->link[i].set);
	}
	free(making->set);
	free(making->link);
	at_argv_free(&making->flags);
	at_argv_free(&making->warnings);
}

static int make(struct at_wrap_making *making, FILE *stream)
{
	if (find_asked(making) || at_wrap_empty(making) || !at_wrap_set_of(making, "slot", making->cc))
		return *making->error ? -1 : at_wrap_fail(making, at_format("cannot use the C compiler '%s'", making->cc));
	find_triplet(making);
	if (at_wrap_add_links(making) || at_wrap_make_links(making) || at_wrap_write_config(making))
		return -1;
	return at_wrap_report(making, stream);
}

int at_wrapdir_make(const struct at_wrapdir *wrapdir, FILE *stream, char **error)
{
	struct at_wrap_making making = { .asked = wrapdir, .error = error };

	*error = NULL;
	int result = make(&making, stream);
	forget(&making);
	return result;
}
