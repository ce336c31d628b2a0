#include "replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "filter.h"
#include "json.h"
#include "judge.h"
#include "shelltext.h"

#define MAX_RECIPE ((size_t)64 << 20)       /* bytes that program/recipe.jq may print */

static struct at_replay_part *add(struct at_replay *replay, char *command)
{
	if (replay->count == replay->room) {
		replay->room = replay->room * 2 + 16;
		replay->part = at_resize(replay->part, replay->room, sizeof *replay->part);
	}
	struct at_replay_part *part = &replay->part[replay->count++];
	*part = (struct at_replay_part){ .command = command };
	return part;
}

static void drop(struct at_replay *replay, char *command, const char *reason)
{
	add(replay, command)->reason = at_strdup(reason);
}

static struct at_replay_part *keep(struct at_replay *replay, char *command, const char *directory)
{
	struct at_replay_part *part = add(replay, command);

	part->repeat = true;
	part->directory = at_strdup(*directory ? directory : ".");
	return part;
}

static char *part_text(const char *text, const struct at_part *part)
{
	size_t end = part->end;

	while (end > part->begin && strchr(" \t\n", text[end - 1]))
		end--;
	return at_strndup(text + part->begin, end - part->begin);
}

/* ---- directories ---- */

/* `cd` that leads from one directory of the tree to another: the text as it is only fits the tree it was written for. */
static char *relative_cd(const char *from, const char *to)
{
	struct at_buffer path = AT_BUFFER_INIT, command = AT_BUFFER_INIT;

	at_buffer_text(&path, "");
	for (const char *at = from; *at; at += strcspn(at, "/"), at += *at == '/')
		at_buffer_text(&path, "../");
	at_buffer_text(&path, to);
	if (path.length && path.data[path.length - 1] == '/')
		path.data[--path.length] = '\0';
	at_buffer_text(&command, "cd ");
	at_shell_quote(&command, path.length ? path.data : ".");
	at_buffer_free(&path);
	return at_buffer_take(&command);
}

static bool plain_cd(const struct at_commands *commands, const struct at_part *part)
{
	const struct at_argv *words = &commands->step[part->first].words;
	const char *to = words->count ? words->word[words->count - 1] : "";

	return to[0] != '/' && to[0] != '-' && !strchr(to, AT_EXPANSION);
}

/* ---- chains ---- */

struct reading {
	struct at_replay *replay;
	struct at_judge judge;
	const char *text;
	const struct at_commands *commands;
	bool ended;                 /* the shell has ended: nothing after it ran */
};

/* Why the part is not repeated, or NULL: it may be, and the judge has followed it. */
static const char *why_not(struct reading *reading, const struct at_part *part, bool maybe)
{
	char *cd = at_judge_cd(&reading->judge, reading->commands, part);
	bool leads_in = cd;

	free(cd);
	if (reading->ended)
		return "comes after an exit";
	if (reading->judge.lost && !leads_in)
		return reading->judge.lost;
	return at_judge_part(&reading->judge, reading->commands, part, maybe) ? NULL : reading->judge.reason;
}

static void note_changes(struct reading *reading, struct at_replay_part *part)
{
	part->changes = true;
	at_argv_extend(&part->variables, reading->judge.names.word, reading->judge.names.count);
}

static void read_alone(struct reading *reading, const struct at_part *part)
{
	char *before = at_strdup(reading->judge.directory), *command = part_text(reading->text, part);
	char *cd = at_judge_cd(&reading->judge, reading->commands, part);
	const char *reason = why_not(reading, part, false);

	if (reason) {
		drop(reading->replay, command, reason);
	} else if (reading->judge.ends && part->count == 1) {
		drop(reading->replay, command, "ends the shell");
	} else if (cd && !plain_cd(reading->commands, part)) {
		free(command);
		note_changes(reading, keep(reading->replay, relative_cd(before, cd), before));
	} else {
		struct at_replay_part *kept = keep(reading->replay, command, before);
		if (reading->judge.changes)
			note_changes(reading, kept);
	}
	/* After && it is not certain that the shell ends there. */
	reading->ended = reading->ended || (!reason && reading->judge.ends && part->join == AT_JOIN_THEN);
	free(before);
	free(cd);
}

/* A chain with ||. What is left out counts as successful: `x && a || b` without x is `a || b`; `a || x` is `a || :`; and in
 * `x || b` without x, b would not run. Shells group && and || from the left, so this holds along the whole chain. */
