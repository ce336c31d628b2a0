/* atesor-cc: stands in for a compiler (or ar, nm, ranlib) under that one's name, adds the flags of a tune where they may be
 * added, writes down what it did as one line of JSON, and becomes the real program by exec. It is started thousands of times
 * in a build: so it is static, and uses neither stdio nor malloc nor libatesor (text.h says why).
 *
 * The steps are those of main, a file each; call.h is what they pass on. The words it knows are in options.def. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "asked.h"
#include "become.h"
#include "call.h"
#include "config.h"
#include "decide.h"
#include "log.h"
#include "record.h"
#include "text.h"

static void say(const char *text)
{
	if (write(STDOUT_FILENO, text, strlen(text)) < 0)
		_exit(EXIT_FAULT);
}

/* Under its own name it is no compiler, but a program that can be asked what it is. */
static void answer(const char *question)
{
	if (!strcmp(question, "--version")) {
		say("atesor-cc " ATESOR_VERSION "\n");
		_exit(0);
	}
	if (!strcmp(question, "--help")) {
		say("atesor-cc: runs a compiler, adds the flags of a tune, and logs the call\n\n"
			"usage: 'atesor-replay wrap' makes a directory of links to it: cc, gcc, c++, clang, ar, ...\n"
			"Put that directory first in PATH. The man page has the formats of its configuration and log.\n");
		_exit(0);
	}
}

int main(int argc, char **argv)
{
	static struct call call;

	if (argc < 1)
		return EXIT_USAGE;
	if (argc == 2 && !strcmp(base_name(argv[0]), "atesor-cc"))
		answer(argv[1]);
	call.argc = argc;
	call.argv = argv;
	find_self(&call);
	if (!getcwd(call.cwd, sizeof call.cwd))
		fault(&call, EXIT_FAULT, "cannot tell the working directory", NULL, errno);
	find_link(&call);
	read_call(&call);
	decide(&call);
	record(&call);
	become(&call);
}
