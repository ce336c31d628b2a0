# goal/machine.jq: what the probe found of the machine, as lines for people.
#
# In:  doc/mach.probe.json on stdin or as a file. Out: text (-r). It runs without a search path, so it can include
#      nothing.
def list: if . == null or . == [] then "none" else map(tostring) | join(" ") end;
def size: if . % 1048576 == 0 then "\(. / 1048576) MiB" else "\(. / 1024) KiB" end;

# Input of these: the document's .data.
def what:
    "\(.cpu.name // .cpu.uarch // "unknown"), \(.arch), \(.kind)"
    + (if .emulator_cpu then " as \(.emulator_cpu)" else "" end)
    + (if .hypervisor then ", in a virtual machine" else "" end);
def core: if .core.id then "\(.core.id) (\(.core.how))" else "unknown" end;
def level:
    if .arch == "x86_64" and .isa.level then "x86-64-v\(.isa.level)"
    elif .isa then "extensions below"
    else "unknown" end;
def extensions:
    "\(.isa.flags | list)\(if .isa.vector_bits then ", vectors of \(.isa.vector_bits) bits" else "" end)";
def misaligned: if .misaligned then "\(.misaligned.speed) (\(.misaligned.by))" else "unknown" end;
def cpus: "\(.cpus_allowed | list)\(if .cpu_quota then ", of which a group may use \(.cpu_quota)" else "" end)";
def memory: if .memory_bytes then "\(.memory_bytes / 1048576 | floor) MiB" else "unknown" end;
def caches:
    if .caches then .caches | map("L\(.level) \(.type) \(.size_bytes | size)") | join(", ") else "unknown" end;
def clock:
    (if .frequency then "\(.frequency[-1].khz / 1000 | floor) MHz" else "frequency unknown" end)
    + ", governor \(.governor[-1].name // "unknown"), "
    + (if .temperatures then "\(.temperatures | map(.celsius) | max) C" else "no temperature" end);
def compiler: "\(.name) \(.version) \(.path): -mtune \(.mtune | list); -march \(.march | list)";

def machine:
    "machine    \(what)",
    "core       \(core)",
    "level      \(level)",
    "extensions \(extensions)",
    "misaligned \(misaligned)",
    "CPUs       \(cpus)",
    "memory     \(memory)",
    "caches     \(caches)",
    "clock      \(clock)",
    "kernel     \(.kernel // "unknown"), \(.libc // "libc unknown")",
    (.compilers[] | "compiler   \(compiler)"),
    (.go // empty | "go         \(.version) \(.path)"),
    (.rust // empty | "rust       \(.version) \(.path) for \(.target)");

(if .status != "ok" then "not probed: \(.reason)" else .data | machine end),
(.warnings[] | "warning    \(.text)")
