# accept.mk: the artifacts of the accepted tune, whole or not at all.
# Words: accept kept SLOT artifacts-hash. One document for whatever slot: it says what accepted/ holds now.
%.accept:
	@$(begin)
	slot=$$3
	$(verified_tree)
	same_artifacts "$$slot"
	$(call built_files,$$slot) >"$$raw/artifacts"
	rm -rf accepted.part && mkdir accepted.part
	while IFS= read -r path; do
		mkdir -p "accepted.part/$$(dirname "$$path")"
		cp -p -- "tree/$$slot/$$path" "accepted.part/$$path"
	done <"$$raw/artifacts"
	rm -rf accepted && mv accepted.part accepted
	$(call document,accept)
