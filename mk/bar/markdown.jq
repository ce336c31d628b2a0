# bar/markdown.jq: the rows of atesor-bar as a section of Markdown: a table of those that may be published, then the
# others, each with the reason.
#
# In:  the JSON Lines of atesor-bar(1) on stdin or as a file. Out: text (-r).
def cell: tostring | gsub("[|]"; "\\|") | gsub("[\n\r]"; " ");
# A number with so many digits that count; whole digits are not lost.
def rounded($digits):
    if . == null then ""
    else
      pow(10; $digits - 1 - ((if . == 0 then 1 else . end) | fabs | log10 | floor)) as $scale
      | if $scale >= 1 then (. * $scale | round) / $scale else round end
      | tostring
    end;

# Input: the line of the session.
def session_lines:
    "## \(.time), \(.machine.name // "a machine without a name" | cell)",
    "",
    "\(.machine.cpu_model // .machine.arch | cell), \(.machine.cpus) CPUs, "
    + "\(.machine.os // "") \(.machine.kernel // ""); "
    + "\(.repetitions) repetitions of about \(.repetition_seconds) s, "
    + "\(if .procedure == "blocks" then "one engine after the other" else "engines in turn" end); "
    + "a row passes at \(.pass_ratio) times the reference's time and \(.rss_ratio_most) times its memory, "
    + "and meets the target at \(.target_ratio).",
    "";

# Input of these: a row.
def name: "\(.model):\(.variant):\(.batch)";
def table_line:
    "| \(name | cell) | \(.threads) | \(.engine | cell) \(.facts.version // "" | cell) "
    + "| \(.median_ms | rounded(4)) | \(.spread_pct | rounded(2)) | \(.load_ms | rounded(3)) "
    + "| \(.first_run_ms | rounded(3)) | \(.peak_rss_mb | rounded(3)) | \(.alloc_bytes_per_iter | rounded(3)) "
    + "| \(.check_scaled_err | rounded(2)) | \(.time_ratio | rounded(3)) | \(.rss_ratio | rounded(3)) "
    + "| \(.verdict // (if .compared_with then "none" else "reference" end)) |";
def unpublished_line:
    "- \(name | cell), threads \(.threads), \(.engine | cell): \(.unpublished_because | join("; ") | cell)";

# Input of these: an array of rows.
def published_lines:
    select(. != [])
    | "| row | threads | engine | ms a call | spread % | load ms | first ms | RSS MB | allocated | error | time | RSS "
      + "| verdict |",
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
      (.[] | table_line),
      "";
def unpublished_lines: select(. != []) | "Not published:", "", (.[] | unpublished_line), "";

[., inputs] as $lines
| [$lines[] | select(.kind == "row")] as $rows
| (first($lines[] | select(.kind == "session")) // null | session_lines),
  ($rows | map(select(.published)) | published_lines),
  ($rows | map(select(.published | not)) | unpublished_lines)
