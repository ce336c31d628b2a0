#include "wrapdir.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "argv.h"
#include "buffer.h"
#include "json.h"
#include "outfile.h"
#include "spawn.h"

#define CONFIG_HEAD "atesor-cc 1\n"
enum { TEST_SECONDS = 60 };     /* for a compiler to answer about a flag */

enum role { CC, CXX, ITSELF, TOOL };

/* The names under which a build calls its tools. '%' is the machine's triplet. ITSELF: the real program of that name. TOOL: the
 * C compiler's own kind of it (gcc-ar, llvm-ar), which reads objects of link-time optimisation; `value` is its last word. CC and
 * CXX: what the slot builds with, with `value` as the first argument. */
static const struct name { const char *name; enum role role; const char *value; } names[] = {
	{ "cc", CC, NULL }, { "gcc", CC, NULL }, { "c89", CC, "-std=c89" }, { "c99", CC, "-std=c99" },
	{ "%-gcc", CC, NULL }, { "%-cc", CC, NULL },
	{ "c++", CXX, NULL }, { "g++", CXX, NULL }, { "%-g++", CXX, NULL }, { "%-c++", CXX, NULL },
	{ "clang", ITSELF, NULL }, { "clang++", ITSELF, NULL },
	{ "ar", TOOL, "ar" }, { "nm", TOOL, "nm" }, { "ranlib", TOOL, "ranlib" },
	{ "gcc-ar", TOOL, "ar" }, { "gcc-nm", TOOL, "nm" }, { "gcc-ranlib", TOOL, "ranlib" },
	{ "%-ar", TOOL, "ar" }, { "%-nm", TOOL, "nm" }, { "%-ranlib", TOOL, "ranlib" },
	{ "%-gcc-ar", TOOL, "ar" }, { "%-gcc-nm", TOOL, "nm" }, { "%-gcc-ranlib", TOOL, "ranlib" },
};

/* Compilers that share one list of flags: one binary. */
struct set {
	char *name, *file;            /* `file`: the binary behind all links */
	struct at_argv flags, compile, refused;
};

struct link {
	char *name, *path;
	char *set;
	const char *before;           /* set NULL: a tool without flags */
};

struct making {
	const struct at_wrapdir *asked;
	char *directory, *tree, *profile, *program, *triplet;
	struct stat program_status;   /* of atesor-cc */
	char *cc, *cxx;
	struct at_argv flags;         /* with their paths put in */
	char *map;                    /* the prefix map, or NULL */
	struct set *set;
	size_t sets;
	struct link *link;
	size_t links;
	struct at_argv warnings;      /* code, text, code, text … */
	char **error;
};

static int fail(struct making *making, char *text)
{
	free(*making->error);
	*making->error = text;
	return -1;
}

