# text.jq: an explanation in words.
#
# In:  the document of document.jq.
# Out: lines of text.
def part($title): select(length > 0) | "", "\($title):", (.[] | "  - \(.)");
def with_reason: if .reason then ": \(.reason)" else "" end;
def trial_line: "  \(.slot)  \(.outcome)  \(.flags)\(if .reason then "  (\(.reason))" else "" end)";

.data
| if .trials == [] then .not_proven[0]
  else
    "\(.tune) (\(.title), \(.compiler), \(.flags)): \(.verdict)\(with_reason)",
    (.cause // empty | "", "cause: \(.)"),
    (.proven | part("proven")),
    (.not_proven | part("not proven")),
    (.advice | part("next")),
    "",
    "\(.trials | length) trials, \(.trials | map(.seconds) | add | ceil) s:",
    (.trials[] | trial_line)
  end
