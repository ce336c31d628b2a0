/* atesor-cc: stands in for a compiler (or ar, nm, ranlib) under that one's name, adds the flags of a tune where they may be
 * added, writes down what it did as one line of JSON, and becomes the real program by exec. It is started thousands of times
 * in a build: so one file, static, no stdio, no malloc (each page that is touched costs a fault, and those are most of what a
 * start costs), and nothing is freed, because exec ends everything a moment later.
 *
 * What it knows comes from the file "config" in the directory of the link it was started by (format: atesor-cc(1)); the log is
 * "log.jsonl" there. The words it knows are in options.def. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, EXIT_FAULT = 125, EXIT_NO_EXEC = 126, EXIT_NO_FILE = 127 };
enum { MAX_EXPANSIONS = 2000 };             /* of response files in one call, as libiberty has it */
#define MAX_RESPONSE ((size_t)256 << 20)    /* bytes of one response file */
#define CONFIG_HEAD "atesor-cc 1\n"

enum form { EXACT, PREFIX, NEXT, EITHER };
enum class { PLAIN, QUERY, COMPILE, TO_ASSEMBLY, PREPROCESS, SYNTAX, OUTPUT, LANGUAGE, O0, OG, OFAST, LEVEL, ISA, NO_LTO, LTO,
	LTO_DETAIL, FREESTANDING, PROFILE, LINK_ONLY, CLASSES };
enum where { FILE, WHOLE, DIRECTORY };
enum kind { OBJECT, SOURCE, ASSEMBLY };

struct option { const char *text; uint8_t length, form, class; };
struct keep { uint8_t own, tune; const char *why; };
struct probe { uint8_t where; const char *start; };
struct suffix { const char *text; uint8_t kind; };

static const struct option options[] = {
#define OPTION(text, form, class) { text, sizeof text - 1, form, class },
#include "options.def"
};
static const struct keep keeps[] = {
#define KEEP(own, tune, why) { own, tune, why },
#include "options.def"
};
static const struct probe probes[] = {
#define PROBE(where, start) { where, start },
#include "options.def"
};
static const struct suffix suffixes[] = {
#define SUFFIX(text, kind) { text, kind },
#include "options.def"
};

#define COUNT(array) (sizeof (array) / sizeof *(array))

struct text { char *data; size_t length, room; };
struct list { const char **item; size_t count, room; };       /* NULL after the last */
struct word { char *text; int at; };         /* `at`: the index in argv that it came from */
struct words { struct word *item; size_t count, room, expansions; };

/* One call: who we are, what was asked, what is decided. */
struct call {
	char *directory, *name;              /* of the link */
	struct list config;                  /* the lines of its configuration */
	char cwd[4096];
	const char *real, *set, *tree;       /* the real program, its set of flags (NULL: a tool that takes none) */
	int argc;
	char **argv;
	struct words words;                  /* argv with the response files read */
	struct list sources, inputs;         /* `inputs`: every operand */
	const char *output, *own[CLASSES];   /* the last own word of each class, or NULL */
	bool only_assembly, library, wants_value;
	int insert;                          /* flags go in before this index of argv */
	const char *mode, *reason, *by;      /* `reason`: why nothing is added; `by`: the word that decided it */
	struct list before, added, kept;     /* kept: triples of flag, why, own word */
};

/* ---- memory and text ---- */

static _Noreturn void fault(const struct call *call, int code, const char *what, const char *thing, int error);

/* The next bytes of a small arena in .bss; what does not fit is mapped. */
static void *memory(size_t size)
{
	static _Alignas(16) char arena[48 << 10];
	static size_t used;

	size = (size + 15) & ~(size_t)15;
	if (size <= sizeof arena - used) {
		used += size;
		return arena + used - size;
	}
	void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mapped == MAP_FAILED)
		fault(NULL, EXIT_FAULT, "out of memory", NULL, 0);
	return mapped;
}

static void *grown(const void *old, size_t used, size_t size)
{
	void *new = memory(size);

	if (used)
		memcpy(new, old, used);
	return new;
}

/* Room for `more` bytes and the NUL. */
static void reserve(struct text *text, size_t more)
{
	if (text->length + more < text->room)
		return;
	text->room = text->room ? (text->length + more) * 2 : more + 48;
	text->data = grown(text->data, text->length, text->room);
}

