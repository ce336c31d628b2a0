#include "api.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "message.h"

static const char prefix[] = "atesor_api_";
enum { DEEPEST = 20 };      /* of typedefs and qualifiers: more is a circle */

const char *at_api_class_name(enum at_api_class class)
{
	static const char *const names[] = { "void", "in", "out", "integer", "integer_out", "other" };

	return names[class];
}

/* The entry's type without typedefs and qualifiers; false: there is none (void). `constant` is set if a qualifier says so. */
static bool type_of(Dwarf_Die *entry, Dwarf_Die *type, bool *constant)
{
	Dwarf_Die at = *entry;

	*constant = false;
	for (int depth = 0; depth < DEEPEST; depth++) {
		Dwarf_Attribute attribute;
		if (!dwarf_formref_die(dwarf_attr_integrate(&at, DW_AT_type, &attribute), type))
			return false;
		int tag = dwarf_tag(type);
		if (tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type && tag != DW_TAG_restrict_type)
			return true;
		*constant |= tag == DW_TAG_const_type;
		at = *type;
	}
	return false;
}

static unsigned integer_bytes(Dwarf_Die *type)
{
	Dwarf_Attribute attribute;
	Dwarf_Word encoding = 0;
	int bytes = dwarf_bytesize(type);

	if (dwarf_tag(type) != DW_TAG_base_type || dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute), &encoding))
		return 0;
	return bytes > 0 && bytes <= 8 && (encoding == DW_ATE_signed || encoding == DW_ATE_unsigned) ? (unsigned)bytes : 0;
}

static bool is_byte(Dwarf_Die *type)
{
	Dwarf_Attribute attribute;
	Dwarf_Word encoding = 0;

	return dwarf_tag(type) == DW_TAG_base_type && dwarf_bytesize(type) == 1 &&
			!dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute), &encoding) && encoding != DW_ATE_boolean;
}

static struct at_api_type classify(Dwarf_Die *entry)
{
	Dwarf_Die type, target;
	bool constant;

	if (!type_of(entry, &type, &constant))
		return (struct at_api_type){ AT_API_VOID, 0 };
	unsigned bytes = integer_bytes(&type);
	if (bytes)
		return (struct at_api_type){ AT_API_INTEGER, bytes };
	if (dwarf_tag(&type) != DW_TAG_pointer_type)
		return (struct at_api_type){ AT_API_OTHER, 0 };
	if (!type_of(&type, &target, &constant) || is_byte(&target))
		return (struct at_api_type){ constant ? AT_API_IN : AT_API_OUT, 0 };
	bytes = integer_bytes(&target);
	return bytes >= 4 && !constant ? (struct at_api_type){ AT_API_INTEGER_OUT, bytes } : (struct at_api_type){ AT_API_OTHER, 0 };
}

static void read_function(Dwarf_Die *type, const char *name, struct at_api_function *function)
{
	Dwarf_Die child;

	*function = (struct at_api_function){ .name = at_strdup(name), .result = classify(type), .whole = true };
	for (int more = dwarf_child(type, &child); !more; more = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) != DW_TAG_formal_parameter || function->parameters == AT_API_PARAMETERS_MOST)
			function->whole = false;
		else
			function->parameter[function->parameters++] = classify(&child);
	}
}

static void read_unit(Dwarf_Die *unit, struct at_api *api)
{
	Dwarf_Die child, pointer, type;
	bool constant;

	for (int more = dwarf_child(unit, &child); !more; more = dwarf_siblingof(&child, &child)) {
		const char *name = dwarf_diename(&child);
		if (dwarf_tag(&child) != DW_TAG_variable || !name || strncmp(name, prefix, strlen(prefix)))
			continue;
		if (!type_of(&child, &pointer, &constant) || dwarf_tag(&pointer) != DW_TAG_pointer_type ||
				!type_of(&pointer, &type, &constant) || dwarf_tag(&type) != DW_TAG_subroutine_type)
			continue;
		api->function = at_resize(api->function, api->functions + 1, sizeof *api->function);
		read_function(&type, name + strlen(prefix), &api->function[api->functions++]);
	}
}

int at_api_read(const char *path, struct at_api *api)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	Dwarf *dwarf = file < 0 ? NULL : dwarf_begin(file, DWARF_C_READ);
	Dwarf_CU *unit = NULL;
	Dwarf_Die top;

	*api = (struct at_api){ 0 };
	if (file < 0)
		at_error("cannot open '%s': %m", path);
	else if (!dwarf)
		at_error("'%s' has no debug information: %s", path, dwarf_errmsg(-1));
	while (dwarf && !dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &top, NULL))
		read_unit(&top, api);
	if (dwarf)
		dwarf_end(dwarf);
	if (file >= 0)
		close(file);
	return dwarf ? 0 : -1;
}

void at_api_free(struct at_api *api)
{
	for (size_t i = 0; i < api->functions; i++)
		free(api->function[i].name);
	free(api->function);
	*api = (struct at_api){ 0 };
}
