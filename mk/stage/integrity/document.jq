# document.jq of the stage integrity: wrong data on any CPU stops the run; a check that could not run is a warning. In:
# $request; $found: what atesor-integrity printed; $code: its exit code. Out: the document.
include "base/document";
($found[0] // {}) as $data
| [$data.cpus[]? | select(.bad > 0) | .cpu | tostring] as $wrong
| if $code == "0" then ok($data)
  elif $code == "1" then failed("computes_wrong";
      "this machine computes wrong: zlib round trips changed their data on CPU \($wrong | join(", "))"; $data)
  else ok($data) | warn("no_integrity_check"; "the integrity check could not run (exit \($code))") end
| document($request)
