#include "judge_inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"

#define OUTSIDE "writes outside the tree"
#define INSTALL "install step"
#define PACKAGE "package install"
#define DOWNLOAD "source control or download"
#define SYSTEM "changes the system"

struct rule {
	const char *name;           /* of the command, without directory and version */
	bool (*judge)(struct at_judge *judge, const struct rule *rule, char **words, size_t count);
	const char *reason;         /* what a refusal says */
	const char *words;          /* what `judge` needs: blank-separated, with a blank at both ends */
};

static bool never(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	(void)words, (void)count;
	return at_judge_refuse(judge, "%s", rule->reason);
}

/* Refused when the first operand is one of the rule's words. */
static bool not_first(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, "", &found);
	bool bad = found && (!at_judge_certain(list[0]) || at_judge_among(rule->words, list[0]));

	free(list);
	return !bad || at_judge_refuse(judge, "%s", rule->reason);
}

/* Refused when any word is one of the rule's words. */
static bool not_any(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	return !at_judge_has_word(words, count, rule->words) || at_judge_refuse(judge, "%s", rule->reason);
}

/* Source control: only what surely just reads. */
static bool reads_history(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, " -C -c --git-dir --work-tree -R --cwd ", &found);
	bool good = found && at_judge_among(rule->words, list[0]);

	free(list);
	return good || at_judge_refuse(judge, "%s", rule->reason);
}

/* In `make -j $(nproc)` the expansion is the value of -j, which may also have none. */
static bool counts_jobs(char **words, size_t count, const char *operand)
{
	for (size_t i = 2; i < count; i++)
		if (words[i] == operand)
			return at_judge_among(" -j --jobs -l ", words[i - 1]);
	return false;
}

static bool judge_make(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, rule->words, &found);
	bool good = true;

	for (size_t i = 0; good && i < found; i++)
		if (!strchr(list[i], '=') && !counts_jobs(words, count, list[i]))
			good = !at_judge_certain(list[i]) ? at_judge_refuse(judge, "a target is an expansion, which cannot be judged") :
				!at_judge_installs(list[i]) || at_judge_refuse(judge, INSTALL);
	free(list);
	return good && at_judge_options_inside(judge, words, count, "-C --directory", "works outside the tree");
}

static bool judge_cmake(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	bool targets = false;       /* after --target, or after -- what the native tool gets */
	size_t found;

	(void)rule;
	for (size_t i = 1; i < count; i++) {
		if (words[i][0] == '-')
			targets = at_judge_among(" -t --target -- ", words[i]);
		if (!strcmp(words[i], "--install") || !strncmp(words[i], "--target=install", 16) || (targets && at_judge_installs(words[i])) ||
				(!strcmp(words[i], "-P") && i + 1 < count && strstr(words[i + 1], "cmake_install")))
			return at_judge_refuse(judge, INSTALL);
	}
	if (count < 2 || strcmp(words[1], "-E"))
		return at_judge_options_inside(judge, words, count, "-B --build", "works outside the tree");
	/* cmake -E TOOL ARG…: the tools that write do so to their last operand or to all of them. */
	char **list = at_judge_operands(words + 1, count - 1, "", &found);
	bool good = true;
	if (found && at_judge_among(" copy copy_directory copy_if_different rename create_symlink create_hardlink ", list[0]))
		good = at_judge_may_write(judge, list[found - 1], OUTSIDE);
	else if (found && at_judge_among(" make_directory touch touch_nocreate remove remove_directory rm chdir tar ", list[0]))
		for (size_t i = 1; good && i < found; i++)
			good = at_judge_may_write(judge, list[i], OUTSIDE);
	free(list);
	return good;
}

static bool judge_meson(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, " -C ", &found);
	const char *tool = found ? list[0] : "";
	bool good = strcmp(tool, "install") || at_judge_refuse(judge, INSTALL);

	if (good && !strcmp(tool, "setup") && found > 1)
		good = at_judge_may_write(judge, list[1], rule->reason);
	free(list);
	return good && at_judge_options_inside(judge, words, count, "-C", rule->reason);
}

