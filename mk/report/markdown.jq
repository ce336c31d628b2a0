# report.jq: result.json as report.md. $errors: the first error lines of failed builds (report-errors.jq); $plots: the plots of
# report.html, or why there are none (report-plot-list.jq).
include "base/figures";
include "report/lib/text";
def cell: tostring | gsub("[|]"; "\\|") | gsub("\n"; " ");
def row: "| " + (map(cell) | join(" | ")) + " |";
def items: "- \(.)";
def fence: ([scan("`+") | length] | max // 0) as $ticks | "`" * ([$ticks + 1, 3] | max);
def section($title; body): [body] | select(. != []) | "", "## \($title)", "", .[];
def heads: ["tune", "what", "compiler", "flags", "gates", "ratio", "95 % interval", "p", "MDE", "rounds", "code",
    "peak memory", "build", "verdict", "rule interval", "reason"];
def base_row: select(.baseline) | base_cells | ["base", "baseline", .compiler, "", "", "1", "", "", "", "", .code, .memory,
    .build, "", "", ""];
def tune_row($data): .flags as $flags | cells($data) | [.slot, .title, .compiler, "`\($flags)`", .gates, .ratio, .interval, .p,
    .mde, .rounds,
    .code, .memory, .build, .verdict, .by_interval, .reason];
def left_out_row: [.slot, .title, "", "", "", "", "", "", "", "", "", "", "", "left out", "", .reason];

.warnings as $warnings | .data as $data | .data
| "# atesor report", "",
  "**Optimized: \(optimized)** – " + (if .status == "accepted" then .accepted
      | "\(.slot) with `\(.flags)` runs in \(.ratio | digits(3)) of the baseline's time." else answer end), "",
  (heads | row, (map("---") | row)), (base_row | row), (.tunes[] | tune_row($data) | row), (.left_out[] | left_out_row | row),
  "", method,
  (absent | select(. != []) | "", "Not measured:", "", (.[] | items)),
  "", "The plots (ratios, rounds in the order of time, the two distributions) are in `report.html`.",
  ([$plots[][] | select(.why)] | select(. != []) | "", (.[] | "- \(.title) is missing: \(.why)")),
  section("What was built"; [.tunes[] | .slot as $slot | built | "\($slot): \(.)"] | select(. != [])
      | "Instructions by extension that a tune has more of than the baseline (a processor needs these), and what else differs:",
          "", (.[] | items)),
  ($errors[][] | section("The build of \(.slot) failed"; (.lines | join("\n") | fence) as $fence | $fence, .lines[], $fence)),
  (select(.accepted) | section("The second check";
      (.accepted.requires // empty
          | "The accepted files need a processor with \(keys_unsorted | join(", ")), beyond what the baseline needs:"
          + " `atesor-elf runs-on MACHINE FILE`.", ""),
      "\(second_check) \(kept)")),
  (.tunes[] | select(.guards) | section("The guards of \(.slot)"; .guards[] | guard | items)),
  section("The workload"; (workload | items),
      (.advice // empty | "", "Add these lines to the Makefile, with the package's own command:", "", "```", .[], "```"),
      (.workload.harness_text? // empty | "", "The source of the harness:", "", (rtrimstr("\n") | fence as $fence | "\($fence)\($data.workload.driver // "c")", ., $fence)),
      (.workload.refused? // [] | select(. != []) | "", "Tried before, and refused:", "", (.[] | refused | cell | items))),
  section("The machine"; machine, processor, baseline | items),
  section("How to repeat"; "    \(command)", "", (repeat | items)),
  section("Notes"; .notes[]? | items),
  section("Warnings"; $warnings | said_warnings | items)
