#include "option.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "argv.h"
#include "message.h"
#include "number.h"

enum { HELP = 256, VERSION, FIRST };   /* getopt_long's return values, past any letter */

void at_usage_error(const char *format, ...)
{
	char *text = NULL;
	va_list list;

	va_start(list, format);
	int length = vasprintf(&text, format, list);
	va_end(list);
	at_error("%s", length < 0 ? format : text);
	fprintf(stderr, "Try '%s --help'.\n", program_invocation_short_name);
	exit(AT_EXIT_USAGE);
}

static void print_option(char letter, const char *name, const char *value, const char *help)
{
	char left[64];
	int width = snprintf(left, sizeof left, "%s%c%s--%s%s%s", letter ? "-" : " ", letter ? letter : ' ', letter ? ", " : "  ",
			name, value ? " " : "", value ? value : "");

	printf("  %-30s%s%s\n", left, width >= 30 ? "\n                                " : "", help);
}

static void print_help(const struct at_usage *usage)
{
	const char *lead = "usage:";

	printf("%s: %s\n\n", program_invocation_short_name, usage->purpose);
	for (const char *const *line = usage->synopsis; *line; line++, lead = "      ")
		printf("%s %s %s\n", lead, program_invocation_short_name, *line);
	puts("\noptions:");
	for (const struct at_option *option = usage->options; option->name; option++)
		print_option(option->letter, option->name, option->value, option->help);
	print_option(0, "help", NULL, "print this and exit");
	print_option(0, "version", NULL, "print the version and exit");
	if (usage->more)
		printf("\n%s", usage->more);
}

static void store(const struct at_option *option, const char *value)
{
	switch (option->kind) {
	case AT_FLAG:
		*(bool *)option->target = true;
		return;
	case AT_TEXT:
		*(const char **)option->target = value;
		return;
	case AT_LIST:
		at_argv_push(option->target, value);
		return;
	case AT_COUNT:
		if (at_parse_count(value, option->target))
			at_usage_error("--%s takes a whole number, not '%s'", option->name, value);
		return;
	case AT_BYTES:
		if (at_parse_bytes(value, option->target))
			at_usage_error("--%s takes a number of bytes (such as 65536 or 64M), not '%s'", option->name, value);
		return;
	case AT_REAL:
		if (at_parse_real(value, option->target))
			at_usage_error("--%s takes a number, not '%s'", option->name, value);
		return;
	}
}

int at_options(const struct at_usage *usage, int argc, char **argv)
{
	size_t count = 0, letter = 0;
	char letters[128] = "+:";
	int got;

	while (usage->options[count].name)
		count++;
	struct option *table = at_alloc((count + 3) * sizeof *table);
	letter = strlen(letters);
	for (size_t i = 0; i < count; i++) {
		const struct at_option *option = &usage->options[i];
		bool valued = option->kind != AT_FLAG;
		table[i] = (struct option){ option->name, valued, NULL, FIRST + (int)i };
		if (option->letter && letter + 3 < sizeof letters) {
			letters[letter++] = option->letter;
			if (valued)
				letters[letter++] = ':';
		}
	}
	table[count] = (struct option){ "help", no_argument, NULL, HELP };
	table[count + 1] = (struct option){ "version", no_argument, NULL, VERSION };
	opterr = 0;
	optind = 1;
	while ((got = getopt_long(argc, argv, letters, table, NULL)) != -1) {
		size_t i = (size_t)(got - FIRST);
		switch (got) {
		case HELP:
			print_help(usage);
			free(table);
			exit(AT_EXIT_DONE);
		case VERSION:
			printf("%s %s\n", program_invocation_short_name, ATESOR_VERSION);
			free(table);
			exit(AT_EXIT_DONE);
		case '?':
			if (optopt && optopt < HELP)
				at_usage_error("unknown option -%c", optopt);
			at_usage_error("unknown option '%s'", argv[optind - 1]);
		case ':':
			at_usage_error("option '%s' needs a value", argv[optind - 1]);
		default:
			if (got < FIRST)
				for (i = 0; usage->options[i].letter != got; i++)
					;
			store(&usage->options[i], optarg);
		}
	}
	free(table);
	return optind;
}
