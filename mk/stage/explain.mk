# explain.mk: why a tune broke. What is tried comes from explain.jq: builds of the stage build, in slots of their own (t503: the fourth trial
# for tun5), with some of the flags, or with the flags for some of the objects only. They are judged by the stage that refused the tune.

# The objects that a build made, in one order: trials name them by their numbers. The list lies beside the document.
# Words: units SLOT artifacts-hash
%.units:
	@$(begin)
	jq -nc -f "$$filters/stage/units/units.jq" "wrap/$$slot/log.jsonl" >"doc/$@.jsonl.part"
	mv -f "doc/$@.jsonl.part" "doc/$@.jsonl"
	export units_sha256=$$(hash_of "doc/$@.jsonl")
	$(call document,units,--slurpfile units "doc/$@.jsonl")

# list_units FILE SLOT HASH RANGES: the products of these units, one a line.
define listed_units
list_units() {
	[ -f "doc/$$2.units.jsonl" ] && [ "$$(hash_of "doc/$$2.units.jsonl")" = "$$3" ] ||
		{ rm -f "doc/$$2.units.json"; say "the objects of $$2 are not the listed ones: they are listed again"; exit 0; }
	jq -rs --arg ranges "$$4" -f "$$filters/stage/build/units.jq" "doc/$$2.units.jsonl" >"$$1"
}
endef
