# defaults.mk: every public variable of atesor. Nothing else stands here, and nothing that is not here is public.
#
# Scope: "package" is set by the maintainer in the package's Makefile; "user" by whoever runs make, on its command line
# or in the environment; "system" is a threshold of the method, changed for a whole site or for a trial. Whatever sets
# a variable before this point wins (`?=`); an assignment after the include wins too. mk/goal/config.jq checks the
# values. `make atesor-vars` prints these comments, `make atesor-print-ATESOR_EFFECT` a value. The programs take their
# defaults from here, too (lib/thresholds.awk).

# -- the package ------------------------------------------------------------------------------------------------------
# ATESOR_SRC (package, since 0.1): the package's directory. It is only ever read.
ATESOR_SRC          ?= $(CURDIR)
# ATESOR_BUILD (package, since 0.1): the command that builds the package, as you type it in its directory.
ATESOR_BUILD        ?= make
# ATESOR_RECIPE (package, since 0.1): a recorded recipe (JSON) whose commands are repeated instead of ATESOR_BUILD: its
# file; if it holds several, also the package and the sandbox, as further words.
ATESOR_RECIPE       ?=
# ATESOR_CLEAN (package, since 0.1): a command that cleans the copy of a source that was already built. It runs before
# atesor removes the compiled files that are still there.
ATESOR_CLEAN        ?=
# ATESOR_TEST (package, since 0.1): the command that tests the package. Empty: no gate 2.
ATESOR_TEST         ?=
# ATESOR_TEST_RUNS (package, since 0.1): how many times the untuned build is tested. If the results differ, the tests
# are called flaky.
ATESOR_TEST_RUNS    ?= 3
# ATESOR_LANG (package, since 0.1): the language of the ladder: c (C and C++), go or rust. Empty: go or rust if the
# build calls go, cargo or rustc, else c.
ATESOR_LANG         ?=
# ATESOR_PROGRAMS (package, since 0.1): the programs that the build makes, relative to ATESOR_SRC. Empty: those found.
ATESOR_PROGRAMS     ?=
# ATESOR_LIBS (package, since 0.1): the libraries (.so, .a) that the build makes, relative to ATESOR_SRC. Empty: those
# found.
ATESOR_LIBS         ?=
# ATESOR_BIN (package, since 0.1): which program {bin} is. Empty: the first of ATESOR_PROGRAMS.
ATESOR_BIN          ?=
# ATESOR_WORKLOAD (package, since 0.1): a command that does a fixed amount of work, with {bin}, {input} and {output};
# for a harness also {iterations}.
ATESOR_WORKLOAD     ?=
# ATESOR_INPUT (package, since 0.1): what {input} is: a file, or kind:bytes (binary, text, json, csv) to generate it.
ATESOR_INPUT        ?=
# ATESOR_TRAIN (package, since 0.1): the input of the training runs of profile-guided tunes: a file, or kind:bytes; or
# a command of their own, as in {bin} -1 {input:text:8M}. Empty: an input of the kind and size of ATESOR_INPUT, with
# other contents.
ATESOR_TRAIN        ?=
# ATESOR_HARNESS (package, since 0.1): the source of a driver that calls the library. It reads its input once, does the
# work {iterations} times and prints one line that starts with ATESOR-CHECK. Words for its link may follow (-lm,
# util.c), and options (-Idir).
ATESOR_HARNESS      ?=
# ATESOR_CHECK (package, since 0.1): what gate 3 compares: stdout, file ({output} alone), lines:PREFIX or none. Empty:
# both stdout and {output}; for a harness lines:ATESOR-CHECK.
ATESOR_CHECK        ?=
# ATESOR_WORKLOAD_ENV (package, since 0.1): NAME=VALUE words that are added to the workload's environment, which is
# otherwise fixed.
ATESOR_WORKLOAD_ENV ?=
# ATESOR_STDERR (package, since 0.1): what to do about a workload that succeeds and writes to stderr: ignore, warn or
# fail.
ATESOR_STDERR       ?= warn
# ATESOR_GUARD (package, since 0.1): up to four further commands, separated by ';', as in
# {bin} -d < {input:sample.gz}; {bin} -1 {input}. A tune is accepted only if it is proven slower in none of them.
# {input:X} names an input of the command's own: a file, or kind:bytes.
ATESOR_GUARD        ?=
# ATESOR_EXTRA_TUNES (package, since 0.1): up to four tunes of your own: their flags, separated by ';', as in
# -O2 -funroll-loops; -Os
ATESOR_EXTRA_TUNES  ?=
# ATESOR_GOLDEN (package, since 0.1): for atesor-golden: a command, run in the built tree, that prints a line
# "name hash" for each of its outputs.
ATESOR_GOLDEN       ?=
# ATESOR_GOLDEN_ROWS (package, since 0.1): for atesor-golden: row sets, rows NAME:ENV:COMMAND and options of
# atesor-hash(1) such as --stdout and --jobs=1, separated by ';'.
ATESOR_GOLDEN_ROWS  ?= default
# ATESOR_BAR (package, since 0.1): a table of engines and rows for atesor-bar(1), relative to ATESOR_SRC.
ATESOR_BAR          ?=

