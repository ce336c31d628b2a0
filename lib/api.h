/* The types of functions, from the debug information of a file in which a variable atesor_api_NAME points to each:
 *
 *     __typeof__(NAME) *atesor_api_NAME;
 *
 * compiled with -g beside the header that declares NAME. So the library itself needs no debug information. */
#ifndef ATESOR_API_H
#define ATESOR_API_H

#include <stdbool.h>
#include <stddef.h>

/* What a parameter may be for a caller that knows no more than its type. */
enum at_api_class {
	AT_API_VOID,             /* of a result: there is none */
	AT_API_IN,               /* a pointer to constant bytes or to const void */
	AT_API_OUT,              /* a pointer to bytes or to void */
	AT_API_INTEGER,          /* char and _Bool are none */
	AT_API_INTEGER_OUT,      /* a pointer to an integer of 4 or 8 bytes */
	AT_API_OTHER
};

enum { AT_API_PARAMETERS_MOST = 12 };

struct at_api_type {
	enum at_api_class class;
	unsigned bytes;          /* of the integer, also of one that is pointed to; else 0 */
};

struct at_api_function {
	char *name;
	struct at_api_type result, parameter[AT_API_PARAMETERS_MOST];
	size_t parameters;
	bool whole;              /* false: variadic, or more parameters than fit */
};

struct at_api {
	struct at_api_function *function;     /* in the file's order */
	size_t functions;
};

/* 0, or −1 after a message. Free in either case. */
int at_api_read(const char *path, struct at_api *api);
void at_api_free(struct at_api *api);

const char *at_api_class_name(enum at_api_class class);

#endif
