/* What the samples of a recording cover, as one JSON object: atesor-profgen report. */
#ifndef ATESOR_PROFGEN_REPORT_H
#define ATESOR_PROFGEN_REPORT_H

#include "profgen.h"

/* Collects, symbolizes, prints to stdout. The exit code is that of making the profile; the object is printed even when the
 * profile would be empty. */
int at_profgen_report(struct at_profgen *work);

#endif
