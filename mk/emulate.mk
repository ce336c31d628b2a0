# emulate.mk: emulated targets (ATESOR_TARGET). atesor's own runs of a target program name the emulator ($$emulator, then the program); builds and
# package tests start such programs themselves, through binfmt_misc. QEMU's settings are read by every emulator of every target: they are given to
# single commands, never to all.
#   on_target COMMAND…    with the settings of the target's emulator; without one, COMMAND as it is
#   probe_target OPTION…  atesor-probe of the target
define emulation
on_target() {
	if [ -z "$$emulator" ]; then "$$@"; return; fi
	env -u QEMU_CPU $${atesor_cfg_QEMU_CPU:+"QEMU_CPU=$$atesor_cfg_QEMU_CPU"} "QEMU_LD_PREFIX=/usr/$$atesor_cfg_TRIPLET" "$$@"
}
probe_target() {
	if [ -z "$$emulator" ]; then timeout 600 "$$bin/atesor-probe" "$$@"
	else on_target timeout 600 "$$bin/atesor-probe" --target "$$atesor_cfg_TARGET" --triplet "$$atesor_cfg_TRIPLET" --run "$$emulator" "$$@"; fi
}
endef
