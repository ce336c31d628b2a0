# ladder-c.jq: the tunes for C and C++ on x86-64, in order. Pure function of the probe, the compilers and the wrapper log of the baseline.
# A step is {slot, title, sets: {kind: [flags]}} (a later step's kind replaces an earlier one's), or {slot, title, left_out: reason}.
include "state";
include "words";
include "machine";

# The psABI level as -march; without AVX-512 that is level 3.
def level_flag($most): [machine.isa.level, $most] | min | select(. >= 2) | "-march=x86-64-v\(.)";
def accepts($compiler; $flag): $compiler.march // [] | any(. == $flag[7:]);
def isa_step($compiler; $least; $most):
    (first(level_flag($most)) // null) as $flag
    | if machine.isa.level < $least then {left_out: "the machine is at level \(machine.isa.level) of x86-64, the step needs \($least)"}
      elif accepts($compiler; $flag) | not then {left_out: "\($compiler.name) \($compiler.version) does not accept \($flag)"}
      else {sets: {isa: [$flag]}} end;

def tuning($compiler): ($compiler.mtune // [])[0];
def core_step($compiler):
    if (machine.core.tune_names // []) == [] then {left_out: "the core is unknown"}
    elif tuning($compiler) then {sets: {tune: ["-mtune=\(tuning($compiler))"]}}
    else {left_out: "\($compiler.name) \($compiler.version) knows none of \(machine.core.tune_names | join(", "))"} end;
def level_step: if build(.base).compiler.o3_everywhere then {left_out: "every source compile of the baseline has -O3"}
    else {sets: {level: ["-O3"]}} end;
def lto_step($compiler): ["-flto=auto", "-ffat-lto-objects"] as $flags
    | if build(.base).compiler.lto_anywhere then {left_out: "a source compile of the baseline has -flto"}
      elif all($flags[]; $compiler.flags[.] // false) then {sets: {lto: $flags}}
      else {left_out: "\($compiler.name) \($compiler.version) does not accept \($flags | join(" "))"} end;
def clang_step: (newest_clang // null) as $clang
    | if $clang == null then {left_out: "no clang was found"}
      else as_tune($clang) + {alone: true, sets: {
          tune: (tuning($clang) | if . then ["-mtune=\(.)"] else [] end),
          isa: [level_flag(4), level_flag(3), level_flag(2) | select(. as $flag | $clang.march // [] | any(. == $flag[7:]))][:1],
          level: ["-O3"]}} end;

def ladder_c: base_tune as $with | base_compiler as $gcc | [
    {slot: "tun1", title: "core tuning"} + core_step($gcc),
    {slot: "tun2", title: "machine ISA"} + isa_step($gcc; 2; 3),
    {slot: "tun3", title: "full vector ISA"} + isa_step($gcc; 4; 4),
    {slot: "tun4", title: "optimization level"} + level_step,
    {slot: "tun5", title: "link-time optimization"} + lto_step($gcc),
    {slot: "tun6", title: "another compiler"} + clang_step
    | $with + .];

# The maintainer's own tunes stand alone: just the flags they give, with the baseline's compiler.
def extra_tunes: base_tune as $with | [.config.extra_tunes | to_entries[]
    | $with + {slot: "usr\(.key + 1)", title: "the package's own", alone: true, sets: {extra: .value}}];

def steps: .config.tunes as $chosen | [(ladder_c + extra_tunes)[]
    | if (.slot[:3] == "tun") and ((.slot[3:] | tonumber) | IN($chosen[]) | not) then {slot, title, left_out: "not chosen (ATESOR_TUNES)"} else . end];

def flags_of($sets): [$sets | (.tune, .isa, .level, .lto, .contract, .extra) // empty | .[]];
