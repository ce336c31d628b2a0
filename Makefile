# Builds, tests and installs atesor. `make help` lists the goals; what a package includes is mk/atesor.mk.
include mk/version.mk
VERSION     := $(atesor_version)
PREFIX      ?= /usr/local
BUILD       ?= build
CC          := $(if $(filter default,$(origin CC)),gcc,$(CC))
OPT         ?= -O2 -g
STATIC      ?= -static
WARN        := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes \
               -Wpointer-arith -Wwrite-strings -Wundef -Wformat=2 -Werror
CPPFLAGS    := -D_GNU_SOURCE -DATESOR_VERSION='"$(VERSION)"' -Ilib -I$(BUILD)
CFLAGS      := -std=gnu11 $(OPT) $(WARN)

# What the product and its tests need: the thing that is looked for = the Debian package that brings it.
# A name that ends in .pc is asked of pkg-config, one with a slash is a file, any other is a command.
NEEDED := cc=gcc make=make pkg-config=pkg-config jq=jq bats=bats flock=util-linux git=git patch=patch \
          libelf.pc=libelf-dev nettle.pc=nettle-dev zlib.pc=zlib1g-dev libdeflate.pc=libdeflate-dev /usr/include/Zydis/Zydis.h=libzydis-dev libdw.pc=libdw-dev clang=clang ld.lld=lld llvm-profdata=llvm python3=python3 cmake=cmake
# What some tests need besides (they are skipped by name without it): installed with `make setup check`.
TESTED := qemu-riscv64-static=qemu-user-static riscv64-linux-gnu-gcc=gcc-riscv64-linux-gnu aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu \
          gnuplot=gnuplot-nox zip=zip curl=curl
# What `make lint` calls: installed with `make setup lint`.
LINTERS := mandoc=mandoc shellcheck=shellcheck cppcheck=cppcheck dash=dash

