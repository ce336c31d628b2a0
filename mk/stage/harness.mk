# harness.mk: the driver of a library. It is compiled plainly, the same for all builds, and linked with the library of the tree by the
# tree's compiler. Its source is the file in ATESOR_HARNESS, or the text in $harness_text, which was written for the package.
# A shared library is found by its soname through an rpath; no library may stay unfound or come from the system instead.
define build_harness
$(language_harness)
loaded_libraries() {
	if [ "$$emulator" ]; then on_target $$emulator -E LD_TRACE_LOADED_OBJECTS=1 .atesor/harness; else ldd .atesor/harness; fi
}
build_harness() {
	key="$$driver $$place $$atesor_cfg_HARNESS $$(printf '%s' "$$harness_text" | sha256sum) $$(jq -r .data.files_sha256 doc/source.json)"
	[ "$$(cat "tree/$$1/.atesor/key" 2>/dev/null)" != "$$key" ] || return 0
	rm -rf "tree/$$1/.atesor"
	case $$driver in
	go|rust) mkdir "tree/$$1/.atesor" && "$${driver}_harness" "$$1" && printf '%s\n' "$$key" >"tree/$$1/.atesor/key"; return;;
	esac
	mkdir -p "tree/$$1/.atesor/lib"
	wrap=$$PWD/wrap/$$1
	eval "$$(jq -r --arg libs "$$atesor_cfg_LIBS" -f "$$filters/workload/harness-libs.jq" doc/base.facts.json)"
	eval "$$(jq -r -f "$$filters/workload/harness-includes.jq" doc/base.build.json)"
	plain_c=$$(jq -r '.args[8]' doc/base.build.json) plain_cxx=$$(jq -r '.args[9]' doc/base.build.json)
	( cd "tree/$$1" || exit
	set -- $$atesor_cfg_HARNESS; file=$${1:-.atesor/harness.c}; [ $$# = 0 ] || shift
	[ -z "$$harness_text" ] || printf '%s\n' "$$harness_text" >.atesor/harness.c
	case $$file in *.c) compiler=$${emulator:+$$atesor_cfg_TRIPLET-g}cc plain=$$plain_c;; *) compiler=$${emulator:+$$atesor_cfg_TRIPLET-}c++ plain=$$plain_cxx;; esac
	options= before=
	for word; do
		case $$before$$word in -*) options="$$options $$word";; esac
		case $$word in -[IDU]|-include|-isystem|-iquote|-idirafter) before=-;; *) before=;; esac
	done
	with_includes "$$plain" -O2 -c "$$file" -o .atesor/harness.o $$options &&
	link_names && link_libraries "$$wrap/$$compiler" -o .atesor/harness .atesor/harness.o "$$@" '-Wl,-rpath,$$ORIGIN/lib' &&
	for name in .atesor/lib/*; do
		[ ! -L "$$name" ] || loaded_libraries | grep -qF "$$PWD/.atesor/lib/" || { echo "error: the harness does not load the library of the tree"; exit 1; }
	done ) && printf '%s\n' "$$key" >"tree/$$1/.atesor/key"
}
endef

# $(call harness_for,SLOT): where the workload is a harness, builds it in that tree; broken says why it can't be.
harness_for = [ "$$kind" != harness ] || build_harness "$1" >"$$raw/harness.log" 2>&1 || broken="the harness does not build: $$(grep -m 1 -i error "$$raw/harness.log" || tail -n 1 "$$raw/harness.log")"
