#include "probe_misaligned.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOADS = 2000, ATTEMPTS = 20, SECONDS = 20 };

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* One load of 8 bytes that the compiler may neither leave out nor take apart. */
static inline uint64_t load(const unsigned char *at)
{
	uint64_t value;

#if defined __x86_64__
	__asm__ volatile("movq (%1), %0" : "=r"(value) : "r"(at) : "memory");
#elif defined __aarch64__
	__asm__ volatile("ldr %0, [%1]" : "=r"(value) : "r"(at) : "memory");
#elif defined __riscv && __riscv_xlen == 64
	__asm__ volatile("ld %0, 0(%1)" : "=r"(value) : "r"(at) : "memory");
#else
	value = *(const volatile uint64_t *)(const volatile void *)at;
#endif
	return value;
}

/* The shortest time of LOADS loads at an address, in seconds. */
static double shortest(const unsigned char *at)
{
	double best = 0;

	for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
		double start = now();
		for (int i = 0; i < LOADS; i++)
			load(at);
		double taken = now() - start;
		if (attempt == 0 || taken < best)
			best = taken;
	}
	return best;
}

_Noreturn static void measure(double *ratio)
{
	static _Alignas(64) unsigned char memory[64];
	const struct rlimit no_core = { 0, 0 };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &no_core);
	signal(SIGBUS, SIG_DFL);
	signal(SIGALRM, SIG_DFL);
	alarm(SECONDS);
	double aligned = shortest(memory + 8), misaligned = shortest(memory + 9);
	*ratio = aligned > 0 ? misaligned / aligned : 0;
	_exit(0);
}

void at_misaligned_time(struct at_misaligned *misaligned, const struct at_misaligned_limits *limits)
{
	double *ratio = mmap(NULL, sizeof *ratio, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status = -1;

	if (ratio == MAP_FAILED)
		return;
	pid_t pid = fork();
	if (pid == 0)
		measure(ratio);
	while (pid > 0 && waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			pid = -1;
	if (pid > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS)
		*misaligned = (struct at_misaligned){ AT_MISALIGNED_UNSUPPORTED, true, 0 };
	else if (pid > 0 && WIFEXITED(status) && *ratio > 0)
		*misaligned = (struct at_misaligned){ *ratio <= limits->fast_most ? AT_MISALIGNED_FAST :
				*ratio >= limits->emulated_least ? AT_MISALIGNED_EMULATED : AT_MISALIGNED_SLOW, true, *ratio };
	munmap(ratio, sizeof *ratio);
}

void at_misaligned_write(const struct at_misaligned *misaligned, struct at_json *json)
{
	static const char *const speeds[] = { "unknown", "emulated", "slow", "fast", "unsupported" };

	if (misaligned->speed == AT_MISALIGNED_UNKNOWN)
		return;
	at_json_object(json, "misaligned");
	at_json_text(json, "speed", speeds[misaligned->speed]);
	at_json_text(json, "how", misaligned->timed ? "inferred" : "detected");
	at_json_text(json, "by", misaligned->timed ? "timing" : "hwprobe");
	if (misaligned->ratio > 0)
		at_json_real(json, "load_ratio", (double)(int64_t)(misaligned->ratio * 100 + 0.5) / 100);
	at_json_end(json);
}
