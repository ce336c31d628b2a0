# training.jq: what both ways to record a training say alike: the document's beginning from its runs ($found), and its warning at the end.
# $build is how the trained build is called; `without` says why there is no profile, or nothing.
include "base/document";
def training($found; $build; without): . as $data
    | if $ENV.broken != "" then {status: "failed", data: $data, reason: $ENV.broken}
      elif any($found[]; .kind == "run" and (.exit != 0 or .signal or .timed_out)) then {status: "failed", data: $data, reason: "\($build) fails the workload"}
      else (first(without) // null) as $why | if $why then {status: "failed", data: $data, reason: $why} else ok($data) end end
    | if .status == "ok" and $ENV.trained_on == $ENV.timed_on then warn("train_same"; "trained with the very work that is timed: the gain may not hold for other work; name another input or command in ATESOR_TRAIN") else . end;
