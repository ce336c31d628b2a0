# ladder-go.jq: the tunes for Go: one, the level of the architecture, as a setting of the build's environment.
# GORISCV64 exists since Go 1.23, its rva23u64 since 1.25; GOAMD64 since 1.18; GOARM64 since 1.23. The lowest level is
# Go's default, so it gives no tune. A level is {level}, or {code, reason}.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";
include "policy/isa";

def go_minor: (machine.go.version // "" | capture("^go1[.](?<minor>[0-9]+)") | .minor | tonumber) // 0;
def go_says: machine.go.version // "no Go";
def go_too_old($what; $since): refusal("go_too_old"; "\(go_says) has no \($what): \($since) or later is needed");
def is_default($what): refusal("level_is_default"; $what);

def riscv_level: machine as $m | go_minor as $minor
    | if $minor >= 25 and has_flags($m; ["zba", "zbb", "zbs", "v", "zicond", "zfa"]) then {level: "rva23u64"}
      elif $minor >= 23 and has_flags($m; ["zba", "zbb", "zbs"]) then {level: "rva22u64"}
      # Go 1.23 to 1.26 emit no instruction of Zbs at this level; gate 2 decides.
      elif $minor >= 23 and $minor <= 26 and has_flags($m; ["zba", "zbb"]) then {level: "rva22u64"}
      elif $minor < 23 then go_too_old("GORISCV64"; "1.23")
      else is_default("the machine is not above rva20u64, which is Go's default") end;
def amd_level: machine as $m | go_minor as $minor | ($m.isa.level // 1) as $level
    | if $minor < 18 then go_too_old("GOAMD64"; "1.18")
      elif $level < 2 then is_default("the machine is at level \($level) of x86-64, which is Go's default")
      else {level: "v\($level)"} end;
def arm_go_level: arm_reached(machine)[-1].level | capture("^armv(?<n>[0-9])([.](?<minor>[0-9]))?-a$")
    | "v\(.n).\(.minor // "0")";
def arm_level: machine as $m | go_minor as $minor | arm_go_level as $level
    | if $minor < 23 then go_too_old("GOARM64"; "1.23")
      elif $level == "v8.0" and (has_flags($m; ["lse"]) | not)
      then is_default("the machine is not above v8.0, which is Go's default")
      else {level: ($level + (if $level == "v8.0" then ",lse" else "" end)
          + (if has_flags($m; ["aes", "sha2"]) then ",crypto" else "" end))} end;

def go_level($name): if $name == "GORISCV64" then riscv_level elif $name == "GOAMD64" then amd_level else arm_level end;
def go_step: {riscv64: "GORISCV64", x86_64: "GOAMD64", aarch64: "GOARM64"}[machine.arch] as $name
    | (if machine.kind == "emulated" and (cpu_is_known(machine) | not) then cpu_unknown
       elif machine.go == null then refusal("no_go"; "no Go was found")
       elif $name == null then refusal("arch_unknown"; "Go has no levels of \(machine.arch)")
       else go_level($name) end)
    | if .level then {sets: {environment: ["\($name)=\(.level)"]}} else {left_out: .} end;

def ladder_go: base_tune as $with | [{slot: "tun1", title: "level of the architecture"} + go_step | $with + .];
