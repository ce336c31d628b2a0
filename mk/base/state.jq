# state.jq: what every filter of the pipeline works on, and how a document is asked for.
#
# The state: {docs: {"SLOT.STAGE": document}, config: {…}, source: sha256, trees: [slot], goal: text} and what the
# pipeline finds out on its way: next: [request] (what is wanted now), over: {status, code, reason}, spent (seconds),
# tunes, left_out, warnings, notes.
#
# A request: {stage, slot, inputs: {name: value}} (policy/requests.jq). The document that it makes records it.

def state_of($docs; $trees; $goal):
    {docs: $docs, config: $docs.config.data, source: $docs.source.data.manifest.sha256, trees: $trees, goal: $goal,
     spent: 0, base_failures: 0, tunes: [], left_out: [], warnings: [], notes: []};
# From the documents as files of jq -n.
def state($trees; $goal):
    state_of(reduce inputs as $doc ({}; .[input_filename | sub(".*/"; "") | sub("[.]json$"; "")] = $doc);
        $trees | split("\n"); $goal);

# The name of a request's document and of its make goal.
def name_of($request): "\($request.slot).\($request.stage)";

# How long one replayed command may take now, in seconds: the rest of the budget, within bounds.
def limit: .config as $c | [([$c.budget - .spent, $c.command_max] | min), $c.command_min] | max | floor;

# The document that this request made, or null. A document of another request is no answer. Neither is one that says
# "no end within its limit" when there is more time now.
def made($request): .docs[name_of($request)] as $doc
    | if $doc != null and $doc.request == $request and ($doc.data.limit == null or $doc.data.limit >= limit)
      then $doc else null end;
# The code and the reason of a document that failed; nothing where it is ok or not there.
def failure_of($request): made($request) | select(. != null and .status != "ok") | {code, reason};

# Nothing if the request's document is there. Else {next}: the request, or first the builds of the trees that it reads
# ($slots).
def wanted($request; $slots):
    . as $state
    | if made($request) then empty
      else [$slots[] | select(IN($state.trees[]) | not) | $state.docs["\(.).build"].request | select(.)] as $builds
        | {next: (if $builds != [] then $builds else [$request] end)} end;
def wanted($request): wanted($request; []);
# As if this request had not been answered.
def forget($request): del(.docs[name_of($request)]);

# A step of the fold: skipped once something is wanted or the run has ended.
def step(f): if .next or .over then . else f end;
def ended: .next or .over;
# The run ends with this status, for this reason: {code, reason}.
def finish($status; $why): .over = {status: $status} + $why;

# Take `answer` (a stream of {next} or {over: …}); its first member decides, none goes on.
def ask(answer): (first(answer) // {}) as $a | . + $a;

def seconds($request): (made($request) // {}).seconds // 0;
def note_warnings($request): (made($request) // {}) as $doc
    | .warnings += [($doc.warnings // [])[] | . + {where: name_of($request)}];
