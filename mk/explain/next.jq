# next.jq: what the next trial needs, and which trees of trials are no longer needed. Flattened by mk/pipeline.mk, as
# goal/next.jq is.
#
# In:  questions, one after the other (read with -n): {docs: {"SLOT.STAGE": document}, trees: slots separated by
#      spaces}.
# Out: the answer to each as shell commands: `seen=0`, the limit of a command, the trees that are removed, the words
#      of the commands that are wanted; then a line of its own with U+0001.
include "base/state";
include "policy/pipeline";
include "explain/lib/explain";
include "base/shell";

# The slots whose trees go: those of the trials that are done, and the one whose objects were listed.
def slots_done:
    .trees as $trees | [(.next // [])[][1]] as $wanted
    | [.findings.trials[].slot, (.findings.units.slot // empty)] | unique
    | map(select(IN($trees[]) and (startswith("base") | not) and (IN($wanted[]) | not)));
def removed: map("built/\(.)", "tree/\(.)", "wrap/\(.)") | join(" ") | "rm -rf \(.)";

def answer:
    . as {$docs, $trees}
    | state_of($docs; $trees | split(" "); "all") | pipeline | explain
    | "seen=0",
      "export limit=\(limit)",
      (slots_done | select(. != []) | removed),
      (.next // [] | commands);

inputs | answer, "\u0001"
