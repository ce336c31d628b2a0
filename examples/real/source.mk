# source.mk: gets the Debian source package $(PACKAGE), as its upstream released it, into src/. apt-get works with a state of its
# own below ../.apt; the system's configuration, which has no source entries, is read and never edited.
APT   := $(abspath $(CURDIR)/../.apt)
OURS  := -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$(APT)/sources -o Dir::State=$(APT)/state \
         -o Dir::State::Status=/var/lib/dpkg/status -o Dir::Cache=$(APT)/cache -o APT::Sandbox::User=root
APTGET = apt-get -q $(OURS)

# Debian's revisions of a release differ by patches, which are not wanted: where a mirror lacks the newest, an older one does.
src: | $(APT)/updated
	@command -v dpkg-source >/dev/null || { echo >&2 "error: dpkg-source was not found: install the package dpkg-dev"; exit 3; }
	rm -rf download src.part && mkdir download
	cd download && for version in $$(apt-cache $(OURS) showsrc --only-source $(PACKAGE) | sed -n 's/^Version: //p' | sort -rV); do \
	  rm -f ./*; $(APTGET) source --download-only $(PACKAGE)=$$version && break; done
	@[ -n "$$(ls download)" ] || { echo >&2 "error: no mirror of the system's has the source of $(PACKAGE)"; exit 3; }
	dpkg-source --no-check --no-copy --skip-patches -x download/*.dsc src.part
	rm -rf download && mv src.part src

$(APT)/updated:
	mkdir -p $(APT)/sources $(APT)/state/lists/partial $(APT)/cache/archives/partial
	for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do \
	  [ ! -f $$list ] || sed 's/^Types: *deb *$$/Types: deb-src/; s/^deb /deb-src /' $$list >$(APT)/sources/$$(basename $$list); done
	$(APTGET) update
	touch $@

optimize: | src
.PHONY: optimize
