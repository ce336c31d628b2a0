# accepted/apply.jq: the accepted flags as a fragment, atesor.flags.mk, that a package includes after its own
# settings: from then on it is built as the accepted files were.
#
# In:  $result, result.json; $build, the document of the accepted build, whose words hold the flags apart
#      (--slurpfile); $out, ATESOR_OUT. Run with -n.
# Out: the fragment (-r).
include "base/figures";
include "base/flags";

# -- make ------------------------------------------------------------------------------------------------------------
# Text that stays within its comment.
def comment: tostring | gsub("[\\x{0}-\\x{1f}]+"; " ") | sub("\\\\+$"; "");
# Text as the value of a variable.
def value: gsub("[$]"; "$$") | gsub("#"; "\\#");
# A word of the shell, as recipes hand it on.
def word: if test("^[A-Za-z0-9_@%+=:,./-]+$") then . else @sh end | value;
# {tree} and {profile} stand for the directories of the package and of the profile.
def with_places: gsub("[{]tree[}]"; "$(CURDIR)") | gsub("[{]profile[}]"; "$(atesor_profile)");
def exported: capture("^(?<name>[^=]*)=(?<value>.*)$"; "p") | "export \(.name) := \(.value | value | with_places)";

# -- the head of the fragment: what the flags rest on ----------------------------------------------------------------
def interval:
    "\(.ratio | digits(4)) of the baseline's time, 95 % interval \(.ci_low | digits(4)) to \(.ci_high | digits(4)), "
    + "\(.rounds) rounds";
def machine:
    "\(.cpu.name // .arch), core \(.core.id // "unknown"), \(.arch)"
    + (if .isa.level then " level \(.isa.level)" else "" end) + ", kernel \(.kernel // "unknown")";
def date: if . then todate[:10] else "the date was not recorded" end;
# Input: result.json. Output: lines, not yet comments.
def head:
    .tool as $tool | .data as $data | $data.accepted as $tune
    | "atesor.flags.mk: the compiler settings that \($tool.name) \($tool.version) accepted for \($data.package_name).",
      "",
      "    include atesor.flags.mk     "
      + "after the package's own CFLAGS, CXXFLAGS and LDFLAGS; make atesor-apply writes it anew",
      "",
      "evidence: \($tune | interval)",
      "again:    \($tune.second | interval), with another code layout",
      "machine:  \($data.machine | machine)",
      "compiler: \($tune.compiler); of the baseline: \($data.baseline.compiler)",
      "measured: \($tune.started_epoch // null | date)",
      "source:   sha256 \($data.source_sha256)",
      "work:     \($data.workload.template // $data.workload.kind)",
      (if ($tune.requires // {}) != {} then "It needs a processor with: \($tune.requires | keys_unsorted | join(", "))"
       else empty end);

# -- the settings ----------------------------------------------------------------------------------------------------
# The tools that read what -flto puts into objects, from the name of the compiler.
def clang_tools:
    (capture("clang(?<version>-[0-9.]+)$") // {version: ""}).version as $version
    | {AR: "llvm-ar", NM: "llvm-nm", RANLIB: "llvm-ranlib"} | map_values(. + $version);
def gcc_tools:
    (capture("^(?<gcc>.*gcc)(?<version>(-[0-9.]+)?)$") // {gcc: "gcc", version: ""}) as $compiler
    | {AR: "ar", NM: "nm", RANLIB: "ranlib"} | map_values("\($compiler.gcc)-\(.)\($compiler.version)");
def archive_tools: sub("^.*/"; "") | if test("clang") then clang_tools else gcc_tools end;

# What needs the profile: flags of compilers, and settings such as Go's -pgo.
def with_profile($flags; $settings; $directory):
    select($flags + $settings != [])
    | "# Profile-guided: a profile of this very source and compiler is needed. "
      + "It lies in the directory below; copy it along with",
      "# the package, or make it again with make optimize. "
      + "Without it only the other flags are used, which is not what was measured.",
      "atesor_profile ?= \($directory | value)",
      "atesor_blank := $(subst :,,: :)",
      "ifneq ($(wildcard $(subst $(atesor_blank),\\ ,$(atesor_profile))/*),)",
      (if $flags == [] then empty else "atesor_flags += \($flags | map(word | with_places) | join(" "))" end),
      ($settings[] | exported),
      "else",
      "$(warning atesor.flags.mk: no profile in '$(atesor_profile)': building without it)",
      "endif";

def uses_profile: contains("{profile}");
def use_flags: ("CFLAGS", "CXXFLAGS", "LDFLAGS" | "override \(.) += $(atesor_flags)");

$build[0].request.inputs as {$cc, $cxx, $profile, $flags, $settings}
| $result[0] as $document | $document.data as $data
| ($document | head | comment | "# \(.)" | sub(" +$"; "")),
  # What atesor measures is the package without the fragment, also where the package includes it by its full path.
  "# Not for atesor's own goals, and not in the builds that it repeats.",
  "ifeq ($(filter optimize atesor-%,$(MAKECMDGOALS))$(ATESOR_REPEATS),)",
  ($settings[] | select(uses_profile | not) | exported),
  (if $flags == [] then empty
   else "atesor_flags := \([$flags[] | select(profile_flag | not) | word] | join(" "))" end),
  with_profile([$flags[] | select(profile_flag)]; [$settings[] | select(uses_profile)];
    "\($out)/profile/\($profile)"),
  (if $flags == [] then empty
   else
     use_flags,
     (if $data.accepted.compiler == $data.baseline.compiler then empty
      else "CC := \($cc | value)", "CXX := \($cxx | value)" end)
   end),
  (if any($flags[]; startswith("-flto")) then $cc | archive_tools | to_entries[] | "\(.key) := \(.value)"
   else empty end),
  "endif"
