# document.jq of the stage golden: the record of atesor-hash, or why there is none. In: $request; $record: what it
# saved, or null; $code, $error: its exit code and what it said. Out: the document.
include "base/document";
(if $error != "" then $error else "atesor-hash ended with exit \($code)" end) as $why
| if $record[0] then ok($record[0])
  else failed("golden_unusable"; "ATESOR_GOLDEN or ATESOR_GOLDEN_ROWS cannot be used: \($why)") end
| document($request)
