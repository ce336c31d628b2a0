# processor/table.jq: a processor profile as lines for people: what the machine is, the working sets, the medians, the
# warnings.
#
# In:  the document of atesor-roofline(1) on stdin or as a file. Out: text (-r).
include "base/figures";

def levels: "L1", "L2", "L3", "RAM";
def policies: "single", "physical";
def columns: ["read", "write", "copy", "read_modify_write", "write_nt", "copy_nt", "latency"];

def blanks($count): if $count > 0 then " " * $count else "" end;
def right($width): blanks($width - length) + .;
def left($width): . + blanks($width - length);
# Input: one measurement.
def median:
    if . == null then "-"
    else
      (.median_gbps // .median_ns // .median_gflops // .median_gops | short | tostring) + if .noisy then "*" else "" end
    end;

# Input of all below: the document's .data.
def processor_lines:
    "Processor: \(.metadata.cpu_model // .metadata.arch), \(.topology.logical_cpus | length) logical CPUs, "
    + "\(.topology.physical_cores | length) physical cores"
    + if .metadata.emulated? // .metadata.virtualization.emulated? // false then ", emulated: no times" else "" end,
    (.topology.caches[]? | select(.kind != "instruction")
       | "  L\(.level) \(.size_bytes | bytes), \(.confidence) (\(.source))"
         + if .effective_bytes then "; effective \(.effective_bytes | bytes)" else "" end);

def memory_head:
    "                working set"
    + (columns | map(if . == "read_modify_write" then "rmw" else . end | right(11)) | join(""));
def memory_line($level; $policy):
    .memory[$level]?[$policy]? | values | . as $measurements
    | "\($level | left(4))\($policy | left(9))"
      + ([.[] | .working_set_bytes?] | map(values) | max | bytes | right(14))
      + (columns | map($measurements[.] | median | right(11)) | join(""));
def memory_lines: memory_head, (levels as $level | policies as $policy | memory_line($level; $policy));

# Input: the measurements of a type, by policy.
def medians_of_policies:
    . as $of | [policies | select($of[.]) | "\(.) \($of[.] | median)"] | join(", ");
def compute_lines:
    .compute | to_entries[]
    | "\(.key | left(12))\([.value[].implementation][0] | left(16))" + (.value | medians_of_policies);

def warning_lines: select(. != []) | "", "Warnings", (.[] | "  \(.code): \(.text)");

(.data
 | processor_lines,
   "",
   "Effective measurements, medians in GB/s; latency in ns; * noisy, - not measured",
   memory_lines,
   "",
   "Arithmetic, 10^9 operations a second",
   compute_lines),
(.warnings // [] | warning_lines)
