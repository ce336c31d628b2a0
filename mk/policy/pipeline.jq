# pipeline.jq: the pipeline on one screen, at the end of this file. A pure function: from the state (state.jq) to the state with
# what is wanted next, or with every verdict and how the run ended. Above it, each step in the pipeline's order.
include "base/state";
include "policy/words";
include "policy/machine";
include "policy/language";
include "policy/ladder";
include "policy/gates";
include "policy/verdict";
include "policy/built-warnings";
include "policy/budget";
include "policy/tune";
include "policy/pgo";

def failed($words): made($words) | select(.status != "ok");
def ends($status; reason): reason | {over: {status: $status, reason: .}};
def spend($words): .spent += seconds($words) | note_warnings($words);

# -- before any tune ----------------------------------------------------------------------------------------------------------------
def probe: ask(wanted(probe_words), ends("error"; failed(probe_words).reason)) | spend(probe_words);
# An emulator computes on this machine's CPUs; it is not what is measured.
def integrity: if machine.kind == "emulated" then . else ask(wanted(integrity_words), ends("not measured"; failed(integrity_words).reason)) | spend(integrity_words) end;

def compiler: if base_compiler
    then base_tune as $with | .vrfy = $with + {slot: "vrfy", flags: []} | .base = .vrfy + {slot: "base"}
    else finish("error"; "no compiler '\(base_name)' was found: set ATESOR_CC, or install it") end;

