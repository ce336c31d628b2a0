# processor-cited.jq: what a report cites of a processor profile (atesor-roofline(1)): the medians of one participant, as effective measurements.
# Nothing where it is no such profile, or has no number.
def bandwidths: [.memory // {} | to_entries[] | .key as $level | .value.single.read.median_gbps | select(type == "number") | {key: $level, value: .}] | from_entries;
def rates: [.compute // {} | to_entries[] | .key as $type | .value.single | (.median_gflops // .median_gops) | select(type == "number") | {key: $type, value: .}] | from_entries;
select(.schema == "atesor.roofline/1" and .status == "ok") | .data
| {path: "processor.json", sha256: $sha256, timestamp: .metadata.timestamp, read_gbps: bandwidths, rates_gops: rates} | with_entries(select(.value != null))
