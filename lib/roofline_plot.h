/* Draws the pictures of a processor profile with gnuplot, as SVG files that are readable on white and on black. */
#ifndef ATESOR_ROOFLINE_PLOT_H
#define ATESOR_ROOFLINE_PLOT_H

/* `document` is a file that atesor-roofline has written. Writes size.svg, levels.svg, compute.svg and roofline.svg into
 * `directory`, which is made if it is not there; each appears whole or not at all. 0; or
 * -1 with `error` set to an allocated text that names
 * what failed and what to do. */
int at_roofline_plot(const char *document, const char *directory, char **error);

#endif
