/* A workload command as people write it, run without a shell:
 *
 *     {bin} -9 < {input} > {output}          {bin} -d < {input} | sha256sum
 *
 * Grammar: stages separated by |, each a program and its arguments, separated by blanks. The program of a stage is {bin} or a
 * helper from a fixed list of filters. The first stage may have `< {input}` or `< /dev/null`, the last `> {output}` or
 * `> /dev/null`. Placeholders: {bin} {input} {output} {iterations}; a placeholder is never split into words. 'single' quotes
 * keep everything, "double" quotes keep everything but placeholders, \" and \\. Outside quotes these are refused, because a
 * shell would give them a meaning: ; & $ ` ( ) * ? [ ] ~ # newline, absolute paths and paths with "..".
 *
 * A template owns its words. In a word, a placeholder is one byte AT_BIN … AT_ITERATIONS; no other control byte occurs. */
#ifndef ATESOR_TEMPLATE_H
#define ATESOR_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "argv.h"

enum at_placeholder { AT_BIN = 1, AT_INPUT, AT_OUTPUT, AT_ITERATIONS, AT_PLACEHOLDERS };
enum at_redirect { AT_REDIRECT_NONE, AT_REDIRECT_FILE, AT_REDIRECT_NULL };
enum { AT_STAGES_MOST = 16 };

struct at_template {
	struct at_argv stage[AT_STAGES_MOST];
	size_t stages;
	enum at_redirect in, out;            /* FILE: {input}, {output} */
	bool uses[AT_PLACEHOLDERS];
	char error[200];                     /* "column 12: …" with the first byte of the text as column 1 */
};

/* 0, or −1 with `error`. Free in either case. */
int at_template_parse(const char *text, struct at_template *template);
void at_template_free(struct at_template *template);

/* The words of one stage with the placeholders replaced by value[AT_BIN] … (not NULL where used). The caller frees. */
struct at_argv at_template_expand(const struct at_template *template, size_t stage, const char *const value[AT_PLACEHOLDERS]);

/* The placeholder as it is written: "{bin}". */
const char *at_placeholder_name(enum at_placeholder placeholder);

#endif
