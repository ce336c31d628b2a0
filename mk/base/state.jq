# state.jq: what every filter of the pipeline works on, and how a document is asked for.
#
# The state: {docs: {"SLOT.STAGE": document}, config: {…}, source: sha256, trees: [slot], goal: text} plus what the pipeline finds
# out on its way: {next: [words]} (commands that are wanted now), {over: {status, reason}}, spent (seconds), tunes, left_out,
# warnings, notes.

def state_of($docs; $trees; $goal):
    {docs: $docs, config: $docs.config.data, source: $docs.source.data.manifest.sha256, trees: $trees, goal: $goal,
     spent: 0, base_failures: 0, tunes: [], left_out: [], warnings: [], notes: []};
def state($trees; $goal):
    state_of(reduce inputs as $doc ({}; .[input_filename | sub(".*/"; "") | sub("[.]json$"; "")] = $doc); $trees | split("\n"); $goal);

# How long one replayed command may take now, in seconds: the rest of the budget, within bounds.
def limit: .config as $c | [([$c.budget - .spent, $c.command_max] | min), $c.command_min] | max | floor;

# The document that these words made, or null: a document left from other words is no answer, and neither is one that says
# "no end within its limit" when there is more time now.
def made($words): .docs["\($words[1]).\($words[0])"] as $doc
    | if $doc.args == ($words | map(tostring)) and ($doc.data.limit == null or $doc.data.limit >= limit) then $doc else null end;

# Words → nothing if their document is there, else {next}: the words, or first the builds of the trees that they read.
def wanted($words; $slots):
    . as $state
    | if made($words) then empty
      else [$slots[] | select(IN($state.trees[]) | not) | $state.docs["\(.).build"].args | select(.)] as $builds
        | {next: (if $builds != [] then $builds else [$words | map(tostring)] end)} end;
def wanted($words): wanted($words; []);
# As if these words had not been answered.
def forget($words): del(.docs["\($words[1]).\($words[0])"]);

# A step of the fold: skipped once something is wanted or the run has ended.
def step(f): if .next or .over then . else f end;
def finish($status; $reason): .over = {status: $status, reason: $reason};

# Take `answer` (a stream of {next} or {over: …}); its first member decides, none goes on.
def ask(answer): (first(answer) // {}) as $a | . + $a;

def seconds($words): (made($words) // {}).seconds // 0;
def note_warnings($words): (made($words) // {}) as $doc
    | .warnings += [($doc.warnings // [])[] | . + {where: "\($words[1]).\($words[0])"}];