static void put_bytes(struct text *text, const char *bytes, size_t count)
{
	reserve(text, count);
	memcpy(text->data + text->length, bytes, count);
	text->length += count;
	text->data[text->length] = '\0';
}

static void put(struct text *text, const char *string)
{
	put_bytes(text, string, strlen(string));
}

static char *joined(const char *first, const char *between, const char *last)
{
	struct text text = { 0 };

	reserve(&text, strlen(first) + strlen(between) + strlen(last));
	put(&text, first);
	put(&text, between);
	put(&text, last);
	return text.data;
}

static void push(struct list *list, const char *item)
{
	if (list->count + 1 >= list->room) {
		list->room = list->room * 2 + 8;
		list->item = grown(list->item, list->count * sizeof *list->item, list->room * sizeof *list->item);
	}
	list->item[list->count++] = item;
	list->item[list->count] = NULL;
}

static bool starts(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* All of a file, or NULL with errno. */
static char *read_file(const char *path, size_t limit, size_t *length)
{
	struct text text = { 0 };
	struct stat status;
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = 0;

	if (descriptor < 0)
		return NULL;
	if (fstat(descriptor, &status) || S_ISDIR(status.st_mode)) {
		close(descriptor);
		errno = EISDIR;
		return NULL;
	}
	reserve(&text, status.st_size > 0 ? (size_t)status.st_size : 4096);
	while ((got = read(descriptor, text.data + text.length, text.room - text.length - 1)) > 0 && text.length <= limit) {
		text.length += (size_t)got;
		reserve(&text, 1);
	}
	close(descriptor);
	if (got)
		return NULL;
	text.data[text.length] = '\0';
	*length = text.length;
	return text.data;
}

/* ---- JSON ---- */

/* The length of the valid UTF-8 sequence at `at` (Unicode 15, table 3-7), or 0. The text ends with a NUL: no read passes it. */
static size_t utf8(const unsigned char *at)
{
	unsigned char lead = at[0], low = 0x80, high = 0xBF;
	size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;

	if (length < 2)
		return length;
	if (lead == 0xE0)
		low = 0xA0;
	else if (lead == 0xED)
		high = 0x9F;
	else if (lead == 0xF0)
		low = 0x90;
	else if (lead == 0xF4)
		high = 0x8F;
	for (size_t i = 1; i < length; i++, low = 0x80, high = 0xBF)
		if (at[i] < low || at[i] > high)
			return 0;
	return length;
}

static void put_json(struct text *text, const char *string)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *at = (const unsigned char *)string;

	put(text, "\"");
	while (*at) {
		size_t length = utf8(at), plain = 0;
		while (at[plain] >= 0x20 && at[plain] < 0x7F && at[plain] != '"' && at[plain] != '\\')
			plain++;
		if (plain)
			put_bytes(text, (const char *)at, plain);
		else if (*at == '"' || *at == '\\')
			put_bytes(text, (const char[]){ '\\', (char)*at }, 2);
		else if (*at < 0x20)
			put_bytes(text, (const char[]){ '\\', 'u', '0', '0', digits[*at >> 4], digits[*at & 15] }, 6);
		else if (length)
			put_bytes(text, (const char *)at, length);
		else
			put(text, "\xEF\xBF\xBD");      /* U+FFFD for a byte that is not UTF-8 */
		at += plain ? plain : length ? length : 1;
	}
	put(text, "\"");
}

/* `,"key":` and, when given, a text. */
static void put_pair(struct text *text, const char *key, const char *value)
{
	put(text, text->length > 1 ? ",\"" : "\"");
	put(text, key);
	put(text, "\":");
	if (value)
		put_json(text, value);
}

static void put_list(struct text *text, const char *key, const char *const *item, size_t count)
{
	put_pair(text, key, NULL);
	put(text, "[");
	for (size_t i = 0; i < count; i++) {
		if (i)
			put(text, ",");
		put_json(text, item[i]);
	}
	put(text, "]");
}

/* ---- the log ---- */

/* One write to a file opened with O_APPEND: the kernel puts records of several writers one after the other, never into one
 * another. */
