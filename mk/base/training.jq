# training.jq: what both ways to record a training have in common: the document's beginning, from its runs ($found),
# and its warning at the end. Reads $ENV.broken_code, $ENV.broken (base/document.jq), $ENV.trained_on, $ENV.timed_on.
# $build is how the trained build is called; `without` gives {code, reason} where there is no profile, or nothing.
include "base/document";
include "base/ended";

def training($found; $build; without): . as $data
    | first(
        (stopped | .data = $data),
        (select(any($found[]; is_failed_run)) | failed("training_fails"; "\($build) fails the workload"; $data)),
        (without | failed(.code; .reason; $data)),
        ok($data))
    | if .status != "ok" or $ENV.trained_on != $ENV.timed_on then .
      else warn("train_same"; "trained with the very work that is timed: the gain may not hold for other work;"
          + " name another input or command in ATESOR_TRAIN") end;
