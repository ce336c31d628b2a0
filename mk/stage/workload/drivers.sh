# drivers.sh: drivers written for the functions of a library whose types say enough.

# generate_drivers: a probe for each header, compiled beside it: a pointer to each function of the library that stands
# in it. atesor-api reads the types from the compiled probe. The drivers go to inventory.jsonl.
generate_drivers() {
	mkdir -p "${raw?}/api"
	probe=$PWD/$raw/api/probe exported=$PWD/$raw/exported
	cc=$(jq -r .request.inputs.cc doc/base.build.json)
	functions=$(filter workload/harness-includes -r doc/base.build.json)
	eval "$functions"
	head -n 20 "$raw/headers" >"$raw/first-headers"
	while IFS= read -r header; do
		filter workload/has-time -e --argjson left "$(seconds_left)" -n >/dev/null || break
		( cd tree/base && compiled_probe && "${bin?}/atesor-api" "$probe.so" ) </dev/null |
			jq -c --arg header "$header" '. + {header: $header}' || :
	done <"$raw/first-headers" >"$raw/api.jsonl"
	filter workload/harness-shapes -nc "$raw/api.jsonl" >>"$raw/inventory.jsonl"
}

# pointers: names on stdin become declarations. probe_source: these become a source that includes $header.
pointers() { while IFS= read -r name; do printf '__typeof__(%s) *atesor_api_%s;\n' "$name" "$name"; done; }
probe_source() {
	printf '#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include "%s"\n' "$header"
	cat
}
compiles() { with_includes timeout 20 "$cc" -fsyntax-only -w "$probe.c" 2>/dev/null; }

# usable_pointers: the declarations that compile alone, where one name spoils all of them. A header that does not
# compile alone has none.
usable_pointers() {
	probe_source </dev/null >"$probe.c"
	compiles || return 0
	while IFS= read -r name; do
		echo "$name" | pointers | probe_source >"$probe.c"
		! compiles || echo "$name"
	done <"$probe.names" | pointers
}

# compiled_probe: $probe.so, with the types of what $header declares of the library.
compiled_probe() {
	grep -owFf "$exported" "$header" | sort -u | head -n 200 >"$probe.names"
	pointers <"$probe.names" >"$probe.lines"
	probe_source <"$probe.lines" >"$probe.c"
	if ! compiles; then
		usable_pointers >"$probe.lines"
		probe_source <"$probe.lines" >"$probe.c"
	fi
	[ -s "$probe.lines" ] || return 1
	with_includes timeout 20 "$cc" -g -O0 -w -shared -fPIC -o "$probe.so" "$probe.c" 2>/dev/null
}
