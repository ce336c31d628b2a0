# suspects.jq: flags that take one freedom away from the optimizer. A tune that works again with one of them is broken
# by that freedom, or by code that does not stand it. {flag, meaning, sanitizer?}: `meaning` says what the code does
# then, as far as the flag alone can say.

def has($flags; $re): any($flags[]; test($re));
def is_clang($tune): $tune.compiler | startswith("clang");
def major($tune): $tune.compiler | capture("(?<n>[0-9]+)").n | tonumber;
def links_parts_apart($tune; $flags): has($flags; "^-flto") and (is_clang($tune) | not);

# What may make a program compute something else, or crash. The likely and specific ones come first: the first that
# helps is the one that is named.
def fast_math: "^-(ffast-math|Ofast|funsafe-math|ffinite-math|fassociative-math|fno-signed-zeros)";
def suspects_of_fast_math:
    {flag: "-fno-finite-math-only",
     meaning: "it tests for NaN or infinity, which -ffast-math takes as impossible"},
    {flag: "-fno-associative-math",
     meaning: "its floating-point sums come in another order, and round otherwise"},
    {flag: "-fsigned-zeros",
     meaning: "it tells -0.0 from 0.0, which -ffast-math does not"};
def knows_auto_var_init($tune): major($tune) >= (if is_clang($tune) then 16 else 12 end);
def suspects_when_running($tune; $flags):
    (select(has($flags; fast_math)) | suspects_of_fast_math),
    (select(has($flags; "^-ffp-contract=off$") | not)
        | {flag: "-ffp-contract=off",
           meaning: "a*b+c in one step (FMA) rounds once, not twice: right code, another last bit"}),
    {flag: "-fno-strict-aliasing",
     meaning: "an object is used through a pointer to another type (undefined behaviour: strict aliasing)"},
    {flag: "-fwrapv",
     meaning: "a signed number overflows (undefined behaviour)",
     sanitizer: "-fsanitize=signed-integer-overflow"},
    {flag: "-fno-delete-null-pointer-checks",
     meaning: "a pointer is used before it is tested (undefined behaviour)",
     sanitizer: "-fsanitize=null"},
    (select(knows_auto_var_init($tune))
        | {flag: "-ftrivial-auto-var-init=zero",
           meaning: "a variable is read that was never set (undefined behaviour)"}),
    {flag: "-fno-tree-vectorize",
     meaning: ("only vectorized loops show it:"
        + " often data that is not aligned as its type asks (undefined behaviour)"),
     sanitizer: "-fsanitize=alignment"};

# What may make a build stop. The build's document holds what the compilers said: the warnings that were made errors,
# and the first line that is an error.
def suspects_when_building($tune; $flags):
    ($tune.build.made_errors // [] | first // empty | select(. != "error")
        | {flag: "-Wno-error=\(.)", meaning: "the compiler takes what it calls -W\(.) for an error"}),
    (select($tune.build.first_error // "" | test("multiple definition"))
        | {flag: "-fcommon", meaning: "a variable is defined in several files, without extern"}),
    (select(links_parts_apart($tune; $flags))
        | {flag: "-flto-partition=none",
           meaning: "assembly names a function or variable that link-time optimization puts into another part"});

# What may change a file's configuration or interface.
def suspects_at_gate_1($tune; $flags):
    select(links_parts_apart($tune; $flags))
    | {flag: "-flto-partition=none", meaning: "link-time optimization splits what assembly has put together"};

def suspects($tune; $flags; $verdict): [
    if $verdict == "does_not_build" then suspects_when_building($tune; $flags)
    elif $verdict == "gate1_failed" then suspects_at_gate_1($tune; $flags)
    else suspects_when_running($tune; $flags) end];

# -- the flags in parts that make sense alone: a word with its value, link-time optimization, a profile 

def kind_of_flag:
    if test("^(-flto(=.*)?|-ffat-lto-objects|-fuse-ld=.*)$") then "lto"
    elif test("^-f(profile|auto-profile|branch-prob)|^-Wno-error=(missing-profile|coverage-mismatch|profile-)")
    then "profile"
    elif test("^-Wno-error") then "errors"
    else null end;
def takes_value:
    IN("--param", "-mllvm", "-Xclang", "-Xlinker", "-include", "-isystem", "-idirafter", "-Xassembler", "-D");
def is_value: test("^-|^[A-Z_]+=") | not;

# Words → [[words of a part]].
def flag_groups:
    reduce .[] as $flag ([];
        ($flag | kind_of_flag) as $kind
        | (if $kind == null then null else [.[].kind] | index($kind) end) as $same_kind
        | if . != [] and ((.[-1].flags[-1] | takes_value) or ($flag | is_value)) then .[-1].flags += [$flag]
          elif $same_kind != null then .[$same_kind].flags += [$flag]
          else . + [{kind: $kind, flags: [$flag]}] end)
    | map(.flags);