static void warn(struct making *making, const char *code, char *text)
{
	at_argv_push(&making->warnings, code);
	at_argv_give(&making->warnings, text);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* ---- finding real programs ---- */

static bool is_wrapper_directory(const char *directory)
{
	struct at_buffer head = AT_BUFFER_INIT;
	char *path = at_format("%s/config", directory);
	bool found = (!at_buffer_read_file(&head, path, strlen(CONFIG_HEAD)) || errno == EFBIG) && head.length >= strlen(CONFIG_HEAD) &&
		!strncmp(head.data, CONFIG_HEAD, strlen(CONFIG_HEAD));

	at_buffer_free(&head);
	free(path);
	return found;
}

/* A compiler cache under a compiler's name would look for the next compiler of that name in PATH. */
static bool is_masquerade(const char *path)
{
	static const char *const caches[] = { "ccache", "sccache", "distcc", "icecc", "colorgcc" };
	char *file = realpath(path, NULL);
	bool found = false;

	for (size_t i = 0; file && i < sizeof caches / sizeof *caches; i++)
		found = found || !strcmp(base_name(file), caches[i]);
	free(file);
	return found;
}

static bool is_real(const struct making *making, const char *directory, const char *path)
{
	struct stat status;

	if (stat(path, &status) || !S_ISREG(status.st_mode) || access(path, X_OK))
		return false;
	if (status.st_dev == making->program_status.st_dev && status.st_ino == making->program_status.st_ino)
		return false;
	return !is_masquerade(path) && !is_wrapper_directory(directory);
}

/* The absolute path of a program, allocated; NULL: none. */
static char *find_program(const struct making *making, const char *name)
{
	const char *part = getenv("PATH");

	if (strchr(name, '/')) {
		char *absolute = name[0] == '/' ? at_strdup(name) : realpath(name, NULL);
		if (absolute && is_real(making, "", absolute))
			return absolute;
		free(absolute);
		return NULL;
	}
	for (part = part ? part : "/usr/local/bin:/usr/bin:/bin"; part; part = strchr(part, ':') ? strchr(part, ':') + 1 : NULL) {
		char *directory = at_strndup(part, strcspn(part, ":"));
		char *path = at_format("%s/%s", directory, name);
		bool good = directory[0] == '/' && is_real(making, directory, path);
		free(directory);
		if (good)
			return path;
		free(path);
	}
	return NULL;
}

/* The program beside `path` whose name is that of `path` with the last `from` replaced, or of that name in PATH. */
static char *find_sibling(const struct making *making, const char *path, const char *from, const char *to)
{
	const char *base = base_name(path), *at = NULL;

	for (const char *next = base; (next = strstr(next, from)); next++)
		at = next;
	if (!at)
		return NULL;
	char *name = at_format("%.*s%s%s", (int)(at - base), base, to, at + strlen(from));
	char *beside = at_format("%.*s%s", (int)(base - path), path, name);
	char *found = find_program(making, beside);
	if (!found)
		found = find_program(making, name);
	free(name);
	free(beside);
	return found;
}

static char *find_cxx(const struct making *making)
{
	static const struct { const char *c, *cxx; } kinds[] = { { "clang", "clang++" }, { "gcc", "g++" }, { "cc", "c++" } };
	char *found = NULL;

	for (size_t i = 0; !found && i < sizeof kinds / sizeof *kinds; i++)
		if (strstr(base_name(making->cc), kinds[i].c))
			found = find_sibling(making, making->cc, kinds[i].c, kinds[i].cxx);
	return found;
}

/* gcc-ar beside gcc (by its own name, then by that of the file behind it); llvm-ar beside clang's file. */
static char *find_tool(const struct making *making, const char *tool)
{
	char *file = realpath(making->cc, NULL);
	char *gcc = at_format("gcc-%s", tool), *llvm = at_format("llvm-%s", tool);
	bool clang = file && strstr(base_name(file), "clang");
	char *found = NULL;

	if (clang) {
		char *beside = at_format("%.*s%s", (int)(base_name(file) - file), file, llvm);
		found = find_program(making, beside);
		free(beside);
		if (!found)
			found = find_sibling(making, making->cc, "clang", llvm);
	} else if (file) {
		found = find_sibling(making, making->cc, "gcc", gcc);
		if (!found)
			found = find_sibling(making, file, "gcc", gcc);
	}
	free(file);
	free(gcc);
	free(llvm);
	return found;
}

/* ---- asking compilers ---- */

/* Runs it; true if it exits 0. What it prints on both streams goes to `output`. */
static bool ask(char *const *argv, const char *directory, struct at_buffer *output)
{
	struct at_spawn spawn = AT_SPAWN_INIT;
	struct at_ended ended;
	char *path = at_format("%s/answer", directory);
	int answer = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	spawn.argv = argv;
	spawn.out = spawn.err = answer;
	spawn.seconds = TEST_SECONDS;
	bool good = answer >= 0 && !at_spawn_run(&spawn, NULL, &ended) && !ended.status;
	at_buffer_text(output, "");
	if (answer >= 0) {
		lseek(answer, 0, SEEK_SET);
		at_buffer_read(output, answer, 65536);
		close(answer);
	}
	unlink(path);
	free(path);
	return good;
}

/* Does `compiler` take these words in silence, for a compile (or a link) of the file main.c in `directory`? */
static bool accepts(const char *compiler, char *const *words, size_t count, bool link, const char *directory)
{
	struct at_argv argv = AT_ARGV_INIT;
	struct at_buffer output = AT_BUFFER_INIT;

	at_argv_push(&argv, compiler);
	at_argv_extend(&argv, words, count);
	if (!link)
		at_argv_push(&argv, "-c");
	at_argv_push(&argv, "-x");
	at_argv_push(&argv, "c");
	at_argv_give(&argv, at_format("%s/%s", directory, link ? "main.c" : "empty.c"));
	at_argv_push(&argv, "-o");
	at_argv_give(&argv, at_format("%s/out", directory));
	bool good = ask(argv.word, directory, &output) && !output.length;
	at_argv_free(&argv);
	at_buffer_free(&output);
	return good;
}

/* How many words a flag takes: some have their value in the next one. */
static size_t flag_length(const struct at_argv *flags, size_t at)
{
	static const char *const valued[] = { "--param", "-mllvm", "-Xclang", "-Xlinker", "-include", "-isystem",
		"-idirafter", "-Xassembler" };

	for (size_t i = 0; i < sizeof valued / sizeof *valued; i++)
		if (!strcmp(flags->word[at], valued[i]) && at + 1 < flags->count)
			return 2;
	return 1;
}

static bool is_lto(const char *flag)
{
	return !strncmp(flag, "-flto", 5) || !strcmp(flag, "-ffat-lto-objects");
}

/* Without a linker that knows it, link-time optimisation compiles and then does not link. */
static void test_link(struct set *set, const char *compiler, const char *directory)
{
	struct at_argv kept = AT_ARGV_INIT;
	bool any = false;

	for (size_t i = 0; i < set->flags.count; i++)
		any = any || is_lto(set->flags.word[i]);
	if (!any || accepts(compiler, set->flags.word, set->flags.count, true, directory))
		return;
	for (size_t i = 0; i < set->flags.count; i++)
		at_argv_push(is_lto(set->flags.word[i]) ? &set->refused : &kept, set->flags.word[i]);
	at_argv_free(&set->flags);
	set->flags = kept;
}

static void test_flags(const struct making *making, struct set *set, const char *compiler, const char *directory)
{
	const struct at_argv *flags = &making->flags;
	bool all = accepts(compiler, flags->word, flags->count, false, directory);

	for (size_t i = 0, used; i < flags->count; i += used) {
		used = flag_length(flags, i);
		bool good = all || accepts(compiler, flags->word + i, used, false, directory);
		at_argv_extend(good ? &set->flags : &set->refused, flags->word + i, used);
	}
	test_link(set, compiler, directory);
}

static int write_file(const char *directory, const char *name, const char *text)
{
	char *path = at_format("%s/%s", directory, name);
	struct at_outfile file;
	int result = at_outfile_open(&file, path);

	if (!result) {
		fputs(text, file.stream);
		result = at_outfile_commit(&file);
	}
	free(path);
	return result;
}

/* A new set for a compiler. The slot's own gets the flags as they are: they were chosen for it. */
static int add_set(struct making *making, const char *name, const char *compiler, const char *file)
{
	char *directory = at_format("%s/.test.XXXXXX", making->directory);
	static const char *const files[] = { "empty.c", "main.c", "out" };
	struct set set = { .name = at_strdup(name), .file = at_strdup(file) };
	int result = 0;

	if (!mkdtemp(directory) || write_file(directory, "empty.c", "") ||
			write_file(directory, "main.c", "int main(void) { return 0; }\n")) {
		result = fail(making, at_format("cannot write below '%s': %s", making->directory, strerror(errno)));
	} else {
		if (making->map && accepts(compiler, &making->map, 1, false, directory))
			at_argv_push(&set.compile, making->map);
		else if (making->map)
			warn(making, "no_prefix_map", at_format("%s does not take -ffile-prefix-map: paths may differ in its code", compiler));
		if (making->sets)
			test_flags(making, &set, compiler, directory);
		else
			at_argv_extend(&set.flags, making->flags.word, making->flags.count);
	}
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *path = at_format("%s/%s", directory, files[i]);
		unlink(path);
		free(path);
	}
	rmdir(directory);
	free(directory);
	making->set = at_resize(making->set, making->sets + 1, sizeof set);
	making->set[making->sets++] = set;
	return result;
}

