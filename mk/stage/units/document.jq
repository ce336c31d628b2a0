# stage-units.jq: how many objects a build made, and one hash over their list.
include "base/document";
ok({units: ($units | length), units_sha256: $ENV.units_sha256}) | document
