#include "hash_table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "alloc.h"
#include "filter.h"

enum { TABLE_LIMIT = 256 << 20 };

static void add_named(struct at_argv *words, const char *option, char *name, const char *value)
{
	at_argv_push(words, option);
	at_argv_give(words, name);
	at_argv_push(words, value);
}

/* The first line of the filter's answer. */
static int read_verdict(const char *line, size_t length, enum at_hash_verdict *verdict, char **error)
{
	static const char *const names[] = { "equal", "unequal", "error", "not compared" };
	static const char trouble[] = "trouble: ";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == length && !memcmp(names[i], line, length)) {
			*verdict = (enum at_hash_verdict)i;
			return 0;
		}
	if (length > strlen(trouble) && !strncmp(line, trouble, strlen(trouble)))
		*error = at_strndup(line + strlen(trouble), length - strlen(trouble));
	else
		*error = at_strdup("the filter golden/table.jq gives no verdict");
	return -1;
}

int at_hash_table(const struct at_argv *paths, const struct at_argv *names, const char *format, enum at_hash_verdict *verdict,
		struct at_buffer *table, char **error)
{
	struct at_argv words = AT_ARGV_INIT;
	struct at_buffer answer = AT_BUFFER_INIT;

	at_argv_push(&words, "-n");
	add_named(&words, "--arg", at_strdup("format"), format);
	char *count = at_format("%zu", paths->count);
	add_named(&words, "--arg", at_strdup("count"), count);
	free(count);
	for (size_t i = 0; i < paths->count; i++) {
		add_named(&words, "--rawfile", at_format("f%zu", i), paths->word[i]);
		add_named(&words, "--arg", at_format("n%zu", i), names->word[i]);
	}
	int result = at_filter_run_words("golden/table", &words, TABLE_LIMIT, &answer, error);
	if (!result) {
		const char *line = answer.data ? answer.data : "";
		size_t length = strcspn(line, "\n");
		result = read_verdict(line, length, verdict, error);
		if (!result)
			at_buffer_text(table, line[length] ? line + length + 1 : "");
	}
	at_buffer_free(&answer);
	at_argv_free(&words);
	return result;
}

int at_hash_table_keep(const struct at_json *record, struct at_argv *paths)
{
	int file = memfd_create("rows", 0);

	if (file < 0)
		return -1;
	for (size_t done = 0; done < record->out.length;) {
		ssize_t wrote = write(file, record->out.data + done, record->out.length - done);
		if (wrote < 0)
			return -1;
		done += (size_t)wrote;
	}
	at_argv_give(paths, at_format("/proc/self/fd/%d", file));
	return 0;
}
