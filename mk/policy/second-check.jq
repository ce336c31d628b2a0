# second-check.jq: the faster tunes once more, fastest first, both builds with another code layout; then the guards.
# The first that is faster again is accepted.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/language";
include "policy/ladder";
include "policy/verdict";
include "policy/budget";
include "policy/tune";

def laid_out($slot; $language; $flag): .slot = $slot | .flags |= other_layout($language; $flag);
def faster_tunes: [.tunes[] | select(.code == "faster")] | sort_by(.ratio);

# The winner against the baseline in the guards, all of them: the layout is their own.
def guard_seconds: [made(guards_request).data.guards[].run_seconds] | add;
def no_time_for_guards($tune): select(guards_enough($tune) | not) | no_time_for(1; guard_seconds; 0)
    | .reason = "no time for the guards: \(.reason)";
def guarded($tune; $row): if .config.guard == [] then {row: $row} else
    (no_time_for_guards($tune) | {late: .}),
    (if guards_enough($tune) then empty
     else forget(guard_request($tune)) | wanted(guard_request($tune); [$tune.slot, "base"]) end),
    (guard_results($tune) as $guards
        | {row: ($row + {guards: $guards, refused: (first($guards[].refuses | select(.)) // null)})}) end;

# {late: why}: there will be no second check, of any tune. {row}: what it came to.
def baseline_row($reference): built($reference)
    | if .row then {row: ({code: "second_baseline_failed", verdict: "the baseline \(.row.verdict) with another layout"}
          + (.row | {reason_code, reason}))} else . end;
def second_outcome($tune; $check; $reference):
    (select(made(build_request($check)) == null) | no_step | .reason = "no second check: \(.reason)" | {late: .}),
    baseline_row($reference),
    (select(.tests.decisive) | wanted(tests_request($reference; 1); ["chk0"])),
    built($check), works($check),
    (. as $state | timing($check; $reference)
        | if .row.code == "faster" then .row as $row | $state | guarded($tune; $row) else . end);

def settle($slot; $code; $why): .tunes |= map(if .slot != $slot then .
    else . + {first_code: .code, first_verdict: .verdict} + verdict($code; $why) end);
# What the second check says of all later ones: there is no time, or the baseline itself does not stand it.
def late_by($row): if $row.code | IN("not_timed", "second_baseline_failed")
    then .late = refusal($row.reason_code; "no second check: \($row.verdict): \($row.reason)") else . end;
def second_words($row): "second check: \($row.verdict)\(if $row.reason then ", \($row.reason)" else "" end)";
def settle_check($tune; $row):
    if $row.refused then settle($tune.slot; "not_confirmed"; $row.refused)
    elif $row.code == "faster" then .accepted = $tune.slot | settle($tune.slot; "accepted"; null)
    elif .late then settle($tune.slot; "not_confirmed"; .late)
    else settle($tune.slot; "not_confirmed"; refusal($row.reason_code // $row.code; second_words($row))) end;

def check_seconds($check; $reference; $is_first):
    gate_seconds($check) + seconds(samples_request($check; $reference))
    + (if $is_first then gate_seconds($reference) else 0 end);
def check_tune($tune; $check; $reference; $is_first):
    ask(second_outcome($tune; $check; $reference)) | .row as $row
    | step(.spent += check_seconds($check; $reference; $is_first) + seconds(guard_request($tune))
        | late_by($row) | note_warnings(guard_request($tune)) | settle_check($tune; $row)
        | .tunes |= map(if .slot == $tune.slot then . + {second: ($row + {slot: $check.slot})} else . end) | del(.row));
def not_checked($tune): settle($tune.slot; "not_checked";
    if .accepted then refusal("faster_tune_first"; "a faster tune was checked first") else .late end);
def second_check: .config.second_flag as $flag | language as $language
    | known(.base | unknown | laid_out("chk0"; $language; $flag)) as $reference
    | faster_tunes as $all
    | reduce range($all | length) as $n (.; $all[$n] as $tune
        | known($tune | unknown | laid_out("chk\($n + 1)"; $language; $flag)) as $check
        | step(if .accepted or .late then not_checked($tune)
            else check_tune($tune; $check; $reference; $n == 0) end));

def accepted_tune: .accepted as $slot | first(.tunes[] | select(.slot == $slot)) // null;
def accept: accepted_tune as $tune
    | if $tune then ask(wanted(accept_request($tune); [$tune.slot])) else . end;
