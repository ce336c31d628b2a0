# Builds, tests and installs atesor. `make help` lists the goals; what a package includes is mk/atesor.mk.
VERSION     := 0.1.0
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
          libelf.pc=libelf-dev nettle.pc=nettle-dev zlib.pc=zlib1g-dev clang=clang

SOURCES     := $(wildcard lib/*.c)
PROGRAMS    := $(patsubst bin/%.c,$(BUILD)/bin/%,$(wildcard bin/*.c)) $(BUILD)/bin/atesor-cc
UNITS       := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*.c))
LIBRARY     := $(BUILD)/lib/libatesor.a
GOALS       := $(if $(MAKECMDGOALS),$(MAKECMDGOALS),all)

.PHONY: all setup demo check check-long check-asan bench install uninstall dist help clean
all: $(PROGRAMS)

ifneq ($(filter-out setup clean help dist uninstall,$(GOALS)),)
include $(BUILD)/config.mk
endif

# Asked once. `make setup check` installs first: then this file, an included one, is made after it.
$(BUILD)/config.mk: Makefile | $(filter setup,$(MAKECMDGOALS))
	@mkdir -p $(BUILD)
	@for p in libelf nettle zlib; do pkg-config --exists $$p || { echo >&2 "atesor: error: $$p not found: run 'make setup'"; exit 3; }; done
	@{ echo "LIBS := $$(pkg-config --static --libs libelf nettle zlib)"; \
	   echo "INCLUDES := $$(pkg-config --cflags libelf nettle zlib)"; } >$@.part && mv $@.part $@

$(BUILD)/lib/%.o: lib/%.c $(BUILD)/config.mk
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(INCLUDES) $(CFLAGS) -MMD -MP -c -o $@ $<
$(LIBRARY): $(SOURCES:lib/%.c=$(BUILD)/lib/%.o)
	$(AR) rcs $@.part $^ && mv $@.part $@
$(BUILD)/bin/atesor-cc: wrappers/atesor-cc.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -Iwrappers -MMD -MP -o $@ $< $(STATIC)
$(BUILD)/bin/%: bin/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(INCLUDES) $(CFLAGS) -MMD -MP -o $@ $< $(LIBRARY) $(LIBS) -lm $(STATIC)
$(BUILD)/unit/%: tests/unit/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(INCLUDES) $(CFLAGS) -MMD -MP -o $@ $< $(LIBRARY) $(LIBS) -lm
-include $(wildcard $(BUILD)/lib/*.d $(BUILD)/bin/*.d $(BUILD)/unit/*.d)
