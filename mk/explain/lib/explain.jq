# explain.jq: why a tune broke: the smallest cause that trials can prove. Like the pipeline a pure function of the
# documents. The order of the steps is at the end of the file.
#
# In:  the pipeline's state; .config.tune is the slot to explain.
# Out: the state with .next (the requests of the next trial), or with what was found out in .findings (below);
#      .over is {code, reason} if the steps came to an early end.
#
# slot, tune         what is explained; tune is null if it has no verdict
# trials             [{trial, slot, outcome, why, seconds, flags}]: those that were made
# again              the slot in which it failed again
# flags, flags_slot  the fewest flags with which it fails, and in which slot
# parts              in how many parts its flags were tried
# other_flags        what comes of its other flags: {outcome, slot, why}
# suspects           [{flag, meaning, sanitizer?, outcome, slot, why}]: flags that may help
# units              {slot, sha256, count}: the list of objects
# sets, set_slots    sets of objects (their numbers), each enough for it to fail, and the slots in which they failed
# other_objects      what comes of the objects in none of the sets
# link               {slot} if no object needs the flags, but the link
# unsplit            why objects were not told apart
# for_objects        what comes of all its flags with the flag that helps, for the objects in the sets only
# for_all            what comes of all its flags with the flag that helps, for all objects
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";
include "policy/language";
include "policy/gates";
include "policy/built";
include "policy/budget";
include "policy/tune";
include "policy/pipeline";
include "explain/lib/suspects";

def ends_with($code; $reason): .over = refusal($code; $reason);

# -- the smallest part of many things with which a test fails, by halving --------------------------

# The state has `fixed` (numbers that are known to be needed) and `pool` (the others). The filter `test` looks at
# `set` and answers in `outcome`, or with `next` or `over`, which end the search. With all of them the test fails, as
# is known. Each thing that is found takes log2(pool) + 1 tests. `found`: the numbers; null: none was enough.
def halve(test):
    if ended or .high - .low <= 1 then .
    else
        ((.low + .high) / 2 | floor) as $middle
        | .set = (.fixed + .pool[:$middle] | sort) | test
        | if ended then .
          else (if .outcome == "fails" then .high = $middle else .low = $middle end) | halve(test) end
    end;
def smallest(test):
    .set = (.fixed | sort) | test
    | if ended then .
      elif .outcome == "fails" then .found = (.fixed | sort)
      elif .pool == [] then .found = null
      else
        .low = 0 | .high = (.pool | length) | halve(test)
        | if ended then .
          else (.high - 1) as $needed | .fixed += [.pool[$needed]] | .pool = .pool[:$needed] | smallest(test) end
      end;

# -- a trial: {flags, only?, also?}: with these flags; only for these objects; with one flag more for these objects 

# Numbers as ranges: 0-2,5.
def ranges:
    reduce .[] as $n ([]; if . != [] and .[-1][1] == $n - 1 then .[-1][1] = $n else . + [[$n, $n]] end)
    | map(if .[0] == .[1] then "\(.[0])" else "\(.[0])-\(.[1])" end)
    | join(",")
    | if . == "" then "-" else . end;
# What restricts a trial's flags to some of the objects: an input of its build (policy/requests.jq).
def ranges_or_null: if . then ranges else null end;
def trial_parts($trial): .findings.units as $units
    | if ($trial.only or $trial.also) | not then null
      else {units_slot: $units.slot, units_sha256: $units.sha256, only: ($trial.only | ranges_or_null),
          also: ($trial.also.units | ranges_or_null), also_flag: $trial.also.flag} end;

# The trials of tun5 have the slots t500, t501 …
def slot_of_trial($slot; $number): "\($slot[:1])\($slot[3:])\($number | if . < 10 then "0\(.)" else . end)";
def trial_tune($trial):
    .findings.tune as $tune
    | {slot: slot_of_trial($tune.slot; .findings.trials | length),
       cc: $tune.cc, cxx: $tune.cxx, compiler: $tune.compiler, flags: $trial.flags, trial: trial_parts($trial)}
      + (if any($trial.flags[]; contains("{profile}")) then ($tune | {profile, profile_sha256}) else {} end);

# What a trial comes to: it fails as the tune did, passes, or comes to something else, which says nothing. A stream
# for `ask`, of which the first member counts: {next} or {outcome, why}. Nothing is asked for beyond what refused the
# tune.
# Both take a refusal, {code, reason}.
def fails: {outcome: "fails", why: .reason};
def comes_to_something_else: {outcome: "other", why: .reason};