static bool judge_go(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	const char *tool = count > 1 ? words[1] : "";

	(void)rule;
	if (!strcmp(tool, "install"))
		return at_judge_refuse(judge, INSTALL);
	if (!strcmp(tool, "get") || (!strcmp(tool, "mod") && count > 2 && !strcmp(words[2], "download")))
		return at_judge_refuse(judge, DOWNLOAD);
	return strcmp(tool, "build") || at_judge_options_inside(judge, words, count, "-o", OUTSIDE);
}

static bool judge_cargo(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, "", &found);
	const char *tool = found ? list[0][0] == '+' && found > 1 ? list[1] : list[0] : "";

	free(list);
	if (at_judge_among(" install uninstall ", tool))
		return at_judge_refuse(judge, INSTALL);
	if (at_judge_among(rule->words, tool))
		return at_judge_refuse(judge, DOWNLOAD);
	return at_judge_options_inside(judge, words, count, "--target-dir", OUTSIDE);
}

static bool judge_python(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	for (size_t i = 1; i + 1 < count; i++) {
		if (!strcmp(words[i], "-m") && at_judge_among(" pip ensurepip pipx ", words[i + 1]))
			return at_judge_refuse(judge, PACKAGE);
		if (strstr(words[i], "setup.py") && at_judge_has_word(words + i, count - i, rule->words))
			return at_judge_refuse(judge, INSTALL);
	}
	return true;
}

/* cp, ln, rsync …: the last operand is written, or the directory that -t names. */
static bool writes_last(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	size_t found, from = 1;
	char **list = at_judge_operands(words, count, rule->words, &found);
	const char *directory = at_judge_option(words, count, "-t", &from);
	bool good = true;

	from = 1;
	if (!directory)
		directory = at_judge_option(words, count, "--target-directory", &from);
	if (directory)
		good = at_judge_may_write(judge, directory, rule->reason);
	else if (found > 1)
		good = at_judge_may_write(judge, list[found - 1], rule->reason);
	free(list);
	return good;
}

/* mv, rm, mkdir, tee …: every operand is written. `words` also names an operand that comes first and is no file ("MODE"). */
static bool writes_all(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, rule->words, &found);
	bool good = at_judge_options_inside(judge, words, count, "-t --target-directory", rule->reason);

	for (size_t i = at_judge_among(rule->words, "MODE"); good && i < found; i++)
		good = at_judge_may_write(judge, list[i], rule->reason);
	free(list);
	return good;
}

static bool judge_install(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	return (at_judge_has_word(words, count, " -d --directory ") ? writes_all : writes_last)(judge, rule, words, count);
}

static bool judge_sed(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	bool in_place = false, script = false;
	size_t found;
	char **list = at_judge_operands(words, count, rule->words, &found);

	for (size_t i = 1; i < count; i++) {
		in_place = in_place || !strncmp(words[i], "-i", 2) || !strncmp(words[i], "--in-place", 10);
		script = script || at_judge_among(" -e -f --expression --file ", words[i]);
	}
	bool good = true;
	for (size_t i = !script; in_place && good && i < found; i++)
		good = at_judge_may_write(judge, list[i], rule->reason);
	free(list);
	return good;
}

static bool judge_dd(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (!strncmp(words[i], "of=", 3) && !at_judge_may_write(judge, words[i] + 3, rule->reason))
			return false;
	return true;
}

/* tar: where it changes to, and the archive when it makes one. */
static bool judge_tar(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	bool creates = at_judge_has_word(words, count, " -c --create -r --append -u --update ") ||
		(count > 1 && strpbrk(words[1], "cru") && strncmp(words[1], "--", 2));

	for (size_t i = 1; creates && i + 1 < count; i++) {
		bool letters = words[i][0] == '-' ? words[i][1] != '-' : i == 1;
		if (letters && *words[i] && words[i][strlen(words[i]) - 1] == 'f' && !at_judge_may_write(judge, words[i + 1], rule->reason))
			return false;
	}
	return at_judge_options_inside(judge, words, count, creates ? "--file" : "-C --directory", rule->reason);
}

