# explain-document.jq: what was found out about a tune that broke: its cause, what is proven by which trial, and what is not. $own and $base
# are the objects of a build of the tune and of the baseline.
include "base/state";
include "policy/pipeline";
include "explain/lib/explain";

def list: if length < 2 then join("") else "\(.[:-1] | join(", ")) and \(.[-1])" end;
def good: {"does not build": "it builds", "gate 1 failed": "gate 1 passes", "gate 2 failed": "the tests pass"}[.x.tune.verdict // ""] // "the output is equal again";
def bad: {"does not build": "it does not build", "gate 1 failed": "gate 1 fails", "gate 2 failed": "the tests fail"}[.x.tune.verdict // ""] // "gate 3 fails";
def units: if .x.units.slot == "base" then $base else $own end;
def named($numbers): units as $units | [$numbers[] | $units[.]];
def products($numbers): named($numbers) | map(.product) | list;
def words: join(" ");
def lto: any(.x.tune.flags[]; startswith("-flto"));

def flags_proven: good as $good | bad as $bad | .x | select(.flags)
    | (if .flags == [] then "\(.tune.compiler) alone, without any flag: \($bad) (\(.flags_slot))"
       elif .parts < 2 then empty
       elif .other_flags == null then "all of its flags are needed for it: \(.flags | words)"
       else "of its flags \(.flags | words) alone: \($bad) (\(.flags_slot))" end),
      (.other_flags // empty | select(.outcome == "passes") | "the other flags without these: \($good) (\(.slot))"),
      (.other_flags // empty | select(.outcome == "fails") | "the other flags break it as well, without these: \(.why) (\(.slot))");
def suspects_proven: good as $good | .x | (.flags // []) as $flags | (.suspects[] | select(.outcome == "passes") | "\($good) with \($flags + [.flag] | words) (\(.slot))"),
    (.suspects | map(select(.outcome == "fails")) | select(. != []) | "\(map(.flag) | list) \(if length == 1 then "changes" else "change" end) nothing (\(map(.slot) | list))");
def objects_proven: . as $state | good as $good | bad as $bad | .x | (.flags // [] | words) as $flags
    | (.link // empty | "no object gets \($flags), only the link does: \($bad) (\(.slot))"),
      (range(.sets | length) as $n | "\($flags) for \(.sets[$n] as $set | $state | products($set)) only: \($bad) (\(.set_slots[$n]))"),
      (select(.sets != [] and ([.sets[][]] | unique | length) < .units.count) | .other_objects // empty
          | select(.outcome == "passes") | "\($flags) for all other objects: \($good) (\(.slot))");
def remedy_proven: . as $state | good as $good | (remedy // empty) as $remedy | blamed as $blamed | .x
    | (.for_objects // empty | select(.outcome == "passes") | "\($good) with all flags of \($state.x.slot), and \($remedy.flag) for \($state | products($blamed)) only (\(.slot))"),
      (.for_all // empty | select(.outcome == "passes") | select($state.x.flags != $state.x.tune.flags) | "\($good) with all flags of \($state.x.slot), and \($remedy.flag) (\(.slot))");
def proven: good as $good | [(.x.again // empty | "a fresh build fails again (\(.))"), flags_proven, suspects_proven, objects_proven, remedy_proven];

def not_proven: good as $good | . as $state | (remedy // null) as $remedy | blamed as $blamed | [
    (.over.reason // empty),
    (.x.suspects[] | select(.outcome == "other") | "\(.flag) says nothing: \(.why) (\(.slot))"),
    ($remedy // empty | "that \(.meaning): so much \(.flag) alone cannot tell, another effect of it may hide the fault"),
    (select(.x.trials != [] and .over == null and $remedy == null and .x.suspects != []) | "which freedom of the compiler it is: none of the flags that were tried helps"),
    (.x.unsplit // empty | "which objects: \(.)"),
    (.x.sets[] | select(length > 1) | . as $set | $state | "which of \(products($set)) is at fault: they fail together only\(if lto then ", where the link optimizes them as one" else "" end)"),
    (.x.other_objects // empty | select(.outcome == "other") | "whether other objects are at fault too: \(.why) (\(.slot))"),
    (.x.other_objects // empty | select(.outcome == "fails") | "which other objects are at fault too: there are more"),
    (.x.for_objects // empty | select(.outcome != "passes") | "that \($remedy.flag) suffices for \($state | products($blamed)): \(.why) (\(.slot))"),
    (.x.for_objects // empty | select(.outcome == "passes" and ($state | lto)) | "that only these objects need it: a link that optimizes may hold the flag of one object against others"),
    (.x.for_all // empty | select(.outcome != "passes") | "that \($remedy.flag) helps all flags together: \(.why) (\(.slot))")];
def advice: (remedy // null) as $remedy | [
    ($remedy // empty | .sanitizer // empty | "to find the place: build with \(.) and run the program"),
    (select($remedy and .x.for_all.outcome == "passes") | "to measure it with the flag: ATESOR_EXTRA_TUNES='\(.x.tune.flags + [$remedy.flag] | words)'")];

# A trial as a reader wants it: the flags, and for which objects.
def some($numbers): if $numbers == [] then "no object" elif ($numbers | length) > 3 then "\($numbers | length) of \(.x.units.count) objects" else products($numbers) end;
def described($trial): "\($trial.flags | words)\(if $trial.only then " for \(some($trial.only)) only" else "" end)\(if $trial.also then ", and \($trial.also.flag) for \(some($trial.also.units))" else "" end)";
# The cause in one line, no more than what is proven.
def cause: good as $good | . as $state | (remedy // null) as $remedy | blamed as $blamed | .x
    | if .flags == null then null
      else [(if .flags == [] then "\(.tune.compiler), without any flag" else .flags | words end),
          (if .link then "at the link" elif .sets != [] and ($blamed | length) > 8 then "in \($blamed | length) objects" elif .sets != [] then "in \($state | products($blamed))" else empty end)]
        | join(", ") + (if $remedy then "; \($good) with \($remedy.flag)\(if $state.x.for_objects.outcome == "passes" then (if ($blamed | length) == 1 then ", and only \($state | products($blamed)) needs it" else ", which suffices for \($state | products($blamed))" end) else "" end)" else "" end) end;

state($trees; "all") | pipeline | explain
| {schema: "atesor.explain/1", status: "ok", args: ["explain", .x.slot], tool: {name: "atesor", version: $ENV.atesor_version}, seconds: (.spent * 1000 | round / 1000), warnings: [],
   data: ({tune: .x.slot, title: .x.tune.title, compiler: .x.tune.compiler, flags: (.x.tune.flags // null | if . then words else null end), verdict: .x.tune.verdict, reason: .x.tune.reason,
     cause: cause, guilty: {flags: .x.flags, link: (.x.link != null), objects: (. as $state | [.x.sets[] as $set | $state | named($set)])},
     remedy: (remedy // null), proven: proven, not_proven: not_proven, advice: advice, complete: (.over == null),
     trials: (. as $state | [.x.trials[] | .trial as $trial | {slot, flags: ($state | described($trial)), outcome, reason: .why, seconds} | with_entries(select(.value != null))])} | with_entries(select(.value != null)))}