static void read_alternatives(struct reading *reading, const struct at_part *part, size_t count)
{
	struct at_buffer command = AT_BUFFER_INIT;
	char *before = at_strdup(reading->judge.directory);
	bool changes = false;

	for (size_t i = 0; i < count; i++) {
		bool other = i && part[i].join == AT_JOIN_OR;
		char *text = part_text(reading->text, &part[i]);
		if (other && !command.length) {
			drop(reading->replay, text, "runs only if a part that is not repeated fails");
			continue;
		}
		const char *reason = why_not(reading, &part[i], i > 0 && other);
		if (reason)
			drop(reading->replay, at_strdup(text), reason);
		if (!reason || other)
			at_buffer_printf(&command, "%s%s", !command.length ? "" : other ? " || " : " && ", reason ? ":" : text);
		changes = changes || (!reason && reading->judge.changes);
		free(text);
	}
	if (command.length) {
		struct at_replay_part *kept = keep(reading->replay, at_buffer_take(&command), before);
		if (changes)
			note_changes(reading, kept);
	}
	free(before);
}

void at_replay_text(struct at_replay *replay, const char *text, const char *source)
{
	struct at_commands commands;
	struct reading reading = { .replay = replay, .text = text, .commands = &commands };
	size_t first = replay->count;

	at_commands_read(&commands, text);
	at_judge_begin(&reading.judge, source);
	for (size_t i = 0, next; i < commands.parts; i = next) {
		bool alternatives = false;
		for (next = i + 1; next < commands.parts && commands.part[next].join != AT_JOIN_THEN; next++)
			alternatives = alternatives || commands.part[next].join == AT_JOIN_OR;
		if (alternatives)
			read_alternatives(&reading, &commands.part[i], next - i);
		else
			for (size_t k = i; k < next; k++)
				read_alone(&reading, &commands.part[k]);
	}
	if (commands.trouble) {
		char *reason = at_format("cannot be parsed: %s", commands.trouble);
		struct at_part rest = { .begin = commands.rest, .end = strlen(text) };
		drop(replay, part_text(text, &rest), reason);
		free(reason);
	}
	if (replay->count > first)
		replay->part[first].fresh = true;
	at_judge_end(&reading.judge);
	at_commands_free(&commands);
}

void at_replay_whole(struct at_replay *replay, const char *text)
{
	keep(replay, at_strdup(text), "")->fresh = true;
}

/* ---- recipes ---- */

static int ask_recipe(const char *what, const char *path, const char *package, const char *sandbox, const char *source,
		struct at_buffer *output, char **error)
{
	const struct { const char *name, *value; } asked[] = {
		{ "atesor_recipe_want", what }, { "atesor_recipe_package", package }, { "atesor_recipe_sandbox", sandbox },
		{ "atesor_recipe_source", source },
	};

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		if (setenv(asked[i].name, asked[i].value ? asked[i].value : "", 1)) {
			*error = at_format("cannot set the environment: %s", strerror(errno));
			return -1;
		}
	at_buffer_text(output, "");
	return at_filter_run("program/recipe", path, MAX_RECIPE, output, error);
}

int at_replay_recipe(struct at_replay *replay, const char *path, const char *package, const char *sandbox, const char *source,
		char **error)
{
	struct at_buffer output = AT_BUFFER_INIT;
	int result = ask_recipe("commands", path, package, sandbox, source, &output, error);

	/* Each command ends with a NUL and a newline: its own newlines stay. */
	for (char *at = output.data; !result && at < output.data + output.length; at += strlen(at) + 2)
		at_replay_text(replay, at, source);
	at_buffer_free(&output);
	return result;
}

int at_replay_artifacts(const char *path, const char *package, const char *sandbox, const char *source, FILE *stream,
		char **error)
{
	struct at_buffer output = AT_BUFFER_INIT;
	int result = ask_recipe("artifacts", path, package, sandbox, source, &output, error);

	if (!result && fwrite(output.data, 1, output.length, stream) != output.length) {
		*error = at_format("cannot write: %s", strerror(errno));
		result = -1;
	}
	at_buffer_free(&output);
	return result;
}

/* ---- what came out ---- */

int at_replay_write(const struct at_replay *replay, FILE *stream)
{
	struct at_json json = { 0 };
	int result = 0;

	for (const struct at_replay_part *part = replay->part; !result && part < replay->part + replay->count; part++) {
		at_json_object(&json, NULL);
		at_json_bool(&json, "repeat", part->repeat);
		at_json_text(&json, "command", part->command);
		if (part->repeat)
			at_json_text(&json, "directory", part->directory);
		else
			at_json_text(&json, "reason", part->reason);
		at_json_end(&json);
		result = at_json_line(&json, stream);
	}
	at_json_free(&json);
	return result;
}

size_t at_replay_repeated(const struct at_replay *replay)
{
	size_t count = 0;

	for (size_t i = 0; i < replay->count; i++)
		count += replay->part[i].repeat;
	return count;
}

void at_replay_free(struct at_replay *replay)
{
	for (size_t i = 0; i < replay->count; i++) {
		free(replay->part[i].command);
		free(replay->part[i].directory);
		free(replay->part[i].reason);
		at_argv_free(&replay->part[i].variables);
	}
	free(replay->part);
	*replay = (struct at_replay){ 0 };
}
