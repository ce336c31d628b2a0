# stage-train.jq: did the training write profiles? None is never timed as profile-guided.
include "base/document";
include "base/training";
{profiles: ($ENV.profiles | tonumber), objects: $build[0].data.compiler.compiles, profile_sha256: $ENV.profile_sha256}
| training($found; "the instrumented build"; select(.profiles == 0) | "training wrote no profile (0 of \(.objects) objects)")
| document
