# codes.jq: every code that a verdict, a refusal or a failed document carries beside its sentence for people.
# Decisions read codes; the sentences may be worded anew at any time. A code is snake_case, and keeps its meaning for
# ever. tests/mk/house.bats holds this list against the filters, the scripts and atesor(7). Codes of warnings stand in
# atesor(7), by the program that gives them.

def refusal($code; $reason): {code: $code, reason: $reason};

# -- verdicts of a tune: code → its words
def verdict_table: {
    faster: "faster",
    slower: "slower",
    no_change: "no change",
    no_effect: "no effect",
    same_code: "same as",
    does_not_build: "does not build",
    gate1_failed: "gate 1 failed",
    gate2_failed: "gate 2 failed",
    gate3_failed: "gate 3 failed",
    output_not_repeatable: "output not repeatable",
    unstable: "unstable",
    not_timed: "not timed",
    not_checked: "not checked",
    not_confirmed: "not confirmed",
    accepted: "accepted",
    left_out: "left out",
    second_baseline_failed: "the baseline breaks with another layout"};
def verdict_words: verdict_table[.] // error("no such verdict: \(.)");
# The part of a tune's row that says how it came out; $why: {code, reason}.
def verdict($code): {code: $code, verdict: ($code | verdict_words)};
def verdict($code; $why): verdict($code) + {reason_code: $why.code, reason: $why.reason};

# The verdicts of a tune that broke something.
def is_broken: IN("does_not_build", "gate1_failed", "gate2_failed", "gate3_failed", "output_not_repeatable");
# Those that the first session called faster.
def was_faster: IN("faster", "accepted", "not_checked", "not_confirmed");

