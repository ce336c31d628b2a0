/* How much two profiles agree: atesor-profgen diff. */
#ifndef ATESOR_PROFGEN_DIFF_H
#define ATESOR_PROFGEN_DIFF_H

/* Prints one JSON object to stdout. Each file is a profile as LLVM's text or extbinary, or saved counts of addresses. The
 * overlap is the sum over all places of the smaller of the two shares: 100 % for profiles that differ by a factor only. */
int at_profgen_diff(const char *a, const char *b);

#endif
