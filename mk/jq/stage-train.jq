# stage-train.jq: did the training write profiles? None is never timed as profile-guided.
include "document";
[$found[] | select(.kind == "run")] as $runs | $build[0].data.compiler.compiles as $objects | ($ENV.profiles | tonumber) as $profiles
| {profiles: $profiles, objects: $objects, profile_sha256: $ENV.profile_sha256}
| if $ENV.broken != "" then {status: "failed", data: ., reason: $ENV.broken}
  elif any($runs[]; .exit != 0 or .signal or .timed_out) then {status: "failed", data: ., reason: "the instrumented build fails the workload"}
  elif $profiles == 0 then {status: "failed", data: ., reason: "training wrote no profile (0 of \($objects) objects)"}
  else ok(.) end
| if .status == "ok" and $ENV.trained_on == $ENV.timed_on then warn("train_same"; "trained with the very work that is timed: the gain may not hold for other work; name another input or command in ATESOR_TRAIN") else . end
| document
