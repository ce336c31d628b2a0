# facts.mk: what the artifacts of a tree really are.
# Words: facts SLOT artifacts-hash
%.facts:
	@$(begin)
	jq -r '.data.artifacts[] | select(.sha256) | .path' "doc/$$slot.build.json" >"$$raw/artifacts"
	$(lines) <"$$raw/artifacts"
	code=0; if [ $$# -gt 0 ]; then ( cd "tree/$$slot" && "$$bin/atesor-elf" inspect "$$@" ) >"$$raw/facts.jsonl" 2>"$$raw/error" || code=$$?
	else : >"$$raw/facts.jsonl"; fi
	[ $$code -eq 0 ] || [ $$code -eq 3 ] || exit $$code
	jq -r '"\(.path) \(.code_sha256 // .code_relocated_sha256 // .no_code // .error)"' "$$raw/facts.jsonl" >"$$raw/code"
	export code_sha256=$$(hash_of "$$raw/code")
	$(call document,facts,--slurpfile found "$$raw/facts.jsonl")
