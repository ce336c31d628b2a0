# isa.jq: which -march a machine and a compiler have in common. Pure functions of a machine (what atesor-probe found)
# and one of its compilers. The stage probe uses them to know which complete strings to try (march_wanted), the ladder
# to choose among those that the compiler took. Each choice is {march}, or {code, reason}: why there is none.
include "base/codes";

def has_flags($machine; $names): ($machine.isa.flags // []) as $flags | all($names[]; IN($flags[]));
def common($machine; $compiler; $names):
    ($machine.isa.flags // []) as $flags | ($compiler.extensions // []) as $taken
    | [$names[] | select(IN($flags[]) and IN($taken[]))];
def says($compiler): "\($compiler.name) \($compiler.version)";

# An emulator's default CPU matches no board.
def cpu_is_known($machine): $machine.kind != "emulated" or $machine.emulator_cpu;
def cpu_unknown: refusal("emulator_cpu_unknown";
    "no CPU model is named (ATESOR_QEMU_CPU): the emulator's default matches no board");
def not_accepted($compiler; $what): refusal("flag_not_accepted"; "\(says($compiler)) does not accept \($what)");

# -- RISC-V: V is a letter of the base, the other extensions follow in this order
def riscv_extensions: ["zicond", "zfa", "zfhmin", "zba", "zbb", "zbs"];
def riscv_march($machine; $compiler; $base): [$base] + common($machine; $compiler; riscv_extensions) | join("_");
def riscv_scalar($machine; $compiler): riscv_march($machine; $compiler; "rv64gc")
    | if . != "rv64gc" then {march: .}
      else refusal("machine_has_no_more";
          "the machine has none of the extensions that \(says($compiler)) accepts beyond rv64gc") end;
def riscv_vector($machine; $compiler):
    if has_flags($machine; ["v"]) | not then refusal("machine_has_no_vector"; "the machine has no V")
    elif IN("rv64gcv"; ($compiler.march_levels // [])[]) | not then not_accepted($compiler; "-march=rv64gcv")
    elif $compiler.emits.vector != true
    then refusal("no_vector_code"; "\(says($compiler)) accepts -march=rv64gcv but emits no vector code")
    else {march: riscv_march($machine; $compiler; "rv64gcv")} end;

# -- Arm: what each level of the architecture requires beyond the one before, as far as compilers make use of it or a
# kernel tells of it (Arm ARM, A2.3 to A2.8)
def arm_levels: [
    {level: "armv8-a", needs: []},
    {level: "armv8.1-a", needs: ["crc", "lse", "rdma"]},
    {level: "armv8.2-a", needs: ["dcpop"]},
    {level: "armv8.3-a", needs: ["jscvt", "fcma", "rcpc", "pauth"]},
    {level: "armv8.4-a", needs: ["dotprod", "flagm", "rcpc2", "uscat", "dit"]},
    {level: "armv8.5-a", needs: ["sb", "frintts", "flagm2"]},
    {level: "armv8.6-a", needs: ["bf16", "i8mm"]}];
def arm_reached($machine): reduce arm_levels[] as $level ({on: true, got: []};
    if .on and has_flags($machine; $level.needs) then .got += [$level] else .on = false end) | .got;
def arm_extensions: [
    "crc", "lse", "rdma", "aes", "sha2", "sha3", "sm4", "fp16", "fp16fml", "rcpc", "dotprod", "i8mm", "bf16"];
def arm_march($machine; $compiler):
    [arm_reached($machine)[] | select(.level | IN(($compiler.march_levels // [])[]))] as $reached
    | ($reached | map(.needs[])) as $contained
    | if $reached == [] then null
      else [$reached[-1].level] + [common($machine; $compiler; arm_extensions)[] | select(IN($contained[]) | not)]
          | join("+") end;
def arm_scalar($machine; $compiler): arm_march($machine; $compiler)
    | if . != null and . != "armv8-a" then {march: .}
      else refusal("machine_has_no_more"; "the machine has nothing that \(says($compiler)) accepts beyond armv8-a") end;
def arm_vector($machine; $compiler): arm_march($machine; $compiler) as $march
    | [("sve2", "sve") | select(has_flags($machine; [.]))] as $has
    | [$has[] | select(IN(($compiler.extensions // [])[]))] as $both
    | if $has == [] then refusal("machine_has_no_vector"; "the machine has no SVE")
      elif $both == [] or $march == null then not_accepted($compiler; "+\($has[0])")
      elif $compiler.emits.vector != true
      then refusal("no_vector_code"; "\(says($compiler)) accepts +sve but emits no SVE code")
      else {march: "\($march)+\($both[0])"} end;

# -- x86: the psABI levels; without AVX-512 the vector step has nothing that the scalar one has not
def x86_level($machine; $least; $most): ($machine.isa.level // 0) as $level
    | if $level >= $least then {march: "x86-64-v\([$level, $most] | min)"}
      else refusal("level_too_low"; "the machine is at level \($level) of x86-64, the step needs \($least)") end;

# -- by architecture
def unknown_arch($machine): refusal("arch_unknown"; "no instruction sets of \($machine.arch) are known here");
def scalar($machine; $compiler):
    if cpu_is_known($machine) | not then cpu_unknown
    elif $machine.arch == "riscv64" then riscv_scalar($machine; $compiler)
    elif $machine.arch == "aarch64" then arm_scalar($machine; $compiler)
    elif $machine.arch == "x86_64" then x86_level($machine; 2; 3)
    else unknown_arch($machine) end;
def vector($machine; $compiler):
    if cpu_is_known($machine) | not then cpu_unknown
    elif $machine.arch == "riscv64" then riscv_vector($machine; $compiler)
    elif $machine.arch == "aarch64" then arm_vector($machine; $compiler)
    elif $machine.arch == "x86_64" then x86_level($machine; 4; 4)
    else unknown_arch($machine) end;

# The complete strings that a compiler has to be asked about: those of x86 were tried by the probe, name by name.
def march_wanted($machine; $compiler): if $machine.arch == "x86_64" then []
    else [scalar($machine; $compiler).march, vector($machine; $compiler).march | select(.)] | unique end;
