# golden/table.jq: the verdicts of golden/lib/golden.jq as text, Markdown or JSON.
#
# In:  $format, "text", "markdown" or "json"; $count, how many saved runs there are; $f0, $f1 … their texts
#      (--rawfile), and $n0, $n1 … their paths. Run with -n.
# Out: first a line for the program: "equal", "unequal", "error", "not compared"; or "trouble: why", and nothing more.
#      Then the table (-r).
include "golden/lib/golden";

# -- words that all formats use --------------------------------------------------------------------------------------
def plural: if . == 1 then "" else "s" end;
def machine_text: .machine | [(.cpu.name // "CPU unknown"), .arch, (.kernel // empty)] | join(", ");
def status_text:
    if .status == "ok" then "ok"
    elif .status == "error" then "ERROR: \(.reason)"
    else "not run: \(.reason)" end;

# Input: an output. Which rows stand out; or how many agree.
def rows_of_first_group: .groups[0].rows | if length > 3 then "the other \(length)" else join(", ") end;
def differ: if length == 1 then "differs" else "differ" end;
def rows_text:
    if .verdict == "UNEQUAL" then "\(.disagree | join(", ")) \(.disagree | differ) from \(rows_of_first_group)"
    elif .verdict == "ERROR" then "no answer from \(.errors | join(", "))"
    else .groups[0].rows | length | "\(.) row\(plural)" end;

# Input: the whole table.
def unequal_summary:
    (.outputs | length) as $count | .outputs | map(select(.verdict == "UNEQUAL")) | select(. != [])
    | "UNEQUAL: \(length) of \($count) outputs: \(map("\(.name) (\(.disagree | join(", ")))") | join("; "))";
def error_summary: [.rows[] | select(.status == "error") | .row] | select(. != []) | "ERROR: \(join(", "))";
def summary:
    ([.rows[] | select(.status == "ok")] | length) as $ok
    | if .result == "equal" then
        (.outputs | length) as $outputs | "equal: \($outputs) output\($outputs | plural) in \($ok) rows"
      elif .result == "not compared" then
        "not compared: \(if $ok == 0 then "no row" else "only one row" end) could be run"
      else [unequal_summary, error_summary] | join(". ") end;

# -- text ------------------------------------------------------------------------------------------------------------
def pad($width): . + " " * ([$width - length, 0] | max);
# Input: an array of lines, each an array of texts. The last column is not padded.
def columns:
    (map(length) | max // 0) as $count
    | [range($count) as $i | [.[][$i] | length] | max] as $widths
    | map([range(length) as $i | .[$i] | if $i < $count - 1 then pad($widths[$i]) else . end] | join("  "))[];

def unequal_outputs: .outputs[] | select(.verdict == "UNEQUAL");
def text:
    ([.machines[] | ["machine", .name, machine_text]] | columns),
    "",
    ([["row", "result"]] + [.rows[] | [.row, status_text]] | columns),
    "",
    (select(.outputs != [])
       | ([["output", "verdict", ""]] + [.outputs[] | [.name, .verdict, rows_text]] | columns | sub(" +$"; "")),
         (unequal_outputs | "", "\(.name):", (.groups[] | "  \(.sha256)  \(.rows | join(", "))")),
         ""),
    summary;

# -- Markdown --------------------------------------------------------------------------------------------------------
def cell: tostring | gsub("[|]"; "\\|");
def table($head):
    ($head | "| \(join(" | ")) |", "|\(map("---") | join("|"))|"),
    (.[] | "| \(map(cell) | join(" | ")) |");

def hash_lines: unequal_outputs | .name as $name | .groups[] | [$name, "`\(.sha256)`", (.rows | join(", "))];
def markdown:
    ([.machines[] | [.name, machine_text]] | table(["machine", "what it is"])),
    "",
    ([.rows[] | [.row, status_text]] | table(["row", "result"])),
    "",
    (select(.outputs != [])
       | ([.outputs[] | [.name, .verdict, rows_text]] | table(["output", "verdict", "rows"])),
         "",
         (select(any(.outputs[]; .verdict == "UNEQUAL")) | [hash_lines] | table(["output", "hash", "rows"]), "")),
    "**\(summary)**";

# -- the saved runs, checked -----------------------------------------------------------------------------------------
def is_text: type == "string";
def is_output: (.name | is_text) and (.sha256 | is_text and test("^[0-9a-f]{64}$"));
def has_outputs: .outputs | type == "array" and length > 0 and all(.[]; is_output);
def is_row:
    (.name | is_text)
    and ((.status == "ok" and has_outputs) or (IN(.status; "error", "not run") and (.reason | is_text)));
def is_record:
    type == "object" and .schema == "atesor.golden/1" and (.name | is_text) and (.machine | type == "object")
    and (.rows | type == "array" and all(.[]; is_row));

def record($text; $path):
    (try ($text | fromjson) catch null) as $record
    | if (try ($record | is_record) catch false) then $record
      else {trouble: "'\($path)' is not what 'atesor-hash --save' wrote"} end;

[range($ARGS.named.count | tonumber) as $i | record($ARGS.named["f\($i)"]; $ARGS.named["n\($i)"])] as $records
| (first($records[] | .trouble // empty) // null) as $trouble
| if $trouble then "trouble: \($trouble)"
  else
    $records | golden
    | .result, (if $format == "json" then tojson elif $format == "markdown" then markdown else text end)
  end
