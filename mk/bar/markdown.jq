# The rows of atesor-bar as a section of Markdown: a table of those that may be published, then the others with the reason.
def text: tostring | gsub("[|]"; "\\|") | gsub("[\n\r]"; " ");
def rounded($digits): if . == null then "" else (pow(10; $digits - 1 - ((if . == 0 then 1 else . end) | fabs | log10 | floor))) as $scale
    | if $scale >= 1 then (. * $scale | round) / $scale else round end | tostring end;
def name: "\(.model):\(.variant):\(.batch)";
[., inputs] as $lines
| ([$lines[] | select(.kind == "session")][0]) as $session
| [$lines[] | select(.kind == "row")] as $rows
| "## \($session.time), \($session.machine.name // "a machine without a name" | text)",
  "",
  "\($session.machine.cpu_model // $session.machine.arch | text), \($session.machine.cpus) CPUs, \($session.machine.os // "") \($session.machine.kernel // ""); "
  + "\($session.repetitions) repetitions of about \($session.repetition_seconds) s, \(if $session.procedure == "blocks" then "one engine after the other" else "engines in turn" end); "
  + "a row passes at \($session.pass_ratio) times the reference's time and \($session.rss_ratio_most) times its memory, and meets the target at \($session.target_ratio).",
  "",
  (if any($rows[]; .published) then
    "| row | threads | engine | ms a call | spread % | load ms | first ms | RSS MB | allocated | error | time | RSS | verdict |",
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ($rows[] | select(.published)
     | "| \(name | text) | \(.threads) | \(.engine | text) \(.facts.version // "" | text) | \(.median_ms | rounded(4)) | \(.spread_pct | rounded(2)) "
     + "| \(.load_ms | rounded(3)) | \(.first_run_ms | rounded(3)) | \(.peak_rss_mb | rounded(3)) | \(.alloc_bytes_per_iter | rounded(3)) "
     + "| \(.check_scaled_err | rounded(2)) | \(.time_ratio | rounded(3)) | \(.rss_ratio | rounded(3)) | \(.verdict // (if .compared_with then "none" else "reference" end)) |"),
    ""
  else empty end),
  (if any($rows[]; .published | not) then
    "Not published:",
    "",
    ($rows[] | select(.published | not) | "- \(name | text), threads \(.threads), \(.engine | text): \(.unpublished_because | join("; ") | text)"),
    ""
  else empty end)
