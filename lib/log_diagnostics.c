#include "log_diagnostics.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "json.h"

enum { FIRST_MOST = 400, NAME_MOST = 100 };      /* characters of a line that are kept; bytes of an option's name */

struct tag {
	const char *name;
	size_t length;
	bool as_error;
};

static size_t name_length(const char *text)
{
	return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-_#");
}

/* What stands between the brackets, of that length, as a tag. */
static bool read_tag(const char *text, size_t length, struct tag *tag)
{
	const char *end = text + length;

	if (length < 3 || strncmp(text, "-W", 2))
		return false;
	*tag = (struct tag){ text + 2, name_length(text + 2), false };
	const char *after = tag->name + tag->length;
	if (tag->length == 5 && !strncmp(tag->name, "error", 5)) {
		tag->as_error = true;
		if (after == end)
			return true;
		if (*after == '=')
			tag->name = after + 1;
		else if (!strncmp(after, ",-W", 3))
			tag->name = after + 3;
		else
			return false;
		tag->length = name_length(tag->name);
		after = tag->name + tag->length;
	}
	/* A value; and clang may add a category. */
	return tag->length && tag->length <= NAME_MOST && (after == end || *after == '=' || *after == ',');
}

/* The tag at the end of the line. */
static bool find_tag(const char *line, size_t length, struct tag *tag)
{
	if (length < 5 || line[length - 1] != ']')
		return false;
	const char *open = memrchr(line, '[', length);
	return open && read_tag(open + 1, (size_t)(line + length - 1 - (open + 1)), tag);
}

static struct at_log_option *find(struct at_log_diagnostics *diagnostics, const struct tag *tag)
{
	for (size_t i = 0; i < diagnostics->count; i++) {
		struct at_log_option *option = &diagnostics->option[i];
		bool same = !strncmp(option->name, tag->name, tag->length) && !option->name[tag->length];
		if (same && option->as_error == tag->as_error)
			return option;
	}
	return NULL;
}

bool at_log_diagnostics_take(void *context, char *line, size_t length)
{
	struct at_log_diagnostics *diagnostics = context;
	struct tag tag;

	if (!find_tag(line, length, &tag))
		return true;
	struct at_log_option *option = find(diagnostics, &tag);
	if (!option && diagnostics->count < AT_LOG_OPTIONS_MOST) {
		option = &diagnostics->option[diagnostics->count++];
		*option = (struct at_log_option){ at_strndup(tag.name, tag.length), tag.as_error, 0,
				at_strndup(line, at_log_characters(line, FIRST_MOST)) };
	}
	if (option)
		option->count++;
	else
		diagnostics->left_out++;
	return true;
}

int at_log_diagnostics_write(const struct at_log_diagnostics *diagnostics, FILE *stream)
{
	struct at_json json = { 0 };
	int result = 0;

	for (size_t i = 0; i < diagnostics->count && !result; i++) {
		const struct at_log_option *option = &diagnostics->option[i];
		at_json_object(&json, NULL);
		at_json_text(&json, "option", option->name);
		at_json_bool(&json, "as_error", option->as_error);
		at_json_uint(&json, "count", option->count);
		at_json_text(&json, "first", option->first);
		at_json_end(&json);
		result = at_json_line(&json, stream);
	}
	at_json_free(&json);
	return result;
}

void at_log_diagnostics_free(struct at_log_diagnostics *diagnostics)
{
	for (size_t i = 0; i < diagnostics->count; i++) {
		free(diagnostics->option[i].name);
		free(diagnostics->option[i].first);
	}
	*diagnostics = (struct at_log_diagnostics){ 0 };
}
