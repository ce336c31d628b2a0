# stage-sample.jq: did the recorded training give a profile? $found: the training runs; $reports: what atesor-profgen says of each file that
# was hit, the one that the profile is of first.
include "document";
[$found[] | select(.kind == "run")] as $runs
| {event: $ENV.event, profile_sha256: $ENV.profile_sha256, files: [$reports[] | {path, samples, hits, hit_pct, coverage_pct, functions} | with_entries(select(.value != null))]}
| if $ENV.broken != "" then {status: "failed", data: ., reason: $ENV.broken}
  elif any($runs[]; .exit != 0 or .signal or .timed_out) then {status: "failed", data: ., reason: "the build with line tables fails the workload"}
  elif .files == [] then {status: "failed", data: ., reason: "no sample lies in the package's files"}
  else ok(.) end
| (if .status == "ok" then .data.files else [] end) as $files
| if ($files | length) > 1 and $ENV.family == "gcc" then warn("profile_of_one_file"; "gcc takes the profile of one file: that of \($files[0].path); \($files[1:] | map(.path) | join(", ")) were hit too") else . end
| if $ENV.trained_on == $ENV.timed_on and .status == "ok" then warn("train_same"; "trained with the very work that is timed: the gain may not hold for other work; name another input or command in ATESOR_TRAIN") else . end
| document