/* The set of the compiler at `path`; a new one if its file is not known yet. NULL: failed. */
static const char *set_of(struct making *making, const char *name, const char *path)
{
	char *file = realpath(path, NULL);
	const char *found = NULL;

	for (size_t i = 0; file && !found && i < making->sets; i++)
		if (!strcmp(making->set[i].file, file))
			found = making->set[i].name;
	if (file && !found && !add_set(making, making->sets ? name : "slot", path, file))
		found = making->set[making->sets - 1].name;
	free(file);
	return found;
}

/* ---- links ---- */

/* Takes `name` and `path` over. */
static void add_link(struct making *making, char *name, char *path, const char *set, const char *before)
{
	making->link = at_resize(making->link, making->links + 1, sizeof *making->link);
	making->link[making->links++] = (struct link){ name, path, set ? at_strdup(set) : NULL, before };
}

static bool same_file(const char *one, const char *other)
{
	struct stat first, second;

	return other && !stat(one, &first) && !stat(other, &second) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static int add_itself(struct making *making, const char *name)
{
	char *path = find_program(making, name);

	if (!path)
		return 0;
	const char *set = same_file(path, making->cxx) ? "slot" : set_of(making, name, path);
	if (!set) {
		free(path);
		return -1;
	}
	add_link(making, at_strdup(name), path, set, NULL);
	return 0;
}

static int add_name(struct making *making, const struct name *name)
{
	if (name->name[0] == '%' && !making->triplet)
		return 0;
	char *text = name->name[0] == '%' ? at_format("%s%s", making->triplet, name->name + 1) : at_strdup(name->name);
	char *tool = name->role == TOOL ? find_tool(making, name->value) : NULL;
	int result = name->role == ITSELF ? add_itself(making, text) : 0;

	if (name->role == CC)
		add_link(making, text, at_strdup(making->cc), "slot", name->value);
	else if (name->role == CXX && making->cxx)
		add_link(making, text, at_strdup(making->cxx), "slot", name->value);
	else if (tool)
		add_link(making, text, tool, NULL, NULL);
	else
		free(text);
	return result;
}

/* gcc-12, g++-12, clang-14, clang++-14 … */
static bool is_versioned(const char *name)
{
	static const char *const starts[] = { "gcc-", "g++-", "clang-", "clang++-" };

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		const char *version = name + strlen(starts[i]);
		if (!strncmp(name, starts[i], strlen(starts[i])) && isdigit((unsigned char)*version) &&
				!version[strspn(version, "0123456789.")])
			return true;
	}
	return false;
}

