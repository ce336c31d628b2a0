# program/machine.jq: a machine's architecture and what its processor has, for atesor-elf(1).
#
# In:  the document of atesor-probe(1), or a stage's document with that as .data. Out: lines (-r); the first is the
#      architecture.
(.data // .)
| (.arch // error("not a machine document: it has no .arch")),
  (.isa.flags // [] | .[]),
  (.isa.extensions // [] | .[]),
  (.isa.arch_string // empty),
  (if .arch == "x86_64" then "x86-64-v\(.isa.level // 1)" else empty end)
