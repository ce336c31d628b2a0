/* Stricter rules for a workload command that nobody vouches for (a program proposed it): on top of the grammar of template.h, it
 * can name no file but {input} and {output}, and no helper can be told to read, write or run anything else.
 *
 * Words hold letters, digits and _ . , : = + % ^ - only, quoted or not: so no paths, no scripts, no patterns. What looks like the
 * name of a file (a letter beside a dot) is refused. {input} and {output} are a word of their own, or end an option.
 * A helper has only the options in its row of a table; those that replace the files they are given read stdin only. What {bin}
 * makes of a plain word is not known here. */
#ifndef ATESOR_TEMPLATE_VET_H
#define ATESOR_TEMPLATE_VET_H

#include "template.h"

/* 0, or −1 with the reason in template->error (not freed by this). The template must have been parsed without an error. */
int at_template_vet(struct at_template *template);

#endif
