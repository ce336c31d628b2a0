/* What of a build text is repeated: each text with the plan that must come out, "+DIRECTORY|COMMAND" or "-REASON|COMMAND". */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"

#define PARSE "cannot be parsed: "
#define LOST "comes after a cd that is not repeated"
#define EXPANSION "the command word is an expansion, which cannot be judged"
#define DOWNLOAD "source control or download"
#define WRITES "writes outside the tree: "

static const struct { const char *text, *plan; } cases[] = {
	/* chains, separators, comments, continuation */
	{ "./configure && make && make check", "+.|./configure\n+.|make\n+.|make check\n" },
	{ "make;make x\nmake y # all\n\n# nothing\n", "+.|make\n+.|make x\n+.|make y\n" },
	{ "make \\\n  all &&\n\n  make x", "+.|make \\\n  all\n+.|make x\n" },
	{ "make A='x && y; z' B=\"q || r\"", "+.|make A='x && y; z' B=\"q || r\"\n" },
	{ "make a#b", "+.|make a#b\n" },
	{ "", "" }, { " \n# only a comment", "" },
	{ "./configure && make && make install", "+.|./configure\n+.|make\n-install step|make install\n" },
	{ "git clone u && make && sudo make install && make docs",
		"-" DOWNLOAD "|git clone u\n+.|make\n-install step|sudo make install\n+.|make docs\n" },

	/* || keeps a chain together */
	{ "make || exit 1", "+.|make || exit 1\n" },
	{ "make && make install || exit 1", "-install step|make install\n+.|make || exit 1\n" },
	{ "which m4 || apt-get install m4", "-package install|apt-get install m4\n+.|which m4 || :\n" },
	{ "apt-get install m4 || true",
		"-package install|apt-get install m4\n-runs only if a part that is not repeated fails|true\n" },
	{ "git pull || true && make", "-" DOWNLOAD "|git pull\n-runs only if a part that is not repeated fails|true\n+.|make\n" },
	{ "a || cd sub", "-changes the directory on a condition|cd sub\n+.|a || :\n" },
	{ "a || cd sub; make", "-changes the directory on a condition|cd sub\n+.|a || :\n-" LOST "|make\n" },

	/* directories */
	{ "cd sub && make; cd .. && make", "+.|cd sub\n+sub|make\n+sub|cd ..\n+.|make\n" },
	{ "cd a/b; cd -; make", "+.|cd a/b\n+a/b|cd ../..\n+.|make\n" },
	{ "cd /tmp && make\nmake", "-leaves the tree: cd /tmp|cd /tmp\n-" LOST "|make\n-" LOST "|make\n" },
	{ "cd ..; make", "-leaves the tree: cd ..|cd ..\n-" LOST "|make\n" },
	{ "cd a && cd ../.. && make", "+.|cd a\n-leaves the tree: cd ../..|cd ../..\n-" LOST "|make\n" },
	{ "cd; make", "-leaves the tree: cd without a directory goes home|cd\n-" LOST "|make\n" },
	{ "cd ~ && make", "-leaves the tree: cd /~|cd ~\n-" LOST "|make\n" },
	{ "cd $X && make", "-where cd leads cannot be judged|cd $X\n-" LOST "|make\n" },
	{ "cd /src/w/sub && make; cd /src/w && make", "+.|cd sub\n+sub|make\n+sub|cd ..\n+.|make\n" },
	{ "cd /src/wide && make", "-leaves the tree: cd /src/wide|cd /src/wide\n-" LOST "|make\n" },
	{ "cd /tmp; cd /src/w; make", "-leaves the tree: cd /tmp|cd /tmp\n+.|cd .\n+.|make\n" },
	{ "make -C /src/w/sub", "-names the source by its absolute path; use a relative one|make -C /src/w/sub\n" },
	{ "(cd sub && make)", "+.|(cd sub && make)\n" }, { "(cd /tmp && make)", "-leaves the tree: cd /tmp|(cd /tmp && make)\n" },
	{ "(cd a; cp x ../b); cp x ../b", "+.|(cd a; cp x ../b)\n-" WRITES "../b|cp x ../b\n" },
	{ "{ cd a && make; } && make", "+.|{ cd a && make; }\n+a|make\n" },
	{ "D=sub; cd $D; make", "+.|D=sub\n+.|cd sub\n+sub|make\n" },
	{ "D=/tmp; cd \"$D\"; make", "+.|D=/tmp\n-leaves the tree: cd /tmp|cd \"$D\"\n-" LOST "|make\n" },
	{ "D=sub; sh -c 'rm -rf $D/x'", "+.|D=sub\n-where it writes cannot be judged|sh -c 'rm -rf $D/x'\n" },
	{ "cp a $PWD/b; cp a \"$(pwd)/b\"; cp a `pwd`/../b",
		"+.|cp a $PWD/b\n+.|cp a \"$(pwd)/b\"\n-" WRITES "./../b|cp a `pwd`/../b\n" },

	/* compound commands are whole */
	{ "for d in a b; do (cd $d && make) || exit 1; done", "+.|for d in a b; do (cd $d && make) || exit 1; done\n" },
	{ "for d in a ..; do (cd $d && make); done", "-leaves the tree: cd ..|for d in a ..; do (cd $d && make); done\n" },
	{ "for d in *; do (cd $d && make); done", "-where cd leads cannot be judged|for d in *; do (cd $d && make); done\n" },
	{ "for d in a b; do cd $d; make; done", "-changes the directory on a condition|for d in a b; do cd $d; make; done\n" },
	{ "for f\ndo\n echo $f\ndone >out", "+.|for f\ndo\n echo $f\ndone >out\n" },
	{ "if test -f x; then make; elif :; then :; else make install; fi; make",
		"-install step|if test -f x; then make; elif :; then :; else make install; fi\n+.|make\n" },
	{ "while read l; do echo $l; done <x", "+.|while read l; do echo $l; done <x\n" },
	{ "until false; do curl u; done", "-" DOWNLOAD "|until false; do curl u; done\n" },
	{ "case $x in a|b) make;; (c) ;; *) make d\nesac", "+.|case $x in a|b) make;; (c) ;; *) make d\nesac\n" },
	{ "case a in a) pip install x;; esac", "-package install|case a in a) pip install x;; esac\n" },
	{ "f() { make; }; f; make",
		"-defines a shell function|f() { make; }\n-calls a shell function that is not repeated|f\n+.|make\n" },
	{ "make & wait", "-runs in the background|make\n+.|wait\n" },
	{ "make | tee log", "+.|make | tee log\n" }, { "make | tee /var/log/x", "-" WRITES "/var/log/x|make | tee /var/log/x\n" },
	{ "cd a | make; make", "+.|cd a | make\n+.|make\n" }, { "! make", "+.|! make\n" },
	{ "{ make; exit 0; }; make", "+.|{ make; exit 0; }\n-comes after an exit|make\n" },
	{ "a && exit 1; make", "+.|a\n-ends the shell|exit 1\n+.|make\n" },
	{ "exit 0; make", "-ends the shell|exit 0\n-comes after an exit|make\n" },

	/* words that only run others, and names */
	{ "sudo -E -u root make install", "-install step|sudo -E -u root make install\n" },
	{ "env -i CC=gcc nice -n 5 time -p make", "+.|env -i CC=gcc nice -n 5 time -p make\n" },
	{ "env A=b apt-get update", "-package install|env A=b apt-get update\n" },
	{ "timeout -k 5 100 wget u", "-" DOWNLOAD "|timeout -k 5 100 wget u\n" },
	{ "DEBIAN_FRONTEND=noninteractive apt-get -y install gcc",
		"-package install|DEBIAN_FRONTEND=noninteractive apt-get -y install gcc\n" },
	{ "/usr/bin/make install", "-install step|/usr/bin/make install\n" },
	{ "pip3.11 install x", "-package install|pip3.11 install x\n" },
	{ "python3 -m pip install .", "-package install|python3 -m pip install .\n" },
	{ "python3 setup.py build && python3 setup.py install",
		"+.|python3 setup.py build\n-install step|python3 setup.py install\n" },
	{ "$CC -c x.c", "-" EXPANSION "|$CC -c x.c\n" }, { "$(which make) all", "-" EXPANSION "|$(which make) all\n" },
	{ "CC=gcc; $CC -c x.c", "+.|CC=gcc\n+.|$CC -c x.c\n" }, { "\"\"", "+.|\"\"\n" },
	{ "find . -name x -exec cp {} /usr/lib \\;", "-" WRITES "/usr/lib|find . -name x -exec cp {} /usr/lib \\;\n" },
	{ "find . -name '*.o' -delete", "+.|find . -name '*.o' -delete\n" },
	{ "find / -name x -delete", "-" WRITES "/|find / -name x -delete\n" },
	{ "ls | xargs rm", "-where it writes cannot be judged|ls | xargs rm\n" },
	{ "ls | xargs -n 1 gcc -c", "+.|ls | xargs -n 1 gcc -c\n" },
	{ "bash -ec 'make && make install'", "-install step|bash -ec 'make && make install'\n" },
	{ "sh -c 'cd sub && make'", "+.|sh -c 'cd sub && make'\n" },
	{ "sh -c \"$X\"", "-a command text with an expansion cannot be judged|sh -c \"$X\"\n" },
	{ "sh autogen.sh", "+.|sh autogen.sh\n" },
	{ "sh ./install.sh", "-install step|sh ./install.sh\n" }, { "./install.sh /usr", "-install step|./install.sh /usr\n" },
	{ "eval make install", "-install step|eval make install\n" }, { ". ./env.sh && make", "+.|. ./env.sh\n+.|make\n" },

	/* install steps */
	{ "make -C lib install", "-install step|make -C lib install\n" },
	{ "make install-strip", "-install step|make install-strip\n" },
	{ "make installer", "+.|make installer\n" }, { "make -f install.mk all", "+.|make -f install.mk all\n" },
	{ "make -j $(nproc) all", "+.|make -j $(nproc) all\n" },
	{ "make $T", "-a target is an expansion, which cannot be judged|make $T\n" },
	{ "make -C /usr/src/linux", "-works outside the tree: /usr/src/linux|make -C /usr/src/linux\n" },
	{ "make prefix=/usr", "+.|make prefix=/usr\n" },
	{ "ninja -C b install", "-install step|ninja -C b install\n" }, { "ninja -C b", "+.|ninja -C b\n" },
	{ "cmake --build b -j4; cmake --install b", "+.|cmake --build b -j4\n-install step|cmake --install b\n" },
	{ "cmake --build b -- install", "-install step|cmake --build b -- install\n" },
	{ "cmake -S . -B /tmp/b", "-works outside the tree: /tmp/b|cmake -S . -B /tmp/b\n" },
	{ "cmake -P cmake_install.cmake", "-install step|cmake -P cmake_install.cmake\n" },
	{ "meson setup b && meson install -C b", "+.|meson setup b\n-install step|meson install -C b\n" },
	{ "go build ./... && go install ./...", "+.|go build ./...\n-install step|go install ./...\n" },
	{ "go get x", "-" DOWNLOAD "|go get x\n" },
	{ "cargo build --release; cargo install --path .", "+.|cargo build --release\n-install step|cargo install --path .\n" },
	{ "ldconfig", "-install step|ldconfig\n" },
	{ "install -m 755 a /usr/bin", "-install step: /usr/bin|install -m 755 a /usr/bin\n" },
	{ "install -d out && install -m 755 a out/", "+.|install -d out\n+.|install -m 755 a out/\n" },
	{ "npm install && npm run build", "-package install|npm install\n+.|npm run build\n" },

	/* source control, downloads, patches */
	{ "git describe; git apply x; git -C sub log", "+.|git describe\n-" DOWNLOAD "|git apply x\n+.|git -C sub log\n" },
	{ "patch -p1 < x", "-" DOWNLOAD "|patch -p1 < x\n" }, { "V=$(git describe) make", "+.|V=$(git describe) make\n" },
	{ "V=$(curl u) make", "-" DOWNLOAD "|V=$(curl u) make\n" }, { "echo `svn update`", "-" DOWNLOAD "|echo `svn update`\n" },
	{ "make X=\"${Y:-$(wget -O- u)}\"", "-" DOWNLOAD "|make X=\"${Y:-$(wget -O- u)}\"\n" },

	/* where it writes */
	{ "make > log 2>&1 && make > /dev/null", "+.|make > log 2>&1\n+.|make > /dev/null\n" },
	{ "make >../log", "-" WRITES "../log|make >../log\n" },
	{ "make 2>>/var/log/x", "-" WRITES "/var/log/x|make 2>>/var/log/x\n" },
	{ "make >$LOG", "-where it writes cannot be judged|make >$LOG\n" }, { "make >&/tmp/x", "-" WRITES "/tmp/x|make >&/tmp/x\n" },
	{ "cp -r a b/c", "+.|cp -r a b/c\n" },
	{ "cp a b /usr/lib", "-" WRITES "/usr/lib|cp a b /usr/lib\n" },
	{ "cp -t /usr a", "-" WRITES "/usr|cp -t /usr a\n" },
	{ "cp a ~/bin", "-" WRITES "/~/bin|cp a ~/bin\n" },
	{ "mv /etc/x .", "-" WRITES "/etc/x|mv /etc/x .\n" },
	{ "ln -s /usr/include/x x", "+.|ln -s /usr/include/x x\n" },
	{ "rm -rf $D/x", "-where it writes cannot be judged|rm -rf $D/x\n" },
	{ "rm -rf .*", "-" WRITES ".*|rm -rf .*\n" },
	{ "mkdir -p a/../../b", "-" WRITES "a/../../b|mkdir -p a/../../b\n" },
	{ "chmod +x /bin/x", "-" WRITES "/bin/x|chmod +x /bin/x\n" },
	{ "sed -i s/a/b/ x; sed -i s/a/b/ /etc/x", "+.|sed -i s/a/b/ x\n-" WRITES "/etc/x|sed -i s/a/b/ /etc/x\n" },
	{ "gcc -o /usr/bin/x x.c", "-" WRITES "/usr/bin/x|gcc -o /usr/bin/x x.c\n" },
	{ "tar xf a.tar -C /opt", "-" WRITES "/opt|tar xf a.tar -C /opt\n" },
	{ "tar czf ../a.tgz .", "-" WRITES "../a.tgz|tar czf ../a.tgz .\n" },
	{ "dd if=a of=/dev/sda", "-" WRITES "/dev/sda|dd if=a of=/dev/sda\n" },
	{ "make && systemctl restart x", "+.|make\n-changes the system|systemctl restart x\n" },

	/* here-documents */
	{ "cat >x <<E\n$A && b\nE\nmake", "+.|cat >x <<E\n$A && b\nE\n+.|make\n" },
	{ "cat >x <<E\n$(curl u)\nE\nmake", "-a here-document with substitutions|cat >x <<E\n$(curl u)\nE\n+.|make\n" },
	{ "cat >x <<'E'\n$(curl u)\nE\nmake", "+.|cat >x <<'E'\n$(curl u)\nE\n+.|make\n" },
	{ "cat <<E && make\nx\nE\nmake",
		"-a here-document inside a chain|cat <<E\n-a here-document inside a chain|make\n+.|make\n" },
	{ "cat <<E\nx", "-" PARSE "a here-document without an end|cat <<E\nx\n" },

	/* what is not understood is dropped and named, with all that comes after it */
	{ "make; echo 'x", "+.|make\n-" PARSE "a quote without an end|echo 'x\n" },
	{ "make && echo \"x; make", "-" PARSE "a quote without an end|make && echo \"x; make\n" },
	{ "make &&", "-" PARSE "a command is missing|make &&\n" },
	{ "&& make", "-" PARSE "a command is missing|&& make\n" },
	{ "make )", "-" PARSE "an unexpected ')' or ';'|make )\n" },
	{ "if true; then make", "-" PARSE "'if' without 'fi'|if true; then make\n" },
	{ "done; make", "-" PARSE "a command is missing|done; make\n" },
	{ "[[ -f x && -f y ]]; make", "-" PARSE "a command that is not POSIX|[[ -f x && -f y ]]; make\n" },
	{ "diff <(a) <(b)", "-" PARSE "a redirection that is not POSIX|diff <(a) <(b)\n" },
	{ "make &>log", "-" PARSE "a redirection that is not POSIX|make &>log\n" },
	{ "a=(1 2)", "-" PARSE "an unexpected parenthesis|a=(1 2)\n" },
	{ "((x++))", "-" PARSE "'((', which shells read in different ways|((x++))\n" },
	{ "echo ${x", "-" PARSE "an expansion without an end|echo ${x\n" },
	{ "echo $((1 + (2)))", "+.|echo $((1 + (2)))\n" },
	{ "echo $(make", "-" PARSE "a substitution without an end|echo $(make\n" },
	{ "echo `a", "-" PARSE "a backquote without an end|echo `a\n" },
	{ "echo \1\2; make", "-" PARSE "control characters|echo \1\2; make\n" },
};

