# suspects.jq: flags that take one freedom away from the optimizer. A tune that works again with one of them is broken by that freedom, or by code
# that does not stand it. {flag, meaning, sanitizer?}: `meaning` says what the code does then, as far as the flag alone can say.

def has($flags; $re): any($flags[]; test($re));
def is_clang($tune): $tune.compiler | startswith("clang");
def major($tune): $tune.compiler | capture("(?<n>[0-9]+)").n | tonumber;

# What may make a program compute something else, or crash. The likely and specific ones first: the first that helps is the one that is named.
def running($tune; $flags): has($flags; "^-(ffast-math|Ofast|funsafe-math|ffinite-math|fassociative-math|fno-signed-zeros)") as $fast
    | (select($fast) | {flag: "-fno-finite-math-only", meaning: "it tests for NaN or infinity, which -ffast-math takes as impossible"},
          {flag: "-fno-associative-math", meaning: "its floating-point sums come in another order, and round otherwise"},
          {flag: "-fsigned-zeros", meaning: "it tells -0.0 from 0.0, which -ffast-math does not"}),
      (select(has($flags; "^-ffp-contract=off$") | not) | {flag: "-ffp-contract=off", meaning: "a*b+c in one step (FMA) rounds once, not twice: right code, another last bit"}),
      {flag: "-fno-strict-aliasing", meaning: "an object is used through a pointer to another type (undefined behaviour: strict aliasing)"},
      {flag: "-fwrapv", meaning: "a signed number overflows (undefined behaviour)", sanitizer: "-fsanitize=signed-integer-overflow"},
      {flag: "-fno-delete-null-pointer-checks", meaning: "a pointer is used before it is tested (undefined behaviour)", sanitizer: "-fsanitize=null"},
      (select(major($tune) >= (if is_clang($tune) then 16 else 12 end)) | {flag: "-ftrivial-auto-var-init=zero", meaning: "a variable is read that was never set (undefined behaviour)"}),
      {flag: "-fno-tree-vectorize", meaning: "only vectorized loops show it: often data that is not aligned as its type asks (undefined behaviour)", sanitizer: "-fsanitize=alignment"};

# What may make a build stop: the compiler names the warning that it takes for an error.
def building($tune; $flags; $reason):
    ([$reason | scan("\\[-W(?:error=|error,-W)?([A-Za-z0-9+-]+)")[]] | first // empty | {flag: "-Wno-error=\(.)", meaning: "the compiler takes what it calls -W\(.) for an error"}),
    (select($reason | test("multiple definition")) | {flag: "-fcommon", meaning: "a variable is defined in several files, without extern"}),
    (select(has($flags; "^-flto") and (is_clang($tune) | not)) | {flag: "-flto-partition=none", meaning: "assembly names a function or variable that link-time optimization puts into another part"});

def suspects($tune; $flags; $verdict): [
    if $verdict == "does not build" then building($tune; $flags; $tune.reason)
    elif $verdict == "gate 1 failed" then select(has($flags; "^-flto") and (is_clang($tune) | not)) | {flag: "-flto-partition=none", meaning: "link-time optimization splits what assembly has put together"}
    else running($tune; $flags) end];

# The flags in parts that make sense alone: a word with its value, link-time optimization, a profile.
def kind_of_flag: if test("^(-flto(=.*)?|-ffat-lto-objects|-fuse-ld=.*)$") then "lto"
    elif test("^-f(profile|auto-profile|branch-prob)|^-Wno-error=(missing-profile|coverage-mismatch|profile-)") then "profile"
    elif test("^-Wno-error") then "errors" else null end;
def takes_value: IN("--param", "-mllvm", "-Xclang", "-Xlinker", "-include", "-isystem", "-idirafter", "-Xassembler", "-D");
def flag_groups: reduce .[] as $flag ([];
    ($flag | kind_of_flag) as $kind | (if $kind == null then null else [.[].kind] | index($kind) end) as $at
    | if . != [] and ((.[-1].flags[-1] | takes_value) or ($flag | test("^-|^[A-Z_]+=") | not)) then .[-1].flags += [$flag]
      elif $at != null then .[$at].flags += [$flag]
      else . + [{kind: $kind, flags: [$flag]}] end) | map(.flags);
