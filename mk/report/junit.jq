# report-junit.jq: result.json as JUnit XML, as continuous integration shows it: a test case a gate and tune. What broke is a
# failure, what was not timed or not run is skipped; slower or unchanged is an answer, not a failure. A run that ended with an
# error is one. XML 1.0 cannot hold control characters, not even escaped.
def x: tostring | gsub("[\\x{0}-\\x{8}\\x{b}\\x{c}\\x{e}-\\x{1f}\\x{7f}\\x{fffe}\\x{ffff}]"; "\ufffd") | gsub("[\t\n\r]+"; " ")
    | @html | gsub("&#39;"; "&apos;");
def case($suite; $class; $name; $seconds; inside): [inside] as $inside
    | "    <testcase classname=\"\("\($suite).\($class)" | x)\" name=\"\($name | x)\""
        + (if $seconds then " time=\"\($seconds)\"" else "" end)
      + (if $inside == [] then "/>" else ">\($inside | join(""))</testcase>" end);
def failure($type): "<failure type=\"\($type | x)\" message=\"\(. // "" | x)\"/>";
def skipped: "<skipped message=\"\(. | x)\"/>";
def said: "<system-out>\(. | x)</system-out>";

def broken: IN("does not build", "gate 1 failed", "gate 2 failed", "gate 3 failed", "output not repeatable");
def why($otherwise): .reason // $otherwise;
def gate($key): .gates[$key] as $state
    | if $state == "failed" then .reason | failure("gate")
      elif $state == "not there" then (if $key == "gate2" then "no decisive tests" else "no output to compare" end) | skipped
      elif $state == "equal code" then why($state) | skipped
      elif $state == "not run" then why($state) | skipped else empty end;
def figures: [.verdict, (.ratio | "ratio \(.)"), (.ci_low // empty | "from \(.)"), (.ci_high // empty | "to \(.)"),
    (.p // empty | "p \(.)"), (.reason // empty), "flags: \(.flags)"] | join(", ");
def timing: if .verdict | broken then "not timed: \(.verdict)" | skipped
    elif .ratio and .verdict != "unstable" then figures | said
    else "\(.verdict)\(if .reason then ": \(.reason)" else "" end)" | skipped end;
def build: if .gates.build == "failed" then .reason | failure("build") elif .gates.build == "not run" then why("not run")
    | skipped else empty end;
def cases($suite):
    case($suite; .slot; "build"; .build_seconds; build),
    (("gate1", "gate2", "gate3") as $key | case($suite; .slot; "gate \($key[4:])"; null; gate($key))),
    case($suite; .slot; "timing"; null; timing);
def ended: if .status == "error" then "<error type=\"error\" message=\"\(.reason | x)\"/>"
    elif .status | IN("skipped", "not measured") then "\(.status): \(.reason)" | skipped
    else "\(.status)\(if .reason then ": \(.reason)" else "" end)" | said end;

.seconds as $seconds | .data | (.package_name // "package") as $suite
| [case($suite; "run"; "optimize"; .spent_seconds; ended),
   (.tests // empty | case($suite; "base"; "tests"; null; if .decisive then empty else .reason | skipped end)),
   (.tunes[] | cases($suite)),
   (.left_out[]? | case($suite; .slot; "build"; null; "left out: \(.reason)" | skipped))] as $cases
| def count($what): [$cases[] | select(contains("<\($what) "))] | length;
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
  "<testsuites>",
  "  <testsuite name=\"\("atesor \($suite)" | x)\" tests=\"\($cases | length)\" failures=\"\(count("failure"))\""
    + " errors=\"\(count("error"))\" skipped=\"\(count("skipped"))\" time=\"\($seconds // 0)\">",
  $cases[], "  </testsuite>", "</testsuites>"
