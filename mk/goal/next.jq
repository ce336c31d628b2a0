# next.jq: asks the pipeline what is wanted now, question after question. In: a stream of {docs, trees, goal, seen}
# (docs: every document by its name; trees: slots, separated by blanks; seen: how many verdicts were told, "" at
# first). Out, for each, shell text for goal/run.sh, and a line of one \u0001:
#   say …         a verdict that is new (the first question tells none: they are old)
#   seen=…        how many verdicts there are now
#   request …     each document that is wanted: its name, and the content of its request file
#   goals=…       the same as make goals; empty: nothing is wanted any more (or nothing of this goal's)
include "base/state";
include "policy/requests";
include "policy/pipeline";

# Which requests a goal stops before.
def allowed($goal):
    if $goal == "probe" then .stage == "probe"
    elif $goal == "verify" then .slot | IN("mach", "vrfy")
    elif $goal == "golden" then (.slot | IN("mach", "vrfy")) and .stage != "tests"
    elif $goal == "build"
    then (.stage | IN("samples", "train", "goprofile", "accept") | not) and (.slot | test("^(chk|pgo|trn)") | not)
    elif $goal == "measure" then (.slot | test("^chk") | not) and .stage != "accept"
    else true end;

def thousandths: . * 1000 | round / 1000;
def told: "\(.slot)  \(.title // ""): \(.first_verdict // .verdict)"
    + (if .ratio then "  \(.ratio | thousandths)" else "" end) + (if .reason then " (\(.reason))" else "" end);

def answer: . as {$docs, $trees, $goal, $seen}
    | state_of($docs; $trees | split(" "); $goal) | pipeline
    | [.tunes[]] as $verdicts | (if $seen == "" then $verdicts | length else $seen | tonumber end) as $old
    | ($verdicts[$old:][] | "say \(told | @sh)"),
      "seen=\($verdicts | length)",
      requests_text(allowed($goal));

inputs | answer, "\u0001"
