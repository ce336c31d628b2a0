# tune.jq: one tune from its build to its verdict. Each filter gives a stream whose first member counts: {next: commands}, or
# {row: {verdict, reason, …}}; the order of the members is the order of the work.
include "base/state";
include "policy/words";
include "policy/machine";
include "policy/gates";
include "policy/built";
include "policy/verdict";
include "policy/budget";

def row($verdict; reason): reason | {row: {verdict: $verdict, reason: .}};

def built($tune):
    wanted(build_words($tune)), row("does not build"; build_fault($tune)),
    wanted(facts_words($tune); facts_trees($tune)), row("gate 1 failed"; gate1($tune));

# Equal code is not measured twice: no effect, or the result of the tune that has it.
def twin($tune): code($tune) as $code
    | if $code == code(.base) or same_code($tune) then {row: {verdict: "no effect", reason: "the code equals the baseline's"}}
      else first(.tunes[] | select(.code == $code)
          | {row: {verdict: "same as \(.slot)", reason: "equal code", twin: (.twin // .verdict), ratio, stats} | with_entries(select(.value != null))}) end;

def works($tune):
    (select(.tests.decisive) | wanted(tests_words($tune; 1); [$tune.slot]), row("gate 2 failed"; gate2($tune))),
    (select(compares) | wanted(output_words($tune); [$tune.slot]),
        row("output not repeatable"; unrepeatable($tune)), row("gate 3 failed"; gate3($tune)));

def gate_seconds($tune): [build_words($tune), facts_words($tune), tests_words($tune; 1), output_words($tune)] as $all
    | . as $state | [$all[] as $words | $state | seconds($words)] | add;
def measured($tune; $against): enough(made(samples_words($tune; $against)));
def timing($tune; $against):
    row("not timed"; select(machine.kind == "emulated") | "emulated: built and gated only"),
    row("not timed"; select(.base_failures >= 2) | "the unchanged baseline failed in \(.base_failures) measurements"),
    row("not timed"; select(measured($tune; $against) | not) | no_time_to_measure(gate_seconds($tune))),
    (if measured($tune; $against) then empty else forget(samples_words($tune; $against)) | wanted(samples_words($tune; $against); [$tune.slot, $against.slot]) end),
    {row: timed($tune; $against)};

# $times: how often the longest tune must still fit (profile-guided tunes build and run twice).
# The budget is asked before a slot's first command only: what is begun is finished, what is measured stays.
def outcome($tune; $times):
    row("not timed"; select(made(build_words($tune)) == null) | no_time($times)),
    built($tune), twin($tune), works($tune), timing($tune; .base);

# A tune whose flags later tunes do not keep.
def bad: IN("does not build", "gate 1 failed", "gate 2 failed", "gate 3 failed", "output not repeatable", "slower");

# What its build needed beyond its flags (a retry without -Werror) is one of its flags from then on.
def as_built: (.build.mild // []) as $mild | if $mild == [] then . else .flags += $mild | .all.mild = $mild end;

def judge($given; $times):
    known($given) as $tune | ask(outcome($tune; $times))
    | if .row then
          .tunes += [$tune + {cost: cost($tune)} + .row | as_built]
          | .warnings += [gate1_warnings($tune)] | note_warnings(build_words($tune)) | note_warnings(tests_words($tune; 1)) | note_warnings(samples_words($tune; .base))
          | .base_failures += (if made(samples_words($tune; .base)).data.failed_build == "a" then 1 else 0 end)
          | .spent += cost($tune) | del(.row)
      else . end;
