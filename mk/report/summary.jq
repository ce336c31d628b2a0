# summary.jq: result.json as the few lines that the console shows last.
def percent: . * 10000 | round / 10000;
def gain: "\(.flags) (\(.slot)): \(.ratio | percent) of the baseline's time, 95 % interval \(.ci_low | percent) to \(.ci_high | percent)";
.data
| (if .status == "accepted" then "Optimized: YES  \(.accepted | gain)", "  second check with another code layout: \(.accepted.second.ratio | percent)"
   elif .status == "checked" then "Optimized: NOT TIMED  \(.reason)"
   else "Optimized: NO  \(.status): \(.reason)" end),
  (.advice // [] | .[] | "    \(.)"),
  (.tunes[] | "  \(.slot)  \(.verdict)\(if .ratio then "  \(.ratio | percent)" else "" end)  \(.flags)\(if .reason then "  (\(.reason))" else "" end)"),
  (.left_out[] | "  \(.slot)  left out  (\(.reason))"),
  (first(.tunes[] | select(.verdict | IN("does not build", "gate 1 failed", "gate 2 failed", "gate 3 failed", "output not repeatable")))
    | "  why \(.slot) broke: make atesor-explain ATESOR_TUNE=\(.slot)"),
  (if .tests and (.tests.decisive | not) then "  gate 2 is not decisive: \(.tests.reason)" else empty end)
