# stage-goprofile.jq: did the benchmarks write a CPU profile?
include "base/document";
{profile_sha256: $ENV.profile_sha256, bytes: ($ENV.bytes | tonumber)} as $data
| (if $ENV.broken != "" then {status: "failed", data: $data, reason: $ENV.broken}
   elif $ENV.code != "0" then {status: "failed", data: $data, reason: "the benchmarks fail when they are profiled: exit \($ENV.code)"}
   elif $data.bytes == 0 then {status: "failed", data: $data, reason: "the benchmarks wrote no profile"}
   else ok($data) end)
| if .status == "ok" then warn("train_same"; "the profile is of the very benchmarks that are timed: the gain may not hold for other work") else . end
| document
