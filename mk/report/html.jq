# report/html.jq: result.json as report.html, one page that needs nothing from outside: no script, no font, no
# picture. The page is well-formed XML, too.
#
# In:  result.json on stdin; $errors, what report/errors.jq printed; $plots, what report/plot-list.jq printed
#      (--slurpfile).
# Out: the page, as raw text (-r).
include "base/codes";
include "base/figures";
include "report/lib/text";
include "report/lib/style";

# -- HTML ------------------------------------------------------------------------------------------------------------
# Text as HTML; characters that no page may hold are replaced.
def html:
    tostring | gsub("[\\x{0}-\\x{8}\\x{b}\\x{c}\\x{e}-\\x{1f}\\x{7f}\\x{fffe}\\x{ffff}]"; "\ufffd") | @html;
# The same, and what stands between backquotes is code. A last backquote without a partner stays.
def rich:
    html | split("`") | . as $parts | length as $count
    | reduce range($count) as $n ("";
        . + if $n % 2 == 0 then $parts[$n]
            elif $n < $count - 1 then "<code>\($parts[$n])</code>"
            else "`\($parts[$n])" end);
def para: "<p>\(rich)</p>";
def soft: "<p class=\"soft\">\(rich)</p>";
def pre: "<pre>\(html)</pre>";
# Input: an array of texts.
def list: select(. != []) | "<ul>", (.[] | "<li>\(rich)</li>"), "</ul>";
# Nothing, not even a heading, if the body is empty.
def section($title; body): [body] | select(. != []) | "<h2>\($title | html)</h2>", .[];

# -- the table of the tunes ------------------------------------------------------------------------------------------
def small: if . == "" or . == "–" then "" else "<small>\(html)</small>" end;
def td: "<td>\(.)</td>";
def td($class): "<td class=\"\($class)\">\(.)</td>";
def tr($class): "<tr class=\"\($class)\">\(join(""))</tr>";
# "12 KiB (+3 %)": the change goes under the figure.
def figure: split(" (") | (.[0] | html) + (if .[1] then "(\(.[1])" | small else "" end) | td("n");
# A line breaks between flags, not within one.
def flags: split(" ") | map("<span>\(html)</span>") | join(" ");

# A heading with a # is that of a column of numbers.
def table_head:
    ["tune", "flags", "gates", "#ratio", "#p", "#MDE", "#code", "#peak memory", "#build", "verdict"]
    | map(if startswith("#") then "<th class=\"n\">\(.[1:] | html)</th>" else "<th>\(html)</th>" end)
    | "<tr>\(join(""))</tr>";

# Input: what cells or base_cells (lib/text.jq) gave.
def tune_and_flags:
    ("<b>\(.slot | html)</b>" + (.title | small) | td),
    ("<code>\(.flags | flags)</code>" + (.compiler | small) | td("flags"));
def verdict_class:
    if is_broken then "broken"
    elif IN("faster", "slower", "accepted") then .
    else "" end;
# What the rule interval says, where that is something else.
def other_verdict:
    (.verdict_code | if was_faster then "faster" else . end | verdict_words) as $first_verdict
    | if .by_interval | IN("–", $first_verdict) then "" else "by the rule interval: \(.by_interval)" end;
def verdict_cell:
    "<span class=\"\(.verdict_code | verdict_class)\">\(.verdict | html)</span>"
    + (.reason | small) + (other_verdict | small)
    | td("why");

def base_tr:
    select(.baseline) | base_cells | . + {slot: "base", title: "baseline", flags: "(none)"}
    | [tune_and_flags,
       ("" | td),
       ("1" | td("n")),
       ("" | td, td),
       (.code, .memory, .build | figure),
       ("" | td)]
    | tr("");
def tune_tr($data):
    cells($data) | (.verdict_code | verdict_class) as $class
    | [tune_and_flags,
       (.gates | html | td("gates")),
       ((.ratio | html) + (.interval | small) | td("n")),
       ((.p | html) + (if .rounds == "–" then "" else "\(.rounds) rounds" | small end) | td("n")),
       (.mde, .code, .memory, .build | figure),
       verdict_cell]
    | tr($class);
def left_out_tr:
    [("<b>\(.slot | html)</b>" + (.title | small) | td),
     ("" | td, td, td, td, td, td, td, td),
     ("left out" + (.reason | small) | td("why"))]
    | tr("soft");
def tune_table:
    . as $data
    | "<div class=\"wide\"><table>",
      "<thead>\(table_head)</thead>",
      "<tbody>", base_tr, (.tunes[] | tune_tr($data)), (.left_out[] | left_out_tr), "</tbody>",
      "</table></div>";

# -- the parts of the page; the input of each is result.json's .data --------------------------------------------------
def plot($name):
    $plots[][] | select(.name == $name)
    | "<figure>",
      (.svg // ("\(.title) is missing: \(.why)" | soft)),
      "<figcaption>\(.caption | html)</figcaption>",
      "</figure>";

def page_head:
    "<!DOCTYPE html>",
    "<html lang=\"en\">",
    "<head>",
    "<meta charset=\"utf-8\"/>",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>",
    "<title>\("atesor: \(.package_name // "report"): \(optimized)" | html)</title>",
    "<style>", style, "</style>",
    "</head>";

def answer_part:
    "<h1>atesor report: \(.package_name // "" | html)</h1>",
    "<p class=\"verdict\(if .status == "accepted" then " yes" else "" end)\">"
    + "Optimized: <b>\(optimized)</b> – \(answer | html)</p>",
    (.accepted // empty
       | "`\(.flags)` with \(.compiler): ratio \(.ratio | fixed(4)), 95 % interval \(interval); "
         + "with another code layout \(.second.ratio | fixed(4)), \(.second | interval)."
       | para),
    plot("forest");

def tunes_part:
    section("The tunes";
        tune_table,
        (method | soft),
        (absent | select(. != []) | ("Not measured:" | soft), list)),
    section("The rounds"; plot("rounds")),
    section("The distributions"; plot("distributions"));

def second_check_part:
    select(.accepted)
    | section("The second check";
        (second_check | para),
        (.accepted.requires // empty
           | "The accepted files need a processor with \(keys_unsorted | join(", ")), beyond what the baseline needs."
           | para),
        (kept | para));

def guards_part: .tunes[] | select(.guards) | section("The guards of \(.slot)"; [.guards[] | guard] | list);

def builds_part:
    section("What was built"; built_of_tunes | list),
    ($errors[][] | section("The build of \(.slot) failed"; .lines | join("\n") | pre));

def workload_part:
    section("The workload";
        ([workload] | list),
        (.advice // empty
           | ("Add these lines to the Makefile, with the package's own command:" | para), (join("\n") | pre)),
        (.workload.harness_text? // empty | ("The source of the harness:" | para), pre),
        (.workload.refused? // [] | select(. != [])
           | ("Tried before, and refused:" | para), ([.[] | refused] | list)));

def page($warnings; $tool):
    page_head,
    "<body>",
    answer_part,
    tunes_part,
    second_check_part,
    guards_part,
    builds_part,
    workload_part,
    section("The machine"; [machine, processor, baseline] | list),
    section("How to repeat"; (command | pre), ([repeat] | list)),
    section("Notes"; .notes // [] | list),
    section("Warnings"; [$warnings | said_warnings] | list),
    ("\($tool.name) \($tool.version)" | soft),
    "</body>",
    "</html>";

.warnings as $warnings | .tool as $tool | .data | page($warnings; $tool)
