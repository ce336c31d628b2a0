# facts.mk: what the artifacts of a tree really are.
# Words: facts SLOT artifacts-hash
%.facts:
	@$(begin)
	jq -r '.data.artifacts[] | select(.sha256) | .path' "doc/$$slot.build.json" >"$$raw/artifacts"
	$(lines) <"$$raw/artifacts"
	code=0; if [ $$# -gt 0 ]; then ( cd "tree/$$slot" && "$$bin/atesor-elf" --no-classes inspect "$$@" ) >"$$raw/facts.jsonl" 2>"$$raw/error" || code=$$?
	else : >"$$raw/facts.jsonl"; fi
	[ $$code -eq 0 ] || [ $$code -eq 3 ] || exit $$code
	# What holds no code that could be compared (a slim LTO object) counts by its bytes: it is never equal by mistake.
	jq -r --slurpfile build "doc/$$slot.build.json" '.path as $$path | "\($$path) \(.code_sha256 // first($$build[0].data.artifacts[] | select(.path == $$path) | "bytes \(.sha256)"))"' "$$raw/facts.jsonl" >"$$raw/code"
	export code_sha256=$$(hash_of "$$raw/code")
	$(call document,facts,--slurpfile found "$$raw/facts.jsonl")
