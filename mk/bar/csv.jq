# bar/csv.jq: the rows of atesor-bar as CSV: a header, then a line a row. What was not measured is empty.
#
# In:  the JSON Lines of atesor-bar(1) on stdin or as a file. Out: text (-r).
def columns: [
    "time", "model", "variant", "batch", "engine", "threads", "status", "published", "verdict",
    "median_ms", "min_ms", "max_ms", "spread_pct", "calls", "load_ms", "first_run_ms", "peak_rss_mb",
    "alloc_bytes_per_iter", "cpu_pct", "check_scaled_err", "tolerance", "compared_with", "time_ratio", "rss_ratio",
    "procedure", "load_before", "load_during", "load_after", "other_cpus", "lock_label", "forced", "engine_version",
    "machine", "cpu_model", "isa", "cpus", "os", "kernel", "reason"];

# Input: a row. What lies deeper in it, or is a list, becomes columns.
def flattened:
    . + {engine_version: .facts.version, machine: .machine.name, cpu_model: .machine.cpu_model,
         isa: (.machine.isa // [] | join(" ")), cpus: .machine.cpus, os: .machine.os, kernel: .machine.kernel,
         forced: (.forced | join("; ")),
         reason: (.reason // (.unpublished_because // [] | join("; ")))};

(columns | @csv),
([., inputs][] | select(.kind == "row") | flattened | [.[columns[]]] | @csv)