# -- who runs it ------------------------------------------------------------------------------------------------------
# ATESOR_OUT (user, since 0.1): the directory where everything is written. It must be outside ATESOR_SRC.
ATESOR_OUT          ?= $(ATESOR_SRC).opt
# ATESOR_CC (user, since 0.1): the C compiler of the baseline and of the gcc tunes. Empty: gcc.
ATESOR_CC           ?=
# ATESOR_CXX (user, since 0.1): the C++ compiler of the same builds. Empty: the one that belongs to ATESOR_CC.
ATESOR_CXX          ?=
# ATESOR_TUNES (user, since 0.1): which steps of the ladder are tried.
ATESOR_TUNES        ?= 1 2 3 4 5 6
# ATESOR_PGO (user, since 0.1): profile-guided tunes: auto or instr (instrumented), sample (from samples of perf), both
# or none.
ATESOR_PGO          ?= auto
# ATESOR_TARGET (user, since 0.1): the machine to build for: native, or an emulated riscv64 or aarch64, whose tunes are
# built and gated but never timed.
ATESOR_TARGET       ?= native
# ATESOR_TRIPLET (user, since 0.1): the prefix of an emulated target's cross compilers, TRIPLET-gcc and so on.
# ATESOR_BUILD can say --host=$(ATESOR_TRIPLET).
ATESOR_TRIPLET      ?= $(if $(filter-out native,$(ATESOR_TARGET)),$(ATESOR_TARGET)-linux-gnu)
# ATESOR_QEMU_CPU (user, since 0.1): the CPU model of an emulated target (QEMU_CPU of each command). Empty: the
# emulator's default, and no ISA tune.
ATESOR_QEMU_CPU     ?=
# ATESOR_CPU (user, since 0.1): the CPU that timed runs are pinned to. Empty: the allowed CPU with the highest number.
ATESOR_CPU          ?=
# ATESOR_METRIC (user, since 0.1): what is compared: auto (CPU time if the run computes, else wall time), cpu or wall.
ATESOR_METRIC       ?= auto
# ATESOR_RULE (user, since 0.1): how a session is judged: paired, interval or screen (atesor-stats(1)).
ATESOR_RULE         ?= paired
# ATESOR_EFFECT (user, since 0.1): the smallest change that counts, in percent.
ATESOR_EFFECT       ?= 2
# ATESOR_ROUNDS (user, since 0.1): the rounds of a session with the rule interval. Each round times both builds once,
# in random order.
ATESOR_ROUNDS       ?= 20
# ATESOR_MAX_ROUNDS (user, since 0.1): the most rounds of a session. With the rules paired and screen it stops as soon
# as they have decided; with interval it goes on up to here if ATESOR_ROUNDS are too few to resolve ATESOR_EFFECT.
ATESOR_MAX_ROUNDS   ?= 40
# ATESOR_TIMEOUT (user, since 0.1): the time limit of one workload run, in seconds.
ATESOR_TIMEOUT      ?= 300
# ATESOR_BUDGET (user, since 0.1): the time limit of all steps together, in seconds.
ATESOR_BUDGET       ?= 3600
# ATESOR_JOBS (user, since 0.1): the number of jobs of each replayed build (make -j). Empty: the number of allowed CPUs.
ATESOR_JOBS         ?=
# ATESOR_BUILD_FIRST (user, since 0.1): 1 builds and gates all tunes side by side before anything is timed.
ATESOR_BUILD_FIRST  ?= 0
# ATESOR_KEEP (user, since 0.1): 1 keeps the tree copies at the end.
ATESOR_KEEP         ?= 0
# ATESOR_LOCK (user, since 0.1): the machine-wide lock that keeps two timings from overlapping.
ATESOR_LOCK         ?= /run/lock/atesor.lock
# ATESOR_FORCE (user, since 0.1): 1 lets atesor-bar measure on a busy machine, and without the lock if it cannot be
# had. Nothing is published then.
ATESOR_FORCE        ?= 0
# ATESOR_BAR_ROWS (user, since 0.1): which rows of ATESOR_BAR to measure, as in model:variant:batch. Empty: all.
ATESOR_BAR_ROWS     ?=
# ATESOR_BAR_THREADS (user, since 0.1): the numbers of threads to measure the engines of ATESOR_BAR with, as in 1 all
ATESOR_BAR_THREADS  ?= 1
# ATESOR_ROOFLINE (user, since 0.1): options of atesor-roofline(1) for the goal atesor-roofline, as in --quick
ATESOR_ROOFLINE     ?=
# ATESOR_JUNIT (user, since 0.1): a file for the results as JUnit XML, which continuous integration shows: a test case
# for each gate of each tune. A relative name is below ATESOR_OUT; it must not lie inside ATESOR_SRC.
ATESOR_JUNIT        ?=
# ATESOR_HWCAPS (user, since 0.1): 1 lays out the shared libraries of atesor-package for x86-64 as
# lib/glibc-hwcaps/LEVEL/SONAME, where glibc's loader finds them on processors of that level only.
ATESOR_HWCAPS       ?= 0
# ATESOR_AGENT (user, since 0.1): a program that proposes workloads if the package names none: it reads a question
# (JSON) and answers. A second word names another program, which is asked if the first gives no answer.
ATESOR_AGENT        ?=
# ATESOR_TUNE (user, since 0.1): which tune atesor-explain explains, as in tun5.
ATESOR_TUNE         ?=
# ATESOR_SEED (user, since 0.1): any word; generated inputs, round orders and resampling follow from it.
ATESOR_SEED         ?= atesor-measure
# V (user, since 0.1) is make's usual one: V=1 shows every command. It is not ours, so it has no default here.