static int append(const struct call *call, struct text *line)
{
	const char *path = joined(call->directory, "/", "log.jsonl");
	int descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	ssize_t wrote;

	if (descriptor < 0)
		return -1;
	put(line, "\n");
	do
		wrote = write(descriptor, line->data, line->length);
	while (wrote < 0 && errno == EINTR);
	if (wrote >= 0 && (size_t)wrote != line->length) {
		errno = ENOSPC;
		wrote = -1;
	}
	int saved = errno;
	close(descriptor);
	errno = saved;
	return wrote < 0 ? -1 : 0;
}

/* A fault inside a configure check looks like a missing feature of the system, so it goes to the log as well as to stderr. */
static void report(const struct call *call, const char *what, const char *thing, int error)
{
	struct text message = { 0 }, line = { 0 };

	put(&message, what);
	if (thing) {
		put(&message, " '");
		put(&message, thing);
		put(&message, "'");
	}
	if (error) {
		put(&message, ": ");
		put(&message, strerror(error));
	}
	if (call && call->directory) {
		put(&line, "{");
		put_pair(&line, "event", "error");
		put_pair(&line, "name", call->name);
		put_pair(&line, "cwd", call->cwd);
		put_pair(&line, "error", message.data);
		put(&line, "}");
		if (append(call, &line))
			put(&message, " (and the log cannot be written)");
	}
	char *whole = joined("atesor-cc: error: ", message.data, "\n");
	if (write(STDERR_FILENO, whole, strlen(whole)) < 0)
		return;         /* nowhere left to say it; the exit code says it too */
}

static _Noreturn void fault(const struct call *call, int code, const char *what, const char *thing, int error)
{
	/* Without memory there is no message to build. */
	static const char last[] = "atesor-cc: error: out of memory\n";

	if (call || thing)
		report(call, what, thing, error);
	else if (write(STDERR_FILENO, last, sizeof last - 1) < 0)
		_exit(code);
	_exit(code);
}

/* ---- who we are ---- */

/* Is `path` a link in a wrapper directory? Then take its name, its directory and the configuration there. */
static bool take(struct call *call, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct text directory = { 0 };
	size_t length;

	put_bytes(&directory, slash ? path : ".", slash ? (size_t)(slash - path) : 1);
	if (slash == path)
		put(&directory, "/");
	char *config = read_file(joined(directory.data, "/", "config"), 1 << 20, &length);
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
static void find_self(struct call *call)
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
	fault(NULL, EXIT_USAGE, "no configuration beside the link; a directory of links is made by 'atesor-replay wrap', not found for",
		executed ? executed : call->argv[0], 0);
}

/* What follows the word and a blank at the start of `text`; NULL: it starts otherwise. */
static const char *after(const char *text, const char *word)
{
	size_t length = strlen(word);

	return !strncmp(text, word, length) && text[length] == ' ' ? text + length + 1 : NULL;
}

/* Every configuration line `KEY WORD REST` where WORD is `wanted`: the REST. */
static void collect(const struct call *call, const char *key, const char *wanted, struct list *list)
{
	for (size_t i = 0; i < call->config.count; i++) {
		const char *rest = after(call->config.item[i], key);
		if (rest && (rest = after(rest, wanted)))
			push(list, rest);
	}
}

static void find_link(struct call *call)
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

/* ---- what was asked ---- */