SOURCES     := $(wildcard lib/*.c)
# What asks a CPU needs no library: it is also built for each architecture whose cross compiler is there, for emulated targets.
CPU_SOURCES := bin/atesor-cpu.c $(sort $(wildcard lib/probe_cpu*.c lib/probe_try_*.c lib/probe_core*.c)) \
               $(addprefix lib/,$(addsuffix .c,probe_isa probe_misaligned alloc argv buffer cpus json message number option warnings))
# So is the processor profile, whose every path an emulator can run.
ROOF_SOURCES := bin/atesor-roofline.c $(filter lib/%,$(CPU_SOURCES)) $(sort $(wildcard lib/processor*.c)) $(addprefix lib/,$(addsuffix .c,\
               roofline_options roofline_plot terminal outfile loadwatch bar_memory probe_limits now start_of_file stat_order random affinity \
               lock filter capture makedirs spawn spawn_wait straggler))
CROSS       := $(foreach arch,riscv64 aarch64,$(if $(wildcard $(addsuffix /$(arch)-linux-gnu-gcc,$(subst :, ,$(PATH)))),$(arch)))
PROGRAMS    := $(patsubst bin/%.c,$(BUILD)/bin/%,$(wildcard bin/*.c)) $(BUILD)/bin/atesor-cc $(CROSS:%=$(BUILD)/bin/atesor-cpu-%) \
               $(CROSS:%=$(BUILD)/bin/atesor-roofline-%)
UNITS       := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*.c))
FUZZERS     := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(filter-out tests/fuzz/driver.c,$(wildcard tests/fuzz/*.c)))
COMPLETED   := $(patsubst bin/%.c,%,$(wildcard bin/*.c))
LIBRARY     := $(BUILD)/lib/libatesor.a
# What decodes x86. Debian has Zydis as a shared library only (and without a .pc file), so these are linked dynamically.
DECODERS    := $(BUILD)/bin/atesor-elf $(BUILD)/unit/isa $(BUILD)/unit/elf $(BUILD)/fuzz/elf
$(DECODERS): LIBS += -lZydis -pthread
# What reads debug information and recordings: libdw and, where it is, zstd.
PROFILERS   := $(BUILD)/bin/atesor-profgen $(BUILD)/bin/atesor-api $(addprefix $(BUILD)/unit/,profgen) $(addprefix $(BUILD)/fuzz/,perfdata perfscript unsymbolized dwarf)
$(PROFILERS): LIBS = $(PROFILE_LIBS) -lZydis -pthread
$(BUILD)/bin/atesor-elf $(BUILD)/bin/atesor-profgen $(BUILD)/bin/atesor-api: STATIC :=
# What loads engines: dynamic, and its allocation functions take the place of the C library's for them.
$(BUILD)/bin/atesor-engine: STATIC := -rdynamic
# What measures with threads.
$(BUILD)/bin/atesor-roofline $(addprefix $(BUILD)/unit/processor_,topology profile kernels): LIBS += -pthread
GOALS       := $(if $(MAKECMDGOALS),$(MAKECMDGOALS),all)

# V=1 shows the commands as they are.
Q           := $(if $(filter 1,$(V)),,@)
SAY          = $(if $(filter 1,$(V)),:,printf '  %-8s%s\n')

.PHONY: all setup demo check check-long check-asan check-programs lint fuzz bench install uninstall dist help clean
all: $(PROGRAMS)

ifneq ($(filter-out setup clean help dist uninstall,$(GOALS)),)
include $(BUILD)/config.mk
endif

# Asked once. `make setup check` installs first: then this file, an included one, is made after it.
$(BUILD)/config.mk: Makefile | $(filter setup,$(MAKECMDGOALS))
	@mkdir -p $(BUILD)
	@for p in libelf libdw nettle zlib; do pkg-config --exists $$p || { echo >&2 "atesor: error: $$p not found: run 'make setup'"; exit 3; }; done
	@echo '#include <Zydis/Zydis.h>' | $(CC) -E - >/dev/null 2>&1 || { echo >&2 "atesor: error: Zydis not found: run 'make setup'"; exit 3; }
	@{ echo "LIBS := $$(pkg-config --static --libs libelf nettle zlib)"; \
	   echo "PROFILE_LIBS := $$(pkg-config --libs libdw $$(pkg-config --exists libzstd && echo libzstd) libelf nettle zlib)"; \
	   echo "INCLUDES := $$(pkg-config --cflags libelf libdw nettle zlib) $$(pkg-config --exists libzstd && echo -DATESOR_ZSTD)"; } >$@.part && mv $@.part $@

# The defaults of the programs' options are those of the variables; what includes it is built again when they change.
THRESHOLDS  := $(BUILD)/thresholds.h
$(THRESHOLDS): mk/defaults.mk lib/thresholds.awk
	@mkdir -p $(@D)
	@$(SAY) AWK '$@'
	$(Q)awk -f lib/thresholds.awk mk/defaults.mk >$@.part && mv $@.part $@

$(BUILD)/lib/%.o: lib/%.c $(BUILD)/config.mk | $(THRESHOLDS)
	@mkdir -p $(@D)
	@$(SAY) CC '$@'
	$(Q)$(CC) $(CPPFLAGS) $(INCLUDES) $(CFLAGS) -MMD -MP -c -o $@ $<
$(LIBRARY): $(SOURCES:lib/%.c=$(BUILD)/lib/%.o)
	@$(SAY) AR '$@'
	$(Q)rm -f $@.part && $(AR) rcs $@.part $^ && mv $@.part $@
$(BUILD)/bin/atesor-cc: $(sort $(wildcard wrappers/*.[ch] wrappers/*.def))
	@mkdir -p $(@D)
	@$(SAY) CC '$@'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $(filter %.c,$^) $(STATIC)
$(CROSS:%=$(BUILD)/bin/atesor-cpu-%): $(BUILD)/bin/atesor-cpu-%: $(CPU_SOURCES) $(wildcard lib/*.h) $(THRESHOLDS)
	@mkdir -p $(@D)
	@$(SAY) CC '$@'
	$(Q)$*-linux-gnu-gcc $(CPPFLAGS) -std=gnu11 -O2 -g $(WARN) -o $@ $(CPU_SOURCES) -lm -static
$(CROSS:%=$(BUILD)/bin/atesor-roofline-%): $(BUILD)/bin/atesor-roofline-%: $(ROOF_SOURCES) $(wildcard lib/*.h) \
  $(THRESHOLDS)
	@mkdir -p $(@D)
	@$(SAY) CC '$@'
	$(Q)$*-linux-gnu-gcc $(CPPFLAGS) -std=gnu11 -O2 -g $(WARN) -o $@ $(ROOF_SOURCES) -lm -pthread -static
$(BUILD)/bin/%: bin/%.c $(LIBRARY)
	@mkdir -p $(@D)
	@$(SAY) CC '$@'
	$(Q)$(CC) $(CPPFLAGS) $(INCLUDES) $(CFLAGS) -MMD -MP -o $@ $< $(LIBRARY) $(LIBS) -lm $(STATIC)
$(BUILD)/unit/%: tests/unit/%.c $(LIBRARY)
	@mkdir -p $(@D)
	@$(SAY) CC '$@'
	$(Q)$(CC) $(CPPFLAGS) $(INCLUDES) $(CFLAGS) -MMD -MP -o $@ $< $(LIBRARY) $(LIBS) -lm
$(BUILD)/fuzz/%: tests/fuzz/%.c tests/fuzz/driver.c $(LIBRARY)
	@mkdir -p $(@D)
	@$(SAY) CC '$@'
	$(Q)$(CC) $(CPPFLAGS) $(INCLUDES) $(CFLAGS) -Wno-missing-prototypes -o $@ $< tests/fuzz/driver.c $(LIBRARY) $(LIBS) -lm
-include $(wildcard $(BUILD)/lib/*.d $(BUILD)/bin/*.d $(BUILD)/unit/*.d)

# The long ones first, so that two at a time end together.
BATS        := $(wildcard tests/mk/explain.bats tests/mk/run.bats tests/mk/packages.bats) $(filter-out %/explain.bats %/run.bats %/packages.bats,$(wildcard tests/mk/*.bats tests/cli/*.bats))
LONG        := $(wildcard tests/long/*.bats)
BENCHES     := $(sort $(wildcard tests/bench/*.sh))
export atesor_bin := $(abspath $(BUILD)/bin)

# Installs what is missing, and nothing when nothing is; without apt-get, or without the right to use it, says what is missing.
setup:
	@absent() { for need; do what=$${need%%=*}; \
	  case $$what in *.pc) pkg-config --exists $${what%.pc} 2>/dev/null;; */*) [ -e $$what ];; *) command -v $$what >/dev/null;; esac \
	    || printf ' %s' "$${need#*=}"; done; }; \
	missing=$$(absent $(NEEDED) $(if $(filter lint,$(MAKECMDGOALS)),$(LINTERS))); \
	tested=$(if $(filter check%,$(MAKECMDGOALS)),$$(absent $(TESTED))); \
	if [ -z "$$missing$$tested" ]; then exit 0; fi; \
	install() { echo "installing: $$*"; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$$@" >/dev/null; }; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && { [ -z "$$missing" ] || install $$missing; } && \
	  { [ -z "$$tested" ] || install $$tested || echo "some tests will be skipped without:$$tested"; }; \
	elif [ -z "$$missing" ]; then echo "some tests will be skipped without:$$tested"; \
	else echo >&2 "atesor: error: missing (Debian's names):$$missing"; echo >&2 "install them, for example: sudo apt-get install$$missing"; exit 3; fi

demo: all
	$(MAKE) -C examples/dot optimize

check: all $(UNITS)
	tests/run -j 2 tests/jq/scenarios tests/jq/ladders.jq tests/jq/reports.jq $(BATS) $(UNITS)
check-long: all
	tests/run $(LONG)
bench: all
	@for bench in $(BENCHES); do echo "== $$bench"; BIN=$(abspath $(BUILD)/bin) sh $$bench || exit; done

# The programs and the library with AddressSanitizer and UndefinedBehaviorSanitizer; the fuzz targets run their corpora.
# (build/mk: the programs look for the filters two levels up.)
check-asan:
	@mkdir -p build && ln -sfn ../mk build/mk
	$(MAKE) BUILD=build/asan STATIC= OPT='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer' check-programs
check-programs: all $(UNITS) $(FUZZERS)
	for target in $(FUZZERS); do $$target tests/fuzz/$${target##*/} || exit; done
	tests/run -j 2 $(UNITS) $(wildcard tests/cli/*.bats)

# What other programs say of ours: nothing. The scripts of mk/ have no exceptions but those that they justify themselves. Elsewhere, named:
#   shellcheck  SC2016 words for another shell; SC2030 SC2031 each bats test is a shell of its own; SC2034 SC2154 what is loaded; SC2086 SC2046 words
#               that are meant to be split; SC2164 bats stops by itself; and what is a matter of taste (SC2010 SC2012 SC2015 SC2018 SC2028 SC2035
#               SC2059 SC2094 SC2143) or misread (SC1083 SC2238)
#   cppcheck    it does not know that refuse() and fault() never return, nor that a failed step is not followed by the next (wrapdir_write.c), nor that
#               what is filled in by a callee need not be set before (fresh.c); two variables may have one value
#   -fanalyzer  it does not know that there is at least one repetition (bar_measure.c), that the rows and names come from tables of our own
#               (bar_table.c, isa.c), that at_strdup() never gives NULL (wrapdir_links.c), nor that an allocator gives away (atesor-engine.c)
NOT_SHELL   := SC1083,SC2010,SC2012,SC2015,SC2016,SC2018,SC2028,SC2030,SC2031,SC2034,SC2035,SC2046,SC2059,SC2086,SC2094,SC2143,SC2154,SC2164,SC2238
NOT_C       := nullPointerRedundantCheck:bin/atesor-engine.c nullPointerArithmeticRedundantCheck:wrappers/config.c duplicateAssignExpression \
               uninitStructMember:lib/wrapdir_write.c ctuuninitvar:lib/fresh.c
lint: $(BUILD)/config.mk $(THRESHOLDS)
	mandoc -T lint -W warning bin/*.1 wrappers/*.1 mk/*.7
	find mk -name '*.sh' -exec shellcheck -x -s sh --source-path=mk {} +
	find mk -name '*.sh' | while read -r script; do dash -n "$$script" || exit; done
	shellcheck -s sh -e $(NOT_SHELL) tests/run tests/bench/*.sh tests/cases/*/*.sh
	shellcheck -s bash -e $(NOT_SHELL) .ci/run bin/completion.bash tests/helper.bash tests/mk/package.bash
	shellcheck -s bats -e $(NOT_SHELL) tests/*/*.bats
	cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability -D_GNU_SOURCE -DATESOR_VERSION='"$(VERSION)"' -Ilib -I$(BUILD) \
	  --suppress=missingIncludeSystem $(NOT_C:%=--suppress=%) lib bin wrappers
	for f in wrappers/*.c lib/*.c bin/*.c; do \
	  case $$f in lib/bar_measure.c|lib/processor_scalar.c) no=use-of-uninitialized-value;; lib/bar_table.c|lib/isa.c) no=null-dereference;; \
	  lib/wrapdir_links.c) no=possible-null-argument;; bin/atesor-engine.c) no=malloc-leak;; *) no=;; esac; \
	  $(CC) $(CPPFLAGS) $(INCLUDES) -std=gnu11 -O1 -fanalyzer $${no:+-Wno-analyzer-$$no} -Werror -c -o $(BUILD)/analyzed.o $$f || exit; done
	rm -f $(BUILD)/analyzed.o

# make fuzz FUZZ=elf SECONDS=600: looks for new inputs with libFuzzer (clang, libclang-rt-dev), beginning with the corpus.
FUZZ    ?= elf
SECONDS ?= 60
fuzz: $(THRESHOLDS)
	@mkdir -p build/fuzz/found-$(FUZZ)
	clang -std=gnu11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined $(CPPFLAGS) $(INCLUDES) -o build/fuzz/$(FUZZ) \
	  tests/fuzz/$(FUZZ).c lib/*.c $(PROFILE_LIBS) -lZydis -pthread -lm
	cd build/fuzz && ./$(FUZZ) -max_total_time=$(SECONDS) -rss_limit_mb=2048 found-$(FUZZ) ../../tests/fuzz/$(FUZZ)

# Quoted, for DESTDIR may hold blanks.
TO          = "$(DESTDIR)$(PREFIX)
install: all
	install -d $(TO)/bin" $(TO)/lib/pkgconfig" $(TO)/include/atesor" $(TO)/share/atesor" $(TO)/share/man/man1" \
	  $(TO)/share/man/man7" $(TO)/share/bash-completion/completions"
	install -m 755 $(PROGRAMS) $(TO)/bin"
	install -m 644 $(LIBRARY) $(TO)/lib"
	install -m 644 $(wildcard lib/*.h) $(THRESHOLDS) $(TO)/include/atesor"
	cd mk && find . -type f ! -name '*.7' | while read -r file; do install -D -m 644 "$$file" $(TO)/share/atesor/$$file" || exit; done
	install -m 644 $(wildcard bin/*.1 wrappers/*.1) $(TO)/share/man/man1"
	install -m 644 mk/atesor.7 $(TO)/share/man/man7"
	for p in $(COMPLETED); do install -m 644 bin/completion.bash $(TO)/share/bash-completion/completions/$$p"; done
	echo 'include $(PREFIX)/share/atesor/atesor.mk' >$(TO)/include/atesor.mk"
	printf '%s\n' 'prefix=$(PREFIX)' 'Name: atesor' 'Description: performance tooling library' 'Version: $(VERSION)' \
	  'Cflags: -I$${prefix}/include' 'Libs: -L$${prefix}/lib -latesor' 'Requires.private: libelf nettle zlib' 'Libs.private: $(PROFILE_LIBS) -lZydis -pthread' >$(TO)/lib/pkgconfig/atesor.pc"
uninstall:
	rm -f $(PROGRAMS:$(BUILD)/%=$(TO)/%") $(patsubst %,$(TO)/share/man/man1/%",$(notdir $(wildcard bin/*.1 wrappers/*.1))) \
	  $(COMPLETED:%=$(TO)/share/bash-completion/completions/%") \
	  $(TO)/share/man/man7/atesor.7" $(TO)/include/atesor.mk" $(TO)/lib/libatesor.a" $(TO)/lib/pkgconfig/atesor.pc"
	rm -rf $(TO)/share/atesor" $(TO)/include/atesor"

DIST ?= .
dist:
	git archive --format=tar.gz --prefix=atesor-$(VERSION)/ -o '$(DIST)/atesor-$(VERSION).tar.gz' HEAD
clean:
	rm -rf build

help:
	@printf '%s\n' 'make                the programs, in build/bin' \
	  'make setup          install the Debian packages that are missing (as root), or name them' \
	  'make demo           the main job on examples/dot: some minutes' \
	  'make check          the tests: some minutes     make check-asan   the programs under sanitizers' \
	  'make lint           mandoc, shellcheck, cppcheck and gcc -fanalyzer, where they are installed' \
	  'make fuzz           FUZZ=elf SECONDS=60: look for inputs that break a parser' \
	  'make check-long     real packages and long measurements     make bench   speeds, as ratios within one run' \
	  'make install        PREFIX=/usr/local, DESTDIR=     make uninstall' \
	  'make dist clean     the source archive; remove what was built'
