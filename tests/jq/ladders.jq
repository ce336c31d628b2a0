# ladders.jq: a table of machines, each with the tunes that its ladder must have. A row: {name, machine, compilers, config?, base?, expect}; expect has for
# each slot the flags of the tune as it is built (a GCC tune keeps those before it), or "no: REGEX", the reason for which it is left out. The
# comment over a row derives it. Compilers are what the facts of real ones say. Prints "ok …" or "not ok …" a row.
include "base/state";
include "policy/requests";
include "policy/machine";
include "policy/isa";
include "stage/probe/lib/profile";
include "policy/ladder";

# -- compilers, as Debian's accept them -----------------------------------------------------------------------------------------------------------
def flags_yes: {"-O3": true, "-flto=auto": true, "-ffat-lto-objects": true, "-mstrict-align": true};
def fits($machine; $names): [$machine.core.tune_names[] | select(IN($names[]))];
def compiler($machine; $name; $version; $tune; $rest):
    {name: $name, names: [$name], path: "/usr/bin/\($name)", family: (if $name | startswith("clang") then "clang" else "gcc" end), version: $version,
     mtune: fits($machine; $tune), flags: flags_yes} * $rest;
# RISC-V: gcc 12 and clang 14 know neither zicond nor zfa, and emit no vector code; clang 14 warns of -mstrict-align.
def rv_levels: {march_levels: ["rv64gc", "rv64gcv"]};
def rv_gcc12($m): compiler($m; "gcc"; "12.2.0"; ["sifive-u74", "sifive-7-series", "thead-c906"];
    rv_levels + {extensions: ["zfhmin", "zba", "zbb", "zbs"], emits: {bitmanip: true, vector: false}});
def rv_gcc14($m): compiler($m; "gcc"; "14.2.0"; ["sifive-u74", "sifive-7-series", "thead-c906"];
    rv_levels + {extensions: ["zicond", "zfa", "zfhmin", "zba", "zbb", "zbs"], emits: {bitmanip: true, vector: true}});
def rv_clang14($m): compiler($m; "clang-14"; "14.0.6"; ["sifive-u74", "sifive-7-series"];
    rv_levels + {extensions: ["zfhmin", "zba", "zbb", "zbs"], emits: {bitmanip: true, vector: false}, flags: {"-mstrict-align": false, "-ffat-lto-objects": false}});
def rv_clang19($m): compiler($m; "clang-19"; "19.1.7"; ["sifive-u74", "sifive-7-series", "spacemit-x60"];
    rv_levels + {extensions: ["zicond", "zfa", "zfhmin", "zba", "zbb", "zbs"], emits: {bitmanip: true, vector: true}});
# x86: gcc 12 and clang 14 end at znver3 and sapphirerapids; gcc 14 and clang 19 know znver5.
def intel: ["sapphirerapids", "icelake-server", "icelake-client", "cascadelake", "skylake-avx512", "skylake", "broadwell", "haswell"];
def x86_levels($m): {march: [range(2; ([$m.isa.level, 4] | min) + 1) | "x86-64-v\(.)"], emits: {vector: true}};
def x86_gcc12($m): compiler($m; "gcc"; "12.2.0"; intel + ["znver3", "znver2", "znver1"]; x86_levels($m));
def x86_gcc14($m): compiler($m; "gcc"; "14.2.0"; intel + ["emeraldrapids", "znver5", "znver4", "znver3", "znver2", "znver1"]; x86_levels($m));
def x86_clang14($m): compiler($m; "clang-14"; "14.0.6"; intel + ["znver3", "znver2", "znver1"]; x86_levels($m));
def x86_clang19($m): compiler($m; "clang-19"; "19.1.7"; intel + ["emeraldrapids", "znver5", "znver4", "znver3", "znver2", "znver1"]; x86_levels($m));
# Arm: gcc 12 and clang 14 end at neoverse-v1; clang calls rdma another name.
def arm_ext: ["crc", "lse", "aes", "sha2", "sha3", "sm4", "fp16", "fp16fml", "rcpc", "dotprod", "i8mm", "bf16", "sve", "sve2"];
def arm_known: {march_levels: ["armv8-a", "armv8.1-a", "armv8.2-a", "armv8.3-a", "armv8.4-a", "armv8.5-a", "armv8.6-a"], emits: {vector: true}};
def arm_names: ["neoverse-v1", "neoverse-n2", "neoverse-n1", "cortex-a76", "cortex-a75", "cortex-a73", "cortex-a72", "cortex-a57"];
def arm_gcc12($m): compiler($m; "gcc"; "12.2.0"; arm_names; arm_known + {extensions: (arm_ext + ["rdma"])});
def arm_clang14($m): compiler($m; "clang-14"; "14.0.6"; arm_names; arm_known + {extensions: arm_ext});

