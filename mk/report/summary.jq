# report/summary.jq: the few lines that the console shows last.
#
# In:  result.json on stdin. Out: text.
include "base/codes";

def four_digits: . * 10000 | round / 10000;
def gain:
    "\(.flags) (\(.slot)): \(.ratio | four_digits) of the baseline's time, "
    + "95 % interval \(.ci_low | four_digits) to \(.ci_high | four_digits)";
def reason_in_brackets: if .reason then "  (\(.reason))" else "" end;

def answer:
    if .status == "accepted" then
        "Optimized: YES  \(.accepted | gain)",
        "  second check with another code layout: \(.accepted.second.ratio | four_digits)"
    elif .status == "checked" then "Optimized: NOT TIMED  \(.reason)"
    else "Optimized: NO  \(.status): \(.reason)" end;
def tune_line:
    "  \(.slot)  \(.verdict)\(if .ratio then "  \(.ratio | four_digits)" else "" end)  \(.flags)\(reason_in_brackets)";

.data
| answer,
  (.advice // [] | .[] | "    \(.)"),
  (.tunes[] | tune_line),
  (.left_out[] | "  \(.slot)  left out  (\(.reason))"),
  (first(.tunes[] | select(.code | is_broken)) | "  why \(.slot) broke: make atesor-explain ATESOR_TUNE=\(.slot)"),
  (if .tests and (.tests.decisive | not) then "  gate 2 is not decisive: \(.tests.reason)" else empty end)