/* Compilers and the like: the file after -o; unzip: the directory after -d. */
static bool writes_option(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	return at_judge_options_inside(judge, words, count, rule->words, rule->reason);
}

static bool judge_ar(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	return count < 3 || strpbrk(words[1], "pt") || at_judge_may_write(judge, words[2], rule->reason);
}

static bool judge_shell(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	struct at_judge saved = *judge;
	size_t i = 1;

	(void)rule;
	while (i < count && words[i][0] == '-' && (words[i][1] == '-' || !strchr(words[i], 'c')))
		i++;
	if (i >= count)
		return true;
	if (words[i][0] != '-')
		return !at_judge_installs(words[i]) || at_judge_refuse(judge, INSTALL);
	if (i + 1 >= count)
		return true;
	/* A shell of its own, which knows no variable of this one that is not exported. */
	judge->directory = at_strdup(saved.directory);
	judge->previous = NULL;
	judge->names = judge->values = (struct at_argv)AT_ARGV_INIT;
	judge->depth++;
	bool good = at_judge_text(judge, words[i + 1]);
	at_judge_leave(judge, &saved);
	return good;
}

static bool judge_eval(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	struct at_buffer text = AT_BUFFER_INIT;

	(void)rule;
	for (size_t i = 1; i < count; i++) {
		at_buffer_text(&text, i > 1 ? " " : "");
		at_buffer_text(&text, words[i]);
	}
	judge->changes = judge->changes || !judge->depth;
	judge->maybe++;                 /* what it does to directory and variables is not followed */
	judge->depth++;
	bool good = !text.length || at_judge_text(judge, text.data);
	judge->depth--;
	judge->maybe--;
	at_buffer_free(&text);
	return good;
}

/* A file that is read into the shell may set any variable. */
static bool judge_source(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	(void)rule, (void)words, (void)count;
	for (size_t i = 0; i < judge->values.count; i++) {
		free(judge->values.word[i]);
		judge->values.word[i] = at_strdup(AT_JUDGE_UNKNOWN);
	}
	judge->changes = judge->changes || !judge->depth;
	return true;
}

static bool judge_find(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	if (at_judge_has_word(words, count, " -delete "))
		for (size_t i = 1; i < count && words[i][0] != '-' && words[i][0] != '(' && words[i][0] != '!'; i++)
			if (!at_judge_may_write(judge, words[i], rule->reason))
				return false;
	for (size_t i = 1; i < count; i++) {
		size_t end = i + 1;
		if (!at_judge_among(" -exec -execdir -ok -okdir ", words[i]))
			continue;
		while (end < count && strcmp(words[end], ";") && strcmp(words[end], "+"))
			end++;
		if (end > i + 1 && !at_judge_words(judge, words + i + 1, end - i - 1))
			return false;
		i = end;
	}
	return true;
}

/* What it appends to its command comes from elsewhere: a word that cannot be judged. */
static bool judge_xargs(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	static char unknown[] = AT_JUDGE_UNKNOWN;
	size_t i = 1;

	while (i < count && words[i][0] == '-')
		i += 1 + at_judge_among(rule->words, words[i]);
	if (i >= count)
		return true;
	char **command = at_alloc((count - i + 2) * sizeof *command);
	memcpy(command, words + i, (count - i) * sizeof *command);
	command[count - i] = unknown;
	bool good = at_judge_words(judge, command, count - i + 1);
	free(command);
	return good;
}

static bool judge_export(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	(void)rule;
	for (size_t i = 1; i < count; i++)
		if (strchr(words[i], '='))
			at_judge_assign(judge, words[i]);
	judge->changes = judge->changes || !judge->depth;
	return true;
}

static bool judge_unset(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	(void)rule;
	for (size_t i = 1; i < count; i++)
		at_judge_bind(judge, words[i], strlen(words[i]), NULL);
	judge->changes = judge->changes || !judge->depth;
	return true;
}

static bool judge_exit(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	(void)rule, (void)words, (void)count;
	judge->ends = judge->ends || (!judge->depth && !judge->maybe);
	return true;
}