# What the build makes, as the maintainer names it, or else the recipe.
def named: (made(plan_words).data.artifacts // []) as $recorded
    | if .config | .programs + .libs != [] or .bin != "" then .config | {libs, programs: (.programs + ([.bin | select(. != "")] - .programs))}
      else {libs: [$recorded[] | select(.type | startswith("library")) | .path], programs: [$recorded[] | select(.type | startswith("library") | not) | .path]} end;
def plan: ask(wanted(plan_words), ends("skipped"; failed(plan_words).reason)) | spend(plan_words)
    | step(.named = named | .notes += [(made(plan_words).data.not_repeated // [])[]]);

# What gate 1 requires: the libraries and the program that the workload runs; when none is named, all that the verified build made.
def program: .config.bin, .named.programs[0], first(facts(.vrfy).artifacts[] | select(.type | IN("exec", "pie")) | .path) | select(. and . != "");
def settle_artifacts: .artifacts = [build(.vrfy).artifacts[].path | select(. != "")] | .bin = (first(program) // null)
    | .required = (if .named.programs + .named.libs == [] and .config.bin == "" then .artifacts else .named.libs + [.bin | select(.)] | unique end);
def verify: .vrfy as $tune
    | ask(wanted(build_words($tune)), ends("skipped"; build_fault($tune)),
        ends("skipped"; select(build($tune).artifacts == []) | "the build made no program and no library: name them in ATESOR_PROGRAMS or ATESOR_LIBS"),
        wanted(facts_words($tune); ["vrfy"]), ends("error"; failed(facts_words($tune)).reason | "the verified build cannot be inspected: \(.)"))
    | step(settle_artifacts | spend(build_words($tune)) | .spent += seconds(facts_words($tune)) | ask(ends("skipped"; gate1_artifacts($tune))));

# The goal atesor-golden ends here: it asks what the verified build computes in several configurations.
def golden: if .goal != "golden" then . else ask(wanted(golden_words; ["vrfy"]), ends("golden"; made(golden_words) | .reason // "")) end;

# Gate 2 is decisive only when the tests pass, the same way each time.
def decisive: if .config.test == "" then {decisive: false, reason: "the package names no tests (ATESOR_TEST)"}
    else made(tests_words(.vrfy; .config.test_runs)) | {decisive: (.status == "ok"), reason, rebuilt: ((.data.rebuilt // []) != [])} end;
# The tests of an emulated target start its programs themselves: then the kernel must know how.
def startable: machine | .kind != "emulated" or .binfmt;
def tests: tests_words(.vrfy; .config.test_runs) as $words
    | if .config.test == "" then .tests = decisive
      elif startable | not then .tests = {decisive: false, reason: "not run: binfmt_misc does not start programs of \(machine.arch) here (install binfmt-support and qemu-user-static)"}
      else ask(wanted($words; ["vrfy"])) | step(.tests = decisive | spend($words)) end;

def baseline: .base as $tune
    | ask(wanted(build_words($tune)), ends("error"; build_fault($tune) | "the baseline does not build: \(.)"),
        wanted(facts_words($tune); facts_trees($tune)), ends("error"; gate1($tune) | "the baseline fails gate 1: \(.)"),
        (select(.tests.decisive) | wanted(tests_words($tune; 1); ["base"])))
    | step(if .tests.decisive and made(tests_words($tune; 1)).status != "ok"
            then .tests = {decisive: false, reason: "the baseline fails tests that the same build passed"} else . end
        | .base = known(.base) | .warnings += [baseline_warnings] | note_warnings(build_words($tune)) | .spent += cost($tune));

# Without a workload nothing can be timed; an emulated target is not timed anyway.
def choose_workload: ask(wanted(workload_words; ["base"]), (select(machine.kind != "emulated") | ends("not measured"; failed(workload_words).reason)),
        (select(.config.guard != [] and machine.kind != "emulated") | wanted(guards_words; ["base"]), ends("not measured"; failed(guards_words).reason)))
    | step(if machine.kind == "emulated" then .notes += ["not timed: an emulator's time says nothing of a board's; it forgives misaligned access, and a pass covers only what ran"]
            | .notes += [failed(workload_words).reason | "gate 3 is not there: \(.)"] else . end)
    | step(spend(workload_words))
    # What the workload runs must be there in every tune.
    | step(.required = ([.required[], (workload | select(.kind == "program") | .bin)] | unique))
    | if .config.guard != [] and machine.kind != "emulated" then step(spend(guards_words)) else . end;

# -- the tunes ----------------------------------------------------------------------------------------------------------------------
def side_by_side: .config.build_first or .goal == "build";
def with_sets($kept; $step): (if $step.alone then $step.sets else $kept + $step.sets end) as $all | $step + {all: $all, flags: flags_of($all)};

# Build first: flags are the plain sum, and what is wanted of all slots is one answer.
def gates_side_by_side: . as $state
    | reduce (steps[] | select(.left_out | not)) as $step ([]; (last // {}).kept as $kept | with_sets($kept // {}; $step) as $tune
        | . + [{tune: $tune, kept: (if $tune.alone then $kept else $tune.all end)}])
    | [.[].tune as $tune | $state | select(made(build_words($tune)) or ([no_step] == [])) | first(built($tune), twin($tune), works($tune), {}) | (.next // [])[]] | unique
    | . as $all | $state | if $all == [] then . else .next = $all end;

# A tune keeps the flags of the tunes before it, except those that failed a gate or were proven slower.
def tunes: reduce steps[] as $step (.kept = {};
    step(if $step.left_out then .left_out += [$step]
        else with_sets(.kept; $step) as $tune | judge($tune; 1)
            | step(if $tune.alone or ((side_by_side | not) and (.tunes[-1] | .twin // .verdict | bad)) then . elif side_by_side then .kept = $tune.all else .kept = .tunes[-1].all end) end));
def any_tune: if .tunes == [] then finish("skipped"; "no tune applies: \(.left_out | map("\(.slot) \(.left_out)") | join("; "))") else . end;

# An ISA tune that changed the output, once more without contraction of a*b+c: often that alone is the difference.
def without_fma: (first(.tunes[] | select(.verdict == "gate 3 failed" and .sets.isa and (.alone | not))) // null) as $tune
    | if $tune then ($tune.all + {contract: ["-ffp-contract=off"]}) as $all
        | judge({slot: "fma1", title: "\($tune.slot) without FMA contraction", all: $all, flags: flags_of($all)} + ($tune | {cc, cxx, compiler}); 1)
      else . end;

# -- the second check: fastest first, both builds with another code layout ------------------------------------------------------------
def laid_out($slot; $language; $flag): .slot = $slot | .flags |= other_layout($language; $flag);
def candidates: [.tunes[] | select(.verdict == "faster")] | sort_by(.ratio);
# The winner against the baseline in the guards, all of them: the layout is their own.
def guarded($tune; $row): if .config.guard == [] then {row: $row} else
    {late: (select(guards_enough($tune) | not) | no_time_for(1; [made(guards_words).data.guards[].run_seconds] | add; 0) | "no time for the guards: \(.)")},
    (if guards_enough($tune) then empty else forget(guard_words($tune)) | wanted(guard_words($tune); [$tune.slot, "base"]) end),
    (guard_results($tune) as $guards | {row: ($row + {guards: $guards, refused: first($guards[].refuses | select(.))})},
     {row: ($row + {guards: $guards})}) end;
def second_outcome($tune; $check; $reference):
    {late: (select(made(build_words($check)) == null) | no_step | "no second check: \(.)")},
    (built($reference) | if .row then {row: {verdict: "the baseline \(.row.verdict) with another layout", reason: .row.reason}} else . end),
    (select(.tests.decisive) | wanted(tests_words($reference; 1); ["chk0"])),
    built($check), works($check),
    (. as $state | timing($check; $reference) | if .row.verdict == "faster" then .row as $row | $state | guarded($tune; $row) else . end);
def check_seconds($check; $reference): gate_seconds($check) + seconds(samples_words($check; $reference));
def settle($slot; $verdict; $reason): .tunes |= map(if .slot == $slot then . + {first_verdict: .verdict, verdict: $verdict, reason: $reason} else . end);
def second_check: .config.second_flag as $flag | language as $lang | known(.base | del(.build, .code) | laid_out("chk0"; $lang; $flag)) as $reference | candidates as $all
    | reduce range($all | length) as $n (.; $all[$n] as $tune | known($tune | del(.build, .code) | laid_out("chk\($n + 1)"; $lang; $flag)) as $check
        | step(if .accepted or .late then settle($tune.slot; "not checked"; if .accepted then "a faster tune was checked first" else .late end)
            else ask(second_outcome($tune; $check; $reference)) | .row as $row
              | step(.spent += check_seconds($check; $reference) + seconds(guard_words($tune)) + (if $n == 0 then gate_seconds($reference) else 0 end)
                | if $row.verdict == "not timed" or ($row.verdict // "" | startswith("the baseline")) then .late = "no second check: \($row.verdict): \($row.reason)" else . end
                | note_warnings(guard_words($tune))
                | if $row.refused then settle($tune.slot; "not confirmed"; $row.refused)
                     elif .row.verdict == "faster" then .accepted = $tune.slot | settle($tune.slot; "accepted"; null)
                     elif .late then settle($tune.slot; "not confirmed"; .late)
                     else settle($tune.slot; "not confirmed"; "second check: \(.row.verdict)\(if .row.reason then ", \(.row.reason)" else "" end)") end
                | .tunes |= map(if .slot == $tune.slot then . + {second: ($row + {slot: $check.slot})} else . end) | del(.row)) end));

def accept: (.accepted as $slot | first(.tunes[] | select(.slot == $slot)) // null) as $tune
    | if $tune then ask(wanted(accept_words($tune); [$tune.slot])) else . end;

def status:
    if .accepted then finish("accepted"; null)
    elif .late then finish("not confirmed"; "a gain is not confirmed: \(.late)")
    elif machine.kind == "emulated" then finish("checked"; "built and gated under emulation; nothing is timed there")
    elif any(.tunes[]; .stats or .verdict == "no effect") then
        finish("no gain"; if candidates == [] and all(.tunes[]; .second | not) then "no tune was faster" else "no gain held in its second check" end)
    else finish("not measured"; "no tune got a timing: \(.tunes[0].reason)") end;

def pipeline:
    step(probe) | step(integrity) | step(compiler) | step(plan) | step(verify) | step(golden) | step(tests) | step(baseline) | step(choose_workload)
    | step(if side_by_side then gates_side_by_side else . end)
    | step(tunes) | step(any_tune) | step(without_fma) | step(pgo) | step(second_check) | step(accept) | step(status);
