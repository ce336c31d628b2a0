# status.jq: what is known so far, a line a tune.
include "base/state";
include "policy/pipeline";
state($trees; "all") | pipeline
| (.tunes[] | "\(.slot)  \(.verdict)\(if .reason then "  (\(.reason))" else "" end)"),
  (if .over then "ended: \(.over.status)\(if .over.reason then ": \(.over.reason)" else "" end)" else "not ended" end)
