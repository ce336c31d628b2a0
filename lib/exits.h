/* Exit codes that every program of atesor shares. A program that runs another one passes that one's code on instead. */
#ifndef ATESOR_EXITS_H
#define ATESOR_EXITS_H

enum at_exit {
	AT_EXIT_DONE = 0,     /* the work is done, whatever the verdict */
	AT_EXIT_NO = 1,       /* the negative answer to a yes/no question */
	AT_EXIT_USAGE = 2,    /* the command line is wrong */
	AT_EXIT_TROUBLE = 3,  /* could not do it */
	AT_EXIT_FAULT = 125,  /* a program that runs another: its own fault */
	AT_EXIT_NO_EXEC = 126,/* … found, but could not be run */
	AT_EXIT_NO_FILE = 127,/* … not found */
	AT_EXIT_SIGNAL = 128  /* … + n: ended by signal n */
};

#endif