static bool has_link(const struct making *making, const char *name)
{
	for (size_t i = 0; i < making->links; i++)
		if (!strcmp(making->link[i].name, name))
			return true;
	return false;
}

static int add_versioned(struct making *making)
{
	char *path = at_strdup(getenv("PATH") ? getenv("PATH") : "/usr/local/bin:/usr/bin:/bin"), *rest = path;
	int result = 0;

	for (char *part; (part = strsep(&rest, ":"));) {
		DIR *directory = part[0] == '/' ? opendir(part) : NULL;
		for (const struct dirent *entry; !result && directory && (entry = readdir(directory));)
			if (is_versioned(entry->d_name) && !has_link(making, entry->d_name))
				result = add_itself(making, entry->d_name);
		if (directory)
			closedir(directory);
	}
	free(path);
	return result;
}

/* ---- what was asked ---- */

static char *absolute(const char *path)
{
	char *working = path[0] == '/' ? NULL : realpath(".", NULL);
	char *whole = working ? at_format("%s/%s", working, path) : at_strdup(path);

	free(working);
	return whole;
}

static char *replaced(char *text, const char *mark, const char *value)
{
	for (char *at = text; (at = strstr(at, mark));) {
		size_t offset = (size_t)(at - text) + strlen(value);
		char *next = at_format("%.*s%s%s", (int)(at - text), text, value, at + strlen(mark));
		free(text);
		text = next;
		at = text + offset;
	}
	return text;
}

static int take_flags(struct making *making)
{
	for (size_t i = 0; i < making->asked->flag_count; i++) {
		char *flag = at_strdup(making->asked->flags[i]);
		if (!*flag) {
			free(flag);
			return fail(making, at_strdup("a flag is empty"));
		}
		if (strstr(flag, "{profile}") && !making->profile) {
			free(flag);
			return fail(making, at_format("the flag '%s' needs --profile DIR", making->asked->flags[i]));
		}
		flag = replaced(flag, "{tree}", making->tree);
		at_argv_give(&making->flags, making->profile ? replaced(flag, "{profile}", making->profile) : flag);
	}
	return 0;
}

