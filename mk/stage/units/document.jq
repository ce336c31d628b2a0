# document.jq of the stage units: how many objects a build made, and one hash over their list. In: $request, $units
# (lines), $units_sha256. Out: the document.
include "base/document";
ok({units: ($units | length), units_sha256: $units_sha256}) | document($request)
