# report-html.jq: result.json as one page that needs nothing from outside: no script, no font, no picture. $errors, $plots: as in
# report.jq. The page is well-formed XML, too.
include "base/figures";
include "report/lib/text";
include "report/lib/style";
# Text as HTML: signs that no page may hold are replaced. What stands between backquotes is code.
def h: tostring | gsub("[\\x{0}-\\x{8}\\x{b}\\x{c}\\x{e}-\\x{1f}\\x{7f}\\x{fffe}\\x{ffff}]"; "\ufffd") | @html;
def rich: h | split("`") | . as $parts | length as $all | reduce range($all) as $n ("";
    . + (if $n % 2 == 0 then $parts[$n] elif $n < $all - 1 then "<code>\($parts[$n])</code>" else "`\($parts[$n])" end));
def items: select(. != []) | "<ul>", (.[] | "<li>\(rich)</li>"), "</ul>";
def para: "<p>\(rich)</p>";
def soft: "<p class=\"soft\">\(rich)</p>";
def pre: "<pre>\(h)</pre>";
def section($title; body): [body] | select(. != []) | "<h2>\($title | h)</h2>", .[];

def class: if IN("does not build", "gate 1 failed", "gate 2 failed", "gate 3 failed", "output not repeatable") then "broken"
    elif IN("faster", "slower", "accepted") then . else "" end;
def small: if . == "" or . == "–" then "" else "<small>\(h)</small>" end;
def td: "<td>\(.)</td>";
def td($class): "<td class=\"\($class)\">\(.)</td>";
# "12 KiB (+3 %)": the change goes under the figure.
def figure: split(" (") | (.[0] | h) + (if .[1] then "(\(.[1])" | small else "" end) | td("n");
# A line breaks between flags, not within one.
def flags: split(" ") | map("<span>\(h)</span>") | join(" ");
def head: map(if startswith("#") then "<th class=\"n\">\(.[1:] | h)</th>" else "<th>\(h)</th>" end) | "<tr>\(join(""))</tr>";
def heads: ["tune", "flags", "gates", "#ratio", "#p", "#MDE", "#code", "#peak memory", "#build", "verdict"] | head;
def named: ("<b>\(.slot | h)</b>" + (.title | small) | td),
    ("<code>\(.flags | flags)</code>" + (.compiler | small) | td("flags"));
def tr($class): "<tr class=\"\($class)\">\(join(""))</tr>";
def base_row: select(.baseline) | base_cells | . + {slot: "base", title: "baseline", flags: "(none)"}
    | [named, ("" | td), ("1" | td("n")), ("" | td, td), (.code, .memory, .build | figure), ("" | td)] | tr("");
# What the rule interval says, where it is something else.
def otherwise: (.verdict | if IN("accepted", "not checked", "not confirmed") then "faster" else . end) as $same
    | if .by_interval | IN("–", $same) then "" else "by the rule interval: \(.by_interval)" end;
def tune_row($data): cells($data) | (.verdict | class) as $class
    | [named, (.gates | h | td("gates")), ((.ratio | h) + (.interval | small) | td("n")),
       ((.p | h) + (if .rounds == "–" then "" else "\(.rounds) rounds" | small end) | td("n")),
       (.mde, .code, .memory, .build | figure),
       ("<span class=\"\($class)\">\(.verdict | h)</span>" + (.reason | small) + (otherwise | small) | td("why"))] | tr($class);
def left_out_row: [("<b>\(.slot | h)</b>" + (.title | small) | td), ("" | td, td, td, td, td, td, td, td),
    ("left out" + (.reason | small) | td("why"))] | tr("soft");
def table($data): "<div class=\"wide\"><table>", "<thead>\(heads)</thead>", "<tbody>", base_row, (.tunes[] | tune_row($data)),
    (.left_out[] | left_out_row), "</tbody>", "</table></div>";
def plot($name): $plots[][] | select(.name == $name) | "<figure>", (.svg // ("\(.title) is missing: \(.why)" | soft)),
    "<figcaption>\(.caption | h)</figcaption>", "</figure>";

.warnings as $warnings | .tool as $tool | .data as $data | .data
| "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\"/>",
  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>",
  "<title>\("atesor: \(.package_name // "report"): \(optimized)" | h)</title>", "<style>", style, "</style>", "</head>", "<body>",
  "<h1>atesor report: \(.package_name // "" | h)</h1>",
  "<p class=\"verdict\(if .status == "accepted" then " yes" else "" end)\">Optimized: <b>\(optimized)</b> – \(answer | h)</p>",
  (.accepted // empty
      | "`\(.flags)` with \(.compiler): ratio \(.ratio | fixed(4)), 95 % interval \(interval); with another code layout "
      + "\(.second.ratio | fixed(4)), \(.second | interval)." | para),
  plot("forest"),
  section("The tunes"; table($data), (method | soft), (absent | select(. != []) | ("Not measured:" | soft), items)),
  section("The rounds"; plot("rounds")),
  section("The distributions"; plot("distributions")),
  (select(.accepted) | section("The second check"; (second_check | para),
      (.accepted.requires // empty
          | "The accepted files need a processor with \(keys_unsorted | join(", ")), beyond what the baseline needs." | para),
      (kept | para))),
  (.tunes[] | select(.guards) | section("The guards of \(.slot)"; [.guards[] | guard] | items)),
  section("What was built"; [.tunes[] | .slot as $slot | built | "\($slot): \(.)"] | items),
  ($errors[][] | section("The build of \(.slot) failed"; .lines | join("\n") | pre)),
  section("The workload"; ([workload] | items),
      (.advice // empty | ("Add these lines to the Makefile, with the package's own command:" | para), (join("\n") | pre)),
      (.workload.harness_text? // empty | ("The source of the harness:" | para), pre),
      (.workload.refused? // [] | select(. != []) | ("Tried before, and refused:" | para), ([.[] | refused] | items))),
  section("The machine"; [machine, processor, baseline] | items),
  section("How to repeat"; (command | pre), ([repeat] | items)),
  section("Notes"; .notes // [] | items),
  section("Warnings"; [$warnings | said_warnings] | items),
  ("\($tool.name) \($tool.version)" | soft), "</body>", "</html>"
