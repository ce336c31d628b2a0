# document.jq of the stage sample: did the recorded training give a profile? In: $request; $found: the training runs;
# $reports: what atesor-profgen says of each file that was hit, the one that the profile is of first; $event: what perf
# counted; $profile_sha256; and the environment of base/training.jq. Out: the document.
include "base/codes";
include "base/document";
include "base/training";
def report: {path, samples, hits, hit_pct, coverage_pct, functions} | with_entries(select(.value != null));
{event: $event, profile_sha256: $profile_sha256, files: [$reports[] | report]}
| training($found; "the build with line tables"; select(.files == [])
    | refusal("no_samples"; "no sample lies in the package's files"))
| (if .status == "ok" then .data.files else [] end) as $files
| if ($files | length) < 2 or ($request[0].inputs.compiler | startswith("gcc") | not) then .
  else warn("profile_of_one_file"; "gcc takes the profile of one file: that of \($files[0].path); "
      + "\($files[1:] | map(.path) | join(", ")) were hit too") end
| document($request)
