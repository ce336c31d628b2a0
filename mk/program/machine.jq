# A machine document (atesor-probe's, or a stage's with that as .data) → its architecture and what its processor has, one a line.
(.data // .)
| (.arch // error("not a machine document: it has no .arch")),
  (.isa.flags // [] | .[]), (.isa.extensions // [] | .[]),
  (.isa.arch_string // empty),
  (if .arch == "x86_64" then "x86-64-v\(.isa.level // 1)" else empty end)
