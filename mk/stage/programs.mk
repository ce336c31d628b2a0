# programs.mk: what the package's programs say of themselves, and which helper programs call into its libraries.

# Every program is asked for its help, in a copy of the tree, with little around it: {path, class, help: [line], calls?} a line. One whose work is
# on the system is not run for that either.
define look_at_programs
run_in=tree/look
rm -rf "$$run_in" && "$$bin/atesor-tree" copy tree/base "$$run_in"
printf '%s' "$$package" | jq -r '.libraries[]' >"$$raw/libraries"
while IFS= read -r file; do { nm -D --defined-only "tree/base/$$file"; nm -g --defined-only "tree/base/$$file"; } 2>/dev/null; done <"$$raw/libraries" | awk '$$2 ~ /^[TWi]$$/ { sub(/@.*/, "", $$3); print $$3 }' | LC_ALL=C sort -u >"$$raw/exported"
printf '%s' "$$package" | jq -r -L "$$filters" 'include "workload/lib/proposals"; def asked: if program_name | harmful then "" else "--help -h" end;
	(.programs[:6][] | "program|\(asked)|\(.)"), (.helpers[:20][] | "helper|\(asked)|\(.)")' >"$$raw/programs"
while IFS='|' read -r class options file; do
	calls=
	[ "$$class" = program ] || calls=$$({ nm -D --undefined-only "tree/base/$$file"; nm --defined-only "tree/base/$$file"; } 2>/dev/null | awk '{ name = $$NF; sub(/@.*/, "", name); if (name != "main" && name !~ /^_(init|fini|start)$$/) print name }' |
		LC_ALL=C sort -u | LC_ALL=C comm -12 - "$$raw/exported" | wc -l)
	: >"$$raw/help"
	for option in $$options; do
		[ -s "$$raw/help" ] || ( cd "$$run_in" && { env -i PATH="$$PATH" HOME="$$PWD" LC_ALL=C TERM=dumb $${emulator:+$${atesor_cfg_QEMU_CPU:+QEMU_CPU="$$atesor_cfg_QEMU_CPU"}} timeout -k 1 5 $$emulator "./$$file" $$option </dev/null 2>&1 || :; } | head -c 65536 | head -n 20 ) >"$$raw/help"
	done
	jq -Rnc --arg path "$$file" --arg class "$$class" --arg calls "$$calls" '{path: $$path, class: $$class, help: [inputs | gsub("[\u0000-\u0008\u000e-\u001f]"; "")[:200]]} + if $$calls != "" then {calls: ($$calls | tonumber)} else {} end' "$$raw/help"
done <"$$raw/programs" >"$$raw/looked.jsonl"
rm -rf "$$run_in"
endef
