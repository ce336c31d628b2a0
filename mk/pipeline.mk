# pipeline.mk: the private make. A goal is a script, mk/goal/GOAL.sh; it asks the pipeline (mk/policy/pipeline.jq)
# which documents are wanted, and has them made by this make again, whose other rules are the stages (mk/stage). Its
# shell, flags and variables are its own; the package's settings come as atesor_cfg_* in the environment. All recipes
# work in ATESOR_OUT with relative names, so that any character may stand in its path.
here := $(dir $(lastword $(MAKEFILE_LIST)))
include $(here)version.mk $(wildcard $(here)stage/*/*.mk)

export atesor_version
MAKEFLAGS   += --no-builtin-rules --no-print-directory
SHELL       := /bin/sh
.SHELLFLAGS := -euc
.ONESHELL:
.SUFFIXES:
.DEFAULT_GOAL := optimize

flags := $(filter-out --%,$(firstword -$(MAKEFLAGS)))
ifneq ($(findstring t,$(flags))$(findstring i,$(flags)),)
$(error atesor: make -t and -i would forge results: run without them)
endif

parts   := atesor-probe atesor-verify atesor-build atesor-measure
results := atesor-golden atesor-explain atesor-status atesor-report atesor-package atesor-apply atesor-bar \
           atesor-roofline atesor-clean atesor-help atesor-vars
.PHONY: optimize atesor-accept $(parts) $(results)

# make -n runs and writes nothing: make would carry out recipes that call make, so there is none then.
ifneq ($(findstring n,$(flags)),)
$(info atesor: make -n: nothing is run, nothing is written)
optimize $(filter atesor-%,$(MAKECMDGOALS)):
else

# The scripts that run the pipeline call this make again ($atesor_make). Make does not see that, so the + keeps the
# jobserver for them.
export atesor_make := $(MAKE)

optimize atesor-accept: ; +@sh "$$atesor_mk/goal/optimize.sh"
$(parts):               ; +@sh "$$atesor_mk/goal/part.sh" $(@:atesor-%=%)
$(results):             ; +@sh "$$atesor_mk/goal/$(@:atesor-%=%).sh"
atesor-print-%:         ;  @sh "$$atesor_mk/goal/print.sh" '$*'
endif
