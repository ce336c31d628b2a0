# message.mk: how atesor talks. Shell functions for the recipes: data goes to files, talk to stderr.
#   say TEXT    a progress line      fail TEXT    an error, exit 3      hash_of FILE    its SHA-256
define atesor_functions
say() { printf 'atesor: %s\n' "$$*" >&2; }
hash_of() { sum=$$(sha256sum <"$$1"); printf %s "$${sum%% *}"; }
fail() { printf 'atesor: error: %s\n' "$$*" >&2; exit 3; }
endef
