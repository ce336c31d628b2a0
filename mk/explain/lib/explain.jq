# explain.jq: why a tune broke: the smallest cause that trials can prove. Like the pipeline a pure function of the documents: the state with the
# next trial's commands, or with what was found out (.x). The order is at the end of the file.
include "base/state";
include "policy/words";
include "policy/machine";
include "policy/language";
include "policy/gates";
include "policy/built";
include "policy/budget";
include "policy/tune";
include "policy/pipeline";
include "explain/lib/suspects";
include "explain/lib/smallest";

def broken: IN("does not build", "gate 1 failed", "gate 2 failed", "gate 3 failed", "output not repeatable");
def ends_with($why): .over = {reason: $why};

# -- a trial: {flags, only?, also?}: with these flags; only for these objects; with one flag more for these objects ---------------------------
def ranges: reduce .[] as $n ([]; if . != [] and .[-1][1] == $n - 1 then .[-1][1] = $n else . + [[$n, $n]] end)
    | map(if .[0] == .[1] then "\(.[0])" else "\(.[0])-\(.[1])" end) | join(",") | if . == "" then "-" else . end;
def trial_flags($trial): .x.units as $units | $trial.flags
    + [($trial.only // empty | "{only} \($units.slot) \($units.sha256) \(ranges)"), ($trial.also // empty | "{also} \(.flag) \($units.slot) \($units.sha256) \(.units | ranges)")];
def trials_of: "\(.[:1])\(.[3:])";                      # tun5: t5
def trial_tune($trial): .x.tune as $tune | .x.trials as $before
    | {slot: "\($tune.slot | trials_of)\($before | length | if . < 10 then "0\(.)" else . end)", cc: $tune.cc, cxx: $tune.cxx, compiler: $tune.compiler, flags: trial_flags($trial)}
      + (if any($trial.flags[]; contains("{profile}")) then {profile: $tune.profile} else {} end);

# It fails as the tune did, passes, or comes to something else, which says nothing. Nothing is asked for beyond that.
def not_there($tune): .required as $required | first(build($tune).artifacts[] | select((.path | IN($required[])) and (.sha256 | not)) | "\(.path) was not built");
def judged($tune): .x.tune.verdict as $verdict
    | if $verdict == "gate 1 failed" then wanted(facts_words($tune); facts_trees($tune)),
          (first(gate1_artifacts($tune), gate1_configuration($tune), gate1_interface($tune)) | {outcome: "fails", why: .})
      elif $verdict == "gate 2 failed" then wanted(tests_words($tune; 1); [$tune.slot]), (gate2($tune) | {outcome: "fails", why: .})
      elif $verdict == "does not build" then empty
      else wanted(output_words($tune); [$tune.slot]), (first(unrepeatable($tune), gate3($tune)) | {outcome: "fails", why: .}) end;
def tried($tune): .x.tune.verdict as $verdict | wanted(build_words($tune)),
    (build_fault($tune) | if $verdict == "does not build" then {outcome: "fails", why: .} else {outcome: "other", why: "it does not build: \(.)"} end),
    (select(.x.trials == [] and language == "c" and $verdict != "does not build") | wanted(units_words($tune); [$tune.slot])),
    (select($verdict != "gate 1 failed") | not_there($tune) | {outcome: "other", why: .}),
    judged($tune), {outcome: "passes", why: null};
def trial_seconds($tune): [build_words($tune), facts_words($tune), tests_words($tune; 1), output_words($tune)] as $all
    | . as $state | [$all[] as $words | $state | seconds($words)] | add;

def longest_trial: [.x.trials[].seconds, 0] | max;
def is_baseline($trial): .base as $base | .x.tune | $trial.flags == [] and .cc == $base.cc and .cxx == $base.cxx;
def attempt($trial): (first(.x.trials[] | select(.trial == $trial)) // null) as $known
    | if ended then .
      elif is_baseline($trial) then .outcome = "passes" | .slot = "base"
      elif $known then .outcome = $known.outcome | .slot = $known.slot
      elif (.x.trials | length) >= .config.explain_trials then ends_with("\(.config.explain_trials) trials were made (ATESOR_EXPLAIN_TRIALS)")
      elif left < longest_trial then ends_with("\(left | floor) s of the budget remain, the longest trial took \(longest_trial | ceil) s")
      else trial_tune($trial) as $tune | del(.outcome, .why) | ask(tried($tune))
        | if .outcome then .slot = $tune.slot | trial_seconds($tune) as $seconds | .spent += $seconds
              | .x.trials += [{trial: $trial, slot, outcome, why, seconds: $seconds, flags: $tune.flags}] else . end end;

# -- the steps ----------------------------------------------------------------------------------------------------------------------
def words_of($groups): . as $numbers | [$groups[$numbers[]][]];
def again: attempt({flags: .x.tune.flags})
    | if ended then . elif .outcome == "fails" then .x.again = .slot else ends_with("it does not fail again: a fresh build with the same flags \(if .why then "comes to something else: \(.why)" else "passes" end)") end;

# Which of the flags: the fewest with which it fails; and whether the others pass.
def guilty_flags: (.x.tune.flags | flag_groups) as $groups | .fixed = [] | .pool = [range($groups | length)] | del(.found)
    | smallest(.set as $set | attempt({flags: ($set | words_of($groups))}))
    | if ended then . elif .found == null then ends_with("no part of its flags fails, as trials go: what it comes to depends on more than the flags")
      else .found as $found | .x.flags = ($found | words_of($groups)) | .x.flags_slot = .slot | .x.parts = ($groups | length)
        | ([range($groups | length)] - $found) as $rest
        | if $found == [] or $rest == [] then . else attempt({flags: ($rest | words_of($groups))}) | step(.x.other_flags = {outcome, slot, why}) end end;

def suspected: if language != "c" then . else reduce suspects(.x.tune; .x.flags; .x.tune.verdict)[] as $suspect (.;
    step(attempt({flags: (.x.flags + [$suspect.flag])}) | step(.x.suspects += [$suspect + {outcome, slot, why}]))) end;

# Which of the objects: the fewest that need the flags for it to fail. There may be several such sets, each enough alone.
def blamed: [.x.sets[][]] | unique;
def units_from: if .x.tune.verdict == "does not build" then .base else .x.tune + {slot: .x.again, flags: .x.tune.flags} | del(.build, .code) end;
def listed: units_from as $from | units_words($from) as $words | ask(wanted(build_words($from)), wanted($words; [$from.slot]))
    | step(made($words).data as $list | .x.units = {slot: $from.slot, sha256: $list.units_sha256, count: $list.units});
def another_set($rest): .fixed = [] | .pool = $rest | del(.found) | smallest(.set as $set | attempt({flags: .x.flags, only: $set}));
def sets: [range(.x.units.count)] as $all | ($all - blamed) as $rest
    | if .x.sets == [] then . else attempt({flags: .x.flags, only: $rest}) | step(.x.other_objects = {outcome, slot, why}) end
    | if ended or (.x.sets | length) >= 4 or .x.other_objects.outcome == "passes" or .x.other_objects.outcome == "other" then .
      else another_set($rest)
        | if ended then . elif .found == null then .x.unsplit = "no part of the objects fails alone"
          elif .found == [] then .x.link = {slot} else .x.sets += [.found] | .x.set_slots += [.slot] | sets end end;
def guilty_objects: if language != "c" then .x.unsplit = "objects are told apart for C and C++ only"
    elif .x.flags == [] then .x.unsplit = "it is the compiler, not a flag: what each object is compiled by cannot be told apart"
    else listed | step(if .x.units.count < 2 then .x.unsplit = (if .x.units.count == 0 then "no compile was seen" else "one compile makes all of it" end) else sets end) end;

# Does the flag that helps help the whole tune, and for these objects alone?
def remedy: first(.x.suspects[] | select(.outcome == "passes")) // null;
def remedied: remedy as $remedy | if $remedy == null then . else
      (if .x.sets == [] or (blamed | length) == .x.units.count then . else blamed as $numbers
        | attempt({flags: .x.tune.flags, also: {flag: $remedy.flag, units: $numbers}}) | step(.x.for_objects = {outcome, slot, why}) end)
      | step(attempt({flags: (.x.tune.flags + [$remedy.flag])})) | step(.x.for_all = {outcome, slot, why}) end;

def explained: step(again) | step(guilty_flags) | step(suspected) | step(guilty_objects) | step(remedied);

# From the pipeline's state. A tune without a verdict, or one that broke nothing, has no trials.
def explain: .config.tune as $slot | (first(.tunes[] | select(.slot == $slot)) // null) as $tune | (first(.left_out[] | select(.slot == $slot)) // null) as $out
    | .over as $over | del(.next, .over) | .spent = 0 | .x = {slot: $slot, tune: $tune, trials: [], suspects: [], sets: [], set_slots: []}
    | if $tune == null then .over = {reason: (if $out then "\($slot) was left out: \($out.left_out)" elif $over then "\($slot) has no verdict: the run ended with \($over.status)\(if $over.reason then ", \($over.reason)" else "" end)"
          else "\($slot) has no verdict yet: run make optimize first" end), no_trials: true}
      # What did not get its flags or its profile is not broken by them.
      elif $tune.verdict == "gate 1 failed" and $tune.reason == (first((if language == "c" then gate1_calls($tune) elif language == "go" then gate1_go($tune) else empty end), gate1_profile($tune)) // null) then
          .over = {reason: "\($slot) is not what it is called: \($tune.reason)", no_trials: true}
      elif $tune.verdict | broken | not then .over = {reason: "\($slot) broke nothing: \($tune.verdict)", no_trials: true}
      else explained end;
