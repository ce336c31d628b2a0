/* A command that is ready to run in its directory: the stages of a pipe as argument vectors, with resolved programs. */
#ifndef ATESOR_COMMAND_H
#define ATESOR_COMMAND_H

#include "argv.h"
#include "json.h"
#include "template.h"

struct at_command {
	const char *directory;                 /* the caller's */
	struct at_argv stage[AT_STAGES_MOST];
	char *path[AT_STAGES_MOST];            /* the file that stage runs, absolute or relative to the directory */
	size_t stages;
	enum at_redirect in, out;              /* FILE: the input file, the output file */
};

/* From a template and its values, or from plain words. `envp` gives the PATH. 0, or −1 after a message: no such program. */
int at_command_from_template(struct at_command *command, const struct at_template *template, const char *const value[AT_PLACEHOLDERS],
		const char *directory, char *const *envp);
int at_command_from_words(struct at_command *command, char *const *words, size_t count, const char *directory, char *const *envp);

/* The words of an emulator before the program of each stage that the template calls {bin}, or of the one stage of plain words
 * (`template` NULL). 0, or −1 after a message: no such emulator. */
int at_command_emulate(struct at_command *command, const struct at_template *template, const struct at_argv *emulator, char *const *envp);

/* As an array of arrays of words. */
void at_command_write(const struct at_command *command, const char *key, struct at_json *json);
void at_command_free(struct at_command *command);

#endif
