# built-warnings.jq: what of a tune's build is worth a warning and does not refuse the tune: {code, text} each.
include "base/state";
include "policy/requests";
include "policy/machine";
include "policy/built";

def foreign: .path as $path | (.classes_new // []) as $new
    | (.missing // {} | with_entries(select(.key | IN($new[])))) | select(. != {})
    | {code: "foreign_instructions",
       text: ("\($path) has instructions that this machine lacks and the baseline has not: \(counts);"
           + " only a run-time test may lead to them")};
def dispatched: (.classes_base // {} | keys_unsorted | join(", ")) as $had | (.classes_new // [] | join(", ")) as $new
    | select($had != "" and $new != "")
    | {code: "wider_than_its_guard",
       text: ("\(.path) uses \($had) in the baseline too, maybe behind a run-time test, and now also \($new):"
           + " a test for the former may lead to the latter")};
def how_uncounted:
    if .counted | not
    then "were not counted by extension:"
        + " it is beyond the first files, or for a machine whose instructions are not known"
    elif .cut then "were counted in the first part of its code only" else empty end;
def uncounted: select((.code_bytes.tune // 1) > 0)
    | {code: "not_counted", text: "the instructions of \(.path) \(how_uncounted)"};
def interface: .path as $path | .type as $type
    | .abi_changes[] | select(loss($type) | not) | {code: "interface", text: "\($path) \(abi_text)"};
def unaligned($tune): [(facts(.base).artifacts // [])[] | select(.riscv_unaligned_access) | .path] as $before
    | select(machine.misaligned.speed != "fast")
    | (facts($tune).artifacts // [])[] | select(.riscv_unaligned_access and (.path | IN($before[]) | not))
    | {code: "unaligned_access",
       text: "\(.path) says that it accesses memory unaligned; this machine is not known to do that fast"};
def own_isa($tune): build($tune).compiler.own_isa // [] | group_by([.own, .flag])[]
    | "\(map(.source) | join(", ")) \(if length > 1 then "keep their" else "keeps its" end) own \(.[0].own)" as $who
    | {code: "kept_own_isa", text: "\($who): a run-time test guards that code, \(.[0].flag) did not reach it"};
def configured($tune): configuration($tune)[] | .path as $path
    | (.changes[] | select(.decides | not) | . + {path: $path} | change_text),
      (select(.text) | "\($path): its text differs from the baseline's")
    | {code: "configuration", text: .};
def said($tune): new_diagnostics($tune)[]
    | {code: "compiler_diagnostic", text: "\(.count) × -W\(.option): \(.first)"};

def built_warnings($tune): (compared($tune) | foreign, dispatched, uncounted, interface),
    unaligned($tune), own_isa($tune), configured($tune), said($tune);
def not_reproducible: reproducible
    | if .verdict == "no"
      then "the same build twice gives different code (\(.differs | join(", ")));"
          + " tunes are compared with the second one"
      elif .verdict == "unknown"
      then "whether the same build twice gives the same code is not known: \(.reason)" else empty end
    | {code: "not_reproducible", text: .};
def baseline_warnings: (not_reproducible, built_warnings(.base)) | . + {where: "base"};
