/* atesor-api: prints the types of functions, as the debug information of a small probe has them. The work is in lib/api. */
#include <stdio.h>

#include "api.h"
#include "exits.h"
#include "json.h"
#include "message.h"
#include "option.h"

static void write_type(struct at_json *json, const char *key, const struct at_api_type *type)
{
	at_json_object(json, key);
	at_json_text(json, "class", at_api_class_name(type->class));
	if (type->bytes)
		at_json_uint(json, "bytes", type->bytes);
	at_json_end(json);
}

static int print(const struct at_api *api)
{
	struct at_json json = { 0 };
	int failed = 0;

	for (size_t i = 0; i < api->functions && !failed; i++) {
		const struct at_api_function *function = &api->function[i];
		at_json_object(&json, NULL);
		at_json_text(&json, "name", function->name);
		write_type(&json, "result", &function->result);
		at_json_array(&json, "parameters");
		for (size_t j = 0; j < function->parameters; j++)
			write_type(&json, NULL, &function->parameter[j]);
		at_json_end(&json);
		at_json_bool(&json, "whole", function->whole);
		at_json_end(&json);
		failed = at_json_line(&json, stdout);
	}
	at_json_free(&json);
	return failed;
}

int main(int argc, char **argv)
{
	static const char *const synopsis[] = { "FILE", NULL };
	const struct at_option table[] = { { 0 } };
	const struct at_usage usage = { "the types of functions, from a probe's debug information, as JSON Lines", synopsis, table,
		"Exit: 0 done; 2 usage; 3 the file cannot be read or has no debug information.\n" };
	struct at_api api;
	int first = at_options(&usage, argc, argv);

	if (argc - first != 1)
		at_usage_error("one file is needed");
	int failed = at_api_read(argv[first], &api) || print(&api);
	at_api_free(&api);
	if (fflush(stdout)) {
		at_error("cannot write to stdout: %m");
		failed = 1;
	}
	return failed ? AT_EXIT_TROUBLE : AT_EXIT_DONE;
}
