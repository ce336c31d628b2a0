# apply.jq: the accepted flags as a fragment that a package includes after its own: from then on it is built as the accepted files
# were. $result: result.json; $build: the document of the accepted build, whose words hold the flags apart; $out: ATESOR_OUT.
include "base/figures";
include "base/flags";
# Text in a comment stays in it, and in a value is what it says.
def comment: tostring | gsub("[\\x{0}-\\x{1f}]+"; " ") | sub("\\\\+$"; "");
def value: gsub("[$]"; "$$") | gsub("#"; "\\#");
# A word of the shell, as recipes hand it on.
def word: if test("^[A-Za-z0-9_@%+=:,./-]+$") then . else @sh end | value;
# {tree} and {profile} are the places of the package and of the profile.
def placed: gsub("[{]tree[}]"; "$(CURDIR)") | gsub("[{]profile[}]"; "$(atesor_profile)");
# The tools that read what -flto puts in objects.
def binutils: sub("^.*/"; "")
    | if test("clang") then ((capture("clang(?<version>-[0-9.]+)$") // {version: ""}).version as $version | {AR: "llvm-ar", NM: "llvm-nm", RANLIB: "llvm-ranlib"} | map_values(. + $version))
      else (capture("^(?<gcc>.*gcc)(?<version>(-[0-9.]+)?)$") // {gcc: "gcc", version: ""})
        | . as $name | {AR: "ar", NM: "nm", RANLIB: "ranlib"} | map_values("\($name.gcc)-\(.)\($name.version)") end;

def interval: "\(.ratio | digits(4)) of the baseline's time, 95 % interval \(.ci_low | digits(4)) to \(.ci_high | digits(4)), "
    + "\(.rounds) rounds";
def machine: "\(.cpu.name // .arch), core \(.core.id // "unknown"), \(.arch)"
    + (if .isa.level then " level \(.isa.level)" else "" end) + ", kernel \(.kernel // "unknown")";
def head($all): $all.data as $data | $data.accepted as $tune
    | "atesor.flags.mk: the compiler settings that \($all.tool.name) \($all.tool.version) accepted for \($data.package_name).",
        "",
      "    include atesor.flags.mk     after the package's own CFLAGS, CXXFLAGS and LDFLAGS; make atesor-apply writes it anew",
          "",
      "evidence: \($tune | interval)", "again:    \($tune.second | interval), with another code layout",
      "machine:  \($data.machine | machine)", "compiler: \($tune.compiler); of the baseline: \($data.baseline.compiler)",
      "measured: \($tune.started_epoch // null | if . then todate[:10] else "the date was not recorded" end)",
      "source:   sha256 \($data.source_sha256)",
      "work:     \($data.workload.template // $data.workload.kind)",
      (if ($tune.requires // {}) != {} then "It needs a processor with: \($tune.requires | keys_unsorted | join(", "))"
          else empty end);
def exported: capture("^(?<name>[^=]*)=(?<value>.*)$"; "p") | "export \(.name) := \(.value | value | placed)";
# What needs the profile: flags of compilers, and settings such as Go's -pgo.
def profiled($flags; $settings; $directory): select($flags + $settings != []) |
    "# Profile-guided: a profile of this very source and compiler is needed. It lies in the directory below; copy it along with",
    "# the package, or make it again with make optimize. Without it only the other flags are used, which is not what was measured.",
    "atesor_profile ?= \($directory | value)", "atesor_blank := $(subst :,,: :)",
    "ifneq ($(wildcard $(subst $(atesor_blank),\\ ,$(atesor_profile))/*),)",
    (if $flags == [] then empty else "atesor_flags += \($flags | map(word | placed) | join(" "))" end), ($settings[] | exported),
    "else", "$(warning atesor.flags.mk: no profile in '$(atesor_profile)': building without it)", "endif";

$result[0] as $all | $all.data as $data | $build[0].args as $args | ($args[13:] | apart) as $words
    | $words.flags as $options | $words.settings as $settings
| (head($all) | comment | "# \(.)" | sub(" +$"; "")),
  # What atesor measures is the package without the fragment, also where the package includes it by its full path.
  "# Not for atesor's own goals, and not in the builds that it repeats.",
  "ifeq ($(filter optimize atesor-%,$(MAKECMDGOALS))$(ATESOR_REPEATS),)",
  ($settings[] | select(contains("{profile}") | not) | exported),
  (if $options == [] then empty else "atesor_flags := \([$options[] | select(profile_flag | not) | word] | join(" "))" end),
  profiled([$options[] | select(profile_flag)]; [$settings[] | select(contains("{profile}"))]; "\($out)/profile/\($args[12] | split(" ")[0])"),
  (if $options == [] then empty else
    ("CFLAGS", "CXXFLAGS", "LDFLAGS" | "override \(.) += $(atesor_flags)"),
    (if $data.accepted.compiler == $data.baseline.compiler then empty
        else "CC := \($args[8] | value)", "CXX := \($args[9] | value)" end) end),
  (if any($options[]; startswith("-flto")) then $args[8] | binutils | to_entries[] | "\(.key) := \(.value)" else empty end),
  "endif"
