# facts.mk: what the artifacts of a tree really are, and what they are beside the baseline's.
# Words: facts SLOT artifacts-hash [OTHER-SLOT artifacts-hash counted-files code-limit machine-hash]; the verified build has no other.
%.facts:
	@$(begin)
	against=$${4-} counted=$${6-} code_limit=$${7-}
	$(verified_tree)
	[ -z "$$against" ] || { same_artifacts "$$against"; same_artifacts "$$slot"; }
	$(call built_files,$$slot) >"$$raw/artifacts"
	$(lines) <"$$raw/artifacts"
	code=0; if [ $$# -gt 0 ]; then ( cd "tree/$$slot" && "$$bin/atesor-elf" --no-classes --root . inspect "$$@" ) >"$$raw/facts.jsonl" 2>"$$raw/error" || code=$$?
	else : >"$$raw/facts.jsonl"; fi
	[ $$code -eq 0 ] || [ $$code -eq 3 ] || exit $$code
	# What holds no code that could be compared (a slim LTO object) counts by its bytes: it is never equal by mistake.
	jq -r --slurpfile build "doc/$$slot.build.json" '.path as $$path | "\($$path) \(.code_sha256 // first($$build[0].data.artifacts[] | select(.path == $$path) | "bytes \(.sha256)"))"' "$$raw/facts.jsonl" >"$$raw/code"
	export code_sha256=$$(hash_of "$$raw/code")
	: >"$$raw/compared.jsonl"; : >"$$raw/headers.jsonl"
	if [ "$$against" ]; then $(compare_artifacts) $(compare_headers) fi
	$(call document,facts,--slurpfile found "$$raw/facts.jsonl" --slurpfile compared "$$raw/compared.jsonl" --slurpfile headers "$$raw/headers.jsonl" --arg other "$$against" --arg limit "$$code_limit")

# Each artifact against the other tree's. The instructions of the first files are counted, up to a limit; interfaces are compared of all.
define compare_artifacts
n=0
while IFS= read -r path; do
	[ -f "tree/$$against/$$path" ] || continue
	n=$$((n + 1))
	if [ "$$n" -le "$$counted" ]; then set -- --code-limit "$$code_limit" --machine doc/mach.probe.json --threads "$(jobs)"; else set -- --no-classes; fi
	$(call answer_or,3,"$$bin/atesor-elf" "$$@" --root tree compare "tree/$$against/$$path" "tree/$$slot/$$path" >"$$raw/one.json" 2>"$$raw/error")
	jq -c --arg path "$$path" '{path: $$path} + .' "$$raw/one.json" >>"$$raw/compared.jsonl"
done <"$$raw/artifacts";
endef

# The headers that either build made and that differ.
define compare_headers
jq -rn '[inputs.data.headers // [] | .[]] | unique[]' "doc/$$against.build.json" "doc/$$slot.build.json" >"$$raw/headers"
while IFS= read -r path; do
	! cmp -s "tree/$$against/$$path" "tree/$$slot/$$path" || continue
	for side in "$$against" "$$slot"; do head -c 4194304 "tree/$$side/$$path" >"$$raw/header.$$side" 2>>"$$raw/error" || :; done
	jq -nc --arg path "$$path" --arg out "$$PWD" --arg a "$$against" --arg b "$$slot" --rawfile base "$$raw/header.$$against" --rawfile tune "$$raw/header.$$slot" \
		-f "$$filters/stage/facts/header.jq" >>"$$raw/headers.jsonl"
done <"$$raw/headers";
endef

# $(call answer_or,CODE,COMMAND): 0 and CODE are answers; anything else is a broken tool.
answer_or = code=0; $2 || code=$$?; [ $$code -eq 0 ] || [ $$code -eq $1 ] || exit $$code
