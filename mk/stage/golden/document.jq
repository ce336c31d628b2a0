# stage-golden.jq: the record of atesor-hash, or why there is none.
include "base/document";
if $record[0] then ok($record[0])
else {status: "failed", reason: "ATESOR_GOLDEN or ATESOR_GOLDEN_ROWS cannot be used: \(if $ENV.error != "" then $ENV.error else "atesor-hash ended with exit \($ENV.code)" end)"} end
| document
