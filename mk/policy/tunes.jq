# tunes.jq: the ladder's tunes one after the other (or all side by side), and what follows from them.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/ladder";
include "policy/tune";
include "policy/budget";

def side_by_side: .config.build_first or .goal == "build";
# A step with all flags that it has: those that are kept, and its own.
def with_kept($kept; $step): (if $step.alone then $step.sets else $kept + $step.sets end) as $all
    | $step + {all: $all, flags: flags_of($all)};

# Build first: flags are the plain sum, and what is wanted of all slots is one answer.
def summed_tunes: reduce (steps[] | select(.left_out | not)) as $step ({kept: {}, tunes: []};
    with_kept(.kept; $step) as $tune | .tunes += [$tune] | if $tune.alone then . else .kept = $tune.all end) | .tunes;
def gates_of($tune): select(made(build_request($tune)) or ([no_step] == []))
    | first(built($tune), twin($tune), works($tune), {}) | (.next // [])[];
def gates_side_by_side: . as $state
    | [summed_tunes[] as $tune | $state | gates_of($tune)] | unique
    | . as $all | $state | if $all == [] then . else .next = $all end;

# A tune keeps the flags of the tunes before it, except those that failed a gate or were proven slower.
def is_dropped: (.twin_code // .code) | flags_are_dropped;
def keep_flags($tune):
    if $tune.alone then .
    elif side_by_side then .kept = $tune.all
    elif .tunes[-1] | is_dropped then .
    else .kept = .tunes[-1].all end;
def tune_step($step):
    if $step.left_out then .left_out += [$step]
    else with_kept(.kept; $step) as $tune | take_tune($tune; 1) | step(keep_flags($tune)) end;
def tunes: .kept = {} | reduce steps[] as $step (.; step(tune_step($step)));
def any_tune: if .tunes != [] then . else finish("skipped"; refusal("no_tune_applies";
    "no tune applies: \(.left_out | map("\(.slot) \(.left_out.reason)") | join("; "))")) end;

# An ISA tune that changed the output, once more without contraction of a*b+c: often that alone is the difference.
def changed_by_isa: first(.tunes[] | select(.code == "gate3_failed" and .sets.isa and (.alone | not))) // null;
def without_fma: changed_by_isa as $tune
    | if $tune == null then . else ($tune.all + {contract: ["-ffp-contract=off"]}) as $all
        | take_tune({slot: "fma1", title: "\($tune.slot) without FMA contraction", all: $all, flags: flags_of($all)}
            + ($tune | {cc, cxx, compiler}); 1) end;
