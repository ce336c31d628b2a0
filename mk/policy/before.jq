# before.jq: the steps before any tune: probe, integrity, compiler, plan, the verified build, its tests, the baseline,
# the workload. Each is a step of the pipeline's fold: from the state to the state with what is wanted next (next),
# with how the run ended (over), or with what it found out.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";
include "policy/gates";
include "policy/built-warnings";
include "policy/budget";

def ends($status; why): why | {over: ({status: $status} + .)};
def ends_if_failed($status; $request): ends($status; failure_of($request));
def spend($request): .spent += seconds($request) | note_warnings($request);
def reason_after($words): .reason = "\($words): \(.reason)";

def probe: ask(wanted(probe_request), ends_if_failed("error"; probe_request)) | spend(probe_request);
# An emulator computes on this machine's CPUs; it is not what is measured.
def integrity: if machine.kind == "emulated" then .
    else ask(wanted(integrity_request), ends_if_failed("not measured"; integrity_request))
        | spend(integrity_request) end;

def compiler: if base_compiler
    then base_tune as $with | .vrfy = $with + {slot: "vrfy", flags: []} | .base = .vrfy + {slot: "base"}
    else finish("error"; refusal("no_compiler";
        "no compiler '\(base_name)' was found: set ATESOR_CC, or install it")) end;

# What the build makes, as the maintainer declares it, or else the recipe: {libs, programs}.
def is_library: .type | startswith("library");
def declared: (made(plan_request).data.artifacts // []) as $recorded
    | if .config | .programs + .libs != [] or .bin != ""
      then .config | {libs, programs: (.programs + ([.bin | select(. != "")] - .programs))}
      else {libs: [$recorded[] | select(is_library) | .path],
          programs: [$recorded[] | select(is_library | not) | .path]} end;
def plan: ask(wanted(plan_request), ends_if_failed("skipped"; plan_request)) | spend(plan_request)
    | step(.declared = declared | .notes += [(made(plan_request).data.not_repeated // [])[]]);

# What gate 1 requires: the libraries and the program that the workload runs; when none is declared, all that the
# verified build made.
def first_built: first(facts(.vrfy).artifacts[] | select(.type | IN("exec", "pie")) | .path);
def program: .config.bin, .declared.programs[0], first_built | select(. and . != "");
def nothing_is_declared: .declared.programs + .declared.libs == [] and .config.bin == "";
def settle_artifacts: .artifacts = [build(.vrfy).artifacts[].path | select(. != "")] | .bin = (first(program) // null)
    | .required = (if nothing_is_declared then .artifacts else .declared.libs + [.bin | select(.)] | unique end);
def made_nothing: refusal("no_artifacts";
    "the build made no program and no library: name them in ATESOR_PROGRAMS or ATESOR_LIBS");
def verify: .vrfy as $tune
    | ask(wanted(build_request($tune)), ends("skipped"; build_fault($tune)),
        ends("skipped"; select(build($tune).artifacts == []) | made_nothing),
        wanted(facts_request($tune); ["vrfy"]),
        ends("error"; failure_of(facts_request($tune)) | reason_after("the verified build cannot be inspected")))
    | step(settle_artifacts | spend(build_request($tune)) | .spent += seconds(facts_request($tune))
        | ask(ends("skipped"; gate1_artifacts($tune))));

# The goal atesor-golden ends here: it asks what the verified build computes in several configurations.
def golden: if .goal != "golden" then . else
    ask(wanted(golden_request; ["vrfy"]), ends("golden"; made(golden_request) | {code, reason: (.reason // "")})) end;

# Gate 2 is decisive only when the tests pass, the same way each time.
def not_decisive($why): {decisive: false} + $why;
def test_verdict: tests_request(.vrfy; .config.test_runs) as $tests | made($tests)
    | {decisive: (.status == "ok"), code, reason, rebuilt: ((.data.rebuilt // []) != [])};
# The tests of an emulated target start its programs themselves: then the kernel must know how.
def is_startable: machine | .kind != "emulated" or .binfmt;
def tests: tests_request(.vrfy; .config.test_runs) as $tests
    | if .config.test == "" then
          .tests = not_decisive(refusal("no_tests"; "the package names no tests (ATESOR_TEST)"))
      elif is_startable | not then
          .tests = not_decisive(refusal("no_binfmt"; "not run: binfmt_misc does not start programs of \(machine.arch)"
              + " here (install binfmt-support and qemu-user-static)"))
      else ask(wanted($tests; ["vrfy"])) | step(.tests = test_verdict | spend($tests)) end;

def baseline_fails_tests: not_decisive(refusal("baseline_fails_tests";
    "the baseline fails tests that the same build passed"));
def baseline: .base as $tune | tests_request($tune; 1) as $tests
    | ask(wanted(build_request($tune)), ends("error"; build_fault($tune) | reason_after("the baseline does not build")),
        wanted(facts_request($tune); facts_trees($tune)),
        ends("error"; gate1($tune) | reason_after("the baseline fails gate 1")),
        (select(.tests.decisive) | wanted($tests; ["base"])))
    | step((if .tests.decisive and made($tests).status != "ok" then .tests = baseline_fails_tests else . end)
        | .base = known(.base) | .warnings += [baseline_warnings] | note_warnings(build_request($tune))
        | .spent += cost($tune));

# Without a workload nothing can be timed; an emulated target is not timed anyway.
def not_timed_note: "not timed: an emulator's time says nothing of a board's; it forgives misaligned access, "
    + "and a pass covers only what ran";
def emulated_notes: .notes += [not_timed_note]
    | .notes += [failure_of(workload_request) | "gate 3 is not there: \(.reason)"];
def has_guards: .config.guard != [] and machine.kind != "emulated";
def choose_workload:
    ask(wanted(workload_request; ["base"]),
        (select(machine.kind != "emulated") | ends_if_failed("not measured"; workload_request)),
        (select(has_guards)
            | wanted(guards_request; ["base"]), ends_if_failed("not measured"; guards_request)))
    | step(if machine.kind == "emulated" then emulated_notes else . end)
    | step(spend(workload_request))
    # What the workload runs must be there in every tune.
    | step(.required = ([.required[], (workload | select(.kind == "program") | .bin)] | unique))
    | if has_guards then step(spend(guards_request)) else . end;
