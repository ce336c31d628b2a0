# isa.jq: which -march a machine and a compiler have in common. Pure functions of a machine (what atesor-probe found) and one of its compilers;
# the probe stage uses them to know which complete strings to try (march_wanted), the ladder to choose among those that were accepted.

def has_flags($machine; $names): ($machine.isa.flags // []) as $flags | all($names[]; IN($flags[]));
def common($machine; $compiler; $names): ($machine.isa.flags // []) as $flags | ($compiler.extensions // []) as $accepted
    | [$names[] | select(IN($flags[]) and IN($accepted[]))];

# RISC-V, the seed's order. V is a letter of the base.
def riscv_extensions: ["zicond", "zfa", "zfhmin", "zba", "zbb", "zbs"];
def riscv_march($machine; $compiler; $base): [$base] + common($machine; $compiler; riscv_extensions) | join("_");

# Arm. What each level of the architecture requires beyond the one before, as far as compilers make use of it or a kernel tells of it
# (Arm ARM, A2.3 to A2.8).
def arm_levels: [
    {level: "armv8-a", needs: []}, {level: "armv8.1-a", needs: ["crc", "lse", "rdma"]}, {level: "armv8.2-a", needs: ["dcpop"]},
    {level: "armv8.3-a", needs: ["jscvt", "fcma", "rcpc", "pauth"]}, {level: "armv8.4-a", needs: ["dotprod", "flagm", "rcpc2", "uscat", "dit"]},
    {level: "armv8.5-a", needs: ["sb", "frintts", "flagm2"]}, {level: "armv8.6-a", needs: ["bf16", "i8mm"]}];
def arm_reached($machine): reduce arm_levels[] as $l ({on: true, got: []}; if .on and has_flags($machine; $l.needs) then .got += [$l] else .on = false end) | .got;
def arm_extensions: ["crc", "lse", "rdma", "aes", "sha2", "sha3", "sm4", "fp16", "fp16fml", "rcpc", "dotprod", "i8mm", "bf16"];
def arm_march($machine; $compiler):
    [arm_reached($machine)[] | select(.level | IN(($compiler.march_levels // [])[]))] as $reached
    | ($reached | map(.needs[])) as $contained
    | if $reached == [] then null
      else [$reached[-1].level] + [common($machine; $compiler; arm_extensions)[] | select(IN($contained[]) | not)] | join("+") end;

# {march} or {why}: the scalar instruction set and the one with vectors. An emulator's default CPU matches no board.
def named($machine): $machine.kind != "emulated" or $machine.emulator_cpu;
def riscv_scalar($machine; $compiler): riscv_march($machine; $compiler; "rv64gc")
    | if . == "rv64gc" then {why: "the machine has none of the extensions that \($compiler.name) \($compiler.version) accepts beyond rv64gc"} else {march: .} end;
def riscv_vector($machine; $compiler):
    if has_flags($machine; ["v"]) | not then {why: "the machine has no V"}
    elif IN("rv64gcv"; ($compiler.march_levels // [])[]) | not then {why: "\($compiler.name) \($compiler.version) does not accept -march=rv64gcv"}
    elif $compiler.emits.vector != true then {why: "\($compiler.name) \($compiler.version) accepts -march=rv64gcv but emits no vector code"}
    else {march: riscv_march($machine; $compiler; "rv64gcv")} end;
def arm_scalar($machine; $compiler): arm_march($machine; $compiler)
    | if . == null or . == "armv8-a" then {why: "the machine has nothing that \($compiler.name) \($compiler.version) accepts beyond armv8-a"} else {march: .} end;
def arm_vector($machine; $compiler): arm_march($machine; $compiler) as $march
    | [("sve2", "sve") | select(has_flags($machine; [.]))] as $has | [$has[] | select(IN(($compiler.extensions // [])[]))] as $both
    | if $has == [] then {why: "the machine has no SVE"}
      elif $both == [] or $march == null then {why: "\($compiler.name) \($compiler.version) does not accept +\($has[0])"}
      elif $compiler.emits.vector != true then {why: "\($compiler.name) \($compiler.version) accepts +sve but emits no SVE code"}
      else {march: "\($march)+\($both[0])"} end;
# x86: the psABI levels; without AVX-512 the vector step has nothing that the scalar one has not.
def x86_level($machine; $least; $most): ($machine.isa.level // 0) as $level
    | if $level < $least then {why: "the machine is at level \($level) of x86-64, the step needs \($least)"} else {march: "x86-64-v\([$level, $most] | min)"} end;
def scalar($machine; $compiler):
    if named($machine) | not then {why: "no CPU model is named (ATESOR_QEMU_CPU): the emulator's default matches no board"}
    elif $machine.arch == "riscv64" then riscv_scalar($machine; $compiler)
    elif $machine.arch == "aarch64" then arm_scalar($machine; $compiler)
    elif $machine.arch == "x86_64" then x86_level($machine; 2; 3)
    else {why: "no instruction sets of \($machine.arch) are known here"} end;
def vector($machine; $compiler):
    if named($machine) | not then {why: "no CPU model is named (ATESOR_QEMU_CPU): the emulator's default matches no board"}
    elif $machine.arch == "riscv64" then riscv_vector($machine; $compiler)
    elif $machine.arch == "aarch64" then arm_vector($machine; $compiler)
    elif $machine.arch == "x86_64" then x86_level($machine; 4; 4)
    else {why: "no instruction sets of \($machine.arch) are known here"} end;

# The complete strings that a compiler has to be asked about: those of x86 were tried by the probe, name by name.
def march_wanted($machine; $compiler): if $machine.arch == "x86_64" then []
    else [scalar($machine; $compiler).march, vector($machine; $compiler).march | select(.)] | unique end;
