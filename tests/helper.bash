# What every bats file loads: where the programs are, and no leftovers of the caller's make.
BIN=${atesor_bin:-$(cd "$BATS_TEST_DIRNAME/../../build/bin" && pwd)}
ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
SHARED=$ROOT/../shared
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEFILES GNUMAKEFLAGS MAKEOVERRIDES
export LC_ALL=C.UTF-8
