#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "log.h"

#define CONFIG_HEAD "atesor-cc 1\n"

/* Is `path` a link in a wrapper directory? Then take its name, its directory and the configuration there. */
static bool take(struct call *call, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct text directory = { 0 };
	size_t length;

	put_bytes(&directory, slash ? path : ".", slash ? (size_t)(slash - path) : 1);
	if (slash == path)
		put(&directory, "/");
	char *config = read_file(joined(directory.data, "/", "config"), 16 << 20, &length);
	if (!config || strlen(config) != length || !starts(config, CONFIG_HEAD))
		return false;
	for (char *line; (line = strsep(&config, "\n"));)
		push(&call->config, line);
	call->directory = directory.data;
	call->name = joined(slash ? slash + 1 : path, "", "");
	return true;
}

static bool take_from_path(struct call *call, const char *name)
{
	const char *part = getenv("PATH");

	while (part) {
		size_t length = strcspn(part, ":");
		struct text path = { 0 };
		put_bytes(&path, length ? part : ".", length ? length : 1);
		put(&path, "/");
		put(&path, name);
		if (!access(path.data, X_OK) && take(call, path.data))
			return true;
		part = part[length] ? part + length + 1 : NULL;
	}
	return false;
}

/* The kernel's own note of what was executed comes first: argv[0] may be anything, and /proc/self/exe names one of several
 * hard links or what a symbolic link points to. */
void find_self(struct call *call)
{
	const char *executed = (const char *)getauxval(AT_EXECFN);
	char own[4096];

	if (executed && take(call, executed))
		return;
	if (strchr(call->argv[0], '/') ? take(call, call->argv[0]) : take_from_path(call, call->argv[0]))
		return;
	ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
	if (length > 0) {
		own[length] = '\0';
		if (take(call, own))
			return;
	}
	fault(call, EXIT_USAGE, "no configuration beside the link; a directory of links is made by 'atesor-replay wrap', not found for",
		executed ? executed : call->argv[0], 0);
}

/* What follows the word and a blank at the start of `text`; NULL: it starts otherwise. */
static const char *after(const char *text, const char *word)
{
	size_t length = strlen(word);

	return !strncmp(text, word, length) && text[length] == ' ' ? text + length + 1 : NULL;
}

void collect(const struct call *call, const char *key, const char *wanted, struct list *list)
{
	for (size_t i = 0; i < call->config.count; i++) {
		const char *rest = after(call->config.item[i], key);
		if (rest && (rest = after(rest, wanted)))
			push(list, rest);
	}
}

void find_link(struct call *call)
{
	struct list lines = { 0 };

	for (size_t i = 0; i < call->config.count && !call->tree; i++)
		call->tree = after(call->config.item[i], "tree");
	collect(call, "link", call->name, &lines);
	const char *blank = lines.count ? strchr(lines.item[0], ' ') : NULL;
	if (!blank)
		fault(call, EXIT_FAULT, "the configuration has no link", call->name, 0);
	struct text set = { 0 };
	put_bytes(&set, lines.item[0], (size_t)(blank - lines.item[0]));
	call->set = strcmp(set.data, "-") ? set.data : NULL;
	call->real = blank + 1;
	collect(call, "before", call->name, &call->before);
}
