#include "bar_outputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

enum { FACTS_MOST = 64, OUTPUTS_MOST = 4096 };

struct outputs {
	struct at_engine_tensor *tensor;
	struct at_argv name;
};

static int take_fact(void *context, char *line)
{
	struct at_bar_result *result = context;
	char *value = strncmp(line, "info ", 5) ? NULL : strchr(line + 5, ' ');

	if (!value || value == line + 5 || result->key.count == FACTS_MOST)
		return -1;
	*value = '\0';
	at_argv_push(&result->key, line + 5);
	at_argv_push(&result->value, value + 1);
	return 0;
}

int at_bar_describe(struct at_bar_child *child, struct at_bar_result *result)
{
	return at_bar_child_ask(child, take_fact, result, "describe");
}

static int take_output(void *context, char *line)
{
	struct outputs *outputs = context;
	struct at_engine_tensor tensor = { 0 };
	char *type = strncmp(line, "output ", 7) ? NULL : line + 7, *shape = type ? strchr(type, ' ') : NULL,
			*name = shape ? strchr(shape + 1, ' ') : NULL;

	if (!name || outputs->name.count == OUTPUTS_MOST || at_tensor_type_parse(type, (size_t)(shape - type), &tensor.type) ||
			at_tensor_shape_parse(shape + 1, (size_t)(name - shape - 1), &tensor))
		return -1;
	outputs->tensor = at_resize(outputs->tensor, outputs->name.count + 1, sizeof *outputs->tensor);
	outputs->tensor[outputs->name.count] = tensor;
	at_argv_push(&outputs->name, name + 1);
	return 0;
}

static void wrong(struct at_bar_result *result, char *reason)
{
	if (result->status == AT_BAR_OK) {
		result->status = AT_BAR_WRONG;
		result->reason = reason;
	} else {
		free(reason);
	}
}

static bool same_shape(const struct at_engine_tensor *a, const struct at_engine_tensor *b)
{
	return a->type == b->type && a->rank == b->rank && !memcmp(a->shape, b->shape, a->rank * sizeof *a->shape);
}

/* How far over its tolerance an error is; for tolerance 0 any error is infinitely far. */
static double excess(double error, double tolerance)
{
	return error > 0 ? error / tolerance : 0;
}

static void compare(const struct at_bar_values *reference, const struct at_engine_tensor *output, const char *file,
		struct at_bar_result *result)
{
	char shape[AT_TENSOR_SHAPE], wanted[AT_TENSOR_SHAPE], *error = NULL;
	double scaled;

	if (!same_shape(output, &reference->tensor)) {
		at_tensor_shape_text(output, shape);
		at_tensor_shape_text(&reference->tensor, wanted);
		wrong(result, at_format("output '%s' is %s of %s, and the reference %s of %s", reference->name, shape,
				at_tensor_type_name(output->type), wanted, at_tensor_type_name(reference->tensor.type)));
		return;
	}
	if (at_tensor_compare(file, reference->file, output->type, output->bytes, &scaled, &error)) {
		wrong(result, error);
		return;
	}
	if (!result->has_check || excess(scaled, reference->tolerance) > excess(result->check_scaled_err, result->tolerance)) {
		result->check_scaled_err = scaled;
		result->tolerance = reference->tolerance;
	}
	result->has_check = true;
	if (!(scaled <= reference->tolerance))
		wrong(result, isinf(scaled) ?
				at_format("output '%s' has values that the reference has not: NaN, infinite, or not zero", reference->name) :
				at_format("output '%s': error %.3g, over the tolerance of %g", reference->name, scaled, reference->tolerance));
}

int at_bar_check(struct at_bar_child *child, const struct at_bar_row *row, const char *directory, struct at_bar_result *result)
{
	struct outputs outputs = { 0 };
	int failed = at_bar_child_ask(child, take_output, &outputs, "outputs %s", directory);

	for (size_t r = 0; r < row->references && !failed; r++) {
		const struct at_bar_values *reference = &row->reference[r];
		size_t i = 0;
		while (i < outputs.name.count && strcmp(outputs.name.word[i], reference->name))
			i++;
		char *file = at_format("%s/%zu", directory, i);
		if (i == outputs.name.count)
			wrong(result, at_format("there is no output '%s'", reference->name));
		else
			compare(reference, &outputs.tensor[i], file, result);
		free(file);
	}
	for (size_t i = 0; i < outputs.name.count; i++) {
		char *file = at_format("%s/%zu", directory, i);
		unlink(file);
		free(file);
	}
	free(outputs.tensor);
	at_argv_free(&outputs.name);
	return failed;
}
