# document.jq of the stage goprofile: did the benchmarks write a CPU profile? In: $request, $code (the benchmarks'
# exit code), $bytes and $profile_sha256 (of the profile), $ENV.broken_code, $ENV.broken. Out: the document.
include "base/document";
{profile_sha256: $profile_sha256, bytes: ($bytes | tonumber)} as $data
| first(
    (stopped | .data = $data),
    (select($code != "0")
        | failed("benchmarks_fail"; "the benchmarks fail when they are profiled: exit \($code)"; $data)),
    (select($data.bytes == 0) | failed("no_profile_written"; "the benchmarks wrote no profile"; $data)),
    (ok($data) | warn("train_same";
        "the profile is of the very benchmarks that are timed: the gain may not hold for other work")))
| document($request)
