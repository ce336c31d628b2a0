# golden/ended.jq: why atesor-golden has no answer.
#
# In:  the run's documents (doc/*.json) as inputs (-n); $trees, the slots whose trees are there, a line each.
# Out: the reason (-r); an empty line if there is an answer.
include "base/state";
include "policy/pipeline";

state($trees; "golden") | pipeline | .over
| if .status == "golden" then .reason else .reason // "nothing was run" end