/* Where `cd` leads, from the tree; NULL with a reason. */
char *at_judge_destination(struct at_judge *judge, char **words, size_t count)
{
	size_t i = 1;

	while (i < count && at_judge_among(" -L -P -- ", words[i]))
		i++;
	if (i >= count)
		at_judge_refuse(judge, "leaves the tree: cd without a directory goes home");
	else if (i + 1 < count || !at_judge_certain(words[i]))
		at_judge_refuse(judge, "where cd leads cannot be judged");
	else if (!strcmp(words[i], "-") && judge->previous && !judge->lost)
		return at_strdup(judge->previous);
	else if (!strcmp(words[i], "-"))
		at_judge_refuse(judge, "leaves the tree: cd - with no directory before");
	else {
		char *path = judge->lost && words[i][0] != '/' ? NULL : at_judge_place(judge, judge->directory, words[i]);
		if (path)
			return path;
		at_judge_refuse(judge, "leaves the tree: cd %s", words[i]);
	}
	return NULL;
}

static bool judge_cd(struct at_judge *judge, const struct rule *rule, char **words, size_t count)
{
	(void)rule;
	if (judge->maybe)
		return at_judge_refuse(judge, "changes the directory on a condition");
	char *path = at_judge_destination(judge, words, count);
	if (!path)
		return false;
	free(judge->previous);
	judge->previous = judge->directory;
	judge->directory = path;
	judge->lost = NULL;
	judge->changes = judge->changes || !judge->depth;
	return true;
}

