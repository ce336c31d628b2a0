#include "judge_inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"

enum { MAX_STEPS = 5000, MAX_NESTED = 8 };   /* in one part with its loops unrolled; texts inside texts (sh -c) */

static bool walk(struct at_judge *judge, const struct at_commands *commands, size_t begin, size_t end);

/* ---- variables ---- */

/* Names come from any word (`read -p "$(x)" V`), and end up in the script that keeps their values. */
static bool valid_name(const char *name, size_t length)
{
	size_t i = 0;

	while (i < length && (name[i] == '_' || isalpha((unsigned char)name[i]) || (i && isdigit((unsigned char)name[i]))))
		i++;
	return length && i == length;
}

void at_judge_bind(struct at_judge *judge, const char *name, size_t length, const char *value)
{
	if (!valid_name(name, length))
		return;
	const char *known = value && at_judge_certain(value) && !strpbrk(value, " \t\n*?[") && !judge->maybe ? value : AT_JUDGE_UNKNOWN;

	for (size_t i = 0; i < judge->names.count; i++)
		if (!strncmp(judge->names.word[i], name, length) && !judge->names.word[i][length]) {
			free(judge->values.word[i]);
			judge->values.word[i] = at_strdup(known);
			return;
		}
	at_argv_give(&judge->names, at_strndup(name, length));
	at_argv_push(&judge->values, known);
}

void at_judge_assign(struct at_judge *judge, const char *assignment)
{
	size_t length = strcspn(assignment, "=");

	at_judge_bind(judge, assignment, length, assignment[length] ? assignment + length + 1 : NULL);
	judge->changes = judge->changes || !judge->depth;
}

/* Puts in the values that are certain; what is not stays marked. */
static char *resolve(const struct at_judge *judge, const char *word)
{
	struct at_buffer out = AT_BUFFER_INIT;

	at_buffer_text(&out, "");
	while (*word) {
		size_t plain = strcspn(word, "\1");
		at_buffer_add(&out, word, plain);
		word += plain;
		if (!*word)
			break;
		size_t length = strcspn(word + 1, "\2");
		const char *value = NULL;
		for (size_t i = 0; i < judge->names.count && length; i++)
			if (strlen(judge->names.word[i]) == length && !strncmp(judge->names.word[i], word + 1, length))
				value = judge->values.word[i];
		if (value)
			at_buffer_text(&out, value);
		else
			at_buffer_add(&out, word, length + 2);
		word += length + 2;
	}
	return at_buffer_take(&out);
}

/* Back to the outer shell: only what was found out about the commands stays. */
void at_judge_leave(struct at_judge *judge, struct at_judge *saved)
{
	free(judge->directory);
	free(judge->previous);
	at_argv_free(&judge->names);
	at_argv_free(&judge->values);
	saved->reason = judge->reason;
	saved->functions = judge->functions;
	saved->budget = judge->budget;
	*judge = *saved;
}

/* The text of `sh -c` and `eval`: read and judged like any other. */
bool at_judge_text(struct at_judge *judge, const char *text)
{
	struct at_commands inner;
	bool good = true;

	if (!at_judge_certain(text))
		return at_judge_refuse(judge, "a command text with an expansion cannot be judged");
	if (judge->depth > MAX_NESTED)
		return at_judge_refuse(judge, "texts nested too deeply");
	at_commands_read(&inner, text);
	if (inner.trouble)
		good = at_judge_refuse(judge, "cannot be parsed: %s", inner.trouble);
	for (size_t i = 0; good && i < inner.parts; i++)
		good = inner.part[i].trouble ? at_judge_refuse(judge, "%s", inner.part[i].trouble) :
			walk(judge, &inner, inner.part[i].first, inner.part[i].first + inner.part[i].count);
	at_commands_free(&inner);
	return good;
}

static bool judge_command(struct at_judge *judge, const struct at_step *step)
{
	struct at_argv words = AT_ARGV_INIT;
	bool good = true;

	for (size_t i = 0; good && i < step->outputs.count; i++) {
		char *target = resolve(judge, step->outputs.word[i]);
		good = at_judge_may_write(judge, target, "writes outside the tree");
		free(target);
	}
	for (size_t i = 0; good && i < step->assignments.count; i++) {
		char *assignment = resolve(judge, step->assignments.word[i]);
		if (!step->words.count)
			at_judge_assign(judge, assignment);
		if (at_judge_names_source(judge, assignment))
			good = at_judge_refuse(judge, "names the source by its absolute path; use a relative one");
		free(assignment);
	}
	for (size_t i = 0; i < step->words.count; i++)
		at_argv_give(&words, resolve(judge, step->words.word[i]));
	good = good && (!words.count || at_judge_words(judge, words.word, words.count));
	at_argv_free(&words);
	return good;
}

/* ---- following a shell ---- */

static size_t matching(const struct at_commands *commands, size_t at)
{
	size_t open = 0;

	do {
		enum at_step_kind kind = commands->step[at++].kind;
		if (kind == AT_STEP_ENTER || kind == AT_STEP_MAYBE || kind == AT_STEP_FOR)
			open++;
		else if (kind == AT_STEP_LEAVE || kind == AT_STEP_END)
			open--;
	} while (open);
	return at - 1;
}

