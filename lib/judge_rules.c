#include "judge_rules.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static bool never(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	(void)words, (void)count;
	return at_judge_refuse(judge, "%s", rule->reason);
}

/* Refused when the first operand is one of the rule's words. */
static bool not_first(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, "", &found);
	bool bad = found && (!at_judge_certain(list[0]) || at_judge_among(rule->words, list[0]));

	free(list);
	return !bad || at_judge_refuse(judge, "%s", rule->reason);
}

/* Refused when any word is one of the rule's words. */
static bool not_any(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	return !at_judge_has_word(words, count, rule->words) || at_judge_refuse(judge, "%s", rule->reason);
}

/* Source control: only what surely just reads. */
static bool reads_history(struct at_judge *judge, const struct at_rule *rule, char **words, size_t count)
{
	size_t found;
	char **list = at_judge_operands(words, count, " -C -c --git-dir --work-tree -R --cwd ", &found);
	bool good = found && at_judge_among(rule->words, list[0]);

	free(list);
	return good || at_judge_refuse(judge, "%s", rule->reason);
}

/* The first rule that names a command judges it; a command that no rule names may be repeated. " c ": c89, c99. */
static const struct at_rule rules[] = {
	{ " apt apt-get aptitude apk dnf microdnf yum pacman zypper emerge xbps-install brew pip pipx gem "
		"easy_install conda mamba rustup cpan cpanm snap flatpak nix-env ",
		never, AT_RULE_PACKAGE, NULL },
	{ " dpkg ", not_any, AT_RULE_PACKAGE, " -i --install -r --remove -P --purge --configure --add-architecture " },
	{ " rpm ", not_any, AT_RULE_PACKAGE, " -i --install -U -Uvh -ivh --upgrade -e --erase " },
	{ " opam ", not_first, AT_RULE_PACKAGE, " install update upgrade init switch pin " },
	{ " luarocks ", not_first, AT_RULE_PACKAGE, " install make " },
	{ " cabal bundle ", not_first, AT_RULE_PACKAGE, " install update " },
	{ " stack ", not_first, AT_RULE_PACKAGE, " install setup update " },
	{ " composer ", not_first, AT_RULE_PACKAGE, " install update require " },
	{ " vcpkg conan ", not_first, AT_RULE_PACKAGE, " install " },
	{ " npm ", not_any, AT_RULE_PACKAGE, " -g --global install i ci add update link " },
	{ " pnpm ", not_any, AT_RULE_PACKAGE, " -g --global install i add update link " },
	{ " yarn ", not_any, AT_RULE_PACKAGE, " global install add upgrade link " },
	{ " npx ", never, AT_RULE_DOWNLOAD, NULL },

	{ " git ", reads_history, AT_RULE_DOWNLOAD,
		" describe rev-parse rev-list log status show diff ls-files ls-tree cat-file name-rev version " },
	{ " hg ", reads_history, AT_RULE_DOWNLOAD, " id identify log parents status diff version root " },
	{ " svn ", reads_history, AT_RULE_DOWNLOAD, " info log status diff " },
	{ " cvs bzr fossil darcs repo patch quilt wget curl aria2c fetch ftp scp sftp ssh gh ", never, AT_RULE_DOWNLOAD, NULL },

	{ " make gmake ",
		at_rule_make, NULL, " -C -f -I -o -W --directory --file --makefile --include-dir --old-file --what-if --eval " },
	{ " bmake ", at_rule_make, NULL, " -C -D -d -f -I -j -m -T -V " },
	{ " scons ", at_rule_make, NULL, " -C -f -D --directory " },
	{ " ninja samu ", at_rule_make, NULL, " -C -f -j -k -l -d -t -w " },
	{ " waf ", at_rule_make, NULL, "  " },
	{ " just ", at_rule_make, NULL, " -f --justfile -d " },
	{ " cmake ", at_rule_cmake, NULL, NULL },
	{ " meson ", at_rule_meson, "works outside the tree", NULL },
	{ " go ", at_rule_go, NULL, NULL },
	{ " cargo ", at_rule_cargo, NULL, " fetch update add publish login search " },
	{ " python ", at_rule_python, NULL, " install develop bdist_wininst " },
	{ " ldconfig stow checkinstall depmod update-alternatives ", never, AT_RULE_INSTALL, NULL },
	{ " install ginstall ",
		at_rule_install, AT_RULE_INSTALL, " -t -m -o -g -S --target-directory --mode --owner --group --suffix " },
	{ " install-sh ", at_rule_install, AT_RULE_INSTALL, " -t -m -o -g -S " },

	{ " cp ln ", at_rule_writes_last, AT_RULE_OUTSIDE, " -t -S --target-directory --suffix " },
	{ " rsync ",
		at_rule_writes_last, AT_RULE_OUTSIDE, " -e -f --rsh --filter --exclude --include --exclude-from --include-from " },
	{ " mv ", at_rule_writes_all, AT_RULE_OUTSIDE, " -t -S --target-directory --suffix " },
	{ " tee rmdir rm unlink ranlib ", at_rule_writes_all, AT_RULE_OUTSIDE, "  " },
	{ " mkdir mkfifo ", at_rule_writes_all, AT_RULE_OUTSIDE, " -m --mode " },
	{ " touch ", at_rule_writes_all, AT_RULE_OUTSIDE, " -d -r -t --date --reference " },
	{ " truncate ", at_rule_writes_all, AT_RULE_OUTSIDE, " -s -r --size --reference " },
	{ " shred ", at_rule_writes_all, AT_RULE_OUTSIDE, " -n -s " },
	{ " strip ", at_rule_writes_all, AT_RULE_OUTSIDE, " -o -K -N -R " },
	{ " gzip ", at_rule_writes_all, AT_RULE_OUTSIDE, " -S " },
	{ " chmod chown chgrp ", at_rule_writes_all, AT_RULE_OUTSIDE, " MODE --reference " },
	{ " sed ", at_rule_sed, AT_RULE_OUTSIDE, " -e -f -l --expression --file " },
	{ " dd ", at_rule_dd, AT_RULE_OUTSIDE, NULL },
	{ " tar bsdtar ", at_rule_tar, AT_RULE_OUTSIDE, NULL },
	{ " unzip ", at_rule_writes_option, AT_RULE_OUTSIDE, "-d" },
	{ " ar gcc-ar llvm-ar ", at_rule_ar, AT_RULE_OUTSIDE, NULL },
	{ " setup.py ", not_any, AT_RULE_INSTALL, " install develop " },
	{ " c cc gcc c++ g++ clang clang++ ld as gfortran ", at_rule_writes_option, AT_RULE_OUTSIDE, "-o" },
	{ " rustc ", at_rule_writes_option, AT_RULE_OUTSIDE, "-o --out-dir" },
	{ " dpkg-buildpackage debuild rpmbuild makepkg ", never, AT_RULE_OUTSIDE, NULL },

	{ " systemctl service useradd adduser groupadd addgroup usermod mount umount modprobe insmod sysctl chroot "
		"docker podman su runuser reboot shutdown kill killall pkill crontab ulimit ",
		never, AT_RULE_SYSTEM, NULL },

	{ " sh bash dash ksh zsh ash ", at_rule_shell, NULL, NULL },
	{ " eval ", at_rule_eval, NULL, NULL },
	{ " trap ", never, "sets a trap", NULL },
	{ " alias ", never, "sets an alias", NULL },
	{ " . source ", at_rule_source, NULL, NULL },
	{ " find ", at_rule_find, AT_RULE_OUTSIDE, NULL },
	{ " xargs ", at_rule_xargs, NULL, " -a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --replace " },
	{ " cd ", at_rule_cd, NULL, NULL },
	{ " export readonly ", at_rule_export, NULL, NULL },
	{ " unset read getopts ", at_rule_unset, NULL, NULL },
	{ " exit ", at_rule_exit, NULL, NULL },
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

/* A command that is not a prefix. A script that no rule names is judged by what it is called. */
static bool judge_command(struct at_judge *judge, const char *name, char **words, size_t count)
{
	for (size_t i = 0; i < count && strcmp(name, "cd"); i++)
		if (at_judge_names_source(judge, words[i]))
			return at_judge_refuse(judge, "names the source by its absolute path; use a relative one");
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (at_judge_among(rules[i].names, name))
			return rules[i].judge(judge, &rules[i], words, count);
	return !strchr(words[0], '/') || !at_judge_installs(words[0]) || at_judge_refuse(judge, AT_RULE_INSTALL);
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
	if (!prefix)
		good = judge_command(judge, name, words, count);
	else if (at_judge_has_word(words, prefix, " -C --chdir -S --split-string ") && !strcmp(name, "env"))
		good = at_judge_refuse(judge, "what env runs cannot be judged");
	else if (prefix < count)
		good = at_judge_words(judge, words + prefix, count - prefix);
	free(name);
	return good;
}