static void describe(const struct at_replay *replay, struct at_buffer *out)
{
	at_buffer_text(out, "");
	for (size_t i = 0; i < replay->count; i++) {
		const struct at_replay_part *part = &replay->part[i];
		at_buffer_printf(out, "%c%s|%s\n", part->repeat ? '+' : '-', part->repeat ? part->directory : part->reason, part->command);
	}
}

static int check(const char *text, const char *plan)
{
	struct at_replay replay = { 0 };
	struct at_buffer got = AT_BUFFER_INIT;

	at_replay_text(&replay, text, "/src/w");
	describe(&replay, &got);
	int bad = strcmp(got.data, plan) != 0;
	if (bad)
		printf("text:\n%s\nexpected:\n%sgot:\n%s\n", text, plan, got.data);
	at_buffer_free(&got);
	at_replay_free(&replay);
	return bad;
}

/* 41 levels are too many, 30 are not; and a text that unrolls to too many steps ends. */
static int check_limits(void)
{
	struct at_buffer text = AT_BUFFER_INIT;
	struct at_replay replay = { 0 };
	int bad = 0;

	for (size_t depth = 30; depth < 50; depth += 11) {
		at_buffer_clear(&text);
		for (size_t i = 0; i < depth; i++)
			at_buffer_text(&text, "( ");
		at_buffer_text(&text, "make");
		for (size_t i = 0; i < depth; i++)
			at_buffer_text(&text, " )");
		at_replay_text(&replay, text.data, NULL);
		bad += replay.count != 1 || replay.part[0].repeat != (depth == 30);
		at_replay_free(&replay);
	}
	at_buffer_clear(&text);
	for (int i = 0; i < 8; i++)
		at_buffer_text(&text, "for x in 1 2 3 4 5 6 7 8 9; do ");
	at_buffer_text(&text, "make");
	for (int i = 0; i < 8; i++)
		at_buffer_text(&text, "; done");
	at_replay_text(&replay, text.data, NULL);
	bad += replay.count != 1 || replay.part[0].repeat || strcmp(replay.part[0].reason, "too long to be judged") != 0;
	at_replay_free(&replay);
	at_buffer_free(&text);
	if (bad)
		printf("limits: %d wrong\n", bad);
	return bad;
}

int main(void)
{
	int failures = check_limits();

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		failures += check(cases[i].text, cases[i].plan);
	printf("%zu texts, %d wrong\n", sizeof cases / sizeof *cases, failures);
	return failures != 0;
}
