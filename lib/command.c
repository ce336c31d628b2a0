#include "command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "message.h"
#include "spawn.h"

/* For a name that looks like a whole command line. */
static const char *hint(const char *name)
{
	return !strpbrk(name, " |<>&;") ? "" : "; there is no shell: give the program and its arguments as words of their own, not all in "
			"one pair of quotes";
}

/* A program named with a slash is looked up where it will run: in the directory. */
static int resolve(struct at_command *command, size_t stage, char *const *envp)
{
	const char *name = command->stage[stage].word[0];
	char *path = at_spawn_find(name, envp);

	if (!path) {
		at_error("cannot find the program '%s' in PATH%s", name, hint(name));
		return -1;
	}
	char *seen = *path == '/' || !command->directory ? at_strdup(path) : at_format("%s/%s", command->directory, path);
	int missing = access(seen, X_OK);
	if (missing)
		at_error("cannot run '%s': %m%s", seen, hint(name));
	free(seen);
	command->path[stage] = path;
	return missing;
}

int at_command_from_template(struct at_command *command, const struct at_template *template, const char *const value[AT_PLACEHOLDERS],
		const char *directory, char *const *envp)
{
	*command = (struct at_command){ .directory = directory, .in = template->in, .out = template->out };
	while (command->stages < template->stages) {
		size_t i = command->stages++;
		command->stage[i] = at_template_expand(template, i, value);
		if (resolve(command, i, envp))
			return -1;
	}
	return 0;
}

int at_command_from_words(struct at_command *command, char *const *words, size_t count, const char *directory, char *const *envp)
{
	*command = (struct at_command){ .directory = directory, .stages = 1 };
	at_argv_extend(&command->stage[0], words, count);
	return resolve(command, 0, envp);
}

int at_command_emulate(struct at_command *command, const struct at_template *template, const struct at_argv *emulator, char *const *envp)
{
	static const char bin[] = { AT_BIN, '\0' };

	for (size_t i = 0; i < command->stages; i++) {
		struct at_argv words = AT_ARGV_INIT;
		if (template && strcmp(template->stage[i].word[0], bin) != 0)
			continue;
		at_argv_extend(&words, emulator->word, emulator->count);
		at_argv_extend(&words, command->stage[i].word, command->stage[i].count);
		at_argv_free(&command->stage[i]);
		command->stage[i] = words;
		free(command->path[i]);
		command->path[i] = NULL;
		if (resolve(command, i, envp))
			return -1;
	}
	return 0;
}

void at_command_write(const struct at_command *command, const char *key, struct at_json *json)
{
	at_json_array(json, key);
	for (size_t i = 0; i < command->stages; i++) {
		at_json_array(json, NULL);
		for (size_t j = 0; j < command->stage[i].count; j++)
			at_json_text(json, NULL, command->stage[i].word[j]);
		at_json_end(json);
	}
	at_json_end(json);
}

void at_command_free(struct at_command *command)
{
	for (size_t i = 0; i < command->stages; i++) {
		at_argv_free(&command->stage[i]);
		free(command->path[i]);
	}
	*command = (struct at_command){ 0 };
}
