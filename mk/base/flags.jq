# flags.jq: a tune's words apart. Flags are words of the compiler; settings are NAME=VALUE words, which go to the
# environment of its builds. The value of a -D that stands alone is a flag.

# Flags and warnings of a profile-guided build, which mean nothing without its profile.
def profile_flag: test("^-f(profile-|auto-profile)")
    or test("^-Wno-error=(missing-profile|coverage-mismatch|profile-instr-[a-z-]*)$");
def is_setting: test("^[A-Z_][A-Z_0-9]*=");
# [word] → {settings: [word], flags: [word]}.
def apart: reduce .[] as $word ({before: "", settings: [], flags: []};
    (if .before != "-D" and ($word | is_setting) then .settings += [$word] else .flags += [$word] end)
    | .before = $word) | del(.before);
