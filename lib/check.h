/* What of a run's output is compared: nothing, all of stdout, the output file, or the lines of stdout with a prefix. */
#ifndef ATESOR_CHECK_H
#define ATESOR_CHECK_H

#include <stdint.h>

#include "sha256.h"
#include "spool.h"

enum at_check_kind { AT_CHECK_NONE, AT_CHECK_STDOUT, AT_CHECK_FILE, AT_CHECK_LINES };

struct at_check {
	enum at_check_kind kind;
	const char *prefix;          /* of LINES; points into the text that was parsed */
};

/* "none", "stdout", "file" or "lines:PREFIX". 0, or −1. */
int at_check_parse(const char *text, struct at_check *check);

/* Whether stdout has to be kept for the check. */
int at_check_needs_stdout(const struct at_check *check);

/* SHA-256 of the checked part of stdout; `lines` gets the number of lines with the prefix (LINES only, else 0). A last line
 * without newline counts. 0, or −1 with errno. */
int at_check_hash(const struct at_check *check, struct at_spool *spool, char hex[AT_SHA256_HEX], uint64_t *lines);

#endif