static void add_word(struct words *words, char *text, int at)
{
	if (words->count == words->room) {
		words->room = words->room * 2 + 32;
		words->item = grown(words->item, words->count * sizeof *words->item, words->room * sizeof *words->item);
	}
	words->item[words->count++] = (struct word){ text, at };
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* One word of a response file: blanks part words; both quotes and the backslash are as in libiberty's buildargv. */
static const char *response_word(const char *at, struct text *word)
{
	char quote = 0;

	put(word, "");
	for (; *at && (quote || !is_blank(*at)); at++) {
		if (*at == '\\' && at[1])
			put_bytes(word, ++at, 1);
		else if (quote ? *at == quote : *at == '\'' || *at == '"')
			quote = quote ? 0 : *at;
		else
			put_bytes(word, at, 1);
	}
	return at;
}

static void expand(struct words *words, char *text, int at)
{
	size_t length;
	char *file = text[0] == '@' && words->expansions < MAX_EXPANSIONS ? read_file(text + 1, MAX_RESPONSE, &length) : NULL;

	if (!file) {            /* as the compilers do: a file that cannot be read makes it a plain word */
		add_word(words, text, at);
		return;
	}
	words->expansions++;
	for (const char *here = file; *here;) {
		struct text word = { 0 };
		if (is_blank(*here)) {
			here++;
			continue;
		}
		here = response_word(here, &word);
		expand(words, word.data, at);
	}
}

/* The table's line for a word, or NULL; `value` becomes the joined value (NULL: it is the next word; "" : none). */
static const struct option *look_up(const char *word, const char **value)
{
	for (const struct option *option = options; option < options + COUNT(options); option++) {
		if (word[1] != option->text[1] || strncmp(word, option->text, option->length))
			continue;
		const char *rest = word + option->length;
		bool whole = !*rest;
		if (!whole && (option->form == EXACT || option->form == NEXT))
			continue;
		*value = whole && (option->form == NEXT || option->form == EITHER) ? NULL : rest;
		return option;
	}
	return NULL;
}

static const struct option *classify(const char *word, const char **value)
{
	const struct option *option = look_up(word, value);

	if (!option && starts(word, "-mno-")) {
		option = look_up(joined("-m", "", word + 5), value);
		if (option && option->class != ISA)
			option = NULL;
	}
	if (!option)
		*value = "";
	return option;
}

static enum kind kind_of(const char *operand, const char *language)
{
	const char *dot = strrchr(base_name(operand), '.');

	if (language)
		return starts(language, "assembler") ? ASSEMBLY : SOURCE;
	if (!strcmp(operand, "-"))
		return SOURCE;
	for (const struct suffix *suffix = suffixes; dot && suffix < suffixes + COUNT(suffixes); suffix++)
		if (!strcmp(dot + 1, suffix->text))
			return suffix->kind;
	return OBJECT;
}

static void add_operand(struct call *call, const char *operand, const char *language)
{
	enum kind kind = kind_of(operand, language);

	push(&call->inputs, operand);
	if (kind != OBJECT)
		push(&call->sources, operand);
	if (kind == SOURCE)
		call->only_assembly = false;
}

/* Settings that exclude one another: the last one said holds. */
static void note_own(struct call *call, enum class class, const char *word)
{
	static const enum class groups[][5] = { { O0, OG, OFAST, LEVEL }, { NO_LTO, LTO } };

	for (size_t g = 0; g < COUNT(groups); g++) {
		bool member = false;
		for (const enum class *other = groups[g]; *other; other++)
			member = member || *other == class;
		for (const enum class *other = groups[g]; member && *other; other++)
			call->own[*other] = NULL;
	}
	call->own[class] = word;
}

/* Takes one word, which starts with '-', and its value; returns how many words that were. */
static size_t take_option(struct call *call, size_t i, const char **language)
{
	const struct words *words = &call->words;
	const char *word = words->item[i].text, *value;
	const struct option *option = classify(word, &value);
	size_t used = 1;

	if (!option)
		return 1;
	if (!value) {
		if (i + 1 >= words->count) {
			call->wants_value = true;
			return 1;
		}
		value = words->item[i + 1].text;
		used = 2;
	}
	note_own(call, option->class, word);
	if (option->class == OUTPUT)
		call->output = value;
	else if (option->class == LANGUAGE)
		*language = strcmp(value, "none") ? value : NULL;
	else if (option->class == LINK_ONLY && word[1] == 'l')
		call->library = true;
	return used;
}

static void read_call(struct call *call)
{
	struct words *words = &call->words;
	const char *language = NULL;
	bool operands_only = false;

	for (int i = 1; i < call->argc; i++)
		expand(words, call->argv[i], i);
	call->insert = call->argc;
	call->only_assembly = true;
	for (size_t i = 0; i < words->count;) {
		const char *word = words->item[i].text;
		if (!operands_only && !strcmp(word, "--")) {
			operands_only = true;
			call->insert = words->item[i++].at;
		} else if (operands_only || word[0] != '-' || !word[1]) {
			add_operand(call, word, language);
			i++;
		} else {
			i += take_option(call, i, &language);
		}
	}
}

/* ---- configuration checks ---- */

static bool matches(const char *name, const char *start)
{
	for (; *start; name++, start++)
		if (*start == '#' ? *name < '0' || *name > '9' : *name != *start)
			return false;
	return true;
}

/* Does any directory of `path` (the last name counts too when `whole`) start so? */
static bool passes(const char *path, const char *start, bool whole)
{
	while (path) {
		const char *slash = strchr(path, '/');
		if ((slash || whole) && matches(path, start))
			return true;
		path = slash ? slash + 1 : NULL;
	}
	return false;
}

/* The part of an absolute path below the tree: where the tree itself lies decides nothing. */
static const char *below(const struct call *call, const char *path)
{
	size_t length = call->tree ? strlen(call->tree) : 0;

	if (length && !strncmp(path, call->tree, length) && (path[length] == '/' || !path[length]))
		return path + length;
	return path;
}

static bool probed_by(const struct call *call, const struct probe *probe, const char *path)
{
	switch ((enum where)probe->where) {
	case FILE:
		return matches(base_name(path), probe->start);
	case WHOLE:
		return !strcmp(path, probe->start);
	case DIRECTORY:
		return passes(below(call, path), probe->start, false);
	}
	return false;
}

static const char *find_probe(const struct call *call)
{
	for (const struct probe *probe = probes; probe < probes + COUNT(probes); probe++) {
		if (probe->where == DIRECTORY && passes(below(call, call->cwd), probe->start, true))
			return call->cwd;
		if (call->output && probed_by(call, probe, call->output))
			return call->output;
		for (size_t i = 0; i < call->inputs.count; i++)
			if (probed_by(call, probe, call->inputs.item[i]))
				return call->inputs.item[i];
	}
	return NULL;
}

/* ---- the decision ---- */

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

static void decide_flags(struct call *call)
{
	struct list always = { 0 }, flags = { 0 };

	if (call->reason)
		return;
	if (strcmp(call->mode, "link"))
		collect(call, "compile", call->set, &always);
	collect(call, "flag", call->set, &flags);
	for (size_t i = 0; i < always.count; i++)
		push(&call->added, always.item[i]);
	offer_flags(call, &flags);
}

/* ---- the record ---- */

/* `path` from `cwd`, without "." and ".." (by the text alone: no link is followed). */
static char *absolute(const char *cwd, const char *path)
{
	char *whole = path[0] == '/' ? joined(path, "", "") : joined(cwd, "/", path), *out = whole;

	for (char *at = whole; *at;) {
		size_t length = strcspn(at + 1, "/");
		char *part = at;
		at += length + 1;
		if (!length || (length == 1 && part[1] == '.'))
			continue;
		if (length == 2 && part[1] == '.' && part[2] == '.') {
			while (out > whole && *--out != '/')
				;
			continue;
		}
		memmove(out, part, length + 1);
		out += length + 1;
	}
	*out = '\0';
	return whole;
}

static bool outside(const struct call *call, const char *path)
{
	if (!call->tree || !strcmp(path, "-") || starts(path, "/dev/"))
		return false;
	const char *whole = absolute(call->cwd, path);
	return below(call, whole) == whole;
}

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

static void record(const struct call *call)
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
	if (call->reason)
		put_withheld(&line, call);
	if (call->kept.count)
		put_kept(&line, call);
	put_list(&line, "argv", (const char *const *)call->argv, (size_t)call->argc);
	put(&line, "}");
	if (append(call, &line))
		fault(call, EXIT_FAULT, "cannot write the log of", call->directory, errno);
}

