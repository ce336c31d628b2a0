# print.sh VARIABLE: make atesor-print-VARIABLE: the value of a variable, with or without its ATESOR_.
set -eu
. "${atesor_mk:?}/base/shell.sh"
name=${1#ATESOR_}
printenv "atesor_cfg_$name" || fail "ATESOR_$name is not a variable of atesor; see 'make atesor-vars'"
