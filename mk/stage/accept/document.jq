# stage-accept.jq: the artifacts were copied.
include "base/document";
ok({}) | document
