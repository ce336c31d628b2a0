# report.jq: result.json as report.md.
def digits($n): . * pow(10; $n) | round / pow(10; $n) | tostring;
def cell: tostring | gsub("[|]"; "\\|") | gsub("\n"; " ");
def row: "| " + (map(cell) | join(" | ")) + " |";
def probability: if . < 0.0001 then "< 0.0001" else digits(4) end;
# Which gates the tune went through: ✓ passed, ✗ failed, – not there (no decisive tests, no output to compare).
def gates($two; $three): (if $two then "2 ✓" else "2 –" end) as $second | (if $three then "3 ✓" else "3 –" end) as $third
    | if .verdict == "does not build" then "–"
      elif .verdict == "gate 1 failed" then "1 ✗"
      elif .verdict == "no effect" or (.verdict | startswith("same as")) then "1 ✓, equal code"
      elif .verdict == "gate 2 failed" then "1 ✓ 2 ✗"
      elif .verdict | IN("gate 3 failed", "output not repeatable") then "1 ✓ \($second) 3 ✗"
      elif .ratio or (.verdict == "unstable") or ((.reason // "") | startswith("emulated")) then "1 ✓ \($second) \($third)"
      else "–" end;
def verdict_line: if .status == "accepted" then "**Optimized: YES** – \(.accepted.slot) with `\(.accepted.flags)` runs in \(.accepted.ratio | digits(3)) of the baseline's time."
    elif .status == "checked" then "**Optimized: NOT TIMED** – \(.reason)" else "**Optimized: NO** – \(.status): \(.reason)" end;

# What a tune needs beyond the baseline's processor, and what the compilers said of it.
def counts: to_entries | map("\(.key) (\(.value))") | join(", ");
def built: "- \(.slot): \([(.requires // empty | "needs \(counts)"), ((.abi_changes // [])[:5][] | "\(.path): \(.change) \(.name // .tune // "")"),
    (.profile_use // empty | "profile used for \(.used) of \(.objects) objects"), ((.configuration // [])[] | "\(.path) differs"), ((.diagnostics // [])[] | "\(.count) × -W\(.option)")] | select(. != []) | join("; "))";
def reproducible: if .verdict == "yes" then "yes, the verified build and the baseline have the same code (\(.by | join(", ")))"
    elif .verdict == "no" then "no, the code of \(.differs | join(", ")) differs in two builds with the same flags" else "unknown: \(.reason)" end;

def few: if . == [] then "none" else (.[:8] | join(", ")) + (if length > 8 then " and \(length - 8) more" else "" end) end;

.warnings as $warnings | .data | (.tests.decisive // false) as $two | (.workload.compares // false) as $three
| "# atesor report", "", verdict_line, "",
  "| tune | what | compiler | flags | gates | ratio | 95 % interval | p | rounds | verdict | rule interval | reason |",
  "|---|---|---|---|---|---|---|---|---|---|---|---|",
  (.tunes[] | [.slot, .title, .compiler, "`\(.flags)`", gates($two; $three), (.ratio // null | if . then digits(4) else "" end),
      (if .ci_low then "\(.ci_low | digits(4)) – \(.ci_high | digits(4))" else "" end), (.p // null | if . then probability else "" end), (.rounds // ""), .verdict, (.by_interval // ""), (.reason // "")] | row),
  (.left_out[] | [.slot, .title, "", "", "", "", "", "", "", "left out", "", .reason] | row),
  "",
  "The ratio is the tune's time divided by the baseline's; below 1 is faster. \(if .settings.rule == "interval" then "It is the median over rounds, with the bootstrap interval and the Mann-Whitney test."
     else "It is the Hodges-Lehmann estimate over rounds, with its 95 % interval and the one-sided signed-rank test of \(if .settings.rule == "paired" then "a change beyond \(.settings.effect_pct) %" else "any change" end)." end) The column \"rule interval\" is what the bootstrap interval and Mann-Whitney say of the same rounds.",
  ([.tunes[] | built] | if . != [] then "", "## What was built", "", "Instructions by extension that a tune has more of than the baseline (a processor needs these), and what else differs:", "", .[] else empty end),
  (if .accepted then "", "## The second check", "",
      (.accepted.requires // empty | "The accepted files need a processor with \(keys_unsorted | join(", ")), beyond what the baseline needs: `atesor-elf runs-on MACHINE FILE`.", ""),
      "Both builds again with `\(.settings.second_flag)`: ratio \(.accepted.second.ratio | digits(4)), interval \(.accepted.second.ci_low | digits(4)) – \(.accepted.second.ci_high | digits(4)), p \(.accepted.second.p | probability). The accepted files are in `accepted/`." else empty end),
  (.tunes[] | select(.guards) | "", "## The guards of \(.slot)", "", (.guards[] | "- `\(.template)`: \(.verdict)\(if .ratio then ", ratio \(.ratio | digits(4)), interval \(.ci_low | digits(4)) – \(.ci_high | digits(4))" else "" end)\(if .reason then ", \(.reason)" else "" end)")),
  "", "## The workload", "",
  (.package // empty | "- package: \(.kind), \(.language); libraries: \(.libraries | few); programs: \(.programs | few); helper programs: \(.helpers | few)"),
  (if .workload.template != null or .workload.kind == "tests" then "- \(.workload.kind), from \(.workload.source)\(if .workload.by then " by the agent" else "" end): `\(.workload.template // "the package's tests")`",
      (.workload.input // null | if . then "- input: \(.kind // "file") \(if .bytes then "\(.bytes) bytes" elif .script_size then "script of size \(.script_size)" else .path end), sha256 \(.sha256)" else empty end),
      (.workload.iterations // null | if . then "- iterations: \(.)" else empty end),
      (.workload.run_seconds // null | if . then "- a run of the baseline takes \(. | digits(3)) s" else empty end)
   else "- none" end),
  (.advice // empty | "", "Add these lines to the Makefile, with the package's own command:", "", "```", .[], "```", ""),
  (.workload.harness_text // empty | "", "The source of the harness:", "", "```c", rtrimstr("\n"), "```", ""),
  (.workload.agent // empty | "- the agent was asked \(.questions) times\(if .cost_usd then ", for \(.cost_usd) USD" else "" end)"),
  (.workload.refused // [] | select(. != []) | "", "Tried before, and refused:", "", (.[] | "- \(.source)\(if .bin then " \(.bin)" else "" end)\(if .template then " `\(.template)`" else "" end): \(.reason | cell)"), ""),
  "- tests: \(if .tests == null then "not run" elif .tests.decisive then "decisive" else "gate 2 not decisive: \(.tests.reason)" end)",
  "", "## The machine", "",
  (if .machine then "- \(.machine.cpu.name // .machine.arch), \(.machine.kind), \(if .machine.isa.level then "\(.machine.arch) level \(.machine.isa.level)" else "extensions \(.machine.isa.flags // ["unknown"] | map(select(length > 1 or . == "v")) | join(" "))" end)\(if .machine.emulator_cpu then ", model \(.machine.emulator_cpu)" else "" end), CPUs \(.machine.cpus_allowed // [] | map(tostring) | join(" "))",
      "- kernel \(.machine.kernel // "unknown"), \(.machine.libc // "libc unknown")\(if .machine.hypervisor then ", in a virtual machine" else "" end)" else "- not probed" end),
  (if .baseline then "- baseline compiler: \(.baseline.compiler)", (.baseline.reproducible // empty | "- reproducible: \(reproducible)") else empty end),
  "", "## How to repeat", "",
  (.settings | "- build `\(if .recipe != "" then .recipe else .build end)`, rule \(.rule), effect \(.effect_pct) %, rounds \(.rounds) to \(.max_rounds), seed \(.seed)"),
  "- source sha256 \(.source_sha256 // "unknown"); \(.spent_seconds | digits(0)) s of \(.settings.budget_seconds) s spent",
  (if .notes != [] then "", "## Notes", "", (.notes[] | "- \(.)") else empty end),
  (if $warnings != [] then "", "## Warnings", "", ($warnings | group_by(.text)[] | "- \(map(.where // "run") | unique | join(", ")): \(.[0].text)") else empty end)