# -- machines -------------------------------------------------------------------------------------------------------------------------------------
def native($arch; $names; $flags; $speed): {kind: "native", arch: $arch, core: {tune_names: $names}, isa: {flags: $flags}, misaligned: {speed: $speed}};
def rv($names; $extensions; $speed): native("riscv64"; $names; ["i", "m", "a", "f", "d", "c"] + $extensions; $speed);
def u74: rv(["sifive-u74", "sifive-7-series"]; ["zba", "zbb"]; "slow");
def p550: rv(["sifive-p550", "sifive-p450", "sifive-p400-series", "sifive-u74", "sifive-7-series"]; ["zba", "zbb"]; "emulated");
def x60: rv(["spacemit-x60"]; ["v", "zicond", "zfh", "zfhmin", "zba", "zbb", "zbc", "zbs"]; "fast") | .isa.vector_bits = 256;
def c906: rv(["thead-c906"]; []; "fast");
def c910: rv(["thead-c910", "xt-c910", "thead-c906"]; []; "fast");
def x86($names; $level): {kind: "native", arch: "x86_64", core: {tune_names: $names}, isa: {level: $level, flags: []}, misaligned: {speed: "fast"}};
def zen($n): x86([range($n; 0; -1) | "znver\(.)"]; if $n < 4 then 3 else 4 end);
def line($from): ["emeraldrapids", "sapphirerapids", "icelake-server", "icelake-client", "skylake-avx512", "skylake", "broadwell", "haswell"] | .[index($from):];
def arm($names; $flags): native("aarch64"; $names; ["fp", "simd", "crc"] + $flags; "fast");
def n1_flags: ["aes", "pmull", "sha1", "sha2", "lse", "fp16", "rdma", "rcpc", "dcpop", "dotprod", "ssbs"];
def v1_flags: n1_flags + ["jscvt", "fcma", "sha3", "sm3", "sm4", "sha512", "sve", "fp16fml", "dit", "uscat", "rcpc2", "flagm", "pauth", "i8mm", "bf16", "rng"];
def v2_flags: v1_flags + ["sb", "sve2", "flagm2", "frintts", "bti"];
def a72: arm(["cortex-a72", "cortex-a57"]; []);
def a76: arm(["cortex-a76", "cortex-a75", "cortex-a73", "cortex-a72", "cortex-a57"]; n1_flags);
def n1: arm(["neoverse-n1"] + a76.core.tune_names; n1_flags);
def v1: arm(["neoverse-v1"] + n1.core.tune_names; v1_flags);
def v2: arm(["neoverse-v2"] + v1.core.tune_names; v2_flags);
def qemu($cpu; $extensions): {kind: "emulated", arch: "riscv64", emulator_cpu: $cpu, core: {tune_names: []}, isa: {flags: (["i", "m", "a", "f", "d", "c"] + $extensions)}};