static const struct rule rules[] = {
	{ "apt", never, PACKAGE, NULL }, { "apt-get", never, PACKAGE, NULL }, { "aptitude", never, PACKAGE, NULL },
	{ "apk", never, PACKAGE, NULL }, { "dnf", never, PACKAGE, NULL }, { "microdnf", never, PACKAGE, NULL },
	{ "yum", never, PACKAGE, NULL }, { "pacman", never, PACKAGE, NULL }, { "zypper", never, PACKAGE, NULL },
	{ "emerge", never, PACKAGE, NULL }, { "xbps-install", never, PACKAGE, NULL }, { "brew", never, PACKAGE, NULL },
	{ "dpkg", not_any, PACKAGE, " -i --install -r --remove -P --purge --configure --add-architecture " },
	{ "rpm", not_any, PACKAGE, " -i --install -U -Uvh -ivh --upgrade -e --erase " },
	{ "pip", never, PACKAGE, NULL }, { "pipx", never, PACKAGE, NULL }, { "gem", never, PACKAGE, NULL },
	{ "easy_install", never, PACKAGE, NULL }, { "conda", never, PACKAGE, NULL }, { "mamba", never, PACKAGE, NULL },
	{ "rustup", never, PACKAGE, NULL }, { "cpan", never, PACKAGE, NULL }, { "cpanm", never, PACKAGE, NULL },
	{ "opam", not_first, PACKAGE, " install update upgrade init switch pin " },
	{ "luarocks", not_first, PACKAGE, " install make " }, { "cabal", not_first, PACKAGE, " install update " },
	{ "stack", not_first, PACKAGE, " install setup update " }, { "snap", never, PACKAGE, NULL },
	{ "flatpak", never, PACKAGE, NULL }, { "nix-env", never, PACKAGE, NULL }, { "bundle", not_first, PACKAGE, " install update " },
	{ "composer", not_first, PACKAGE, " install update require " }, { "vcpkg", not_first, PACKAGE, " install " },
	{ "conan", not_first, PACKAGE, " install " },
	{ "npm", not_any, PACKAGE, " -g --global install i ci add update link " },
	{ "pnpm", not_any, PACKAGE, " -g --global install i add update link " },
	{ "yarn", not_any, PACKAGE, " global install add upgrade link " }, { "npx", never, DOWNLOAD, NULL },

	{ "git", reads_history, DOWNLOAD,
		" describe rev-parse rev-list log status show diff ls-files ls-tree cat-file name-rev version " },
	{ "hg", reads_history, DOWNLOAD, " id identify log parents status diff version root " },
	{ "svn", reads_history, DOWNLOAD, " info log status diff " }, { "cvs", never, DOWNLOAD, NULL },
	{ "bzr", never, DOWNLOAD, NULL }, { "fossil", never, DOWNLOAD, NULL }, { "darcs", never, DOWNLOAD, NULL },
	{ "repo", never, DOWNLOAD, NULL }, { "patch", never, DOWNLOAD, NULL }, { "quilt", never, DOWNLOAD, NULL },
	{ "wget", never, DOWNLOAD, NULL }, { "curl", never, DOWNLOAD, NULL }, { "aria2c", never, DOWNLOAD, NULL },
	{ "fetch", never, DOWNLOAD, NULL }, { "ftp", never, DOWNLOAD, NULL }, { "scp", never, DOWNLOAD, NULL },
	{ "sftp", never, DOWNLOAD, NULL }, { "ssh", never, DOWNLOAD, NULL }, { "gh", never, DOWNLOAD, NULL },

	{ "make", judge_make, NULL, " -C -f -I -o -W --directory --file --makefile --include-dir --old-file --what-if --eval " },
	{ "gmake", judge_make, NULL, " -C -f -I -o -W --directory --file --makefile --include-dir --old-file --what-if --eval " },
	{ "bmake", judge_make, NULL, " -C -D -d -f -I -j -m -T -V " }, { "scons", judge_make, NULL, " -C -f -D --directory " },
	{ "ninja", judge_make, NULL, " -C -f -j -k -l -d -t -w " }, { "samu", judge_make, NULL, " -C -f -j -k -l -d -t -w " },
	{ "waf", judge_make, NULL, "  " }, { "just", judge_make, NULL, " -f --justfile -d " },
	{ "cmake", judge_cmake, NULL, NULL }, { "meson", judge_meson, "works outside the tree", NULL },
	{ "go", judge_go, NULL, NULL }, { "cargo", judge_cargo, NULL, " fetch update add publish login search " },
	{ "python", judge_python, NULL, " install develop bdist_wininst " }, { "ldconfig", never, INSTALL, NULL },
	{ "install", judge_install, INSTALL, " -t -m -o -g -S --target-directory --mode --owner --group --suffix " },
	{ "ginstall", judge_install, INSTALL, " -t -m -o -g -S --target-directory --mode --owner --group --suffix " },
	{ "install-sh", judge_install, INSTALL, " -t -m -o -g -S " }, { "stow", never, INSTALL, NULL },
	{ "checkinstall", never, INSTALL, NULL }, { "depmod", never, INSTALL, NULL }, { "update-alternatives", never, INSTALL, NULL },

	{ "cp", writes_last, OUTSIDE, " -t -S --target-directory --suffix " },
	{ "ln", writes_last, OUTSIDE, " -t -S --target-directory --suffix " },
	{ "rsync", writes_last, OUTSIDE, " -e -f --rsh --filter --exclude --include --exclude-from --include-from " },
	{ "mv", writes_all, OUTSIDE, " -t -S --target-directory --suffix " }, { "tee", writes_all, OUTSIDE, "  " },
	{ "mkdir", writes_all, OUTSIDE, " -m --mode " }, { "rmdir", writes_all, OUTSIDE, "  " }, { "rm", writes_all, OUTSIDE, "  " },
	{ "touch", writes_all, OUTSIDE, " -d -r -t --date --reference " }, { "unlink", writes_all, OUTSIDE, "  " },
	{ "mkfifo", writes_all, OUTSIDE, " -m --mode " }, { "truncate", writes_all, OUTSIDE, " -s -r --size --reference " },
	{ "shred", writes_all, OUTSIDE, " -n -s " }, { "strip", writes_all, OUTSIDE, " -o -K -N -R " },
	{ "ranlib", writes_all, OUTSIDE, "  " }, { "gzip", writes_all, OUTSIDE, " -S " },
	{ "chmod", writes_all, OUTSIDE, " MODE --reference " }, { "chown", writes_all, OUTSIDE, " MODE --reference " },
	{ "chgrp", writes_all, OUTSIDE, " MODE --reference " },
	{ "sed", judge_sed, OUTSIDE, " -e -f -l --expression --file " }, { "dd", judge_dd, OUTSIDE, NULL },
	{ "tar", judge_tar, OUTSIDE, NULL }, { "bsdtar", judge_tar, OUTSIDE, NULL }, { "unzip", writes_option, OUTSIDE, "-d" },
	{ "ar", judge_ar, OUTSIDE, NULL }, { "gcc-ar", judge_ar, OUTSIDE, NULL }, { "llvm-ar", judge_ar, OUTSIDE, NULL },
	{ "setup.py", not_any, INSTALL, " install develop " },
	{ "c", writes_option, OUTSIDE, "-o" },    /* c89, c99 */
	{ "cc", writes_option, OUTSIDE, "-o" }, { "gcc", writes_option, OUTSIDE, "-o" }, { "c++", writes_option, OUTSIDE, "-o" },
	{ "g++", writes_option, OUTSIDE, "-o" }, { "clang", writes_option, OUTSIDE, "-o" }, { "clang++", writes_option, OUTSIDE, "-o" },
	{ "ld", writes_option, OUTSIDE, "-o" }, { "as", writes_option, OUTSIDE, "-o" },
	{ "rustc", writes_option, OUTSIDE, "-o --out-dir" },
	{ "gfortran", writes_option, OUTSIDE, "-o" }, { "dpkg-buildpackage", never, OUTSIDE, NULL }, { "debuild", never, OUTSIDE, NULL },
	{ "rpmbuild", never, OUTSIDE, NULL }, { "makepkg", never, OUTSIDE, NULL },

	{ "systemctl", never, SYSTEM, NULL }, { "service", never, SYSTEM, NULL }, { "useradd", never, SYSTEM, NULL },
	{ "adduser", never, SYSTEM, NULL }, { "groupadd", never, SYSTEM, NULL }, { "addgroup", never, SYSTEM, NULL },
	{ "usermod", never, SYSTEM, NULL }, { "mount", never, SYSTEM, NULL }, { "umount", never, SYSTEM, NULL },
	{ "modprobe", never, SYSTEM, NULL }, { "insmod", never, SYSTEM, NULL }, { "sysctl", never, SYSTEM, NULL },
	{ "chroot", never, SYSTEM, NULL }, { "docker", never, SYSTEM, NULL }, { "podman", never, SYSTEM, NULL },
	{ "su", never, SYSTEM, NULL }, { "runuser", never, SYSTEM, NULL }, { "reboot", never, SYSTEM, NULL },
	{ "shutdown", never, SYSTEM, NULL }, { "kill", never, SYSTEM, NULL }, { "killall", never, SYSTEM, NULL },
	{ "pkill", never, SYSTEM, NULL }, { "crontab", never, SYSTEM, NULL }, { "ulimit", never, SYSTEM, NULL },

	{ "sh", judge_shell, NULL, NULL }, { "bash", judge_shell, NULL, NULL }, { "dash", judge_shell, NULL, NULL },
	{ "ksh", judge_shell, NULL, NULL }, { "zsh", judge_shell, NULL, NULL }, { "ash", judge_shell, NULL, NULL },
	{ "eval", judge_eval, NULL, NULL }, { "trap", never, "sets a trap", NULL }, { "alias", never, "sets an alias", NULL },
	{ ".", judge_source, NULL, NULL }, { "source", judge_source, NULL, NULL }, { "find", judge_find, OUTSIDE, NULL },
	{ "xargs", judge_xargs, NULL, " -a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --replace " },
	{ "cd", judge_cd, NULL, NULL }, { "export", judge_export, NULL, NULL }, { "readonly", judge_export, NULL, NULL },
	{ "unset", judge_unset, NULL, NULL }, { "read", judge_unset, NULL, NULL }, { "getopts", judge_unset, NULL, NULL },
	{ "exit", judge_exit, NULL, NULL },
};

