# next.jq: what the next trial of atesor-explain needs, and which trees of trials are no longer needed. In and out as in
# goal/next.jq; besides, `rm -rf` of the trees that go.
include "base/state";
include "policy/requests";
include "policy/pipeline";
include "explain/lib/explain";

# The slots whose trees go: those of the trials that are done, and the one whose objects were listed.
def slots_done:
    .trees as $trees | [(.next // [])[].slot] as $wanted
    | [.findings.trials[].slot, (.findings.units.slot // empty)] | unique
    | map(select(IN($trees[]) and (startswith("base") | not) and (IN($wanted[]) | not)));
def removed: map("built/\(.)", "tree/\(.)", "wrap/\(.)") | join(" ") | "rm -rf \(.)";

def answer:
    . as {$docs, $trees}
    | state_of($docs; $trees | split(" "); "all") | pipeline | explain
    | "seen=0",
      (slots_done | select(. != []) | removed),
      requests_text(true);

inputs | answer, "\u0001"