def lto: "-flto=auto -ffat-lto-objects";
def table: [
# VisionFive 2. Its misaligned loads are slow: every tune of a compiler that takes -mstrict-align has it (clang 14 only warns: not taken). Zba and Zbb
# are there, Zbs is not; no V.
{name: "U74, gcc 12, clang 14", machine: u74, compilers: (u74 | [rv_gcc12(.), rv_clang14(.)]), expect: {
    tun1: "-mtune=sifive-u74 -mstrict-align", tun2: "-mtune=sifive-u74 -march=rv64gc_zba_zbb -mstrict-align", tun3: "no: has no V",
    tun4: "-mtune=sifive-u74 -march=rv64gc_zba_zbb -mstrict-align -O3", tun5: "-mtune=sifive-u74 -march=rv64gc_zba_zbb -mstrict-align -O3 \(lto)",
    tun6: "-mtune=sifive-u74 -march=rv64gc_zba_zbb -O3"}},
# HiFive Premier. No compiler here knows sifive-p550: an older core of the vendor. Misaligned loads are emulated; clang 19 takes -mstrict-align.
{name: "P550, gcc 14, clang 19", machine: p550, compilers: (p550 | [rv_gcc14(.), rv_clang19(.)]), expect: {
    tun1: "-mtune=sifive-u74 -mstrict-align", tun2: "-mtune=sifive-u74 -march=rv64gc_zba_zbb -mstrict-align", tun3: "no: has no V",
    tun6: "-mtune=sifive-u74 -march=rv64gc_zba_zbb -mstrict-align -O3"}},
# BPI-F3. gcc 12 does not know the core, nor zicond; it takes rv64gcv and vectorises nothing, so there is no vector tune. The newest clang has its own of each.
{name: "X60, gcc 12, clang 14 and 19", machine: x60, compilers: (x60 | [rv_gcc12(.), rv_clang14(.), rv_clang19(.)]), expect: {
    tun1: "no: gcc 12.2.0 knows none of spacemit-x60", tun2: "-march=rv64gc_zfhmin_zba_zbb_zbs", tun3: "no: emits no vector code",
    tun4: "-march=rv64gc_zfhmin_zba_zbb_zbs -O3", tun6: "-mtune=spacemit-x60 -march=rv64gcv_zicond_zfhmin_zba_zbb_zbs -O3"}},
# The same board with gcc 14: the vector tune replaces the scalar -march. Zfa is missing from the machine, and
# Zfh is none of the extensions that the ladder adds to -march.
{name: "X60, gcc 14", machine: x60, compilers: (x60 | [rv_gcc14(.)]), expect: {
    tun1: "no: knows none", tun2: "-march=rv64gc_zicond_zfhmin_zba_zbb_zbs", tun3: "-march=rv64gcv_zicond_zfhmin_zba_zbb_zbs",
    tun4: "-march=rv64gcv_zicond_zfhmin_zba_zbb_zbs -O3", tun6: "no: no clang was found"}},
# A string that was tried whole and refused (by the assembler, say) is no tune, whatever its parts.
{name: "X60, a refused string", machine: x60, compilers: (x60 | [rv_gcc14(.) + {refuses: ["rv64gcv_zicond_zfhmin_zba_zbb_zbs"]}]), expect: {
    tun2: "-march=rv64gc_zicond_zfhmin_zba_zbb_zbs", tun3: "no: does not accept -march=rv64gcv_zicond", tun4: "-march=rv64gc_zicond_zfhmin_zba_zbb_zbs -O3"}},
# Allwinner D1: rv64gc with the vendor's own extensions, of which no name is standard; V 0.7.1 is not V. clang knows no T-Head core: -O3 alone is left.
{name: "C906, gcc 12, clang 14", machine: c906, compilers: (c906 | [rv_gcc12(.), rv_clang14(.)]), expect: {
    tun1: "-mtune=thead-c906", tun2: "no: none of the extensions", tun3: "no: has no V", tun4: "-mtune=thead-c906 -O3", tun6: "-O3"}},
# TH1520: the older core of the same vendor.
{name: "C910, gcc 12", machine: c910, compilers: (c910 | [rv_gcc12(.)]), expect: {tun1: "-mtune=thead-c906", tun2: "no: none of the extensions", tun6: "no: no clang"}},
# A core that the table does not have: everything but the tuning.
{name: "unknown RISC-V core", machine: (x60 | .core.tune_names = []), compilers: (x60 | .core.tune_names = [] | [rv_gcc14(.)]), expect: {
    tun1: "no: core is unknown", tun2: "-march=rv64gc_zicond_zfhmin_zba_zbb_zbs"}},
# A clang that takes the extensions and does not use them is left out.
{name: "clang without bitmanip code", machine: u74, compilers: (u74 | [rv_gcc12(.), rv_clang14(.) * {emits: {bitmanip: false}}]), expect: {tun6: "no: no clang that emits bitmanip"}},
# Misaligned access is not known: no flag is justified by it.
{name: "misaligned access unknown", machine: (u74 | del(.misaligned)), compilers: (u74 | [rv_gcc12(.)]), expect: {tun1: "-mtune=sifive-u74"}},
{name: "misaligned access unsupported", machine: (u74 | .misaligned.speed = "unsupported"), compilers: (u74 | [rv_gcc12(.)]), expect: {tun1: "-mtune=sifive-u74 -mstrict-align"}},
# Emulated: no core, no judgement of misalignment; without a named model no ISA tune, because the default has what no board has.
{name: "QEMU without a model", machine: qemu(null; ["zba", "zbb", "zbs"]), compilers: (qemu(null; []) | [rv_gcc12(.)]), expect: {
    tun1: "no: an emulator is no core", tun2: "no: ATESOR_QEMU_CPU", tun3: "no: ATESOR_QEMU_CPU", tun4: "-O3", tun5: "-O3 \(lto)"}},
{name: "QEMU rv64", machine: qemu("rv64"; ["zba", "zbb", "zbc", "zbs"]), compilers: (qemu("rv64"; []) | [rv_gcc12(.)]), expect: {
    tun2: "-march=rv64gc_zba_zbb_zbs", tun3: "no: has no V", tun4: "-march=rv64gc_zba_zbb_zbs -O3"}},
{name: "QEMU sifive-u54", machine: qemu("sifive-u54"; []), compilers: (qemu("sifive-u54"; []) | [rv_gcc12(.)]), expect: {tun2: "no: none of the extensions", tun4: "-O3"}},
{name: "QEMU rv64 with V, gcc 14", machine: qemu("rv64,v=true,vext_spec=v1.0"; ["v", "zba", "zbb", "zbs"]), compilers: (qemu(""; []) | [rv_gcc14(.)]), expect: {
    tun2: "-march=rv64gc_zba_zbb_zbs", tun3: "-march=rv64gcv_zba_zbb_zbs"}},

# Zen 2 and 3 are at level 3: no step for the full vector ISA. gcc 12 and clang 14 know both.
{name: "Zen 2", machine: zen(2), compilers: (zen(2) | [x86_gcc12(.), x86_clang14(.)]), expect: {tun1: "-mtune=znver2", tun2: "-mtune=znver2 -march=x86-64-v3", tun3: "no: level 3",
    tun4: "-mtune=znver2 -march=x86-64-v3 -O3", tun5: "-mtune=znver2 -march=x86-64-v3 -O3 \(lto)", tun6: "-mtune=znver2 -march=x86-64-v3 -O3"}},
{name: "Zen 3", machine: zen(3), compilers: (zen(3) | [x86_gcc12(.), x86_clang14(.)]), expect: {tun1: "-mtune=znver3", tun3: "no: level 3", tun6: "-mtune=znver3 -march=x86-64-v3 -O3"}},
# Zen 4 has AVX-512: level 4 in a step of its own, and for clang at once. gcc 12 does not know the core: the one before it.
{name: "Zen 4, gcc 12, clang 14 and 19", machine: zen(4), compilers: (zen(4) | [x86_gcc12(.), x86_clang14(.), x86_clang19(.)]), expect: {tun1: "-mtune=znver3",
    tun2: "-mtune=znver3 -march=x86-64-v3", tun3: "-mtune=znver3 -march=x86-64-v4", tun6: "-mtune=znver4 -march=x86-64-v4 -O3"}},
{name: "Zen 5, gcc 12", machine: zen(5), compilers: (zen(5) | [x86_gcc12(.)]), expect: {tun1: "-mtune=znver3", tun6: "no: no clang"}},
{name: "Zen 5, gcc 14, clang 19", machine: zen(5), compilers: (zen(5) | [x86_gcc14(.), x86_clang19(.)]), expect: {tun1: "-mtune=znver5", tun3: "-mtune=znver5 -march=x86-64-v4", tun6: "-mtune=znver5 -march=x86-64-v4 -O3"}},
# Intel: the client Skylake ends at level 3, the servers since Skylake-SP are at level 4.
{name: "Skylake", machine: x86(line("skylake"); 3), compilers: (x86(line("skylake"); 3) | [x86_gcc12(.)]), expect: {tun1: "-mtune=skylake", tun2: "-mtune=skylake -march=x86-64-v3", tun3: "no: level 3"}},
{name: "Skylake-SP", machine: x86(line("skylake-avx512"); 4), compilers: (x86(line("skylake-avx512"); 4) | [x86_gcc12(.)]), expect: {tun1: "-mtune=skylake-avx512", tun3: "-mtune=skylake-avx512 -march=x86-64-v4"}},
{name: "Ice Lake server", machine: x86(line("icelake-server"); 4), compilers: (x86(line("icelake-server"); 4) | [x86_gcc12(.)]), expect: {tun1: "-mtune=icelake-server", tun3: "-mtune=icelake-server -march=x86-64-v4"}},
{name: "Sapphire Rapids", machine: x86(line("sapphirerapids"); 4), compilers: (x86(line("sapphirerapids"); 4) | [x86_gcc12(.), x86_clang14(.)]), expect: {tun1: "-mtune=sapphirerapids",
    tun3: "-mtune=sapphirerapids -march=x86-64-v4", tun6: "-mtune=sapphirerapids -march=x86-64-v4 -O3"}},
# gcc 12 does not know Emerald Rapids: the core before it.
{name: "Emerald Rapids, gcc 12", machine: x86(line("emeraldrapids"); 4), compilers: (x86(line("emeraldrapids"); 4) | [x86_gcc12(.)]), expect: {tun1: "-mtune=sapphirerapids"}},
{name: "unknown x86 core", machine: x86([]; 3), compilers: (x86([]; 3) | [x86_gcc12(.)]), expect: {tun1: "no: core is unknown", tun2: "-march=x86-64-v3"}},

# Raspberry Pi 4: CRC is all it has beyond ARMv8.0 (no crypto there).
{name: "Cortex-A72", machine: a72, compilers: (a72 | [arm_gcc12(.), arm_clang14(.)]), expect: {tun1: "-mtune=cortex-a72", tun2: "-mtune=cortex-a72 -march=armv8-a+crc", tun3: "no: has no SVE",
    tun4: "-mtune=cortex-a72 -march=armv8-a+crc -O3", tun6: "-mtune=cortex-a72 -march=armv8-a+crc -O3"}},
# Raspberry Pi 5, and Graviton 2: ARMv8.2 with the optional half floats, and from 8.3 and 8.4 what they have of it: rcpc and dotprod.
{name: "Cortex-A76", machine: a76, compilers: (a76 | [arm_gcc12(.)]), expect: {tun1: "-mtune=cortex-a76", tun2: "-mtune=cortex-a76 -march=armv8.2-a+aes+sha2+fp16+rcpc+dotprod", tun3: "no: has no SVE"}},
{name: "Neoverse N1", machine: n1, compilers: (n1 | [arm_gcc12(.)]), expect: {tun1: "-mtune=neoverse-n1", tun2: "-mtune=neoverse-n1 -march=armv8.2-a+aes+sha2+fp16+rcpc+dotprod", tun3: "no: has no SVE"}},
# Graviton 3: all of 8.4 (rcpc and dotprod are in it), no SB: not 8.5. SVE is the vector step.
{name: "Neoverse V1", machine: v1, compilers: (v1 | [arm_gcc12(.)]), expect: {tun1: "-mtune=neoverse-v1", tun2: "-mtune=neoverse-v1 -march=armv8.4-a+aes+sha2+sha3+sm4+fp16+fp16fml+i8mm+bf16",
    tun3: "-mtune=neoverse-v1 -march=armv8.4-a+aes+sha2+sha3+sm4+fp16+fp16fml+i8mm+bf16+sve"}},
# Graviton 4, Grace: 8.6 with its matrix and bfloat16 instructions; SVE2 contains SVE. gcc 12 does not know the core: the one before it.
{name: "Neoverse V2, gcc 12", machine: v2, compilers: (v2 | [arm_gcc12(.)]), expect: {tun1: "-mtune=neoverse-v1", tun2: "-mtune=neoverse-v1 -march=armv8.6-a+aes+sha2+sha3+sm4+fp16+fp16fml",
    tun3: "-mtune=neoverse-v1 -march=armv8.6-a+aes+sha2+sha3+sm4+fp16+fp16fml+sve2"}},
# A compiler that ends at an older level: the extensions of the newer ones one by one.
{name: "Neoverse V1, an old compiler", machine: v1, compilers: (v1 | [arm_gcc12(.) * {march_levels: ["armv8-a", "armv8.1-a", "armv8.2-a"], extensions: ["crc", "lse", "aes", "sha2", "fp16", "dotprod"]}]), expect: {
    tun2: "-mtune=neoverse-v1 -march=armv8.2-a+aes+sha2+fp16+dotprod", tun3: "no: does not accept .sve"}},

# Go. Zbs is missing from these boards: Go 1.23 to 1.26 emit none of it, so gate 2 decides; 1.27 might.
{name: "Go 1.23, U74", config: {lang: "go"}, machine: (u74 + {go: {version: "go1.23.4"}}), compilers: (u74 | [rv_gcc12(.)]), expect: {tun1: "GORISCV64=rva22u64", count: 1}},
{name: "Go 1.27, U74", config: {lang: "go"}, machine: (u74 + {go: {version: "go1.27.0"}}), compilers: (u74 | [rv_gcc12(.)]), expect: {tun1: "no: not above rva20u64"}},
{name: "Go 1.22, U74", config: {lang: "go"}, machine: (u74 + {go: {version: "go1.22.1"}}), compilers: (u74 | [rv_gcc12(.)]), expect: {tun1: "no: 1.23 or later"}},
# The X60 lacks zfa: not rva23.
{name: "Go 1.25, X60", config: {lang: "go"}, machine: (x60 + {go: {version: "go1.25.1"}}), compilers: (x60 | [rv_gcc12(.)]), expect: {tun1: "GORISCV64=rva22u64"}},
{name: "Go 1.25, all of rva23", config: {lang: "go"}, machine: (x60 + {go: {version: "go1.25"}} | .isa.flags += ["zfa"]), compilers: (x60 | [rv_gcc12(.)]), expect: {tun1: "GORISCV64=rva23u64"}},
{name: "Go 1.24, all of rva23", config: {lang: "go"}, machine: (x60 + {go: {version: "go1.24.9"}} | .isa.flags += ["zfa"]), compilers: (x60 | [rv_gcc12(.)]), expect: {tun1: "GORISCV64=rva22u64"}},
{name: "Go, C906", config: {lang: "go"}, machine: (c906 + {go: {version: "go1.25.1"}}), compilers: (c906 | [rv_gcc12(.)]), expect: {tun1: "no: not above rva20u64"}},
{name: "Go, Zen 3", config: {lang: "go"}, machine: (zen(3) + {go: {version: "go1.19.8"}}), compilers: (zen(3) | [x86_gcc12(.)]), expect: {tun1: "GOAMD64=v3"}},
{name: "Go 1.17, Zen 3", config: {lang: "go"}, machine: (zen(3) + {go: {version: "go1.17"}}), compilers: (zen(3) | [x86_gcc12(.)]), expect: {tun1: "no: 1.18 or later"}},
{name: "Go, Neoverse N1", config: {lang: "go"}, machine: (n1 + {go: {version: "go1.23.4"}}), compilers: (n1 | [arm_gcc12(.)]), expect: {tun1: "GOARM64=v8.2,crypto"}},
{name: "Go, Cortex-A72", config: {lang: "go"}, machine: (a72 + {go: {version: "go1.23.4"}}), compilers: (a72 | [arm_gcc12(.)]), expect: {tun1: "no: not above v8.0"}},
{name: "no Go", config: {lang: "go"}, machine: zen(3), compilers: (zen(3) | [x86_gcc12(.)]), expect: {tun1: "no: no Go"}},
{name: "the language from the build: go", config: {build: "cd cmd && go build ./..."}, machine: (zen(3) + {go: {version: "go1.19.8"}}), compilers: (zen(3) | [x86_gcc12(.)]), expect: {tun1: "GOAMD64=v3", count: 1}},
{name: "the language from the build: cargo", config: {build: "cargo build --release"}, machine: zen(3), compilers: (zen(3) | [x86_gcc12(.)]), expect: {tun1: "no: no Rust", count: 2}},
{name: "the language from the build: not from a part of a word", config: {build: "make cargo-free go-away"}, machine: zen(3), compilers: (zen(3) | [x86_gcc12(.)]), expect: {tun1: "-mtune=znver3", count: 6}},

# Rust: the core if rustc knows it and the machine has all that rustc would use for it. A feature that a hypervisor hides (rdseed) is not there: then the level.
{name: "Rust, Zen 3", config: {lang: "rust"}, machine: (zen(3) + {rust: {version: "1.75.0", target_cpus: ["x86-64-v3", "znver3"], cpus: {znver3: ["avx2", "bmi1", "rdrand", "sse2"]}}} | .isa.flags = ["avx2", "bmi", "rdrnd"]),
    compilers: (zen(3) | [x86_gcc12(.)]), expect: {tun1: "RUSTFLAGS=-C target-cpu=znver3", tun2: "CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 CARGO_PROFILE_RELEASE_LTO=fat RUSTFLAGS=-C target-cpu=znver3", count: 2}},
{name: "Rust, Zen 3 without rdseed", config: {lang: "rust"}, machine: (zen(3) + {rust: {version: "1.75.0", target_cpus: ["x86-64-v3", "znver3"], cpus: {znver3: ["avx2", "rdseed"]}}} | .isa.flags = ["avx2"]),
    compilers: (zen(3) | [x86_gcc12(.)]), expect: {tun1: "RUSTFLAGS=-C target-cpu=x86-64-v3"}},
# rustc knows no P550 here; it could be told of U74, but that is another core: the probed extensions.
{name: "Rust, P550", config: {lang: "rust"}, machine: (p550 + {rust: {version: "1.75.0", target_cpus: ["sifive-u74"], target_features: ["zba", "zbb", "zbs", "v"], cpus: {"sifive-u74": ["m", "a", "c"]}}}),
    compilers: (p550 | [rv_gcc12(.)]), expect: {tun1: "RUSTFLAGS=-C target-feature=+zba,+zbb"}},
{name: "Rust, X60", config: {lang: "rust"}, machine: (x60 + {rust: {version: "1.88.0", target_cpus: ["spacemit-x60"], target_features: ["zba", "zbb", "zbs"], cpus: {"spacemit-x60": ["a", "c", "d", "f", "m", "v", "zba", "zbb", "zbs", "zfh"]}}}),
    compilers: (x60 | [rv_gcc12(.)]), expect: {tun1: "RUSTFLAGS=-C target-cpu=spacemit-x60"}},
{name: "Rust, C906: nothing to name", config: {lang: "rust"}, machine: (c906 + {rust: {version: "1.75.0", target_cpus: [], target_features: ["zba", "zbb", "zbs"], cpus: {}}}),
    compilers: (c906 | [rv_gcc12(.)]), expect: {tun1: "no: does not know the core", tun2: "CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 CARGO_PROFILE_RELEASE_LTO=fat"}},
{name: "Rust, the build's own RUSTFLAGS", config: {build: "RUSTFLAGS=-g cargo build --release"}, machine: (zen(3) + {rust: {version: "1.75.0", target_cpus: ["znver3"], cpus: {znver3: []}}}),
    compilers: (zen(3) | [x86_gcc12(.)]), expect: {tun1: "no: sets RUSTFLAGS itself", tun2: "CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 CARGO_PROFILE_RELEASE_LTO=fat"}}
];

