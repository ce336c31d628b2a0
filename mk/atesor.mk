# atesor.mk: what a package includes. It adds phony goals and one recipe; the work happens in a make of its own (pipeline.mk),
# so that the package's shell, flags, rules and variables neither reach it nor change. Only ATESOR_* and atesor* names.
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

atesor_goals := optimize atesor-probe atesor-verify atesor-build atesor-measure atesor-accept atesor-report atesor-status \
                atesor-golden atesor-explain atesor-bar atesor-roofline atesor-package atesor-apply atesor-clean atesor-help atesor-vars
atesor_print := $(filter atesor-print-%,$(MAKECMDGOALS))
.PHONY: $(atesor_goals) $(atesor_print)

# Each value reaches the private make as it is expanded when the goal runs: quotes, $ and later assignments survive.
$(foreach v,$(filter ATESOR_%,$(.VARIABLES)),$(eval $(atesor_goals) $(atesor_print): export atesor_cfg_$(v:ATESOR_%=%) = $$($v)))
$(atesor_goals) $(atesor_print): export atesor_names = $(sort $(filter ATESOR_%,$(.VARIABLES)))
$(atesor_goals) $(atesor_print): export atesor_overrides = $(MAKEOVERRIDES)
# How make was called, for the report: what was set on its command line or in the environment, and where.
$(atesor_goals) $(atesor_print): export atesor_given = $(foreach v,$(sort $(filter ATESOR_%,$(.VARIABLES))),$(if $(filter command environment,$(firstword $(origin $v))),$v))
$(atesor_goals) $(atesor_print): export atesor_directory := $(CURDIR)
$(atesor_goals) $(atesor_print): export atesor_makefile := $(filter-out GNUmakefile makefile Makefile,$(if $(filter 1,$(words $(filter-out %/defaults.mk,$(MAKEFILE_LIST)))),$(atesor_mk)/atesor.mk,$(firstword $(MAKEFILE_LIST))))
$(atesor_goals) $(atesor_print): export atesor_mk := $(atesor_mk)
$(atesor_goals) $(atesor_print): export atesor_included := $(atesor_included)
$(atesor_goals) $(atesor_print): export atesor_v = $(V)
$(atesor_goals) $(atesor_print): SHELL = /bin/sh
$(atesor_goals) $(atesor_print): .SHELLFLAGS = -c
# The package's overrides (CC=clang) would override the private make's variables: cut off after " -- "; -j and -n stay.
$(atesor_goals) $(atesor_print): ; @MAKEFLAGS="$${MAKEFLAGS%% -- *}" MAKEOVERRIDES= $(MAKE) --no-print-directory -f "$$atesor_mk/pipeline.mk" $@

# A guest does not become the default goal; alone (make -f …/atesor.mk), help is.
.DEFAULT_GOAL := $(if $(filter 1,$(words $(filter-out %/defaults.mk,$(MAKEFILE_LIST)))),atesor-help,$(atesor_default))
endif
