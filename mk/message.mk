# message.mk: how atesor talks. Shell functions for the recipes: data goes to files, talk to stderr.
#   say TEXT    a progress line      fail TEXT    an error, exit 3      hash_of FILE    its SHA-256
#   profile_hash SLOT    one hash over the profile that the slot's training wrote
define atesor_functions
say() { printf 'atesor: %s\n' "$$*" >&2; }
hash_of() { sum=$$(sha256sum <"$$1"); printf %s "$${sum%% *}"; }
profile_hash() { find "profile/$$1" -type f 2>/dev/null | LC_ALL=C sort | while IFS= read -r file; do sha256sum <"$$file"; done | sha256sum | cut -c 1-64; }
fail() { printf 'atesor: error: %s\n' "$$*" >&2; exit 3; }
endef