/* ---- becoming the real program ---- */

static bool same_file(const char *path, const struct stat *other)
{
	struct stat status;

	return !stat(path, &status) && status.st_dev == other->st_dev && status.st_ino == other->st_ino;
}

/* Takes our directory out of PATH: gcc-ar looks for `ar` there, a compiler cache for the next `gcc`; both must not find us.
 * An entry that names it otherwise is found by device and inode, if none names it as we were called. */
static void leave_path(const struct call *call)
{
	extern char **environ;
	char **variable = environ;
	struct stat here;
	struct text path = { 0 };
	bool found = false;

	while (*variable && !starts(*variable, "PATH="))
		variable++;
	for (int by_file = 0; *variable && !found && by_file < 2 && !stat(call->directory, &here); by_file++) {
		const char *part = *variable + strlen("PATH=");
		path.length = 0;
		put(&path, "PATH=");
		while (part) {
			size_t length = strcspn(part, ":"), start = path.length;
			put_bytes(&path, part, length);
			if (length && (by_file ? same_file(path.data + start, &here) : !strcmp(path.data + start, call->directory))) {
				path.length = start;
				found = true;
			} else if (part[length]) {
				put(&path, ":");
			}
			part = part[length] ? part + length + 1 : NULL;
		}
	}
	if (!found)
		return;
	if (path.data[path.length - 1] == ':')          /* our entry was the last one; an empty one would be the working directory */
		path.length--;
	path.data[path.length] = '\0';
	*variable = path.length > strlen("PATH=") ? path.data : joined(path.data, "", "/usr/bin:/bin");
}

