# next.jq: asks the pipeline what is wanted now.
# In:  questions {docs, trees, goal, seen}, one after the other (inputs).
# Out: to each an answer in shell words, for goal/lib/run.sh, and a line of one \u0001 at its end:
#   goals      the documents to make, as make goals; empty: nothing is wanted any more (or nothing of this goal's)
#   words_…    the words of each command, quoted; args_… the same as JSON; limit: seconds that one replayed command may take; left: of the budget
#   seen       how many verdicts were told; new ones come as `say` lines (the first question, seen empty, tells none: they are old)
include "base/state";
include "policy/pipeline";
include "base/shell";

# Which commands a goal stops before.
def allowed($goal):
    if $goal == "probe" then .[0] == "probe"
    elif $goal == "verify" then .[1] | IN("mach", "vrfy")
    elif $goal == "golden" then (.[1] | IN("mach", "vrfy")) and .[0] != "tests"
    elif $goal == "build" then (.[0] | IN("samples", "train", "goprofile", "accept") | not) and (.[1] | test("^(chk|pgo|trn)") | not)
    elif $goal == "measure" then (.[1] | test("^chk") | not) and .[0] != "accept"
    else true end;

def percent: . * 1000 | round / 1000;
def told: "\(.slot)  \(.title // ""): \(.first_verdict // .verdict)\(if .ratio then "  \(.ratio | percent)" else "" end)\(if .reason then " (\(.reason))" else "" end)";

def answer: . as {$docs, $trees, $goal, $seen} | state_of($docs; $trees | split(" "); $goal) | pipeline
| ((.next // []) | map(select(allowed($goal)))) as $next
| [.tunes[]] as $told
| ($told[(if $seen == "" then $told | length else $seen | tonumber end):][] | "say \(told | @sh)"),
  "seen=\($told | length)",
  "export limit=\(limit) left=\(.config.budget - .spent | floor)",
  ($next | commands);

inputs | answer, "\u0001"
