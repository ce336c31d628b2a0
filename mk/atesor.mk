# atesor.mk: what a package includes. It adds phony goals and one recipe; the work happens in a make of its own
# (pipeline.mk), so that the package's shell, flags, rules and variables neither reach it nor change. Only ATESOR_*
# and atesor* names.
#
#     ATESOR_BUILD    = ./configure && make
#     ATESOR_TEST     = make check
#     ATESOR_PROGRAMS = src/tool
#     ATESOR_WORKLOAD = {bin} -9 < {input} > {output}
#     ATESOR_INPUT    = text:64M
#     include atesor.mk
#
# Then: make optimize. `make atesor-help` lists the other goals, `make atesor-vars` the variables (mk/defaults.mk).
ifndef atesor_mk
atesor_included := $(lastword $(MAKEFILE_LIST))
atesor_mk       := $(abspath $(dir $(atesor_included)))
atesor_default  := $(.DEFAULT_GOAL)
include $(dir $(atesor_included))defaults.mk

atesor_goals := optimize atesor-probe atesor-verify atesor-build atesor-measure atesor-accept atesor-report \
                atesor-status atesor-golden atesor-explain atesor-bar atesor-roofline atesor-package atesor-apply \
                atesor-clean atesor-help atesor-vars
atesor_targets := $(atesor_goals) $(filter atesor-print-%,$(MAKECMDGOALS))
.PHONY: $(atesor_targets)

atesor_variables = $(sort $(filter ATESOR_%,$(.VARIABLES)))
# Each value reaches the private make as it is expanded when the goal runs: quotes, $ and later assignments survive.
$(foreach v,$(filter ATESOR_%,$(.VARIABLES)),$(eval $(atesor_targets): export atesor_cfg_$(v:ATESOR_%=%) = $$($v)))
$(atesor_targets): export atesor_names = $(atesor_variables)
$(atesor_targets): export atesor_overrides = $(MAKEOVERRIDES)
atesor_is_given = $(filter command environment,$(firstword $(origin $1)))
# Alone: make -f …/atesor.mk, with no Makefile of a package.
atesor_alone    := $(filter 1,$(words $(filter-out %/defaults.mk,$(MAKEFILE_LIST))))
atesor_top      := $(if $(atesor_alone),$(atesor_mk)/atesor.mk,$(firstword $(MAKEFILE_LIST)))
# How make was called, for the report: what was set on its command line or in the environment, and where.
$(atesor_targets): export atesor_given = $(foreach v,$(atesor_variables),$(if $(call atesor_is_given,$v),$v))
$(atesor_targets): export atesor_directory := $(CURDIR)
$(atesor_targets): export atesor_makefile := $(filter-out GNUmakefile makefile Makefile,$(atesor_top))
$(atesor_targets): export atesor_mk := $(atesor_mk)
$(atesor_targets): export atesor_included := $(atesor_included)
$(atesor_targets): export atesor_v = $(V)
$(atesor_targets): SHELL = /bin/sh
$(atesor_targets): .SHELLFLAGS = -c
# The package's overrides (CC=clang) would override the private make's variables: cut off after " -- "; -j and -n stay.
$(atesor_targets): ; @MAKEFLAGS="$${MAKEFLAGS%% -- *}" MAKEOVERRIDES= \
	$(MAKE) --no-print-directory -f "$$atesor_mk/pipeline.mk" $@

# A guest does not become the default goal; alone (make -f …/atesor.mk), help is.
.DEFAULT_GOAL := $(if $(atesor_alone),atesor-help,$(atesor_default))
endif