/* Commands that run the command after them: their options with a value, and how many operands come first. */
static const struct { const char *name, *valued; size_t operands; } prefixes[] = {
	{ "sudo", " -u -g -h -p -C -T -U -r -t --user --group ", 0 }, { "doas", " -u -C ", 0 },
	{ "env", " -u -S --unset ", 0 }, { "time", " -f -o --format --output ", 0 }, { "nice", " -n --adjustment ", 0 },
	{ "ionice", " -c -n --class --classdata ", 0 }, { "nohup", "  ", 0 }, { "stdbuf", " -i -o -e ", 0 },
	{ "timeout", " -k -s --kill-after --signal ", 1 }, { "exec", " -a ", 0 }, { "command", "  ", 0 }, { "builtin", "  ", 0 },
	{ "setsid", "  ", 0 }, { "fakeroot", " -l -s -i -b ", 0 }, { "eatmydata", "  ", 0 }, { "taskset", "  ", 1 },
	{ "chrt", "  ", 1 }, { "xvfb-run", " -e -n -s -p -f ", 0 }, { "unbuffer", "  ", 0 }, { "ccache", "  ", 0 },
	{ "distcc", "  ", 0 }, { "scan-build", " -o ", 0 }, { "bear", " -o --output ", 0 }, { "busybox", "  ", 0 },
};