static int find_asked(struct making *making)
{
	const struct at_wrapdir *asked = making->asked;
	const char *cc = asked->cc && *asked->cc ? asked->cc : "gcc";
	bool cxx = asked->cxx && *asked->cxx;
	char own[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);

	if (length < 0)
		return fail(making, at_format("cannot tell where this program is: %s", strerror(errno)));
	own[length] = '\0';
	making->program = at_format("%.*s/atesor-cc", (int)(strrchr(own, '/') - own), own);
	if (stat(making->program, &making->program_status))
		return fail(making, at_format("cannot find '%s': %s; install atesor again", making->program, strerror(errno)));
	if (!(making->tree = realpath(asked->tree, NULL)))
		return fail(making, at_format("cannot find the tree '%s': %s", asked->tree, strerror(errno)));
	if (strchr(making->tree, '='))
		warn(making, "no_prefix_map",
			at_format("'%s' has a '=', which -ffile-prefix-map cannot hold: paths may differ in the code", making->tree));
	else
		making->map = at_format("-ffile-prefix-map=%s=.", making->tree);
	making->profile = asked->profile ? absolute(asked->profile) : NULL;
	making->cc = find_program(making, cc);
	if (!making->cc)
		return fail(making, at_format("cannot find the C compiler '%s'; install it or name another one", cc));
	making->cxx = cxx ? find_program(making, asked->cxx) : find_cxx(making);
	if (!making->cxx && cxx)
		return fail(making, at_format("cannot find the C++ compiler '%s'; install it or name another one", asked->cxx));
	return take_flags(making);
}

static void find_triplet(struct making *making)
{
	char *argv[] = { making->cc, (char[]){ "-dumpmachine" }, NULL };
	struct at_buffer output = AT_BUFFER_INIT;

	if (ask(argv, making->directory, &output) && output.length > 1) {
		output.data[strcspn(output.data, "\n")] = '\0';
		if (!output.data[strspn(output.data, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")])
			making->triplet = at_strdup(output.data);
	}
	at_buffer_free(&output);
}

/* ---- the directory ---- */

static int empty_directory(struct making *making)
{
	const char *path = making->asked->directory;
	char *copy = at_strdup(path);

	for (char *at = copy + (*copy == '/'); (at = strchr(at, '/')); *at++ = '/') {
		*at = '\0';
		mkdir(copy, 0777);
	}
	free(copy);
	bool made = !mkdir(path, 0777);
	DIR *directory = made || errno == EEXIST ? opendir(path) : NULL;
	if (!directory)
		return fail(making, at_format("cannot make the directory '%s': %s", path, strerror(errno)));
	bool ours = is_wrapper_directory(path);
	int result = 0;
	for (const struct dirent *entry; !result && (entry = readdir(directory));) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (!ours)
			result = fail(making, at_format("'%s' is not empty and not a directory of wrappers; name another one", path));
		else if (unlinkat(dirfd(directory), entry->d_name, 0))
			result = fail(making, at_format("cannot remove '%s/%s': %s", path, entry->d_name, strerror(errno)));
	}
	closedir(directory);
	if (!result && !(making->directory = realpath(path, NULL)))
		result = fail(making, at_format("cannot find '%s': %s", path, strerror(errno)));
	return result;
}

static int copy_program(const struct making *making, const char *path)
{
	struct at_buffer bytes = AT_BUFFER_INIT;
	struct at_outfile file;
	int result = at_buffer_read_file(&bytes, making->program, (size_t)64 << 20);

	if (!result)
		result = at_outfile_open(&file, path);
	if (!result) {
		fwrite(bytes.data, 1, bytes.length, file.stream);
		fchmod(fileno(file.stream), 0755);
		result = at_outfile_commit(&file);
	}
	at_buffer_free(&bytes);
	return result;
}

/* Hard links, or on another file system one copy and links to it. */
static int make_links(struct making *making)
{
	char *source = at_strdup(making->program);
	int result = 0;

	for (size_t i = 0; !result && i < making->links; i++) {
		char *path = at_format("%s/%s", making->directory, making->link[i].name);
		if (link(source, path)) {
			result = copy_program(making, path);
			free(source);
			source = at_strdup(path);
		}
		if (result)
			result = fail(making, at_format("cannot write '%s': %s", path, strerror(errno)));
		free(path);
	}
	free(source);
	return result;
}

static void add_line(struct at_buffer *config, const char *key, const char *first, const char *second, const char *rest)
{
	const char *words[] = { first, second, rest };

	at_buffer_text(config, key);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i])
			at_buffer_printf(config, " %s", words[i]);
	at_buffer_byte(config, '\n');
}

