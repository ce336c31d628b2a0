# accepted/refusal.jq: why there is nothing to pack or to apply, and what to do about it.
#
# In:  result.json on stdin. Out: one line (-r); nothing if a tune is accepted.
def advice:
    if .status == "no gain" then
        "the plain build is the fastest that was proven; a larger ATESOR_MAX_ROUNDS sees smaller gains"
    elif .status == "not confirmed" then
        "give the second check time with a larger ATESOR_BUDGET, and run make optimize again"
    elif .status == "not measured" then "mend that and run make optimize again"
    elif .status == "checked" then
        "an emulated target is never timed: run make optimize on the machine itself"
    elif .code == "not_ended" then "run make optimize first"
    else "see report.md" end;

.data | select(.status != "accepted") | "no tune is accepted (\(.status): \(.reason)): \(advice)"
