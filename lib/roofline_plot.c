#include "roofline_plot.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "argv.h"
#include "buffer.h"
#include "capture.h"
#include "filter.h"
#include "makedirs.h"
#include "outfile.h"

enum { DATA_LIMIT = 64 << 20, PICTURE_LIMIT = 64 << 20, GNUPLOT_SECONDS = 60 };

static const char *const pictures[] = { "size", "levels", "compute", "roofline" };

/* gnuplot writes black on nothing. Where the reader's system is dark, what is black becomes light. */
static const char style[] =
		"<style>svg { background: #ffffff }\n"
		"@media (prefers-color-scheme: dark) { svg { background: #14171c } [fill=\"black\"] { fill: #e6e6e6 }\n"
		"[stroke=\"black\"] { stroke: #c8c8c8 } [color=\"black\"] { color: #c8c8c8 } [color=\"gray\"] { color: #5c5c5c } }</style>\n";

static int write_file(const char *path, const char *head, size_t head_bytes, const char *middle, const char *rest,
		size_t rest_bytes)
{
	struct at_outfile file;

	if (at_outfile_open(&file, path))
		return -1;
	if (fwrite(head, 1, head_bytes, file.stream) != head_bytes || fputs(middle, file.stream) == EOF ||
			fwrite(rest, 1, rest_bytes, file.stream) != rest_bytes) {
		at_outfile_abort(&file);
		return -1;
	}
	return at_outfile_commit(&file);
}

/* The picture that gnuplot has made, with the style sheet behind its opening tag, under its name. */
static int finish(const char *made, const char *path, char **error)
{
	struct at_buffer text = AT_BUFFER_INIT;
	int result = -1;

	if (at_buffer_read_file(&text, made, PICTURE_LIMIT)) {
		*error = at_format("cannot read '%s', which gnuplot was to make: %s", made, strerror(errno));
	} else {
		const char *tag = text.length ? strstr(text.data, "<svg") : NULL, *end = tag ? strchr(tag, '>') : NULL;
		if (!end) {
			*error = at_format("what gnuplot made in '%s' is no SVG picture", made);
		} else {
			size_t head = (size_t)(end + 1 - text.data);
			result = write_file(path, text.data, head, style, text.data + head, text.length - head);
			if (result)
				*error = at_format("cannot write '%s': %s", path, strerror(errno));
		}
	}
	at_buffer_free(&text);
	return result;
}

/* Runs gnuplot in `directory` on the data, the common settings and one picture's script. */
static int run_gnuplot(const char *directory, const char *data, const char *scripts, const char *picture, char **error)
{
	struct at_argv words = { 0 };
	struct at_capture said;
	char *common = at_format("%s/processor-style.gp", scripts), *script = at_format("%s/processor-%s.gp", scripts, picture);
	int result = -1;

	at_argv_push(&words, "gnuplot");
	at_argv_push(&words, data);
	at_argv_push(&words, common);
	at_argv_push(&words, script);
	if (at_capture(&said, words.word, directory, NULL, GNUPLOT_SECONDS))
		*error = errno == ENOENT ? at_strdup("gnuplot not found: install the package 'gnuplot-nox'")
				: at_format("cannot run gnuplot: %s", strerror(errno));
	else if (said.code)
		*error = at_format("gnuplot could not draw '%s': %s", picture, said.err.data ? said.err.data : "it said nothing");
	else
		result = 0;
	at_capture_free(&said);
	at_argv_free(&words);
	free(common);
	free(script);
	return result;
}

static int draw(const char *directory, const char *data, const char *scripts, const char *picture, char **error)
{
	char *made = at_format("%s/%s.svg.part", directory, picture), *path = at_format("%s/%s.svg", directory, picture);
	int result = run_gnuplot(directory, data, scripts, picture, error);

	if (!result)
		result = finish(made, path, error);
	unlink(made);
	free(made);
	free(path);
	return result;
}

/* The gnuplot scripts lie among the filters. */
static char *scripts_directory(void)
{
	char *filters = at_filter_directory();

	if (!filters)
		return NULL;
	char *path = at_format("%s/plot", filters);
	free(filters);
	return path;
}

int at_roofline_plot(const char *document, const char *directory, char **error)
{
	static const char data[] = "profile.gp.part";          /* in the directory: gnuplot runs there */
	struct at_buffer text = AT_BUFFER_INIT;
	char *path = at_format("%s/%s", directory, data), *scripts = scripts_directory();
	int result = -1;

	*error = NULL;
	if (!scripts)
		*error = at_strdup("the gnuplot scripts are missing: reinstall atesor");
	else if (at_make_directories(directory))
		*error = at_format("cannot make the directory '%s': %s", directory, strerror(errno));
	else if (at_filter_run("processor/plot", document, DATA_LIMIT, &text, error))
		;
	else if (write_file(path, text.data ? text.data : "", text.length, "", "", 0))
		*error = at_format("cannot write '%s': %s", path, strerror(errno));
	else
		result = 0;
	for (size_t i = 0; i < sizeof pictures / sizeof *pictures && !result; i++)
		result = draw(directory, data, scripts, pictures[i], error);
	unlink(path);
	free(path);
	free(scripts);
	at_buffer_free(&text);
	return result;
}
