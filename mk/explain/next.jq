# explain-ask.jq: what the next trial needs, in shell words for mk/pipeline.mk, as ask.jq; and the trees of the trials that are done go.
include "base/state";
include "policy/pipeline";
include "explain/lib/explain";
include "base/shell";
def answer: . as {$docs, $trees} | state_of($docs; $trees | split(" "); "all") | pipeline | explain | .trees as $trees | (.next // []) as $next
| "seen=0", "export limit=\(limit)",
  ([.x.trials[].slot, (.x.units.slot // empty)] | unique | map(select(IN($trees[]) and (startswith("base") | not) and (IN($next[][1]) | not))) | select(. != [])
    | "rm -rf \(map("built/\(.)", "tree/\(.)", "wrap/\(.)") | join(" "))"),
  ($next | commands);

inputs | answer, "\u0001"
