#include "probe_isa.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buffer.h"
#include "cpus.h"

enum { RIGHT = 0, NOT_RIGHT = 1, SECONDS = 10 };

/* The child of one trial. `value` is in memory that the parent sees. */
_Noreturn static void run(const struct at_trial *trial, const struct at_cpus *cpus, uint64_t *value)
{
	static const int faults[] = { SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGTRAP, SIGALRM };
	const struct rlimit no_core = { 0, 0 };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &no_core);
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		signal(faults[i], SIG_DFL);
	alarm(SECONDS);
	if (!cpus->count && !trial->right(value))
		_exit(NOT_RIGHT);
	for (size_t i = 0; i < cpus->count; i++) {
		at_cpus_pin(cpus->cpu[i]);      /* one that has gone in the meantime is not tried */
		if (!trial->right(value))
			_exit(NOT_RIGHT);
	}
	_exit(RIGHT);
}

static void try_one(struct at_extension *extension, const struct at_trial *trial, const struct at_cpus *cpus, uint64_t *shared)
{
	int status = 0;
	pid_t pid = fork();

	*shared = 0;
	if (pid == 0)
		run(trial, cpus, shared);
	if (pid < 0)
		return;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return;
	extension->value = *shared;
	if (WIFSIGNALED(status)) {
		extension->signal = WTERMSIG(status);
		extension->trial = extension->signal == SIGILL ? AT_ILLEGAL : AT_ENDED;
	} else {
		extension->trial = WEXITSTATUS(status) == RIGHT ? AT_WORKS : AT_WRONG;
	}
}

/* What the CPU itself denies is not believed of the kernel's text. */
static bool claimed(const struct at_extension *extension)
{
	return (extension->cpuinfo == AT_CLAIMS && extension->cpuid != AT_CLAIMS_NOT) || extension->hwprobe == AT_CLAIMS ||
			extension->hwcap == AT_CLAIMS ||
			extension->cpuid == AT_CLAIMS;
}

void at_extensions_try(struct at_extension *list, size_t count, const struct at_trial *trials, size_t trial_count,
		bool claimed_only)
{
	struct at_cpus cpus = { 0 };
	uint64_t *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		return;
	at_cpus_allowed(&cpus);
	for (size_t i = 0; i < count; i++)
		for (size_t t = 0; t < trial_count; t++)
			if (!strcmp(list[i].name, trials[t].name) && (!claimed_only || claimed(&list[i])))
				try_one(&list[i], &trials[t], &cpus, shared);
	at_cpus_free(&cpus);
	munmap(shared, sizeof *shared);
}

bool at_extension_present(const struct at_extension *extension)
{
	return extension->trial == AT_NOT_TRIED ? claimed(extension) : extension->trial == AT_WORKS;
}

const char *at_extension_how(const struct at_extension *extension)
{
	if (!at_extension_present(extension))
		return "absent";
	return extension->trial == AT_WORKS || extension->hwprobe == AT_CLAIMS || extension->hwcap == AT_CLAIMS ||
			extension->cpuid == AT_CLAIMS ? "detected" : "inferred";
}

/* The names of those with that outcome, "a, b", allocated; NULL: none. */
static char *names_of(const struct at_extension *list, size_t count, enum at_trial_result trial)
{
	struct at_buffer names = AT_BUFFER_INIT;

	for (size_t i = 0; i < count; i++)
		if (list[i].trial == trial && (trial != AT_ILLEGAL || claimed(&list[i])))
			at_buffer_printf(&names, "%s%s", names.length ? ", " : "", list[i].name);
	return names.length ? at_buffer_take(&names) : NULL;
}

void at_extensions_findings(const struct at_extension *list, size_t count, struct at_warnings *findings)
{
	static const struct {
		enum at_trial_result trial;
		const char *code, *what;
	} kinds[] = {
		{ AT_WRONG, "wrong_value", "a test instruction gave a wrong value" },
		{ AT_ENDED, "trial_ended", "a test instruction was ended by another signal than SIGILL" },
		{ AT_ILLEGAL, "claimed_but_illegal", "claimed, but the test instruction is illegal" },
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		char *names = names_of(list, count, kinds[i].trial);
		if (names)
			at_warnings_add(findings, kinds[i].code, "%s: %s; it counts as absent", names, kinds[i].what);
		free(names);
	}
}

static void write_claim(const char *key, enum at_claim claim, struct at_json *json)
{
	if (claim != AT_UNASKED)
		at_json_bool(json, key, claim == AT_CLAIMS);
}

void at_extensions_write(const struct at_extension *list, size_t count, struct at_json *json)
{
	static const char *const trials[] = { "", "works", "illegal", "wrong value", "signal" };

	at_json_array(json, "evidence");
	for (size_t i = 0; i < count; i++) {
		const struct at_extension *extension = &list[i];
		if (!at_extension_present(extension) && !claimed(extension) && extension->trial != AT_WRONG && extension->trial != AT_ENDED)
			continue;
		at_json_object(json, NULL);
		at_json_text(json, "name", extension->name);
		at_json_text(json, "how", at_extension_how(extension));
		if (extension->trial != AT_NOT_TRIED)
			at_json_text(json, "trial", trials[extension->trial]);
		if (extension->trial == AT_ENDED)
			at_json_int(json, "signal", extension->signal);
		write_claim("cpuid", extension->cpuid, json);
		write_claim("hwprobe", extension->hwprobe, json);
		write_claim("hwcap", extension->hwcap, json);
		write_claim("cpuinfo", extension->cpuinfo, json);
		at_json_end(json);
	}
	at_json_end(json);
}
