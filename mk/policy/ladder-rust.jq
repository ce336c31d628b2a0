# ladder-rust.jq: the tunes for Rust: the CPU (or its probed extensions) through RUSTFLAGS, then fat LTO with one codegen unit on top of it, both as
# settings of the build's environment. A build that sets RUSTFLAGS itself would not see ours: then only the LTO tune remains.
include "base/state";
include "policy/words";
include "policy/machine";
include "policy/isa";
include "policy/language";

# rustc's name of a feature → the probe's. What is in no list of an instruction set (x87) every machine of the architecture has.
def feature_name: {bmi1: "bmi", pclmulqdq: "pclmul", rdrand: "rdrnd", cmpxchg16b: "cx16", lahfsahf: "sahf", neon: "simd", rdm: "rdma", paca: "pauth", pacg: "pauth",
    dpb: "dcpop", jsconv: "jscvt", "rcpc-immo": "rcpc2", rcpc2: "rcpc2", flagm: "flagm", ermsb: "erms"}[.] // .;
def base_features: ["x87", "sse", "sse2", "fxsr", "neon", "pmuv3", "ras", "lor", "pan", "vh", "a", "c", "d", "f", "m", "zicsr", "zifencei", "zmmul", "zaamo", "zalrsc", "zca", "zcd"];
def lacks($features): machine.isa.flags as $flags | [$features[] | select(IN(base_features[]) | not) | select((feature_name | IN(($flags // [])[])) | not)];

# The first name of the core's chain that rustc knows: another one is another core.
def rust_cpu: machine.core.tune_names[:1] as $names | machine.rust as $rust | first($names[] | select($rust.cpus[.])) // null;
def rust_features: machine as $m | ($m.rust.target_features // []) as $known
    | (if $m.arch == "riscv64" then ["zba", "zbb", "zbs"] elif $m.arch == "aarch64" then ["crc", "lse", "rdm", "rcpc", "dotprod", "fp16"] else [] end)
    | [.[] | select(IN($known[])) | . as $feature | select(feature_name | IN(($m.isa.flags // [])[])) | "+\($feature)"];
def cpu_step: rust_cpu as $cpu | machine as $m | rust_features as $features
    | (if $cpu then lacks($m.rust.cpus[$cpu]) else [] end) as $missing
    | if $m.kind == "emulated" and (named($m) | not) then {left_out: "no CPU model is named (ATESOR_QEMU_CPU): the emulator's default matches no board"}
      elif $cpu and $missing == [] then {sets: {rustflags: ["-C target-cpu=\($cpu)"]}}
      elif $m.arch == "x86_64" and ($m.isa.level // 1) >= 2 and IN("x86-64-v\($m.isa.level)"; ($m.rust.target_cpus // [])[]) then {sets: {rustflags: ["-C target-cpu=x86-64-v\($m.isa.level)"]}}
      elif $features != [] then {sets: {rustflags: ["-C target-feature=\($features | join(","))"]}}
      else {left_out: (if $cpu then "the machine lacks \($missing | join(", ")) of \($cpu), and none of its extensions can be named" else "rustc does not know the core, and none of its extensions can be named" end)} end;
def rust_step: if machine.rust == null then {left_out: "no Rust was found"}
    elif any(build_commands[]; test("RUSTFLAGS")) or (.config.overrides // "" | test("RUSTFLAGS")) then {left_out: "the build sets RUSTFLAGS itself"}
    else cpu_step end;
def rust_lto_step: if machine.rust == null then {left_out: "no Rust was found"}
    else {sets: {environment: ["CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1", "CARGO_PROFILE_RELEASE_LTO=fat"]}} end;

def ladder_rust: base_tune as $with | [
    {slot: "tun1", title: "the CPU"} + rust_step,
    {slot: "tun2", title: "fat LTO, one codegen unit"} + rust_lto_step | $with + .];
