# settings.jq: a tune's words apart: NAME=VALUE goes to the environment of the build, the rest are flags (as build.mk does it). The value of a -D
# that stands alone is a flag.
# Flags and warnings of a profile-guided build, which mean nothing without its profile.
def profile_flag: test("^-f(profile-|auto-profile)")
    or test("^-Wno-error=(missing-profile|coverage-mismatch|profile-instr-[a-z-]*)$");
def setting: test("^[A-Z_][A-Z_0-9]*=");
def apart: reduce .[] as $word ({before: "", settings: [], flags: []};
    (if .before != "-D" and ($word | setting) then .settings += [$word] else .flags += [$word] end) | .before = $word) | del(.before);
