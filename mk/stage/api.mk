# api.mk: what a library offers to callers: its functions, its headers, and drivers written for those whose types say enough.

# The exported functions, and the headers in which one of them stands.
define public_headers
jq -Rnc '[inputs][:400]' "$$raw/exported" >"$$raw/functions.json"
( cd tree/base && find . -name '*.h' -size -512k | sed 's|^[.]/||' | head -n 2000 | while IFS= read -r file; do ! grep -qwFf "$$OLDPWD/$$raw/exported" "$$file" || printf '%s\n' "$$file"; done ) >"$$raw/headers"
jq -Rnc '[inputs][:50]' "$$raw/headers" >"$$raw/headers.json"
endef

# A probe a header, compiled beside it: a pointer to each function of the library that stands in it; all at once, or, where one name spoils it,
# those that compile alone, as long as there is time. A header that does not compile alone has none. The drivers go to looked.jsonl.
define generated_harnesses
mkdir -p "$$raw/api"
plain_c=$$(jq -r '.args[8]' doc/base.build.json)
eval "$$(jq -r -f "$$filters/workload/harness-includes.jq" doc/base.build.json)"
pointers() { while IFS= read -r name; do printf '__typeof__(%s) *atesor_api_%s;\n' "$$name" "$$name"; done; }
probe_of() { printf '#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include "%s"\n' "$$header"; cat; }
compiles() { with_includes timeout 20 "$$plain_c" -fsyntax-only -w "$$probe.c" 2>/dev/null; }
head -n 20 "$$raw/headers" | while IFS= read -r header; do
	[ "$$((left - $$(date +%s) + $${started%%.*}))" -gt 0 ] || break
	probe=$$PWD/$$raw/api/probe
	( cd tree/base && grep -owFf "$$OLDPWD/$$raw/exported" "$$header" | sort -u | head -n 200 >"$$probe.names"
	pointers <"$$probe.names" >"$$probe.lines"
	probe_of <"$$probe.lines" >"$$probe.c"
	if ! compiles; then
		probe_of </dev/null >"$$probe.c"
		compiles || exit 0
		while IFS= read -r name; do
			echo "$$name" | pointers | probe_of >"$$probe.c"
			! compiles || echo "$$name"
		done <"$$probe.names" | pointers >"$$probe.lines"
		probe_of <"$$probe.lines" >"$$probe.c"
	fi
	[ -s "$$probe.lines" ] || exit 0
	with_includes timeout 20 "$$plain_c" -g -O0 -w -shared -fPIC -o "$$probe.so" "$$probe.c" 2>/dev/null || exit 0
	"$$bin/atesor-api" "$$probe.so" | jq -c --arg header "$$header" '. + {header: $$header}' ) || :
done >"$$raw/api.jsonl"
jq -nc -f "$$filters/workload/harness-shapes.jq" "$$raw/api.jsonl" >>"$$raw/looked.jsonl"
endef
