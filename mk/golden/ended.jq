# golden-ended.jq: why atesor-golden has no answer, in words; empty if it has one.
include "base/state";
include "policy/pipeline";
state($trees; "golden") | pipeline | .over | if .status == "golden" then .reason else .reason // "nothing was run" end
