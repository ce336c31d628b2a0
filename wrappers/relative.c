#include "relative.h"

#include <stdbool.h>
#include <stddef.h>

#include "classify.h"
#include "place.h"
#include "text.h"

static const char *from_cwd(const struct call *call, const char *path)
{
	const char *rest = below(call, path);

	return rest == path ? path : joined(call->up, "", *rest ? rest + 1 : ".");
}

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

const char *given(const struct call *call, int i)
{
	const char *word = call->argv[i], *value;

	if (!call->up || i < 1)
		return word;
	const struct option *option = with_path(word, &value);
	if (option && value) {
		const char *path = from_cwd(call, value);
		return path == value ? word : joined(option->text, "", path);
	}
	return is_source(call, word) || (with_path(call->argv[i - 1], &value) && !value) ? from_cwd(call, word) : word;
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
	const char *at = below(call, call->cwd);
	struct text up = { 0 };
	bool changes = false;

	if (!call->product || at == call->cwd || !adds(call, "-fprofile-"))
		return;
	for (; *at; at++)
		if (*at == '/')
			put(&up, "../");
	call->up = up.data ? up.data : "./";
	for (int i = 1; i < call->argc; i++)
		changes = changes || given(call, i) != call->argv[i];
	if (!changes)
		call->up = NULL;
	else if (up.data && adds(call, "-ffile-prefix-map="))
		push(&call->added, joined("-fmacro-prefix-map=", up.data, "=./"));
}