/* The file's name without a version: /usr/bin/gcc-12 is gcc, python3.11 is python. */
static char *command_name(const char *word)
{
	const char *slash = strrchr(word, '/');
	char *name = at_strdup(slash && slash[1] ? slash + 1 : word);
	size_t length = strlen(name);

	while (length > 1 && (isdigit((unsigned char)name[length - 1]) || (name[length - 1] == '.' && length > 2)))
		length--;
	if (length > 1 && length < strlen(name) && name[length - 1] == '-')
		length--;
	name[length] = '\0';
	return name;
}

/* How many words in front only run the rest. */
static size_t prefix_length(const char *name, char **words, size_t count)
{
	size_t i = 1;

	for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
		if (strcmp(prefixes[p].name, name))
			continue;
		size_t left = prefixes[p].operands;
		for (; i < count; i++) {
			if (!strcmp(words[i], "--"))
				continue;
			if (words[i][0] == '-')
				i += at_judge_among(prefixes[p].valued, words[i]);
			else if (left)
				left--;
			else if (!strchr(words[i], '=') || words[i][0] == '=')
				break;
		}
		return i < count ? i : count;
	}
	return 0;
}

bool at_judge_names_source(const struct at_judge *judge, const char *word)
{
	size_t length = judge->source ? strlen(judge->source) : 0;

	for (const char *at = word; length > 1 && (at = strstr(at, judge->source)); at++)
		if (!at[length] || strchr("/:;,", at[length]))
			return true;
	return false;
}

bool at_judge_words(struct at_judge *judge, char **words, size_t count)
{
	bool good = true;

	if (!at_judge_certain(words[0]))
		return at_judge_refuse(judge, "the command word is an expansion, which cannot be judged");
	for (size_t i = 0; i < judge->functions.count; i++)
		if (!strcmp(judge->functions.word[i], words[0]))
			return at_judge_refuse(judge, "calls a shell function that is not repeated");
	char *name = command_name(words[0]);
	size_t prefix = prefix_length(name, words, count);
	if (prefix && at_judge_has_word(words, prefix, " -C --chdir -S --split-string ") && !strcmp(name, "env"))
		good = at_judge_refuse(judge, "what env runs cannot be judged");
	else if (prefix && prefix < count)
		good = at_judge_words(judge, words + prefix, count - prefix);
	else if (!prefix && strcmp(name, "cd"))
		for (size_t i = 0; i < count && good; i++)
			if (at_judge_names_source(judge, words[i]))
				good = at_judge_refuse(judge, "names the source by its absolute path; use a relative one");
	for (size_t i = 0; good && !prefix && i < sizeof rules / sizeof *rules; i++)
		if (!strcmp(rules[i].name, name)) {
			good = rules[i].judge(judge, &rules[i], words, count);
			goto done;
		}
	if (good && !prefix && strchr(words[0], '/') && at_judge_installs(words[0]))
		good = at_judge_refuse(judge, INSTALL);
done:
	free(name);
	return good;
}
