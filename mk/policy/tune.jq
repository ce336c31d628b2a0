# tune.jq: one tune from its build to its verdict. Each filter gives a stream whose first member counts: {next:
# requests}, or {row: {code, verdict, reason_code?, reason?, …}}; the order of the members is the order of the work.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";
include "policy/gates";
include "policy/built";
include "policy/verdict";
include "policy/budget";

# A row for each refusal of the stream `why`.
def row($code; why): why | {row: verdict($code; .)};

def built($tune):
    wanted(build_request($tune)), row("does_not_build"; build_fault($tune)),
    wanted(facts_request($tune); facts_trees($tune)), row("gate1_failed"; gate1($tune));

# Equal code is not measured twice: no effect, or the result of the tune that has it.
def same_as: . as $other
    | verdict("same_code"; refusal("equal_code"; "equal code")) | .verdict = "\(.verdict) \($other.slot)"
    | . + {same_as: $other.slot, twin_code: ($other.twin_code // $other.code)}
    | . + ($other | {ratio, stats} | with_entries(select(.value != null)));
def twin($tune): code_sha256($tune) as $code
    | if $code == code_sha256(.base) or same_code($tune)
      then row("no_effect"; refusal("equals_baseline"; "the code equals the baseline's"))
      else first(.tunes[] | select(.code_sha256 == $code) | {row: same_as}) end;

def works($tune):
    (select(.tests.decisive)
        | wanted(tests_request($tune; 1); [$tune.slot]), row("gate2_failed"; gate2($tune))),
    (select(compares) | wanted(output_request($tune); [$tune.slot]),
        row("output_not_repeatable"; unrepeatable($tune)), row("gate3_failed"; gate3($tune)));

def measured($tune; $against): enough(made(samples_request($tune; $against)));
def timing($tune; $against): samples_request($tune; $against) as $session
    | row("not_timed"; select(machine.kind == "emulated") | refusal("emulated"; "emulated: built and gated only")),
    row("not_timed"; select(.base_failures >= 2)
        | refusal("baseline_fails"; "the unchanged baseline failed in \(.base_failures) measurements")),
    row("not_timed"; select(measured($tune; $against) | not) | no_time_to_measure(gate_seconds($tune))),
    (if measured($tune; $against) then empty
     else forget($session) | wanted($session; [$tune.slot, $against.slot]) end),
    {row: timed($tune; $against)};

# $times: how often the longest tune must still fit (profile-guided tunes build and run twice).
# The budget is asked before a slot's first command only: what is begun is finished, what is measured stays.
def outcome($tune; $times):
    row("not_timed"; select(made(build_request($tune)) == null) | no_time($times)),
    built($tune), twin($tune), works($tune), timing($tune; .base);

# The verdicts of a tune whose flags later tunes do not keep.
def flags_are_dropped: is_broken or . == "slower";

# What its build needed beyond its flags (a retry without -Werror) is one of its flags from then on.
def as_built: (.build.no_werror // []) as $more
    | if $more == [] then . else .flags += $more | .all.no_werror = $more end;

def note_tune_warnings($tune):
    .warnings += [gate1_warnings($tune)]
    | note_warnings(build_request($tune)) | note_warnings(tests_request($tune; 1))
    | note_warnings(samples_request($tune; .base));
def count_baseline_failure($tune):
    if made(samples_request($tune; .base)).data.failed_build == "a" then .base_failures += 1 else . end;
# Takes the tune as far as it goes now: to what is wanted next, or to its row in .tunes.
def take_tune($given; $times):
    known($given) as $tune | ask(outcome($tune; $times))
    | if .row then
          .tunes += [$tune + {cost: cost($tune)} + .row | as_built]
          | note_tune_warnings($tune) | count_baseline_failure($tune)
          | .spent += cost($tune) | del(.row)
      else . end;
