#include "repeat_shell.h"

#include <stdbool.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"
#include "message.h"
#include "shelltext.h"

#define MAX_STATE ((size_t)16 << 20)    /* bytes of a shell's environment and variables */

void at_repeat_shell_free(struct at_repeat_shell *shell)
{
	free(shell->directory);
	at_argv_free(&shell->environment);
	at_argv_free(&shell->variables);
	*shell = (struct at_repeat_shell){ 0 };
}

char *at_repeat_script(const struct at_repeat_shell *shell, const struct at_replay_part *part, const char *state)
{
	struct at_buffer text = AT_BUFFER_INIT, dump = AT_BUFFER_INIT;

	for (size_t i = 0; i < shell->variables.count; i++) {
		const char *variable = shell->variables.word[i];
		at_buffer_add(&text, variable, strcspn(variable, "=") + 1);
		at_shell_quote(&text, variable + strcspn(variable, "=") + 1);
		at_buffer_byte(&text, '\n');
	}
	if (part->changes) {
		at_buffer_text(&dump, "{ printf '%s\\0' \"$(pwd -P)\"; ");
		for (size_t i = 0; i < part->variables.count; i++)
			at_buffer_printf(&dump, "[ \"${%1$s+x}\" ] && printf '%1$s=%%s\\0' \"$%1$s\"; ", part->variables.word[i]);
		at_buffer_text(&dump, "printf '\\0'; command -p env -0; } >");
		at_shell_quote(&dump, state);
		at_buffer_text(&text, "trap ");
		at_shell_quote(&text, dump.data);
		at_buffer_text(&text, " EXIT\n");
		at_buffer_free(&dump);
	}
	at_buffer_text(&text, part->command);
	at_buffer_byte(&text, '\n');
	return at_buffer_take(&text);
}

static bool below(const char *path, const char *tree)
{
	size_t length = strlen(tree);

	return !strncmp(path, tree, length) && (path[length] == '/' || !path[length]);
}

int at_repeat_take(struct at_repeat_shell *shell, const char *state, const char *tree)
{
	struct at_buffer bytes = AT_BUFFER_INIT;
	int result = -1;

	if (access(state, F_OK)) {      /* the part replaced its shell (exec): nothing changed for those that follow */
		at_buffer_free(&bytes);
		return 0;
	}
	if (at_buffer_read_file(&bytes, state, MAX_STATE)) {
		at_error("cannot read what a part of the build left in its shell: %s", strerror(errno));
	} else if (bytes.length) {
		char *at = bytes.data, *end = bytes.data + bytes.length;
		free(shell->directory);
		shell->directory = at_strdup(at);
		at_argv_clear(&shell->variables);
		at_argv_clear(&shell->environment);
		for (at += strlen(at) + 1; at < end && *at; at += strlen(at) + 1)
			at_argv_push(&shell->variables, at);
		for (at++; at < end; at += strlen(at) + 1)
			at_argv_push(&shell->environment, at);
		if (!shell->environment.count)
			at_error("a part of the build left no environment: what follows would run without the compiler wrapper");
		else if (!below(shell->directory, tree))
			at_error("the build left its tree for '%s'; what follows is not repeated there", shell->directory);
		else
			result = 0;
	} else {
		result = 0;
	}
	at_buffer_free(&bytes);
	unlink(state);
	return result;
}