def missing_artifact($tune):
    .required as $required
    | first(build($tune).artifacts[] | select((.path | IN($required[])) and (.sha256 | not))
        | refusal("artifact_not_built"; "\(.path) was not built"));
def gate_outcome($tune):
    .findings.tune.code as $verdict
    | if $verdict == "gate1_failed" then
        wanted(facts_request($tune); facts_trees($tune)),
        (first(gate1_artifacts($tune), gate1_configuration($tune), gate1_interface($tune)) | fails)
      elif $verdict == "gate2_failed" then
        wanted(tests_request($tune; 1); [$tune.slot]),
        (gate2($tune) | fails)
      elif $verdict == "does_not_build" then empty
      else
        wanted(output_request($tune); [$tune.slot]),
        (first(unrepeatable($tune), gate3($tune)) | fails)
      end;
def trial_outcome($tune):
    .findings.tune.code as $verdict
    | wanted(build_request($tune)),
      (build_fault($tune)
        | if $verdict == "does_not_build" then fails
          else .reason = "it does not build: \(.reason)" | comes_to_something_else end),
      (select(.findings.trials == [] and language == "c" and $verdict != "does_not_build")
        | wanted(units_request($tune); [$tune.slot])),
      (select($verdict != "gate1_failed") | missing_artifact($tune) | comes_to_something_else),
      gate_outcome($tune),
      {outcome: "passes", why: null};

def trial_seconds($tune):
    gate_seconds($tune);
def longest_trial: [.findings.trials[].seconds, 0] | max;
def is_baseline($trial):
    .base as $base | .findings.tune | $trial.flags == [] and .cc == $base.cc and .cxx == $base.cxx;

# Makes a trial: sets .outcome, .slot and .why, or .next or .over.
def make_trial($trial):
    trial_tune($trial) as $tune
    | del(.outcome, .why)
    | ask(trial_outcome($tune))
    | if .outcome then
        .slot = $tune.slot
        | trial_seconds($tune) as $seconds
        | .spent += $seconds
        | .findings.trials += [{trial: $trial, slot, outcome, why, seconds: $seconds, flags: $tune.flags}]
      else . end;
