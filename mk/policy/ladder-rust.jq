# ladder-rust.jq: the tunes for Rust: the CPU (or its probed extensions) through RUSTFLAGS, then fat LTO with one
# codegen unit on top of it, both as settings of the build's environment. A build that sets RUSTFLAGS itself would not
# see ours: then only the LTO tune remains.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";
include "policy/isa";
include "policy/language";

# rustc's name of a feature → the probe's.
def feature_name: {
    bmi1: "bmi", pclmulqdq: "pclmul", rdrand: "rdrnd", cmpxchg16b: "cx16", lahfsahf: "sahf", neon: "simd", rdm: "rdma",
    paca: "pauth", pacg: "pauth", dpb: "dcpop", jsconv: "jscvt", "rcpc-immo": "rcpc2", rcpc2: "rcpc2",
    flagm: "flagm", ermsb: "erms"}[.] // .;
# What every machine of the architecture has, and no list of its instruction set names.
def base_features: ["x87", "sse", "sse2", "fxsr", "neon", "pmuv3", "ras", "lor", "pan", "vh", "a", "c", "d", "f", "m",
    "zicsr", "zifencei", "zmmul", "zaamo", "zalrsc", "zca", "zcd"];
def lacks($features): (machine.isa.flags // []) as $flags
    | [$features[] | select(IN(base_features[]) | not) | select((feature_name | IN($flags[])) | not)];

# The first name of the core's chain that rustc knows: another one is another core.
def rust_cpu: machine.core.tune_names[:1] as $names | machine.rust as $rust
    | first($names[] | select($rust.cpus[.])) // null;
def feature_candidates: {riscv64: ["zba", "zbb", "zbs"],
    aarch64: ["crc", "lse", "rdm", "rcpc", "dotprod", "fp16"]}[machine.arch] // [];
def rust_features: machine as $m | ($m.rust.target_features // []) as $known
    | [feature_candidates[] | select(IN($known[])) | . as $feature
        | select(feature_name | IN(($m.isa.flags // [])[])) | "+\($feature)"];
def with_rustflags($flag): {sets: {rustflags: [$flag]}};
def cpu_step: rust_cpu as $cpu | machine as $m | rust_features as $features
    | (if $cpu then lacks($m.rust.cpus[$cpu]) else [] end) as $missing
    | "x86-64-v\($m.isa.level // 1)" as $level
    | if $m.kind == "emulated" and (cpu_is_known($m) | not) then {left_out: cpu_unknown}
      elif $cpu and $missing == [] then with_rustflags("-C target-cpu=\($cpu)")
      elif $m.arch == "x86_64" and ($m.isa.level // 1) >= 2 and IN($level; ($m.rust.target_cpus // [])[])
      then with_rustflags("-C target-cpu=\($level)")
      elif $features != [] then with_rustflags("-C target-feature=\($features | join(","))")
      elif $cpu then {left_out: refusal("machine_lacks_features";
          "the machine lacks \($missing | join(", ")) of \($cpu), and none of its extensions can be named")}
      else {left_out: refusal("core_not_in_compiler";
          "rustc does not know the core, and none of its extensions can be named")} end;
def no_rust: {left_out: refusal("no_rust"; "no Rust was found")};
def rust_step: if machine.rust == null then no_rust
    elif any(build_commands[]; test("RUSTFLAGS")) or (.config.overrides // "" | test("RUSTFLAGS"))
    then {left_out: refusal("baseline_has_flag"; "the build sets RUSTFLAGS itself")}
    else cpu_step end;
def rust_lto_step: if machine.rust == null then no_rust
    else {sets: {environment: ["CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1", "CARGO_PROFILE_RELEASE_LTO=fat"]}} end;

def ladder_rust: base_tune as $with | [
    {slot: "tun1", title: "the CPU"} + rust_step,
    {slot: "tun2", title: "fat LTO, one codegen unit"} + rust_lto_step | $with + .];