/* A shell of its own: what it does to its directory and variables ends with it. */
static bool walk_shell(struct at_judge *judge, const struct at_commands *commands, size_t begin, size_t end)
{
	struct at_judge saved = *judge;

	judge->directory = at_strdup(saved.directory);
	judge->previous = saved.previous ? at_strdup(saved.previous) : NULL;
	judge->names = judge->values = (struct at_argv)AT_ARGV_INIT;
	at_argv_extend(&judge->names, saved.names.word, saved.names.count);
	at_argv_extend(&judge->values, saved.values.word, saved.values.count);
	judge->maybe = 0;
	judge->depth++;
	bool good = walk(judge, commands, begin, end);
	at_judge_leave(judge, &saved);
	return good;
}

static bool walk_for(struct at_judge *judge, const struct at_commands *commands, size_t begin, size_t end)
{
	const struct at_argv *words = &commands->step[begin].words;
	const char *name = words->word[0];
	bool good = true, known = words->count > 1;

	for (size_t i = 1; i < words->count; i++)
		known = known && at_judge_certain(words->word[i]) && !strpbrk(words->word[i], "*?[");
	for (size_t i = 1; good && i < (known ? words->count : 2); i++) {
		unsigned maybe = judge->maybe;
		judge->maybe = 0;
		at_judge_bind(judge, name, strlen(name), known ? words->word[i] : NULL);
		judge->maybe = maybe + 1;
		good = walk(judge, commands, begin + 1, end);
		judge->maybe = maybe;
	}
	at_judge_bind(judge, name, strlen(name), NULL);
	judge->changes = judge->changes || !judge->depth;
	return good;
}

static bool walk(struct at_judge *judge, const struct at_commands *commands, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++) {
		enum at_step_kind kind = commands->step[i].kind;
		size_t close = kind == AT_STEP_COMMAND ? i : matching(commands, i);
		bool good = true;
		if (!judge->budget--) {
			judge->budget = 0;
			return at_judge_refuse(judge, "too long to be judged");
		}
		if (kind == AT_STEP_COMMAND) {
			good = judge_command(judge, &commands->step[i]);
		} else if (kind == AT_STEP_ENTER) {
			good = walk_shell(judge, commands, i + 1, close);
		} else if (kind == AT_STEP_FOR) {
			good = walk_for(judge, commands, i, close);
		} else {
			judge->maybe++;
			good = walk(judge, commands, i + 1, close);
			judge->maybe--;
		}
		if (!good)
			return false;
		i = close;
	}
	return true;
}

void at_judge_begin(struct at_judge *judge, const char *source)
{
	*judge = (struct at_judge){ .source = source, .directory = at_strdup("") };
}

void at_judge_end(struct at_judge *judge)
{
	free(judge->directory);
	free(judge->previous);
	free(judge->reason);
	at_argv_free(&judge->names);
	at_argv_free(&judge->values);
	at_argv_free(&judge->functions);
}

static bool has_cd(const struct at_commands *commands, const struct at_part *part)
{
	for (size_t i = part->first; i < part->first + part->count; i++) {
		const struct at_step *step = &commands->step[i];
		if (step->kind == AT_STEP_ENTER)
			i = matching(commands, i);
		else if (step->kind == AT_STEP_COMMAND && step->words.count && at_judge_among(" cd eval . source ", step->words.word[0]))
			return true;
	}
	return false;
}

static bool is_function(const struct at_part *part)
{
	return part->trouble && !strcmp(part->trouble, "defines a shell function");
}

bool at_judge_part(struct at_judge *judge, const struct at_commands *commands, const struct at_part *part, bool maybe)
{
	char *directory = at_strdup(judge->directory);
	bool good = true;

	judge->changes = judge->ends = false;
	judge->budget = MAX_STEPS;
	judge->maybe = maybe;
	if (part->trouble)
		good = at_judge_refuse(judge, "%s", part->trouble);
	if (is_function(part) && part->count && commands->step[part->first].words.count)
		at_argv_push(&judge->functions, commands->step[part->first].words.word[0]);
	good = good && walk(judge, commands, part->first, part->first + part->count);
	judge->maybe = 0;
	if (good) {
		free(directory);
		return true;
	}
	if (has_cd(commands, part) && !is_function(part))
		judge->lost = "comes after a cd that is not repeated";
	free(judge->directory);
	judge->directory = directory;
	return false;
}

char *at_judge_cd(struct at_judge *judge, const struct at_commands *commands, const struct at_part *part)
{
	const struct at_step *step = &commands->step[part->first];
	struct at_argv words = AT_ARGV_INIT;
	char *path = NULL;

	if (part->trouble || part->count != 1 || step->kind != AT_STEP_COMMAND || step->outputs.count || step->assignments.count)
		return NULL;
	for (size_t i = 0; i < step->words.count; i++)
		at_argv_give(&words, resolve(judge, step->words.word[i]));
	if (words.count && !strcmp(words.word[0], "cd"))
		path = at_judge_destination(judge, words.word, words.count);
	at_argv_free(&words);
	return path;
}
