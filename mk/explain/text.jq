# explain-text.jq: an explanation (explain-document.jq) in words.
def part($title): select(length > 0) | "", "\($title):", (.[] | "  - \(.)");
.data
| (if .trials != [] then "\(.tune) (\(.title), \(.compiler), \(.flags)): \(.verdict)\(if .reason then ": \(.reason)" else "" end)" else .not_proven[0] end),
  (select(.trials != [])
   | (.cause // empty | "", "cause: \(.)"), (.proven | part("proven")), (.not_proven | part("not proven")), (.advice | part("next")),
     "", "\(.trials | length) trials, \(.trials | map(.seconds) | add | ceil) s:", (.trials[] | "  \(.slot)  \(.outcome)  \(.flags)\(if .reason then "  (\(.reason))" else "" end)"))
