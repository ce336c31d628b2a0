# ladder.jq: the tunes of the package's language, and the maintainer's own. Which settings a tune has is said by its
# flags: words of the compiler, and NAME=VALUE words, which go to the environment of its builds.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";
include "policy/language";
include "policy/ladder-c";
include "policy/ladder-go";
include "policy/ladder-rust";

# The maintainer's own tunes stand alone: just the flags they give, with the baseline's compiler.
def extra_tunes: base_tune as $with | [.config.extra_tunes | to_entries[]
    | $with + {slot: "usr\(.key + 1)", title: "the package's own", alone: true, sets: {extra: .value}}];
def ladder: language as $language
    | if $language == "go" then ladder_go elif $language == "rust" then ladder_rust else ladder_c end;

def is_chosen($chosen): (.slot[:3] != "tun") or ((.slot[3:] | tonumber) | IN($chosen[]));
def steps: .config.tunes as $chosen | [(ladder + extra_tunes)[]
    | if is_chosen($chosen) then .
      else {slot, title, left_out: refusal("not_chosen"; "not chosen (ATESOR_TUNES)")} end];

# no_werror: what a build needed beyond its flags, so that no warning stops it (retry.jq).
def flags_of($sets):
    [$sets | (.tune, .isa, .strict, .level, .lto, .contract, .extra, .no_werror, .environment) // empty | .[]]
    + (if $sets.rustflags then ["RUSTFLAGS=\($sets.rustflags | join(" "))"] else [] end);

# The flags of the second check: another code layout. Rust has a word of its own for it. Go has none: there the second
# check is a second session of the same builds.
def rust_layout: "-C llvm-args=-align-all-functions=6";
def other_layout($language; $flag):
    if $language == "go" then .
    elif $language == "rust" then
        if any(.[]; startswith("RUSTFLAGS="))
        then map(if startswith("RUSTFLAGS=") then "\(.) \(rust_layout)" else . end)
        else . + ["RUSTFLAGS=\(rust_layout)"] end
    else . + [$flag] end;
