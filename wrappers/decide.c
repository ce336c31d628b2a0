#include "decide.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "config.h"
#include "conftest.h"
#include "place.h"
#include "relative.h"
#include "text.h"

struct keep { uint8_t own, tune; const char *why; };

static const struct keep keeps[] = {
#define KEEP(own, tune, why) { own, tune, why },
#include "options.def"
};

static void withhold(struct call *call, const char *mode, const char *by)
{
	call->mode = call->reason = mode;
	call->by = by;
}

static void decide_mode(struct call *call)
{
	static const struct { enum class class; const char *mode; } stops[] = {
		{ QUERY, "query" }, { PREPROCESS, "preprocess" }, { SYNTAX, "syntax" }, { TO_ASSEMBLY, "to_assembly" },
	};
	const char *probe;

	if (!call->set) {
		withhold(call, "tool", NULL);
		return;
	}
	for (size_t i = 0; i < COUNT(stops); i++)
		if (call->own[stops[i].class]) {
			withhold(call, stops[i].mode, call->own[stops[i].class]);
			return;
		}
	if (!call->inputs.count && !call->library && !call->output)
		withhold(call, "query", NULL);
	else if ((probe = find_probe(call)))
		withhold(call, "probe", probe);
	else if (call->sources.count && call->only_assembly && (call->own[COMPILE] || call->sources.count == call->inputs.count))
		withhold(call, "assemble", NULL);
	else
		call->mode = !call->sources.count || call->only_assembly ? "link" : call->own[COMPILE] ? "compile" : "compile_link";
	if (!call->reason && call->wants_value) {
		call->reason = "last_word_wants_a_value";
		call->by = call->words.item[call->words.count - 1].text;
	}
}

static const char *own_setting(const struct call *call, enum class tune, const char **why)
{
	enum class asked = tune == O0 || tune == OG || tune == OFAST ? LEVEL : tune;

	for (const struct keep *keep = keeps; keep < keeps + COUNT(keeps); keep++)
		if (keep->tune == asked && call->own[keep->own]) {
			*why = keep->why;
			return call->own[keep->own];
		}
	return NULL;
}

/* A flag and, for one like --param, its value, are taken or left together. */
static void offer_flags(struct call *call, const struct list *flags)
{
	bool links = strcmp(call->mode, "compile");

	for (size_t i = 0, used; i < flags->count; i += used) {
		const char *value = "", *why = NULL;
		const struct option *option = classify(flags->item[i], &value);
		enum class class = option ? option->class : PLAIN;
		used = !value && i + 1 < flags->count ? 2 : 1;
		const char *own = own_setting(call, class, &why);
		for (size_t k = i; k < i + used; k++) {
			if (own) {
				push(&call->kept, flags->item[k]);
				push(&call->kept, why);
				push(&call->kept, own);
			} else if (links || class != LINK_ONLY) {
				push(&call->added, flags->item[k]);
			}
		}
	}
}

/* By -o, or as compilers name it. */
static const char *product(const struct call *call)
{
	struct text name = { 0 };

	if (call->output)
		return from_tree(call, call->output);
	if (!call->own[COMPILE])
		return from_tree(call, "a.out");
	const char *source = base_name(call->sources.item[0]), *dot = strrchr(source, '.');
	put_bytes(&name, source, dot ? (size_t)(dot - source) : strlen(source));
	put(&name, ".o");
	return from_tree(call, name.data);
}

/* Is the product of this compile in a list of the configuration (`unit LIST PRODUCT`)? Without such a list: `otherwise`. */
static bool listed(const struct call *call, const char *list, bool otherwise)
{
	struct list units = { 0 };

	collect(call, "unit", list, &units);
	for (size_t i = 0; i < units.count; i++)
		if (!strcmp(units.item[i], call->product))
			return true;
	return !units.count && otherwise;
}

static void decide_flags(struct call *call)
{
	bool compiles = strcmp(call->mode, "link");
	struct list always = { 0 }, flags = { 0 };

	if (compiles) {
		collect(call, "compile", call->set, &always);
		call->product = product(call);
	}
	for (size_t i = 0; i < always.count; i++)
		push(&call->added, always.item[i]);
	call->plain = compiles && !listed(call, "only", true);
	if (!call->plain)
		collect(call, "flag", call->set, &flags);
	if (compiles && listed(call, "also", false))
		collect(call, "also", call->set, &flags);
	offer_flags(call, &flags);
	make_relative(call);
}

void decide(struct call *call)
{
	decide_mode(call);
	if (!call->reason)
		decide_flags(call);
}
