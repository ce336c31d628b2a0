# stage-samples.jq: a timing session as its figures, or why it gave none.
include "base/document";
include "base/session";
if $ENV.broken != "" then {status: "failed", reason: $ENV.broken}
else session($ends[-1]; $config[0].data.min_rounds) | if $ends[0].started_epoch then .data.started_epoch = $ends[0].started_epoch else . end end | document
