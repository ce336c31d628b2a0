# goal/status.jq: what is known so far, a line a tune, and whether the run has ended.
#
# In:  the run's documents (doc/*.json) as inputs (-n); $trees, the slots whose trees are there, a line each. Out:
#      text (-r).
include "base/state";
include "policy/pipeline";

state($trees; "all") | pipeline
| (.tunes[] | "\(.slot)  \(.verdict)\(if .reason then "  (\(.reason))" else "" end)"),
  (.over | if . then "ended: \(.status)\(if .reason then ": \(.reason)" else "" end)" else "not ended" end)