def attempt($trial):
    (first(.findings.trials[] | select(.trial == $trial)) // null) as $known
    | .config.explain_trials as $most
    | if ended then .
      elif is_baseline($trial) then .outcome = "passes" | .slot = "base"
      elif $known then .outcome = $known.outcome | .slot = $known.slot
      elif (.findings.trials | length) >= $most then 
        ends_with("too_many_trials"; "\($most) trials were made (ATESOR_EXPLAIN_TRIALS)")
      elif left < longest_trial then
        ends_with("budget_below_trial";
            "\(left | floor) s of the budget remain, the longest trial took \(longest_trial | ceil) s")
      else make_trial($trial) end;

# What the last trial came to, as it is kept.
def last_outcome: {outcome, slot, why};

# -- the steps -------------------------------------------------------------------------------------

# Does it fail again? What fails only once has no cause that trials could find.
def again:
    attempt({flags: .findings.tune.flags})
    | if ended then .
      elif .outcome == "fails" then .findings.again = .slot
      else
        (if .why then "comes to something else: \(.why)" else "passes" end) as $came_to
        | ends_with("fails_not_again"; "it does not fail again: a fresh build with the same flags \($came_to)")
      end;

# Which of the flags: the fewest with which it fails; and whether the others pass.
def flags_of($numbers; $groups): [$groups[$numbers[]][]];
def guilty_flags:
    (.findings.tune.flags | flag_groups) as $groups
    | [range($groups | length)] as $all
    | .fixed = [] | .pool = $all | del(.found)
    | smallest(.set as $set | attempt({flags: flags_of($set; $groups)}))
    | if ended then .
      elif .found == null then
        ends_with("fails_not_in_parts";
            "no part of its flags fails, as trials go: what it comes to depends on more than the flags")
      else
        .found as $found
        | .findings.flags = flags_of($found; $groups)
        | .findings.flags_slot = .slot
        | .findings.parts = ($all | length)
        | ($all - $found) as $rest
        | if $found == [] or $rest == [] then .
          else attempt({flags: flags_of($rest; $groups)}) | step(.findings.other_flags = last_outcome) end
      end;

# Which freedom of the compiler: the flags that may take it away.
def suspected:
    if language != "c" then .
    else
        reduce suspects(.findings.tune; .findings.flags; .findings.tune.code)[] as $suspect (.;
            step(attempt({flags: (.findings.flags + [$suspect.flag])})
                | step(.findings.suspects += [$suspect + last_outcome])))
    end;

# Which of the objects: the fewest that need the flags for it to fail. There may be several such sets, each enough
# alone.
def blamed: [.findings.sets[][]] | unique;

# The objects are listed from the build that failed again; where nothing was built, from the baseline.
def units_from:
    if .findings.tune.code == "does_not_build" then .base
    else .findings.tune + {slot: .findings.again, flags: .findings.tune.flags} | unknown end;
def list_objects:
    units_from as $from
    | units_request($from) as $units
    | ask(wanted(build_request($from)), wanted($units; [$from.slot]))
    | step(made($units).data as $list
        | .findings.units = {slot: $from.slot, sha256: $list.units_sha256, count: $list.units});

def others_are_settled: .findings.other_objects.outcome | IN("passes", "other");
def find_set($pool):
    .fixed = [] | .pool = $pool | del(.found)
    | smallest(.set as $set | attempt({flags: .findings.flags, only: $set}));
def find_sets:
    ([range(.findings.units.count)] - blamed) as $rest
    | if .findings.sets == [] then .
      else attempt({flags: .findings.flags, only: $rest}) | step(.findings.other_objects = last_outcome) end
    | if ended or (.findings.sets | length) >= 4 or others_are_settled then .
      else
        find_set($rest)
        | if ended then .
          elif .found == null then .findings.unsplit = "no part of the objects fails alone"
          elif .found == [] then .findings.link = {slot}
          else .findings.sets += [.found] | .findings.set_slots += [.slot] | find_sets end
      end;

def guilty_objects:
    if language != "c" then .findings.unsplit = "objects are told apart for C and C++ only"
    elif .findings.flags == [] then
        .findings.unsplit = "it is the compiler, not a flag: what each object is compiled by cannot be told apart"
    else
        list_objects
        | step(
            if .findings.units.count == 0 then .findings.unsplit = "no compile was seen"
            elif .findings.units.count < 2 then .findings.unsplit = "one compile makes all of it"
            else find_sets end)
    end;

# Does the flag that helps help the whole tune, and for these objects alone?
def remedy: first(.findings.suspects[] | select(.outcome == "passes")) // null;
def remedied:
    remedy as $remedy
    | if $remedy == null then .
      else
        blamed as $objects
        | (if $objects == [] or ($objects | length) == .findings.units.count then .
           else
             attempt({flags: .findings.tune.flags, also: {flag: $remedy.flag, units: $objects}})
             | step(.findings.for_objects = last_outcome)
           end)
        | step(attempt({flags: (.findings.tune.flags + [$remedy.flag])}))
        | step(.findings.for_all = last_outcome)
      end;

# -- whether there is something to explain ---------------------------------------------------------

# Why a slot has no verdict; $ended is what ended the run.
def why_no_verdict($slot; $ended):
    (first(.left_out[] | select(.slot == $slot)) // null) as $left_out
    | if $left_out then refusal("tune_left_out"; "\($slot) was left out: \($left_out.left_out.reason)")
      elif $ended then
        refusal("tune_unknown"; "\($slot) has no verdict: the run ended with \($ended.status)"
            + (if $ended.reason then ", \($ended.reason)" else "" end))
      else refusal("tune_unknown"; "\($slot) has no verdict yet: run make optimize first") end;

# What did not get its flags or its profile is not broken by them.
def is_not_what_it_is_called($tune):
    $tune.code == "gate1_failed"
    and $tune.reason_code == ((first(gate1_flags($tune), gate1_profile($tune)) // null).code);

# Why no trial is made, or null.
def why_no_trials($slot; $tune; $ended):
    if $tune == null then why_no_verdict($slot; $ended)
    elif is_not_what_it_is_called($tune) 
    then refusal("tune_without_its_flags"; "\($slot) is not what it is called: \($tune.reason)")
    elif $tune.code | is_broken | not
    then refusal("tune_broke_nothing"; "\($slot) broke nothing: \($tune.verdict)")
    else null end;

def explain:
    .config.tune as $slot
    | (first(.tunes[] | select(.slot == $slot)) // null) as $tune
    | .over as $ended
    | del(.next, .over)
    | .spent = 0
    | .findings = {slot: $slot, tune: $tune, trials: [], suspects: [], sets: [], set_slots: []}
    | why_no_trials($slot; $tune; $ended) as $why
    | if $why then .over = $why + {no_trials: true}
      else step(again) | step(guilty_flags) | step(suspected) | step(guilty_objects) | step(remedied) end;