# -- reasons: code → meaning
def reason_table:
  # the run
  {no_compiler: "the compiler of the baseline was not found",
   no_artifacts: "the build made no program and no library",
   no_tune_applies: "every step of the ladder was left out",
   no_faster_tune: "no tune was faster",
   gain_not_confirmed: "no gain held in its second check",
   gain_not_checked: "a gain is left without its second check",
   no_timing: "no tune got a timing",
   not_ended: "the run has not ended",
   step_failed: "a step could not be done"}
  # commands, builds and their tests
  + {command_failed: "a replayed command ended with another exit code than 0",
   command_timed_out: "a replayed command did not end within its limit",
   command_ended_by_signal: "a replayed command was ended by a signal",
   no_command_to_repeat: "no command of the build can be repeated",
   no_tests: "the package names no tests",
   no_binfmt: "the kernel does not start programs of the target",
   baseline_fails_tests: "the baseline fails tests that the same build passed",
   tests_fail: "the tests fail",
   tests_flaky: "the tests pass only sometimes"}
  # gate 1
  + {artifact_not_built: "a required file was not built",
   artifact_older_than_build: "a required file was not made by this build",
   artifact_for_other_machine: "a file is for another machine",
   artifact_unreadable: "a file cannot be inspected",
   wrapper_failed: "the compiler wrapper failed",
   build_outside_tree: "the build worked outside its tree",
   no_compiler_call: "the wrapper saw no compiler call",
   flags_reached_no_compile: "the tune's flags reached no compile",
   flags_reached_no_link: "the tune's flags reached no link",
   configuration_differs: "the build configured itself otherwise than the baseline's",
   interface_lost: "something that users of the files rely on is lost",
   profile_does_not_fit: "the profile is of other code",
   profile_not_used: "no object was compiled with its profile",
   profile_used_in_part: "objects that wrote a profile were compiled without it",
   level_reached_no_program: "no program records the level that it should be built for",
   profile_reached_no_program: "no program records the profile that it should be built with",
   no_code_to_compare: "a file holds no code that could be compared",
   no_common_file: "no file is in both builds",
   equals_baseline: "the code equals the baseline's",
   equal_code: "the code equals that of another tune"}
  # the machine
  + {not_probed: "the machine could not be probed",
   computes_wrong: "the machine changes data that it computes on"}
  # why a step of the ladder is left out
  + {not_chosen: "the user did not choose it",
   core_unknown: "the processor's core is unknown",
   core_not_in_compiler: "the compiler does not know the core",
   flag_not_accepted: "the compiler does not accept the flag",
   baseline_has_flag: "the baseline is built so already",
   machine_has_no_more: "the machine has nothing beyond what is usual",
   machine_has_no_vector: "the machine has no vector extension",
   machine_lacks_features: "the machine lacks features of the core's name",
   no_vector_code: "the compiler emits no vector code",
   level_too_low: "the machine is below the level that the step needs",
   level_is_default: "the machine is at the level that is the default",
   arch_unknown: "the architecture is unknown",
   emulator_cpu_unknown: "no CPU model of the emulator is named",
   no_clang: "no clang was found",
   clang_without_bitmanip: "clang emits no bit-manipulation instructions",
   no_go: "no Go was found",
   go_too_old: "this Go is too old",
   no_rust: "no Rust was found"}
  # profile-guided tunes
  + {training_does_not_build: "the training build fails",
   training_fails: "the training build fails the workload",
   no_profile_written: "the training wrote no profile",
   no_samples: "no sample lies in the package's files",
   no_perf: "perf was not found",
   perf_not_allowed: "perf may not record",
   no_llvm_profdata: "llvm-profdata was not found",
   no_workload_to_train: "there is no workload to train with",
   no_go_benchmark: "the workload is no Go benchmark",
   language_without_pgo: "the language has no profile-guided tune",
   benchmarks_fail: "the benchmarks fail when they are profiled"}
  # budget
  + {budget_below_step: "less than ATESOR_STEP_MIN remains",
   budget_below_second_check: "too little remains for the tune and the second check",
   budget_below_session: "too little remains for a timing session"}
  # gate 3 and timing
  + {output_differs: "the output differs from the baseline's",
   output_not_repeatable: "runs of the same build give different output",
   workload_fails: "the workload fails",
   workload_could_not_run: "the workload could not be run",
   emulated: "an emulated target is not timed",
   baseline_fails: "the unchanged baseline fails in measurements",
   baseline_not_repeatable: "the baseline's own runs give different output",
   unstable: "the machine changed its clock or met its temperature limit",
   session_cut_short: "the session ended before its last line",
   too_few_rounds: "too few complete rounds",
   no_figures: "the session gave no figures",
   slower_in_guard: "the tune is slower in a guard",
   guard_without_figures: "a guard gave no figures",
   guard_unusable: "the baseline cannot run a guard",
   faster_tune_first: "a faster tune was checked first"}
  # the workload
  + {no_workload: "no workload was found",
   workload_fails_on_baseline: "the baseline fails the workload",
   workload_watches_clock: "the workload takes the same time, however much CPU it gets",
   workload_without_output: "the workload gives no output that could be compared",
   workload_too_long: "a run is too long",
   workload_too_short: "a run is too short",
   workload_sizeless: "a larger input takes no longer",
   workload_leftovers: "the workload changes files beside its output",
   workload_waits: "the workload waits most of its time",
   workload_writes_stderr: "the workload succeeds and writes to stderr",
   input_without_effect: "the output is the same for another input",
   not_tried: "too little of the budget was left to try it",
   harness_does_not_build: "the harness does not build",
   template_refused: "the template cannot be run",
   program_harmful: "a program of this name works on the system",
   no_library_calls: "the program calls nothing of the package's libraries",
   no_buffer_function: "no function of the library takes just a buffer",
   no_target_driver: "a driver would be built for this machine, not for the target",
   go_tests_cached: "go test keeps its results",
   no_go_benchmarks: "the module has no benchmarks",
   go_benchmarks_unknown: "go test does not list benchmarks",
   agent_no_answer: "the agent gave no answer",
   agent_bad_answer: "the agent's answer cannot be used"}
  # golden, explain
  + {golden_unusable: "ATESOR_GOLDEN or its rows cannot be used",
   tune_left_out: "the tune was left out",
   tune_unknown: "the tune has no verdict",
   tune_broke_nothing: "the tune broke nothing",
   tune_without_its_flags: "the tune did not get its flags or its profile",
   fails_not_again: "a fresh build does not fail again",
   fails_not_in_parts: "no part of the flags fails",
   too_many_trials: "as many trials were made as may be",
   budget_below_trial: "too little remains for a trial"};
