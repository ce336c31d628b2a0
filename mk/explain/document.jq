# document.jq: what was found out about a tune that broke: its cause, what is proven by which trial, and what is not.
#
# In:  doc/*.json (read with -n); --arg trees: the slots whose trees are there, one a line; --slurpfile base, own: the
#      objects of a build of the baseline and of the tune, {product, source}; $ENV.atesor_version.
# Out: the document atesor.explain/2, with tune, title, compiler, flags, code, verdict, reason_code, reason, cause,
# guilty, remedy,
#      proven, not_proven, advice, complete and trials in .data.
include "base/state";
include "policy/pipeline";
include "explain/lib/explain";

# -- words -----------------------------------------------------------------------------------------

def words: join(" ");
def and_list: if length < 2 then join("") else "\(.[:-1] | join(", ")) and \(.[-1])" end;

# A trial that passes, and one that fails, in terms of what refused the tune.
def passes_text: {
    does_not_build: "it builds",
    gate1_failed: "gate 1 passes",
    gate2_failed: "the tests pass"}[.findings.tune.code // ""] // "the output is equal again";
def fails_text: {
    does_not_build: "it does not build",
    gate1_failed: "gate 1 fails",
    gate2_failed: "the tests fail"}[.findings.tune.code // ""] // "gate 3 fails";

# The objects with these numbers, and their names as a text.
def objects($numbers):
    (if .findings.units.slot == "base" then $base else $own end) as $units
    | [$numbers[] | $units[.]];
def products($numbers): objects($numbers) | map(.product) | and_list;

def optimizes_at_the_link: any(.findings.tune.flags[]; startswith("-flto"));

# -- what is proven --------------------------------------------------------------------------------

def flags_proven:
    passes_text as $passes | fails_text as $fails
    | .findings | select(.flags)
    | (.flags | words) as $flags
    | (if .flags == [] then "\(.tune.compiler) alone, without any flag: \($fails) (\(.flags_slot))"
       elif .parts < 2 then empty
       elif .other_flags == null then "all of its flags are needed for it: \($flags)"
       else "of its flags \($flags) alone: \($fails) (\(.flags_slot))" end),
      (.other_flags // empty | select(.outcome == "passes")
        | "the other flags without these: \($passes) (\(.slot))"),
      (.other_flags // empty | select(.outcome == "fails")
        | "the other flags break it as well, without these: \(.why) (\(.slot))");

def suspects_proven:
    passes_text as $passes
    | .findings | (.flags // []) as $flags
    | (.suspects[] | select(.outcome == "passes") | "\($passes) with \($flags + [.flag] | words) (\(.slot))"),
      (.suspects | map(select(.outcome == "fails")) | select(. != [])
        | (if length == 1 then "changes" else "change" end) as $verb
        | "\(map(.flag) | and_list) \($verb) nothing (\(map(.slot) | and_list))");

def objects_proven:
    . as $state | passes_text as $passes | fails_text as $fails
    | .findings | (.flags // [] | words) as $flags
    | (.link // empty | "no object gets \($flags), only the link does: \($fails) (\(.slot))"),
      (range(.sets | length) as $n | .sets[$n] as $set | .set_slots[$n] as $slot
        | "\($flags) for \($state | products($set)) only: \($fails) (\($slot))"),
      (select(.sets != [] and ([.sets[][]] | unique | length) < .units.count)
        | .other_objects // empty | select(.outcome == "passes")
        | "\($flags) for all other objects: \($passes) (\(.slot))");

def remedy_proven:
    (remedy // empty) as $remedy
    | passes_text as $passes | products(blamed) as $products
    | .findings | .flags as $guilty_flags | .tune.flags as $all_flags
    | "\($passes) with all flags of \(.slot), and \($remedy.flag)" as $cured
    | (.for_objects // empty | select(.outcome == "passes") | "\($cured) for \($products) only (\(.slot))"),
      (.for_all // empty | select(.outcome == "passes") | select($guilty_flags != $all_flags) | "\($cured) (\(.slot))");

def proven: [
    (.findings.again // empty | "a fresh build fails again (\(.))"),
    flags_proven,
    suspects_proven,
    objects_proven,
    remedy_proven];

# -- what is not -----------------------------------------------------------------------------------

def cause_not_proven:
    (remedy // null) as $remedy
    | (.findings.suspects[] | select(.outcome == "other") | "\(.flag) says nothing: \(.why) (\(.slot))"),
      ($remedy // empty
        | "that \(.meaning): so much \(.flag) alone cannot tell, another effect of it may hide the fault"),
      (select(.findings.trials != [] and .over == null and $remedy == null and .findings.suspects != [])
        | "which freedom of the compiler it is: none of the flags that were tried helps");

def objects_not_proven:
    . as $state
    | (.findings.unsplit // empty | "which objects: \(.)"),
      (.findings.sets[] | select(length > 1) | . as $set | $state
        | "which of \(products($set)) is at fault: they fail together only"
          + (if optimizes_at_the_link then ", where the link optimizes them as one" else "" end)),
      (.findings.other_objects // empty | select(.outcome == "other")
        | "whether other objects are at fault too: \(.why) (\(.slot))"),
      (.findings.other_objects // empty | select(.outcome == "fails")
        | "which other objects are at fault too: there are more");

def remedy_not_proven:
    (remedy // null) as $remedy | blamed as $blamed | . as $state
    | (.findings.for_objects // empty | select(.outcome != "passes") | . as $trial
        | "that \($remedy.flag) suffices for \($state | products($blamed)): \($trial.why) (\($trial.slot))"),
      (.findings.for_objects // empty | select(.outcome == "passes" and ($state | optimizes_at_the_link))
        | "that only these objects need it: a link that optimizes may hold the flag of one object against others"),
      (.findings.for_all // empty | select(.outcome != "passes")
        | "that \($remedy.flag) helps all flags together: \(.why) (\(.slot))");

def not_proven: [(.over.reason // empty), cause_not_proven, objects_not_proven, remedy_not_proven];

# -- the cause in one line, and what to do ---------------------------------------------------------

# No more than what is proven.
def guilty_place:
    blamed as $blamed
    | if .findings.link then "at the link"
      elif .findings.sets == [] then empty
      elif ($blamed | length) > 8 then "in \($blamed | length) objects"
      else "in \(products($blamed))" end;
def remedy_text($remedy):
    blamed as $blamed
    | "; \(passes_text) with \($remedy.flag)"
      + (if .findings.for_objects.outcome != "passes" then ""
         elif ($blamed | length) == 1 then ", and only \(products($blamed)) needs it"
         else ", which suffices for \(products($blamed))" end);
def cause:
    .findings.flags as $flags
    | (if $flags == [] then "\(.findings.tune.compiler), without any flag" else $flags // [] | words end) as $what
    | (remedy // null) as $remedy
    | if $flags == null then null
      else ([$what, guilty_place] | join(", ")) + (if $remedy then remedy_text($remedy) else "" end) end;

def advice:
    (remedy // null) as $remedy
    | [($remedy // empty | .sanitizer // empty | "to find the place: build with \(.) and run the program"),
       (select($remedy and .findings.for_all.outcome == "passes")
        | "to measure it with the flag: ATESOR_EXTRA_TUNES='\(.findings.tune.flags + [$remedy.flag] | words)'")];

# -- the document ----------------------------------------------------------------------------------

# A trial as a reader wants it: the flags, and for which objects.
def some_objects($numbers):
    if $numbers == [] then "no object"
    elif ($numbers | length) > 3 then "\($numbers | length) of \(.findings.units.count) objects"
    else products($numbers) end;
def trial_text($trial):
    "\($trial.flags | words)"
    + (if $trial.only then " for \(some_objects($trial.only)) only" else "" end)
    + (if $trial.also then ", and \($trial.also.flag) for \(some_objects($trial.also.units))" else "" end);
def trials:
    . as $state
    | [.findings.trials[]
        | .trial as $trial
        | {slot, flags: ($state | trial_text($trial)), outcome, reason: .why, seconds}
        | with_entries(select(.value != null))];

def data:
    . as $state | .findings.tune as $tune
    | {tune: .findings.slot,
       title: $tune.title,
       compiler: $tune.compiler,
       flags: ($tune.flags // null | if . then words else null end),
       code: ($tune.code // .over.code),
       verdict: $tune.verdict,
       reason_code: $tune.reason_code,
       reason: $tune.reason,
       cause: cause,
       guilty: {
           flags: .findings.flags,
           link: (.findings.link != null),
           objects: [.findings.sets[] as $set | $state | objects($set)]},
       remedy: (remedy // null),
       proven: proven,
       not_proven: not_proven,
       advice: advice,
       complete: (.over == null),
       trials: trials}
    | with_entries(select(.value != null));

state($trees; "all") | pipeline | explain
| {schema: "atesor.explain/2",
   status: "ok",
   request: {stage: "explain", slot: .findings.slot, inputs: {}},
   tool: {name: "atesor", version: $ENV.atesor_version},
   seconds: (.spent * 1000 | round / 1000),
   warnings: [],
   data: data}
