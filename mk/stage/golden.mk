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

# What atesor-golden says at its end. A failure is no answer that stays.
define golden
reason=$$(jq -rn -L "$$filters" --arg trees "$$($(trees))" -f "$$filters/golden/ended.jq" doc/*.json)
[ -z "$$reason" ] || { rm -f doc/vrfy.golden.json; fail "$$reason"; }
jq -c .data doc/vrfy.golden.json >golden.json.part
publish golden.json
code=0; "$$bin/atesor-hash" --merge golden.json || code=$$?
say "the results are in $$out/golden.json"
exit $$code
endef
