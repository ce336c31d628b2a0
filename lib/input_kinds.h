/* The kinds of generated input, as makers of pieces. A piece is at most AT_INPUT_PIECE bytes long; a maker may write
 * AT_WORD_ROOM bytes more behind it. The place behind the piece is returned. */
#ifndef ATESOR_INPUT_KINDS_H
#define ATESOR_INPUT_KINDS_H

#include <stdint.h>

#include "input_words.h"

enum { AT_INPUT_PIECE = 16384, AT_INPUT_JSON_RECORD = 2048, AT_INPUT_CSV_RECORD = 1024, AT_INPUT_CSV_LEAST = 160 };

struct at_input_state {
	struct at_words words;
	struct at_random random;
	uint64_t serial;              /* of the next record */
};

char *at_input_paragraph(struct at_input_state *state, char *at);        /* sentences, a line break, an empty line */
char *at_input_stretch(struct at_input_state *state, char *at);          /* binary */
char *at_input_object(struct at_input_state *state, char *at);           /* JSON, at most AT_INPUT_JSON_RECORD bytes */
char *at_input_csv_header(char *at);
char *at_input_record(struct at_input_state *state, char *at);           /* CSV, at most AT_INPUT_CSV_RECORD bytes */
/* A record of exactly `bytes`, AT_INPUT_CSV_LEAST to 2 × AT_INPUT_CSV_RECORD. */
char *at_input_last_record(struct at_input_state *state, uint64_t bytes, char *at);

#endif
