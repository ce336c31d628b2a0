/* Measures one row: a process for each engine, their repetitions in turn, then their outputs against the references. */
#ifndef ATESOR_BAR_ROW_H
#define ATESOR_BAR_ROW_H

#include "bar_child.h"
#include "bar_measure.h"
#include "bar_table.h"
#include "loadwatch.h"

enum { AT_BAR_ENGINES_MOST = 8 };

enum at_bar_status {
	AT_BAR_OK,
	AT_BAR_WRONG,        /* it ran, and its outputs are not the references: not a result, however fast */
	AT_BAR_ERROR
};

struct at_bar_settings {
	struct at_measure_settings measure;
	struct at_bar_limits limits;
	bool blocks;                 /* each engine by itself, one after the other; else their repetitions alternate */
	char *host;                  /* the program atesor-engine */
	const char *directory;       /* a private one, for outputs */
	double gap_share;            /* an answer may come that much later than the engine says its calls took, … */
	double gap_ns;               /* … or that much, whatever is more */
};

struct at_bar_result {
	const struct at_bar_engine *engine;
	enum at_bar_status status;
	char *reason;                        /* owned; NULL if ok */
	double load_ns;
	struct at_measure measure;
	double values[AT_MEASURE_REPETITIONS_MOST];
	uint64_t repetitions;                /* so many of them */
	double fastest_ns;                   /* of the warm-ups */
	bool has_alloc;
	double alloc_bytes;                  /* a call, on the timing thread */
	uint64_t peak_kib;                   /* 0: not known */
	uint64_t cpu_ns, wall_ns;            /* of the repetitions, with their requests and answers; cpu_ns 0: not known */
	bool late;                           /* an answer came later than its time explains */
	bool has_check;
	double check_scaled_err;             /* the worst reference's, in relation to its tolerance; may be INFINITY */
	double tolerance;                    /* of that reference */
	struct at_argv key, value;           /* what it says of itself */
	struct at_load before, during, after;
};

/* `results` has `count` elements, zeroed but for `engine`; `threads` is what engines are told, `cpus` where they run (NULL: where
 * this process may). A failed engine is a result, too. */
void at_bar_measure_row(const struct at_bar_row *row, const struct at_bar_settings *settings, unsigned threads, const cpu_set_t *cpus,
		struct at_bar_result *results, size_t count);
void at_bar_result_free(struct at_bar_result *result);

#endif
