#include "relative.h"

#include <stdbool.h>
#include <stddef.h>

#include "classify.h"
#include "place.h"
#include "text.h"

static bool is_source(const struct call *call, const char *word)
{
	for (size_t i = 0; i < call->sources.count; i++)
		if (call->sources.item[i] == word)
			return true;
	return false;
}

/* The option of a search path or of the output that a word is; *value as classify() has it. */
static const struct option *with_path(const char *word, const char **value)
{
	const struct option *option = word[0] == '-' ? classify(word, value) : NULL;

	return option && (option->class == SEARCH || option->class == OUTPUT) ? option : NULL;
}

/* The path that the word argv[i] is, or ends with (*option: what it begins with); NULL if it is none of those that are changed. */
static const char *path_in(const struct call *call, int i, const char **option)
{
	const char *word = call->argv[i], *value = NULL;
	const struct option *own = with_path(word, &value);

	*option = "";
	if (own && value) {
		*option = own->text;
		return value;
	}
	return is_source(call, word) || (i > 1 && with_path(call->argv[i - 1], &value) && !value) ? word : NULL;
}

const char *given(const struct call *call, int i)
{
	const char *option, *path = call->up ? path_in(call, i, &option) : NULL, *rest = path ? below(call, path) : NULL;

	if (rest == path)
		return call->argv[i];
	return joined(option, call->up, *rest ? rest : "");
}

static bool adds(const struct call *call, const char *start)
{
	for (size_t i = 0; i < call->added.count; i++)
		if (starts(call->added.item[i], start))
			return true;
	return false;
}

void make_relative(struct call *call)
{
	const char *at = below(call, call->cwd), *option;
	struct text up = { 0 };
	bool changes = false, own_up = false;

	if (!call->product || at == call->cwd || !adds(call, "-fprofile-"))
		return;
	for (int i = 1; i < call->argc; i++) {
		const char *path = path_in(call, i, &option);
		changes = changes || (path && below(call, path) != path);
		own_up = own_up || (path && starts(path, "../"));
	}
	if (!changes)
		return;
	for (; *at; at++)
		if (*at == '/')
			put(&up, up.length ? "/.." : "..");
	call->up = up.length ? up.data : ".";
	if (up.length && !own_up && adds(call, "-ffile-prefix-map="))
		push(&call->added, joined("-fmacro-prefix-map=", up.data, "/=./"));
}