static int write_config(struct making *making)
{
	struct at_buffer config = AT_BUFFER_INIT;
	size_t lines = 2;

	at_buffer_text(&config, CONFIG_HEAD);
	add_line(&config, "tree", making->tree, NULL, NULL);
	for (size_t i = 0; i < making->links; i++, lines++) {
		const struct link *link = &making->link[i];
		add_line(&config, "link", link->name, link->set ? link->set : "-", link->path);
		if (link->before) {
			add_line(&config, "before", link->name, link->before, NULL);
			lines++;
		}
	}
	for (size_t i = 0; i < making->sets; i++) {
		const struct set *set = &making->set[i];
		for (size_t k = 0; k < set->compile.count; k++, lines++)
			add_line(&config, "compile", set->name, set->compile.word[k], NULL);
		for (size_t k = 0; k < set->flags.count; k++, lines++)
			add_line(&config, "flag", set->name, set->flags.word[k], NULL);
	}
	for (const char *at = config.data; (at = strchr(at, '\n')); at++)
		lines--;
	int result = lines ? fail(making, at_strdup("a path or a flag holds a newline, which the configuration cannot")) : 0;
	if (!result && (write_file(making->directory, "log.jsonl", "") || write_file(making->directory, "config", config.data)))
		result = fail(making, at_format("cannot write below '%s': %s", making->directory, strerror(errno)));
	at_buffer_free(&config);
	return result;
}

static void write_words(struct at_json *json, const char *key, const struct at_argv *words)
{
	at_json_array(json, key);
	for (size_t i = 0; i < words->count; i++)
		at_json_text(json, NULL, words->word[i]);
	at_json_end(json);
}

static int report(struct making *making, FILE *stream)
{
	struct at_json json = { 0 };

	at_json_object(&json, NULL);
	at_json_text(&json, "directory", making->directory);
	at_json_text(&json, "tree", making->tree);
	at_json_object(&json, "links");
	for (size_t i = 0; i < making->links; i++)
		at_json_text(&json, making->link[i].name, making->link[i].path);
	at_json_end(&json);
	at_json_object(&json, "flags");
	for (size_t i = 0; i < making->sets; i++)
		write_words(&json, making->set[i].name, &making->set[i].flags);
	at_json_end(&json);
	at_json_object(&json, "refused");
	for (size_t i = 0; i < making->sets; i++)
		if (making->set[i].refused.count)
			write_words(&json, making->set[i].name, &making->set[i].refused);
	at_json_end(&json);
	at_json_array(&json, "warnings");
	for (size_t i = 0; i < making->warnings.count; i += 2) {
		at_json_object(&json, NULL);
		at_json_text(&json, "code", making->warnings.word[i]);
		at_json_text(&json, "text", making->warnings.word[i + 1]);
		at_json_end(&json);
	}
	at_json_end(&json);
	at_json_end(&json);
	int result = at_json_line(&json, stream) || fflush(stream) ? fail(making, at_format("cannot write: %s", strerror(errno))) : 0;
	at_json_free(&json);
	return result;
}

static void forget(struct making *making)
{
	char *texts[] = { making->directory, making->tree, making->profile, making->program, making->triplet, making->cc, making->cxx,
		making->map };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		free(texts[i]);
	for (size_t i = 0; i < making->sets; i++) {
		free(making->set[i].name);
		free(making->set[i].file);
		at_argv_free(&making->set[i].flags);
		at_argv_free(&making->set[i].compile);
		at_argv_free(&making->set[i].refused);
	}
	for (size_t i = 0; i < making->links; i++) {
		free(making->link[i].name);
		free(making->link[i].path);
		free(making->link[i].set);
	}
	free(making->set);
	free(making->link);
	at_argv_free(&making->flags);
	at_argv_free(&making->warnings);
}

static int make(struct making *making, FILE *stream)
{
	if (find_asked(making) || empty_directory(making) || !set_of(making, "slot", making->cc))
		return *making->error ? -1 : fail(making, at_format("cannot use the C compiler '%s'", making->cc));
	find_triplet(making);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (add_name(making, &names[i]))
			return -1;
	if (add_versioned(making))
		return -1;
	return make_links(making) || write_config(making) || report(making, stream) ? -1 : 0;
}

int at_wrapdir_make(const struct at_wrapdir *wrapdir, FILE *stream, char **error)
{
	struct making making = { .asked = wrapdir, .error = error };

	*error = NULL;
	int result = make(&making, stream);
	forget(&making);
	return result;
}
