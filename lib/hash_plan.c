#include "hash_plan.h"

#include <string.h>

#include "hash_words.h"
#include "option.h"

static void add_given(const char *text, const struct at_hash_setup *setup, struct at_hash_rows *rows)
{
	struct at_hash_given given;
	char *error;

	if (at_hash_given_parse(text, &given, &error))
		at_usage_error("--row takes NAME:ENV:COMMAND, not '%s': %s", text, error);
	struct at_hash_row *row = at_hash_rows_add(rows, given.name, NULL);
	if (!row)
		at_usage_error("there are two rows '%s'", given.name);
	const struct at_argv *command = given.command.count ? &given.command : &setup->command;
	if (!command->count)
		at_usage_error("the row '%s' has no command, and there is no COMMAND", given.name);
	at_argv_extend(&row->environment, given.environment.word, given.environment.count);
	at_argv_extend(&row->command, command->word, command->count);
	at_hash_given_free(&given);
}

static void add_set(const char *set, const struct at_hash_setup *setup, struct at_hash_rows *rows)
{
	if (!strcmp(set, "none"))
		return;
	if (!setup->command.count)
		at_usage_error("the set '%s' needs a COMMAND", set);
	if (at_hash_set_add(set, setup, rows))
		at_usage_error("--set takes none, %s; not '%s'", at_hash_set_names(), set);
}

void at_hash_plan(const struct at_argv *sets, const struct at_argv *given, const struct at_hash_setup *setup,
		struct at_hash_rows *rows)
{
	for (size_t i = 0; i < sets->count; i++)
		add_set(sets->word[i], setup, rows);
	if (!sets->count && setup->command.count)
		add_set("default", setup, rows);
	for (size_t i = 0; i < given->count; i++)
		add_given(given->word[i], setup, rows);
	if (!rows->count)
		at_usage_error("there is nothing to run: name a COMMAND, or rows (--row)");
}