# -- thresholds of the method -----------------------------------------------------------------------------------------
# ATESOR_ALPHA (system, since 0.1): the p value below which the rule interval believes a difference.
ATESOR_ALPHA        ?= 0.05
# ATESOR_PAIRED_ALPHA (system, since 0.1): the one-sided level of the signed-rank test at one look of the rules paired
# and screen.
ATESOR_PAIRED_ALPHA ?= 0.004
# ATESOR_BAND_ALPHA (system, since 0.1): the one-sided level at which a ratio is believed to lie within ATESOR_EFFECT
# of 1.
ATESOR_BAND_ALPHA   ?= 0.025
# ATESOR_MIN_ROUNDS (system, since 0.1): the fewest complete rounds that make a session a measurement.
ATESOR_MIN_ROUNDS   ?= 5
# ATESOR_WARMUP (system, since 0.1): the untimed runs of each build at the start of the first session.
ATESOR_WARMUP       ?= 3
# ATESOR_CALIBRATE (system, since 0.1): the runs of the baseline that show how noisy the machine is.
ATESOR_CALIBRATE    ?= 10
# ATESOR_WARN_LOAD (system, since 0.1): the number of CPUs that other programs may use when a session starts. If they
# use more, the session gets a warning.
ATESOR_WARN_LOAD    ?= 0.5
# ATESOR_WARN_CELSIUS (system, since 0.1): the temperature at which a session has no verdict, in degrees Celsius.
ATESOR_WARN_CELSIUS ?= 75
# ATESOR_WARN_CLOCK (system, since 0.1): the largest change of the clock frequency during a session, in percent. With a
# larger one the session has no verdict.
ATESOR_WARN_CLOCK   ?= 5
# ATESOR_WARN_CONTENTION (system, since 0.1): the percentage of the time for which a session's runs, or any process of
# the machine, may be ready to run and have no CPU. Above it the session gets a warning.
ATESOR_WARN_CONTENTION ?= 5
# ATESOR_WARN_FIRST (system, since 0.1): the factor by which the first run of a session may be slower than the others.
# Above it the session gets a warning: the first run may have left a cache.
ATESOR_WARN_FIRST   ?= 2
# ATESOR_CPU_BOUND (system, since 0.1): the percentage of its time for which a run must compute, in a single thread, so
# that CPU time is compared (ATESOR_METRIC=auto).
ATESOR_CPU_BOUND    ?= 90
# ATESOR_SAME_TIME (system, since 0.1): a program whose output differs from run to run, while its times differ by less
# than this percentage, works until a time is over instead of doing a fixed amount.
ATESOR_SAME_TIME    ?= 2
# ATESOR_MOMENT (system, since 0.1): the time, in seconds, that a program may need to start or to be read from disk.
# Nothing is concluded from a shorter time, or from a smaller difference of times.
ATESOR_MOMENT       ?= 0.02
# ATESOR_RESAMPLES (system, since 0.1): the bootstrap resamples that give the 95 % interval of the rule interval.
ATESOR_RESAMPLES    ?= 2000
# ATESOR_STEP_MIN (system, since 0.1): the seconds of the budget that must remain for a step to start.
ATESOR_STEP_MIN     ?= 300
# ATESOR_COMMAND_MAX (system, since 0.1): the time limit of one replayed command, in seconds. The rest of the budget
# lowers it, down to ATESOR_COMMAND_MIN.
ATESOR_COMMAND_MAX  ?= 1800
# ATESOR_COMMAND_MIN (system, since 0.1): the seconds that one replayed command gets even if less of the budget remains.
ATESOR_COMMAND_MIN  ?= 60
# ATESOR_RUN_GOAL (system, since 0.1): how long a workload run should take, in seconds. Generated input is scaled
# toward it.
ATESOR_RUN_GOAL     ?= 2
# ATESOR_RUN_SHORT (system, since 0.1): the shortest run, in seconds. A shorter one of a program gets a warning, a
# shorter one of a harness is refused.
ATESOR_RUN_SHORT    ?= 0.5
# ATESOR_RUN_LONG (system, since 0.1): the longest workload run, in seconds. A longer one is refused.
ATESOR_RUN_LONG     ?= 5
# ATESOR_CHECK_RUNS (system, since 0.1): the runs of the baseline that must give the same output.
ATESOR_CHECK_RUNS   ?= 4
# ATESOR_INPUT_MIN, ATESOR_INPUT_MAX (system, since 0.1): the smallest and the largest size that a generated input is
# scaled to.
ATESOR_INPUT_MIN    ?= 1M
ATESOR_INPUT_MAX    ?= 512M
# ATESOR_CPU_SHARE (system, since 0.1): the percentage of its time for which a workload should compute. Below it the
# workload gets a warning.
ATESOR_CPU_SHARE    ?= 50
# ATESOR_SELF_TIMED (system, since 0.1): a workload that takes at most this percentage longer on a third of a CPU
# watches the clock. Its time says nothing about the build, so it is refused.
ATESOR_SELF_TIMED   ?= 15
# ATESOR_SQUEEZED (system, since 0.1): the factor by which a third of a CPU must slow down a fixed amount of work before
# ATESOR_SELF_TIMED is applied. With a smaller factor the run waited too little to prove anything.
ATESOR_SQUEEZED     ?= 1.6
# ATESOR_START_UP (system, since 0.1): the seconds below which a run is mostly the start of a program. It says nothing
# about how the work grows with the input.
ATESOR_START_UP     ?= 0.2
# ATESOR_AGENT_TIMEOUT, ATESOR_AGENT_HARNESS_TIMEOUT (system, since 0.1): how long an agent may take to propose a
# command, and to write a harness, in seconds.
ATESOR_AGENT_TIMEOUT ?= 135
ATESOR_AGENT_HARNESS_TIMEOUT ?= 240
# ATESOR_AGENT_ROUNDS, ATESOR_AGENT_MAX_ROUNDS (system, since 0.1): how many times an agent is told what was wrong and
# asked again; and how many times at most while each of its answers fails in a new way.
ATESOR_AGENT_ROUNDS ?= 3
ATESOR_AGENT_MAX_ROUNDS ?= 8
# ATESOR_AGENT_STEP_MIN (system, since 0.1): the seconds of the budget that must remain for an agent to be asked.
ATESOR_AGENT_STEP_MIN ?= 600
# ATESOR_CODE_FILES, ATESOR_CODE_LIMIT (system, since 0.1): the number of artifacts whose instructions gate 1 counts,
# and how many bytes of the code of each.
ATESOR_CODE_FILES   ?= 8
ATESOR_CODE_LIMIT   ?= 32M
# ATESOR_EMULATED_CODE_FILES, ATESOR_EMULATED_CODE_LIMIT (system, since 0.1): the same for an emulated machine.
ATESOR_EMULATED_CODE_FILES ?= 4
ATESOR_EMULATED_CODE_LIMIT ?= 1M
# ATESOR_EXPLAIN_TRIALS (system, since 0.1): the most builds that atesor-explain makes.
ATESOR_EXPLAIN_TRIALS ?= 60
# ATESOR_INTEGRITY_ROUNDS, ATESOR_INTEGRITY_BYTES, ATESOR_INTEGRITY_SECONDS (system, since 0.1): the check of the
# machine: the round trips on each CPU, the size of their data, and the time limit of each CPU in seconds.
ATESOR_INTEGRITY_ROUNDS ?= 10
ATESOR_INTEGRITY_BYTES ?= 8M
ATESOR_INTEGRITY_SECONDS ?= 600
# ATESOR_MISALIGNED_FAST, ATESOR_MISALIGNED_EMULATED (system, since 0.1): if the kernel does not say how fast
# misaligned loads are, they are compared with aligned ones: up to the first factor they are fast, from the second one
# on they are emulated.
ATESOR_MISALIGNED_FAST ?= 4
ATESOR_MISALIGNED_EMULATED ?= 40
# ATESOR_SECOND_FLAG (system, since 0.1): the flag that changes the code layout, and nothing else, in the second check.
ATESOR_SECOND_FLAG  ?= -falign-functions=64
# ATESOR_BAR_PASS, ATESOR_BAR_TARGET, ATESOR_BAR_RSS (system, since 0.1): for atesor-bar, as ratios to the reference
# engine: the time with which an engine passes, the time with which it meets the target, the memory with which it
# passes.
ATESOR_BAR_PASS     ?= 1.5
ATESOR_BAR_TARGET   ?= 1.15
ATESOR_BAR_RSS      ?= 1.5
# ATESOR_BAR_GAP (system, since 0.1): for atesor-bar: an answer that comes later than the engine says its calls took,
# by more than this percentage and by more than ATESOR_MOMENT, is not published.
ATESOR_BAR_GAP      ?= 10
# ATESOR_ROOF_NOISY, ATESOR_ROOF_NOISY_SHARED (system, since 0.1): for atesor-roofline: the interquartile range, in
# percent of the median, above which a result is called noisy: for L1, L2 and arithmetic; for L3 and RAM.
ATESOR_ROOF_NOISY   ?= 10
ATESOR_ROOF_NOISY_SHARED ?= 20
# ATESOR_ROOF_WALL, ATESOR_ROOF_STAGGER (system, since 0.1): for atesor-roofline: a slice of a measurement counts if
# the ratio of its wall time to its CPU time, and that of the time of all participants to the time of the slowest one,
# are no greater than these.
ATESOR_ROOF_WALL    ?= 1.03
ATESOR_ROOF_STAGGER ?= 1.03
# ATESOR_ROOF_PATIENCE (system, since 0.1): for atesor-roofline: the factor of the time that a measurement needs, after
# which it is given up.
ATESOR_ROOF_PATIENCE ?= 2
# ATESOR_ROOF_CLOCK (system, since 0.1): for atesor-roofline: two readings of the clock frequency agree if they differ
# by at most this percentage.
ATESOR_ROOF_CLOCK   ?= 3
# ATESOR_ROOF_LEVEL, ATESOR_ROOF_BELOW (system, since 0.1): for atesor-roofline: latencies that differ by at most the
# first percentage count as level; those of a cache are at most the second percentage of the latency of the largest
# size.
ATESOR_ROOF_LEVEL   ?= 50
ATESOR_ROOF_BELOW   ?= 50
# ATESOR_ROOF_LOAD (system, since 0.1): for atesor-roofline: the number of CPUs that other programs may use during a
# measurement. If they use more, the profile gets a warning.
ATESOR_ROOF_LOAD    ?= 0.2
