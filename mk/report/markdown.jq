# report/markdown.jq: result.json as report.md.
#
# In:  result.json on stdin; $errors, what report/errors.jq printed; $plots, what report/plot-list.jq printed
#      (--slurpfile).
# Out: the text (-r).
include "base/figures";
include "report/lib/text";

# -- Markdown --------------------------------------------------------------------------------------------------------
def cell: tostring | gsub("[|]"; "\\|") | gsub("\n"; " ");
def table_line: "| " + (map(cell) | join(" | ")) + " |";
def item: "- \(.)";
# A fence longer than any row of backquotes in the text.
def fence: ([scan("`+") | length] | max // 0) as $ticks | "`" * ([$ticks + 1, 3] | max);
# Nothing, not even a heading, if the body is empty.
def section($title; body): [body] | select(. != []) | "", "## \($title)", "", .[];

# -- the table of the tunes ------------------------------------------------------------------------------------------
def heads: [
    "tune", "what", "compiler", "flags", "gates", "ratio", "95 % interval", "p", "MDE", "rounds", "code", "peak memory",
    "build", "verdict", "rule interval", "reason"];
def base_line:
    select(.baseline) | base_cells
    | ["base", "baseline", .compiler, "", "", "1", "", "", "", "", .code, .memory, .build, "", "", ""]
    | table_line;
def tune_line($data):
    .flags as $flags | cells($data)
    | [.slot, .title, .compiler, "`\($flags)`", .gates, .ratio, .interval, .p, .mde, .rounds, .code, .memory, .build,
       .verdict, .by_interval, .reason]
    | table_line;
def left_out_line:
    [.slot, .title, "", "", "", "", "", "", "", "", "", "", "", "left out", "", .reason] | table_line;
def tune_table:
    . as $data
    | (heads | table_line, (map("---") | table_line)),
      base_line,
      (.tunes[] | tune_line($data)),
      (.left_out[] | left_out_line);

# -- the parts of the report; the input of each is result.json's .data ------------------------------------------------
def answer_part:
    "# atesor report",
    "",
    "**Optimized: \(optimized)** – "
    + if .status == "accepted" then
        .accepted | "\(.slot) with `\(.flags)` runs in \(.ratio | digits(3)) of the baseline's time."
      else answer end,
    "";

def tunes_part:
    tune_table,
    "",
    method,
    (absent | select(. != []) | "", "Not measured:", "", (.[] | item)),
    "",
    "The plots (ratios, rounds in the order of time, the two distributions) are in `report.html`.",
    ([$plots[][] | select(.why)] | select(. != []) | "", (.[] | "\(.title) is missing: \(.why)" | item));

def builds_part:
    section("What was built";
        built_of_tunes | select(. != [])
        | "Instructions by extension that a tune has more of than the baseline (a processor needs these), "
          + "and what else differs:",
          "",
          (.[] | item)),
    ($errors[][]
       | section("The build of \(.slot) failed";
           (.lines | join("\n") | fence) as $fence | $fence, .lines[], $fence));

def second_check_part:
    select(.accepted)
    | section("The second check";
        (.accepted.requires // empty
           | "The accepted files need a processor with \(keys_unsorted | join(", ")), beyond what the baseline needs:"
             + " `atesor-elf runs-on MACHINE FILE`.",
             ""),
        "\(second_check) \(kept)");

def guards_part: .tunes[] | select(.guards) | section("The guards of \(.slot)"; .guards[] | guard | item);

def harness_part:
    (.workload.driver // "c") as $language
    | .workload.harness_text? // empty
    | "", "The source of the harness:", "", (rtrimstr("\n") | fence as $fence | "\($fence)\($language)", ., $fence);
def workload_part:
    section("The workload";
        (workload | item),
        (.advice // empty
           | "", "Add these lines to the Makefile, with the package's own command:", "", "```", .[], "```"),
        harness_part,
        (.workload.refused? // [] | select(. != [])
           | "", "Tried before, and refused:", "", (.[] | refused | cell | item)));

def report($warnings):
    answer_part,
    tunes_part,
    builds_part,
    second_check_part,
    guards_part,
    workload_part,
    section("The machine"; machine, processor, baseline | item),
    section("How to repeat"; "    \(command)", "", (repeat | item)),
    section("Notes"; .notes[]? | item),
    section("Warnings"; $warnings | said_warnings | item);

.warnings as $warnings | .data | report($warnings)
