# report/processor.jq: what the report quotes of a processor profile: the medians of the runs with one thread.
#
# In:  the document of atesor-roofline(1) on stdin; $sha256, its hash.
# Out: {path, sha256, timestamp, read_gbps: {LEVEL: n}, rates_gops: {TYPE: n}}, or nothing if this is no profile that
#      was measured.
def bandwidths:
    [.memory // {} | to_entries[] | .key as $level
     | .value.single.read.median_gbps | select(type == "number") | {key: $level, value: .}]
    | from_entries;
def rates:
    [.compute // {} | to_entries[] | .key as $type
     | .value.single | (.median_gflops // .median_gops) | select(type == "number") | {key: $type, value: .}]
    | from_entries;

select(.schema == "atesor.roofline/1" and .status == "ok") | .data
| {path: "processor.json", sha256: $sha256, timestamp: .metadata.timestamp, read_gbps: bandwidths, rates_gops: rates}
| with_entries(select(.value != null))
