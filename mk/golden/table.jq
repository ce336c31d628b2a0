# golden-table.jq: the verdicts of golden.jq as text, Markdown or JSON ($format), from files whose texts come as $f0, $f1 … (--rawfile),
# with their paths as $n0, $n1 … The first line is for the program: "equal", "unequal", "error", "not compared"; or "trouble: why".
include "golden/lib/golden";

def pad($width): . + " " * ([$width - length, 0] | max);
def columns: (map(length) | max // 0) as $count
    | [range($count) as $i | [.[][$i] | length] | max] as $widths
    | map([range(length) as $i | .[$i] | if $i < $count - 1 then pad($widths[$i]) else . end] | join("  "))[];

def machine_text: .machine | [(.cpu.name // "CPU unknown"), .arch, (.kernel // empty)] | join(", ");
def row_text: if .status == "ok" then "ok" elif .status == "error" then "ERROR: \(.reason)" else "not run: \(.reason)" end;
def odd: if .verdict == "UNEQUAL" then "\(.disagree | join(", ")) differ\(if .disagree | length == 1 then "s" else "" end) from \(.groups[0].rows | if length > 3 then "the other \(length)" else join(", ") end)"
    elif .verdict == "ERROR" then "no answer from \(.errors | join(", "))" else "\(.groups[0].rows | length) row\(if .groups[0].rows | length == 1 then "" else "s" end)" end;
def summary: . as $table | [.outputs[] | select(.verdict == "UNEQUAL")] as $bad | [.rows[] | select(.status == "error") | .row] as $errors
    | [.rows[] | select(.status == "ok")] as $ok
    | if .result == "equal" then "equal: \(.outputs | length) output\(if .outputs | length == 1 then "" else "s" end) in \($ok | length) rows"
      elif .result == "not compared" then "not compared: \(if $ok == [] then "no row" else "only one row" end) could be run"
      else [(select($bad != []) | "UNEQUAL: \($bad | length) of \($table.outputs | length) outputs: \($bad | map("\(.name) (\(.disagree | join(", ")))") | join("; "))"),
            (select($errors != []) | "ERROR: \($errors | join(", "))")] | join(". ") end;

def text:
    ([.machines[] | ["machine", .name, machine_text]] | columns), "",
    ([["row", "result"]] + [.rows[] | [.row, row_text]] | columns), "",
    (select(.outputs != []) | ([["output", "verdict", ""]] + [.outputs[] | [.name, .verdict, odd]] | columns | sub(" +$"; "")),
        (.outputs[] | select(.verdict == "UNEQUAL") | "", "\(.name):", (.groups[] | "  \(.sha256)  \(.rows | join(", "))")), ""),
    summary;

def cell: tostring | gsub("[|]"; "\\|");
def table($head): ($head | "| \(join(" | ")) |", "|\(map("---") | join("|"))|"), (.[] | "| \(map(cell) | join(" | ")) |");
def markdown:
    ([.machines[] | [.name, machine_text]] | table(["machine", "what it is"])), "",
    ([.rows[] | [.row, row_text]] | table(["row", "result"])), "",
    (select(.outputs != []) | ([.outputs[] | [.name, .verdict, odd]] | table(["output", "verdict", "rows"])),
        "", (select(any(.outputs[]; .verdict == "UNEQUAL")) | [.outputs[] | select(.verdict == "UNEQUAL") | .name as $name | .groups[] | [$name, "`\(.sha256)`", (.rows | join(", "))]]
            | table(["output", "hash", "rows"]), "")),
    "**\(summary)**";

def is_record: type == "object" and .schema == "atesor.golden/1" and (.name | type == "string") and (.machine | type == "object") and (.rows | type == "array")
    and all(.rows[]; (.name | type == "string") and ((.status == "ok" and (.outputs | type == "array" and length > 0)
        and all(.outputs[]; (.name | type == "string") and (.sha256 | type == "string" and test("^[0-9a-f]{64}$"))))
        or (IN(.status; "error", "not run") and (.reason | type == "string"))));
def record($text; $path): (try ($text | fromjson) catch null) as $record
    | if (try ($record | is_record) catch false) then $record else {trouble: "'\($path)' is not what 'atesor-hash --save' wrote"} end;

[range($ARGS.named.count | tonumber) as $i | record($ARGS.named["f\($i)"]; $ARGS.named["n\($i)"])] as $records
| (first($records[] | select(.trouble)) // null) as $bad
| if $bad then "trouble: \($bad.trouble)"
  else ($records | golden) | .result, (if $format == "json" then tojson elif $format == "markdown" then markdown else text end) end
