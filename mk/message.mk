# message.mk: how atesor talks: help, the variables and their values; and shell functions for the recipes: data goes to files,
# talk to stderr.
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

atesor-help:
	@printf '%s\n' 'make optimize          find faster compiler settings, prove them, keep the result in ATESOR_OUT' \
	'make atesor-probe      what machine this is' \
	'make atesor-verify     build the package as it is, and test it' \
	'make atesor-build      build and gate all tunes; nothing is timed' \
	'make atesor-measure    time the tunes; no second check' \
	'make atesor-accept     all of it (as optimize)' \
	'make atesor-golden     does the program compute the same in all rows of ATESOR_GOLDEN_ROWS?' \
	'make atesor-explain    why the tune ATESOR_TUNE broke: the flag and the objects, as far as builds can prove it' \
	'make atesor-status     what is known so far, and what comes next' \
	'make atesor-report     write result.json and report.md again, and show the report' \
	'make atesor-package    the accepted files, with a manifest, as ATESOR_OUT/package.zip' \
	'make atesor-apply      the accepted flags as a make fragment, ATESOR_OUT/atesor.flags.mk' \
	'make atesor-bar        measure the engines of ATESOR_BAR against each other' \
	'make atesor-roofline   what the caches, the memory and the arithmetic of this machine deliver, with pictures' \
	'make atesor-clean      remove ATESOR_OUT' \
	'make atesor-vars       the variables' \
	'make atesor-print-VAR  the value of one'

# The comments of defaults.mk, as they stand there.
atesor-vars:
	@sed -n '/^# --/p; /^# ATESOR_/,/^ATESOR_/p' "$$atesor_mk/defaults.mk"

atesor-print-%:
	@name=$$(printf %s '$*' | sed 's/^ATESOR_//'); printenv "atesor_cfg_$$name" || { $(atesor_functions)
	fail "ATESOR_$$name is not a variable of atesor; see 'make atesor-vars'"; }
