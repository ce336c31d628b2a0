#include "record.h"

#include <errno.h>
#include <stddef.h>

#include "jsontext.h"
#include "log.h"
#include "place.h"
#include "text.h"

static void put_outside(struct text *line, const struct call *call)
{
	struct list found = { 0 };

	if (outside(call, "."))
		push(&found, "cwd");
	if (call->output && outside(call, call->output))
		push(&found, "output");
	for (size_t i = 0; i < call->sources.count; i++)
		if (outside(call, call->sources.item[i])) {
			push(&found, "source");
			break;
		}
	if (found.count)
		put_list(line, "outside", found.item, found.count);
}

static void put_kept(struct text *line, const struct call *call)
{
	put_pair(line, "kept", NULL);
	for (size_t i = 0; i < call->kept.count; i += 3) {
		struct text one = { 0 };
		put(&one, "{");
		put_pair(&one, "flag", call->kept.item[i]);
		put_pair(&one, "why", call->kept.item[i + 1]);
		put_pair(&one, "own", call->kept.item[i + 2]);
		put(line, i ? "," : "[");
		put(line, one.data);
		put(line, "}");
	}
	put(line, "]");
}

static void put_own(struct text *line, const struct call *call)
{
	static const enum class levels[] = { O0, OG, OFAST, LEVEL };

	for (size_t i = 0; i < COUNT(levels); i++)
		if (call->own[levels[i]])
			put_pair(line, "own_o", call->own[levels[i]]);
	if (call->own[ISA])
		put_pair(line, "own_isa", call->own[ISA]);
	if (call->own[LTO] || call->own[NO_LTO]) {
		put_pair(line, "own_lto", NULL);
		put(line, call->own[LTO] ? "true" : "false");
	}
}

static void put_withheld(struct text *line, const struct call *call)
{
	struct text object = { 0 };

	put_pair(line, "withheld", NULL);
	put(&object, "{");
	put_pair(&object, "reason", call->reason);
	if (call->by)
		put_pair(&object, "by", call->by);
	put(&object, "}");
	put(line, object.data);
}

void record(const struct call *call)
{
	struct text line = { 0 };

	put(&line, "{");
	put_pair(&line, "name", call->name);
	put_pair(&line, "cwd", call->cwd);
	put_pair(&line, "compiler", call->real);
	put_pair(&line, "mode", call->mode);
	if (call->set) {
		put_list(&line, "sources", call->sources.item, call->sources.count);
		if (call->output)
			put_pair(&line, "output", call->output);
		put_own(&line, call);
		put_outside(&line, call);
	}
	put_list(&line, "added", call->added.item, call->added.count);
	if (call->product)
		put_pair(&line, "product", call->product);
	if (call->plain) {
		put_pair(&line, "plain", NULL);
		put(&line, "true");
	}
	if (call->up) {
		put_pair(&line, "relative", NULL);
		put(&line, "true");
	}
	if (call->reason)
		put_withheld(&line, call);
	if (call->kept.count)
		put_kept(&line, call);
	put_list(&line, "argv", (const char *const *)call->argv, (size_t)call->argc);
	put(&line, "}");
	if (append(call, &line))
		fault(call, EXIT_FAULT, "cannot write the log of", call->directory, errno);
}
