# The document of atesor-roofline as lines for people: what the machine is, the working sets, the medians, the warnings.
include "base/figures";

def right($width): (($width - length) as $room | if $room > 0 then " " * $room else "" end) + .;
def left($width): . + (($width - length) as $room | if $room > 0 then " " * $room else "" end);
def cell:
    if . == null then "-"
    else (.median_gbps // .median_ns // .median_gflops // .median_gops | short | tostring) + if .noisy then "*" else "" end end;

.data as $data
| ["L1", "L2", "L3", "RAM"] as $levels | ["single", "physical"] as $policies
| ["read", "write", "copy", "read_modify_write", "write_nt", "copy_nt", "latency"] as $columns
| "Processor: \($data.metadata.cpu_model // $data.metadata.arch), \($data.topology.logical_cpus | length) logical CPUs, "
  + "\($data.topology.physical_cores | length) physical cores"
  + if $data.metadata.emulated? // $data.metadata.virtualization.emulated? // false then ", emulated: no times" else "" end,
  ($data.topology.caches[]? | select(.kind != "instruction")
   | "  L\(.level) \(.size_bytes | bytes), \(.confidence) (\(.source))"
     + "\(if .effective_bytes then "; effective \(.effective_bytes | bytes)" else "" end)"),
  "",
  "Effective measurements, medians in GB/s; latency in ns; * noisy, - not measured",
  ("                working set" + ([$columns[] | if . == "read_modify_write" then "rmw" else . end | right(11)] | join(""))),
  ($levels[] as $level | $policies[] as $policy | $data.memory[$level]?[$policy]? | values
   | . as $cells | ("\($level | left(4))\($policy | left(9))"
      + (([.[] | .working_set_bytes?] | map(values) | max | bytes) | right(14))
      + ([$columns[] as $column | $cells[$column] | cell | right(11)] | join("")))),
  "",
  "Arithmetic, 10^9 operations a second",
  ($data.compute | to_entries[] | "\(.key | left(12))\([.value[].implementation][0] | left(16))"
      + ([$policies[] as $policy | select(.value[$policy]) | "\($policy) \(.value[$policy] | cell)"] | join(", "))),
  (if (.warnings | length) > 0 then "", "Warnings", (.warnings[] | "  \(.code): \(.text)") else empty end)
