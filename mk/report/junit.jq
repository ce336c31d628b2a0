# report/junit.jq: result.json as JUnit XML, as continuous integration shows it: a test case for each gate of a tune.
# What broke is a failure; what was not timed or not run is skipped; slower or unchanged is an answer, not a failure.
# A run that ended with an error is an error.
#
# In:  result.json on stdin. Out: XML (-r).
include "base/codes";

# -- XML -------------------------------------------------------------------------------------------------------------
# XML 1.0 cannot hold control characters, not even escaped.
def xml:
    tostring
    | gsub("[\\x{0}-\\x{8}\\x{b}\\x{c}\\x{e}-\\x{1f}\\x{7f}\\x{fffe}\\x{ffff}]"; "\ufffd") | gsub("[\t\n\r]+"; " ")
    | @html | gsub("&#39;"; "&apos;");
def case($suite; $class; $name; $seconds; inside):
    [inside] as $inside
    | "    <testcase classname=\"\("\($suite).\($class)" | xml)\" name=\"\($name | xml)\""
      + (if $seconds then " time=\"\($seconds)\"" else "" end)
      + (if $inside == [] then "/>" else ">\($inside | join(""))</testcase>" end);
# The type is a code: of the reason, or else of the verdict.
def failure: "<failure type=\"\(.reason_code // .code | xml)\" message=\"\(.reason // "" | xml)\"/>";
def skipped: "<skipped message=\"\(. | xml)\"/>";
def output: "<system-out>\(. | xml)</system-out>";

# -- what stands in the cases of a tune; nothing where it passed -----------------------------------------------------
def with_reason($what): "\($what)\(if .reason then ": \(.reason)" else "" end)";

def build_result:
    if .gates.build == "failed" then failure
    elif .gates.build == "not run" then .reason // "not run" | skipped
    else empty end;
def gate_result($gate):
    .gates[$gate] as $state
    | if $state == "failed" then failure
      elif $state == "not there" then
        (if $gate == "gate2" then "no decisive tests" else "no output to compare" end) | skipped
      elif $state | IN("equal code", "not run") then .reason // $state | skipped
      else empty end;
def figures:
    [.verdict, (.ratio | "ratio \(.)"), (.ci_low // empty | "from \(.)"), (.ci_high // empty | "to \(.)"),
     (.p // empty | "p \(.)"), (.reason // empty), "flags: \(.flags)"]
    | join(", ");
def timing_result:
    if .code | is_broken then "not timed: \(.verdict)" | skipped
    elif .ratio and .code != "unstable" then figures | output
    else with_reason(.verdict) | skipped end;

# -- the cases -------------------------------------------------------------------------------------------------------
def run_result:
    if .status == "error" then "<error type=\"\(.code // "error" | xml)\" message=\"\(.reason | xml)\"/>"
    elif .status | IN("skipped", "not measured") then "\(.status): \(.reason)" | skipped
    else with_reason(.status) | output end;
def cases_of_tune($suite):
    case($suite; .slot; "build"; .build_seconds; build_result),
    (("gate1", "gate2", "gate3") as $gate
       | case($suite; .slot; "gate \($gate[4:])"; null; gate_result($gate))),
    case($suite; .slot; "timing"; null; timing_result);
def cases($suite):
    case($suite; "run"; "optimize"; .spent_seconds; run_result),
    (.tests // empty | case($suite; "base"; "tests"; null; if .decisive then empty else .reason | skipped end)),
    (.tunes[] | cases_of_tune($suite)),
    (.left_out[]? | case($suite; .slot; "build"; null; "left out: \(.reason)" | skipped));

# Input: the cases as texts.
def count($element): map(select(contains("<\($element) "))) | length;
def suite($name; $seconds):
    "  <testsuite name=\"\("atesor \($name)" | xml)\" tests=\"\(length)\" failures=\"\(count("failure"))\""
    + " errors=\"\(count("error"))\" skipped=\"\(count("skipped"))\" time=\"\($seconds // 0)\">",
    .[],
    "  </testsuite>";

.seconds as $seconds | .data | (.package_name // "package") as $name
| "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
  "<testsuites>",
  ([cases($name)] | suite($name; $seconds)),
  "</testsuites>"
