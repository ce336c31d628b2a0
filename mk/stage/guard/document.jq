# stage-guard.jq: the sessions of a tune in the guards, each as its figures or why it gave none.
include "base/document";
include "base/session";
$config[0].data as $c
| (if $ENV.broken != "" then {status: "failed", reason: $ENV.broken, data: {guards: []}}
   else {guards: [range($c.guard | length) as $n | {template: $c.guard[$n].template} + session($ends[$n] // {}; $c.min_rounds)]} as $data
    | ok($data) | .warnings = ([$data.guards[].warnings[]] | unique) end)
| document