# -- the evaluation -------------------------------------------------------------------------------------------------------------------------------
def answers($machine): . as $compiler | {key: .path, value: ([march_wanted($machine; $compiler)[] | {key: "-march=\(.)", value: (IN(($compiler.refuses // [])[]) | not)}] | from_entries)};
def state_for($row): ($row.machine + {compilers: $row.compilers} | profile([.compilers[] as $c | . as $m | $c | answers($m)] | from_entries)) as $machine
    | state_of({config: {data: ({cc: "", cxx: "", lang: "", build: "make", recipe: "", overrides: "", tunes: [1, 2, 3, 4, 5, 6], extra_tunes: []} + ($row.config // {}))},
        source: {data: {manifest: {sha256: "s"}}}, machine: {data: {fingerprint: "m"}}, "mach.probe": {data: $machine}}; []; "all")
    | .base = {build: {compiler: ($row.base // {})}};
def built: reduce .[] as $step ({kept: {}, tunes: {}};
    if $step.left_out then .tunes[$step.slot] = "no: \($step.left_out.reason)"
    else (if $step.alone then $step.sets else .kept + $step.sets end) as $sets
        | .tunes[$step.slot] = (flags_of($sets) | join(" ")) | if $step.alone then . else .kept = $sets end end) | .tunes;
def compare($row; $got): $row.expect | to_entries[] | .key as $slot | .value as $want
    | if $slot == "count" then select(($got | length) != $want) | "\($got | length) steps, not \($want)"
      elif $want | startswith("no: ") then select(($got[$slot] // "" | test("^no: .*" + $want[4:])) | not) | "\($slot) is '\($got[$slot])', not '\($want)'"
      else select($got[$slot] != $want) | "\($slot) is '\($got[$slot])', not '\($want)'" end;

table[] as $row | state_for($row) | [steps[]] | built as $got | [compare($row; $got)]
| if . == [] then "ok \($row.name)" else "not ok \($row.name): \(join("; "))" end
