# show-machine.jq: the machine profile, readable.
def list: if . == null or . == [] then "none" else map(tostring) | join(" ") end;
def bytes: if . % 1048576 == 0 then "\(. / 1048576) MiB" else "\(. / 1024) KiB" end;
def level: if .arch == "x86_64" and .isa.level then "x86-64-v\(.isa.level)" elif .isa then "extensions below" else "unknown" end;
if .status != "ok" then "not probed: \(.reason)" else .data
| "machine    \(.cpu.name // .cpu.uarch // "unknown"), \(.arch), \(.kind)\(if .emulator_cpu then " as \(.emulator_cpu)" else "" end)\(if .hypervisor then ", in a virtual machine" else "" end)",
  "core       \(if .core.id then "\(.core.id) (\(.core.how))" else "unknown" end)",
  "level      \(level)",
  "extensions \(.isa.flags | list)\(if .isa.vector_bits then ", vectors of \(.isa.vector_bits) bits" else "" end)",
  "misaligned \(if .misaligned then "\(.misaligned.speed) (\(.misaligned.by))" else "unknown" end)",
  "CPUs       \(.cpus_allowed | list)\(if .cpu_quota then ", of which a group may use \(.cpu_quota)" else "" end)",
  "memory     \(if .memory_bytes then "\(.memory_bytes / 1048576 | floor) MiB" else "unknown" end)",
  "caches     \(if .caches then .caches | map("L\(.level) \(.type) \(.size_bytes | bytes)") | join(", ") else "unknown" end)",
  "clock      \(if .frequency then "\(.frequency[-1].khz / 1000 | floor) MHz" else "frequency unknown" end), governor \(.governor[-1].name // "unknown"), \(if .temperatures then "\(.temperatures | map(.celsius) | max) C" else "no temperature" end)",
  "kernel     \(.kernel // "unknown"), \(.libc // "libc unknown")",
  (.compilers[] | "compiler   \(.name) \(.version) \(.path): -mtune \(.mtune | list); -march \(.march | list)"),
  (.go // empty | "go         \(.version) \(.path)"),
  (.rust // empty | "rust       \(.version) \(.path) for \(.target)") end,
(.warnings[] | "warning    \(.text)")
