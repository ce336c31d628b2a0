#include "processor_team.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#include "alloc.h"

/* So many looks at the barrier before the processor is offered to others: a participant whose processor is taken away, or who
 * shares it with this one, must not be waited for with a burning processor. */
enum { SPINS = 20000 };

static inline void relax(void)
{
#ifdef __x86_64__
	__builtin_ia32_pause();
#elif defined __aarch64__
	__asm__ volatile("yield");
#endif
}

void processor_team_meet(struct processor_team *team)
{
	uint32_t phase = __atomic_load_n(&team->phase, __ATOMIC_ACQUIRE);

	if (__atomic_add_fetch(&team->arrived, 1, __ATOMIC_ACQ_REL) == team->count) {
		__atomic_store_n(&team->arrived, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&team->phase, phase + 1, __ATOMIC_RELEASE);
		return;
	}
	for (unsigned looks = 0; __atomic_load_n(&team->phase, __ATOMIC_ACQUIRE) == phase; looks++)
		if (looks < SPINS)
			relax();
		else
			sched_yield();
}

static void *live(void *given)
{
	struct processor_member *member = given;
	struct processor_team *team = member->team;
	uint64_t done = 0;

	if (at_cpus_pin(member->cpu))
		member->pin_error = errno;
	else if (sched_getcpu() != member->cpu)
		member->pin_error = EAGAIN;
	pthread_mutex_lock(&team->mutex);
	team->ready++;
	pthread_cond_signal(&team->rest);
	for (;;) {
		while (team->round == done && !team->end)
			pthread_cond_wait(&team->wake, &team->mutex);
		if (team->end)
			break;
		done = team->round;
		pthread_mutex_unlock(&team->mutex);
		team->job(team->context, member->number);
		pthread_mutex_lock(&team->mutex);
		if (!--team->busy)
			pthread_cond_signal(&team->rest);
	}
	pthread_mutex_unlock(&team->mutex);
	return NULL;
}

/* Signals are for the caller's threads: a member is born with all of them blocked. */
static int start(struct processor_member *member)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int error = pthread_create(&member->thread, NULL, live, member);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	member->started = !error;
	return error;
}

int processor_team_open(struct processor_team *team, const struct at_cpus *cpus)
{
	int error = 0;
	size_t started = 0;

	*team = (struct processor_team){ .count = cpus->count };
	pthread_mutex_init(&team->mutex, NULL);
	pthread_cond_init(&team->wake, NULL);
	pthread_cond_init(&team->rest, NULL);
	team->member = at_alloc(cpus->count * sizeof *team->member);
	for (size_t i = 0; i < cpus->count && !error; i++) {
		team->member[i] = (struct processor_member){ .team = team, .number = i, .cpu = cpus->cpu[i] };
		error = start(&team->member[i]);
		started += !error;
	}
	pthread_mutex_lock(&team->mutex);
	while (team->ready < started)
		pthread_cond_wait(&team->rest, &team->mutex);
	pthread_mutex_unlock(&team->mutex);
	if (error) {
		processor_team_close(team);
		errno = error;
		return -1;
	}
	return 0;
}

void processor_team_run(struct processor_team *team, processor_job *job, void *context)
{
	pthread_mutex_lock(&team->mutex);
	team->job = job;
	team->context = context;
	team->busy = team->count;
	team->round++;
	pthread_cond_broadcast(&team->wake);
	while (team->busy)
		pthread_cond_wait(&team->rest, &team->mutex);
	pthread_mutex_unlock(&team->mutex);
}

void processor_team_close(struct processor_team *team)
{
	pthread_mutex_lock(&team->mutex);
	team->end = true;
	pthread_cond_broadcast(&team->wake);
	pthread_mutex_unlock(&team->mutex);
	for (size_t i = 0; i < team->count; i++)
		if (team->member[i].started)
			pthread_join(team->member[i].thread, NULL);
	pthread_cond_destroy(&team->rest);
	pthread_cond_destroy(&team->wake);
	pthread_mutex_destroy(&team->mutex);
	free(team->member);
	*team = (struct processor_team){ 0 };
}
