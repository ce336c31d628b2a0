# ladder-c.jq: the tunes for C and C++, in order. Pure function of the machine, its compilers and the wrapper log of
# the baseline. A step is {slot, title, sets: {kind: [flags]}}, where a later step's kind replaces an earlier one's,
# or {slot, title, left_out: {code, reason}}.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";
include "policy/isa";

def left_out($code; $reason): {left_out: refusal($code; $reason)};

def tuning($compiler): ($compiler.mtune // [])[0];
def core_step($compiler):
    if (machine.core.tune_names // []) == []
    then left_out("core_unknown";
        if machine.kind == "emulated" then "an emulator is no core" else "the core is unknown" end)
    elif tuning($compiler) then {sets: {tune: ["-mtune=\(tuning($compiler))"]}}
    else left_out("core_not_in_compiler";
        "\(says($compiler)) knows none of \(machine.core.tune_names | join(", "))") end;

# A complete string counts only if the compiler was asked for it and took it.
def march_step($compiler): if .code then {left_out: {code, reason}}
    elif .march | IN(($compiler.march // [])[]) then {sets: {isa: ["-march=\(.march)"]}}
    else {left_out: not_accepted($compiler; "-march=\(.march)")} end;
def isa_step($compiler): machine as $machine | scalar($machine; $compiler) | march_step($compiler);
def vector_step($compiler): machine as $machine | vector($machine; $compiler) | march_step($compiler);

def level_step: if build(.base).compiler.o3_everywhere
    then left_out("baseline_has_flag"; "every source compile of the baseline has -O3")
    else {sets: {level: ["-O3"]}} end;
def lto_step($compiler): ["-flto=auto", "-ffat-lto-objects"] as $flags
    | if build(.base).compiler.lto_anywhere
      then left_out("baseline_has_flag"; "a source compile of the baseline has -flto")
      elif all($flags[]; $compiler.flags[.] // false) then {sets: {lto: $flags}}
      else {left_out: not_accepted($compiler; $flags | join(" "))} end;

# Where misaligned access is known not to be fast, no tune may make more of it.
def strict($compiler):
    if (machine.misaligned.speed | IN("slow", "emulated", "unsupported"))
        and ($compiler.flags["-mstrict-align"] // false)
    then {strict: ["-mstrict-align"]} else {} end;

# On RISC-V a clang that takes the extensions and does not use them is no other compiler.
def useful_clang: machine.arch as $arch
    | [compilers[] | select(.family == "clang" and ($arch != "riscv64" or .emits.bitmanip == true))]
    | max_by(.version | [splits("[.]") | tonumber? // 0]);
def clang_march($clang): machine as $machine
    | [vector($machine; $clang).march, scalar($machine; $clang).march,
        (if $machine.arch == "x86_64" then x86_level($machine; 2; 2).march else null end)
        | select(. != null and IN(($clang.march // [])[]))][:1] | map("-march=\(.)");
def clang_step: (useful_clang // null) as $clang
    | if $clang then as_tune($clang) + {alone: true, sets: ({
          tune: (tuning($clang) | if . then ["-mtune=\(.)"] else [] end),
          isa: clang_march($clang),
          level: ["-O3"]} + strict($clang))}
      elif any(compilers[]; .family == "clang")
      then left_out("clang_without_bitmanip"; "no clang that emits bitmanip instructions was found")
      else left_out("no_clang"; "no clang was found") end;

def ladder_c: base_tune as $with | base_compiler as $gcc | strict($gcc) as $strict | [
    {slot: "tun1", title: "core tuning"} + core_step($gcc),
    {slot: "tun2", title: "machine ISA"} + isa_step($gcc),
    {slot: "tun3", title: "full vector ISA"} + vector_step($gcc),
    {slot: "tun4", title: "optimization level"} + level_step,
    {slot: "tun5", title: "link-time optimization"} + lto_step($gcc),
    {slot: "tun6", title: "another compiler"} + clang_step
    | (if .sets and (.alone | not) then .sets += $strict else . end) | $with + .];
