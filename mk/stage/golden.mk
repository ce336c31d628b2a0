# golden.mk: what the verified build computes in several configurations (atesor-hash). Its document holds what --save keeps.
# Words: golden vrfy artifacts-hash source-hash command options-of-atesor-hash machine-hash. The rows may write into the tree: interrupted, it
# is built again.
%.golden:
	@$(begin)
	command=$$5
	printf '%s' "$$6" | jq -r '.[]' >"$$raw/options"
	$(lines) <"$$raw/options"
	$(verified_tree)
	same_artifacts "$$slot"
	rm -f "built/$$slot"
	record=$$PWD/$$raw/record.json
	code=0; ( cd "tree/$$slot" && "$$bin/atesor-hash" "$$@" --save "$$record" --command "$$command" ) >/dev/null 2>"$$raw/error" || code=$$?
	[ $$code -le 1 ] || printf null >"$$record"
	: >"built/$$slot"
	export code error="$$(head -n 1 "$$raw/error")"
	$(call document,golden,--slurpfile record "$$record")
