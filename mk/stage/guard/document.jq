# document.jq of the stage guard: the sessions of a tune in the guards, each as its figures or why it gave none. In:
# $request; $ends: the last line of each session; $ENV.broken_code, $ENV.broken. Out: the document.
include "base/document";
include "base/session";
$request[0] as $r | $r.inputs.guards as $guards
| def sessions: [range($guards | length) as $n
      | {template: $guards[$n].template} + session($ends[$n] // {}; $r.now.min_rounds)];
  first(
    (stopped | .data = {guards: []}),
    (ok({guards: sessions}) | .warnings = ([.data.guards[].warnings[]] | unique)))
| document($request)