/* The arguments as a response file in memory, quoted for buildargv; its name goes in their place. */
static char *spill(const struct call *call, char *const *argv)
{
	char digits[16] = "", *at = digits + sizeof digits - 1;
	int descriptor = memfd_create("atesor-cc", 0);
	struct text text = { 0 };

	for (; *argv; argv++) {
		put(&text, "\"");
		for (const char *c = *argv; *c; c++) {
			if (*c == '"' || *c == '\\')
				put(&text, "\\");
			put_bytes(&text, c, 1);
		}
		put(&text, "\"\n");
	}
	for (size_t done = 0; descriptor >= 0 && done < text.length;) {
		ssize_t wrote = write(descriptor, text.data + done, text.length - done);
		if (wrote < 0)
			descriptor = -1;
		else
			done += (size_t)wrote;
	}
	if (descriptor < 0)
		fault(call, EXIT_NO_EXEC, "the arguments are too long, and no response file can be made for", call->real, errno);
	for (int n = descriptor; n; n /= 10)
		*--at = (char)('0' + n % 10);
	return joined("@/proc/self/fd/", "", at);
}

static _Noreturn void become(struct call *call)
{
	struct list argv = { 0 };
	struct stat self;

	push(&argv, call->real);
	for (size_t i = 0; i < call->before.count; i++)
		push(&argv, call->before.item[i]);
	for (int i = 1; i <= call->argc; i++) {
		for (size_t k = 0; i == call->insert && k < call->added.count; k++)
			push(&argv, call->added.item[k]);
		if (i < call->argc)
			push(&argv, call->argv[i]);
	}
	if (!stat("/proc/self/exe", &self) && same_file(call->real, &self))
		fault(call, EXIT_FAULT, "the configuration names the wrapper itself as the real program:", call->real, 0);
	leave_path(call);
	char **words = (char **)argv.item;
	execv(call->real, words);
	if (errno == E2BIG && call->set) {
		words[1] = spill(call, words + 1);
		words[2] = NULL;
		execv(call->real, words);
	}
	fault(call, errno == ENOENT ? EXIT_NO_FILE : EXIT_NO_EXEC, "cannot run", call->real, errno);
}

static void say(const char *text)
{
	if (write(STDOUT_FILENO, text, strlen(text)) < 0)
		_exit(EXIT_FAULT);
}

/* Under its own name it is no compiler, but a program that can be asked what it is. */
static void answer(const char *question)
{
	if (!strcmp(question, "--version")) {
		say("atesor-cc " ATESOR_VERSION "\n");
		_exit(0);
	}
	if (!strcmp(question, "--help")) {
		say("atesor-cc: runs a compiler, adds the flags of a tune, and logs the call\n\n"
			"usage: 'atesor-replay wrap' makes a directory of links to it: cc, gcc, c++, clang, ar, ...\n"
			"Put that directory first in PATH. The man page has the formats of its configuration and log.\n");
		_exit(0);
	}
}

int main(int argc, char **argv)
{
	static struct call call;

	if (argc < 1)
		return EXIT_USAGE;
	if (argc == 2 && !strcmp(base_name(argv[0]), "atesor-cc"))
		answer(argv[1]);
	call.argc = argc;
	call.argv = argv;
	find_self(&call);
	if (!getcwd(call.cwd, sizeof call.cwd))
		fault(&call, EXIT_FAULT, "cannot tell the working directory", NULL, errno);
	find_link(&call);
	read_call(&call);
	decide_mode(&call);
	decide_flags(&call);
	record(&call);
	become(&call);
}
