# message.mk: shell functions for the stages' recipes: data goes to files, talk to stderr.
#   say TEXT    a progress line      fail TEXT    an error, exit 3      hash_of FILE    its SHA-256
#   put FILE    stdin becomes the file, unless that is its content already; publish FILE    the same of FILE.part
#   profile_hash SLOT    one hash over the profile that the slot's training wrote
define atesor_functions
say() { printf 'atesor: %s\n' "$$*" >&2; }
hash_of() { sum=$$(sha256sum <"$$1"); printf %s "$${sum%% *}"; }
profile_hash() { find "profile/$$1" -type f 2>/dev/null | LC_ALL=C sort | while IFS= read -r file; do sha256sum <"$$file"; done | sha256sum | cut -c 1-64; }
put() { cat >"$$1.part"; publish "$$1"; }
publish() { if cmp -s "$$1.part" "$$1"; then rm "$$1.part"; else mv -f "$$1.part" "$$1"; fi; }
fail() { printf 'atesor: error: %s\n' "$$*" >&2; exit 3; }
endef
