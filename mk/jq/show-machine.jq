# show-machine.jq: the probe's document, readable.
if .status != "ok" then "not probed: \(.reason)" else .data
| "machine    \(.cpu.name // "unknown"), \(.arch), \(.kind)\(if .hypervisor then ", in a virtual machine" else "" end)",
  "core       \(if .core.id then "\(.core.id) (\(.core.how))" else "unknown" end)",
  "level      \(if .isa.level then "x86-64-v\(.isa.level)" else "unknown" end)",
  "CPUs       \(.cpus_allowed | map(tostring) | join(" "))",
  "memory     \(if .memory_bytes then "\(.memory_bytes / 1048576 | floor) MiB" else "unknown" end)",
  "kernel     \(.kernel // "unknown"), \(.libc // "libc unknown")",
  (.compilers[] | "compiler   \(.name) \(.version) \(.path): -mtune \(.mtune | join(" ")); -march \(.march | join(" "))") end,
(.warnings[] | "warning    \(.text)")
