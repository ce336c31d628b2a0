# pipeline.jq: the pipeline on one screen. A pure function from the state (base/state.jq) to the state with the
# requests that are wanted next, or with every verdict and how the run ended. Each step is defined in the file that is
# named beside it.
include "base/state";
include "base/codes";
include "policy/machine";
include "policy/before";
include "policy/tunes";
include "policy/pgo";
include "policy/second-check";

# How the run ends, once nothing is wanted any more.
def no_gain:
    if faster_tunes == [] and all(.tunes[]; .second | not) then refusal("no_faster_tune"; "no tune was faster")
    else refusal("gain_not_confirmed"; "no gain held in its second check") end;
def status:
    if .accepted then finish("accepted"; {code: "accepted", reason: null})
    elif .late then finish("not confirmed"; refusal("gain_not_checked"; "a gain is not confirmed: \(.late.reason)"))
    elif machine.kind == "emulated"
    then finish("checked"; refusal("emulated"; "built and gated under emulation; nothing is timed there"))
    elif any(.tunes[]; .stats or .code == "no_effect") then finish("no gain"; no_gain)
    else finish("not measured"; refusal("no_timing"; "no tune got a timing: \(.tunes[0].reason)")) end;

def pipeline:
    # -- before any tune (before.jq)
    step(probe) | step(integrity) | step(compiler) | step(plan)
    | step(verify) | step(golden) | step(tests)
    | step(baseline) | step(choose_workload)
    # -- the tunes (tunes.jq; each from its build to its verdict: tune.jq; profile-guided ones: pgo.jq)
    | step(if side_by_side then gates_side_by_side else . end)
    | step(tunes) | step(any_tune) | step(without_fma) | step(pgo)
    # -- fastest first (second-check.jq)
    | step(second_check) | step(accept)
    | step(status);
