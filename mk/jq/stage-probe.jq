# stage-probe.jq: the machine as a document.
include "document";
if $ENV.code == "0" and $found[0].arch then ok($found[0] | del(.warnings)) | .warnings = ($found[0].warnings // [])
else {status: "failed", reason: "the machine could not be probed: \(if $ENV.code == "124" then "no end within 600 s" else "exit \($ENV.code)" end) \($ENV.error)"} end
| document
