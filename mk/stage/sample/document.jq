# stage-sample.jq: did the recorded training give a profile? $found: the training runs; $reports: what atesor-profgen says of each file that
# was hit, the one that the profile is of first.
include "base/document";
include "base/training";
{event: $ENV.event, profile_sha256: $ENV.profile_sha256, files: [$reports[] | {path, samples, hits, hit_pct, coverage_pct, functions} | with_entries(select(.value != null))]}
| training($found; "the build with line tables"; select(.files == []) | "no sample lies in the package's files")
| (if .status == "ok" then .data.files else [] end) as $files
| if ($files | length) > 1 and $ENV.family == "gcc" then warn("profile_of_one_file"; "gcc takes the profile of one file: that of \($files[0].path); \($files[1:] | map(.path) | join(", ")) were hit too") else . end
| document
