# reports.jq: a table of what the report says of small pieces: {name, got, want}. Prints "ok …" or "not ok …" a row.
include "base/figures";
include "report/lib/text";
include "base/flags";

def gated($build; $one; $two; $three): {gates: {build: $build, gate1: $one, gate2: $two, gate3: $three}} | gates;
def row: {slot: "tun1", title: "t", compiler: "c", flags: "-O3", code: "faster", verdict: "faster", ratio: 0.93456, ci_low: 0.9, ci_high: 0.96,
    p: 0.00001, rounds: 8,
    mde_pct: 3, mde_paired_pct: 1.04, code_bytes: 1100, maxrss_kib: 2048, base_maxrss_kib: 2048, build_seconds: 130,
        raw: "doc/tun1.samples.jsonl",
    gates: {build: "passed", gate1: "passed", gate2: "passed", gate3: "passed"}};
def data($rule): {settings: {rule: $rule, effect_pct: 2}, baseline: {compiler: "c", code_bytes: 1000, build_seconds: 1}};

[{name: "the processor's profile is cited", got: ({processor: {path: "processor.json", sha256: "0123456789abcdef", timestamp: "2026-01-02T03:04:05Z", read_gbps: {L1: 415.3, L2: 211.9}, rates_gops: {float32: 220.2}}} | processor),
  want: "processor profile of 2026-01-02T03:04:05Z, effective measurements of one thread: reading L1 415 GB/s, L2 212 GB/s; float32 220 Gop/s (processor.json, sha256 0123456789ab…)"},
 {name: "no processor profile", got: ([{} | processor] | length), want: 0},
 {name: "settings and flags: the value of a -D that stands alone is a flag", got: (["-O3", "-D", "NDEBUG=1", "GOAMD64=v3", "-DX=1", "RUSTFLAGS=-C a"] | apart),
  want: {settings: ["GOAMD64=v3", "RUSTFLAGS=-C a"], flags: ["-O3", "-D", "NDEBUG=1", "-DX=1"]}},
 {name: "gates, all passed", got: gated("passed"; "passed"; "passed"; "passed"), want: "1 ✓ 2 ✓ 3 ✓"},
 {name: "gates, no tests and no output", got: gated("passed"; "passed"; "not there"; "not there"), want: "1 ✓ 2 – 3 –"},
 {name: "gates, tests fail", got: gated("passed"; "passed"; "failed"; "not run"), want: "1 ✓ 2 ✗"},
 {name: "gates, output differs", got: gated("passed"; "passed"; "not there"; "failed"), want: "1 ✓ 2 – 3 ✗"},
 {name: "gates, gate 1", got: gated("passed"; "failed"; "not run"; "not run"), want: "1 ✗"},
 {name: "gates, equal code", got: gated("passed"; "passed"; "equal code"; "equal code"), want: "1 ✓, equal code"},
 {name: "gates, equal code and no tests", got: gated("passed"; "passed"; "not there"; "equal code"), want: "1 ✓, equal code"},
 {name: "gates, no build", got: gated("failed"; "not run"; "not run"; "not run"), want: "build ✗"},
 {name: "gates, not begun", got: ({} | gates), want: "–"},
 {name: "fixed", got: [1, 0.00042, 0.06388, 12.5, 0.99996 | fixed(4)], want: ["1.0000", "0.0004", "0.0639", "12.5000", "1.0000"]},
 {name: "bytes", got: [1, 1023, 1024, 1572864, 25276026880 | bytes], want: ["1 B", "1023 B", "1 KiB", "1.5 MiB", "23.5 GiB"]},
 {name: "change", got: [(1100 | change(1000)), (1000 | change(1000)), (950 | change(1000)), (5 | change(null)), (5 | change(0))],
  want: [" (+10 %)", " (same)", " (-5 %)", "", ""]},
 {name: "a row, paired", got: (row | cells(data("paired"))),
  want: {slot: "tun1", title: "t", compiler: "c", verdict_code: "faster", flags: "-O3", gates: "1 ✓ 2 ✓ 3 ✓", ratio: "0.9346",
      interval: "0.9000 – 0.9600", p: "< 0.0001",
    mde: "1 %", rounds: "8", code: "1.1 KiB (+10 %)", memory: "2 MiB (same)", build: "2.2 min", verdict: "faster",
        by_interval: "–", reason: ""}},
 {name: "the MDE of the rule interval", got: (row | cells(data("interval")).mde), want: "3 %"},
 {name: "what was not measured is a dash", got: ({slot: "s", title: "t", compiler: "c", flags: "", verdict: "not timed",
     reason: "r"} | cells(data("paired"))
    | [.gates, .ratio, .interval, .p, .mde, .rounds, .code, .memory, .build, .flags]),
        want: ["–", "–", "–", "–", "–", "–", "–", "–", "–", "(none)"]},
 {name: "and why is said", got: (data("paired") + {tunes: [row, (row | .slot = "tun2" | del(.maxrss_kib)),
     (row | .slot = "tun3" | del(.raw, .maxrss_kib)),
      (row | .slot = "tun4" | del(.code_bytes, .mde_pct, .mde_paired_pct)), (row | .slot = "tun5" | del(.ratio, .raw))]} | absent
          | map(split(":")[:2] | join(":"))),
  want: ["tun5: no time; the reason is in the row", "tun2: no peak memory", "tun3: no peak memory",
    "tun4: no size of code", "tun4: no MDE"]},
 {name: "accepted", got: ({status: "accepted", accepted: {slot: "tun4", ratio: 0.5}} | "\(optimized) \(answer)"),
     want: "YES tun4 runs in 0.5 of the baseline's time."},
 {name: "checked", got: ({status: "checked", reason: "r"} | "\(optimized) \(answer)"), want: "NOT TIMED r"},
 {name: "no gain", got: ({status: "no gain", reason: "r"} | "\(optimized) \(answer)"), want: "NO no gain: r"}]
| .[] | if .got == .want then "ok \(.name)" else "not ok \(.name): \(.got | tojson), not \(.want | tojson)" end
