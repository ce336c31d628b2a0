# report/tsv.jq: result.json as a table for other programs: a line a tune, and columns that stay as they are (new ones
# are added at the end). What was not measured is empty.
#
# In:  result.json on stdin. Out: text, with a header.
def columns: [
    "slot", "title", "compiler", "flags", "build", "gate1", "gate2", "gate3",
    "verdict", "ratio", "ci_low", "ci_high", "p", "rounds", "mde_pct", "mde_paired_pct", "metric", "by_interval",
    "code_bytes", "base_code_bytes", "maxrss_kib", "base_maxrss_kib", "build_seconds",
    "second_ratio", "second_ci_low", "second_ci_high", "second_p", "reason",
    "code", "reason_code"];
def one_line: if type == "string" then gsub("[\\x{0}-\\x{1f}]+"; " ") else . end;
def second: (.second // {}) | {second_ratio: .ratio, second_ci_low: .ci_low, second_ci_high: .ci_high, second_p: .p};

.data | .baseline.code_bytes? as $base_code
| columns,
  (.tunes[] | . + (.gates // {}) + {base_code_bytes: $base_code} + second | [.[columns[]]]),
  (.left_out[]? | . + {code: "left_out", verdict: "left out", reason_code: .code} | [.[columns[]]])
| map(one_line) | @tsv
