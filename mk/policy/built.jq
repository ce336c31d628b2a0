# built.jq: how a tune's build differs from the baseline's: instructions, interface, configuration, what the compilers
# said. From the documents of the stages build and facts. gates.jq refuses by it; result.jq and the report show it.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";

def compared($tune): (facts($tune).compared // [])[];
def and_more: if length > 1 then " and \(length - 1) more" else "" end;
def counts: to_entries | map("\(.value) of \(.key)") | join(", ");

# Every artifact has the same code as the baseline's, by either hash.
def same_code($tune): facts($tune) as $facts
    | ($facts.compared // []) != [] and ($facts.compared | length) == ($facts.artifacts | length)
      and all($facts.compared[]; .same_code);

# Which extensions a processor must have for the tune that it need not have for the baseline, and how many
# instructions say so.
def requires($tune):
    reduce (compared($tune) | .classes_added // {} | to_entries[]) as $one ({}; .[$one.key] += $one.value);

# -- interface: losses by what the file is. Others link with a library; a program has plug-ins at most, and may need
# one library less.
def program_losses: ["export_removed", "export_kind", "version_removed", "soname"];
def loss($type): .loss and ($type == "shared" or .change == "machine"
    or (($type | IN("exec", "pie")) and (.change | IN(program_losses[]))));
def abi_text: {
    soname: "has another soname: \(.tune // "none"), not \(.base // "none")",
    needed_removed: "does not need \(.name) any more",
    needed_added: "needs \(.name) more",
    version_removed: "lost the version definition \(.name)",
    version_added: "has the new version definition \(.name)",
    export_removed: "lost the symbol \(.name)",
    export_added: "exports \(.name) more",
    export_kind: "exports \(.name) as \(.tune), not \(.base)",
    export_size: "exports \(.name) with \(.tune) bytes, not \(.base)",
    rpath: "has another rpath: \(.tune // "none")",
    runpath: "has another runpath: \(.tune // "none")",
    sets_fp_mode: "changes the floating-point mode of the whole process when it is loaded (\(.tune))",
    machine: "is for \(.tune), not \(.base)",
    type: "is \(.tune), not \(.base)"}[.change] // "differs: \(.change)";
def abi_changes($tune): [compared($tune) | .path as $path | .type as $type | .abi_changes[]
    | {path: $path, change, name, base, tune, loss: loss($type)} | with_entries(select(.value != null))];

# -- configuration: what the baseline defines otherwise than the verified build, by the same commands, proves nothing
# of a tune.
def is_cmake_cache: test("CMakeCache[.]txt$");
def is_settings_header: test("conf[^/]*$"; "i") and (is_cmake_cache | not);
def is_quoted: . != null and test("^\".*\"$");
# Only a change that selects code refuses a tune: not one from one quoted text to another, and not CMake's cache.
def decides($path): ($path | is_cmake_cache | not)
    and (($path | is_settings_header) or (.name | test("^_?(HAVE|SIZEOF|ENABLE|USE|WITH)_")))
    and ((.base | is_quoted) and (.tune | is_quoted) | not);
# What the baseline itself defines anew each time is left out; a header all of whose changes could not be listed is too.
def changes_beside($before):
    select(($before.changed // 0) == ($before.changes | length))
    | .path as $path
    | .changes |= [.[] | select(.name | IN($before.changes[].name) | not) | . + {decides: decides($path)}]
    | .text |= (. and ($before == {changes: []}))
    | select(.changes != [] or .text);
def configuration($tune): (facts(.base).headers // []) as $shaky
    | if $tune.slot == "base" then []
      else [(facts($tune).headers // [])[] | .path as $path
          | changes_beside(first($shaky[] | select(.path == $path)) // {changes: []})] end;
def change_text:
    "\(.path): \(.name) is \(.tune // "not defined")\(if .base then ", not \(.base)" else "" end)";

# -- what the compilers said, where it is more than they say of the baseline
def diagnostics($tune): build($tune).diagnostics // [];
def new_diagnostics($tune): diagnostics(.base) as $before | [diagnostics($tune)[] | .option as $option
    | select($tune.slot == "base"
          or .count > ((first($before[] | select(.option == $option)) // {count: 0}).count))];

# -- the baseline against the verified build: the same commands, the same flags. By code, so that an embedded path is
# no change.
def differs_by_bytes($verified; $built): .path as $path
    | [$verified[] | select(.path == $path) | .sha256] != [$built[] | select(.path == $path) | .sha256];
def unknown_reproducible($code; $reason): {verdict: "unknown"} + refusal($code; $reason);
def reproducible: facts(.base) as $facts
    | (build(.vrfy).artifacts // []) as $verified | (build(.base).artifacts // []) as $built
    | if $facts == null then empty else
        [$facts.compared[] | select(.same_code | not) | select(differs_by_bytes($verified; $built))] as $other
        | [$other[] | select(.no_code | not) | .path] as $differs
        | if $differs != [] then {verdict: "no", differs: $differs}
          elif $other != [] then unknown_reproducible("no_code_to_compare";
              "\($other[0].path) holds no code that could be compared: \($other[0].no_code)")
          elif $facts.compared == [] then unknown_reproducible("no_common_file"; "no file is in both builds")
          else {verdict: "yes", by: ([$facts.compared[] | .same_code_by // "bytes"] | unique)} end end;

# -- profile-guided: the objects that were compiled with a profile of theirs, of all; and how many wrote one in the
# training (gcc: a file each).
def diagnosed($tune; $options): [diagnostics($tune)[] | select(.option | IN($options[])) | .count] | add // 0;
def profile_use($tune): if $tune.profile != "used" then null else
    build($tune).compiler.flagged_compiles as $objects
    | diagnosed($tune; ["missing-profile", "profile-instr-unprofiled"]) as $without
    | {objects: $objects, used: ([$objects - $without, 0] | max)}
      + (if $tune.compiler | startswith("gcc") then {written: .docs["trn1.train"].data.profiles} else {} end) end;

def beside_baseline($tune):
    {requires: requires($tune), abi_changes: abi_changes($tune), configuration: configuration($tune),
     diagnostics: diagnostics($tune), profile_use: profile_use($tune), retries: build($tune).attempts}
    | with_entries(select(.value != null and .value != {} and .value != []));
