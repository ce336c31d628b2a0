/* Adds what one run of atesor-bar measured to the files that collect it. */
#ifndef ATESOR_BAR_APPEND_H
#define ATESOR_BAR_APPEND_H

/* `lines` is the file of the JSON lines. Adds its rows to bar.csv and a section to bar.md in `directory`, which is made if it is not
 * there; each file changes whole or not at all. 0, or −1 after a message. */
int at_bar_append(const char *lines, const char *directory);

#endif
