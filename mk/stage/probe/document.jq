# stage-probe.jq: the machine as a document. $accepted: one line a compiler that was asked: {compiler's path: {flag: truth}}.
include "base/document";
include "stage/probe/lib/profile";
if $ENV.code == "0" and $found[0].arch then ($accepted | add // {}) as $answers
    | ok($found[0] | profile($answers)) | .warnings = ($found[0] | warnings_of)
else {status: "failed", reason: "the machine could not be probed: \(if $ENV.code == "124" then "no end within 600 s" else "exit \($ENV.code)" end) \($ENV.error)"} end
| document
