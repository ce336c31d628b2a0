# document.jq of the stage train: did the training write profiles? None is never timed as profile-guided. In: $request;
# $found: the training runs; $build: the document of the instrumented build; $profiles: how many files;
# $profile_sha256; and the environment of base/training.jq. Out: the document.
include "base/codes";
include "base/document";
include "base/training";
{profiles: ($profiles | tonumber), objects: $build[0].data.compiler.compiles, profile_sha256: $profile_sha256}
| training($found; "the instrumented build"; select(.profiles == 0)
    | refusal("no_profile_written"; "training wrote no profile (0 of \(.objects) objects)"))
| document($request)
