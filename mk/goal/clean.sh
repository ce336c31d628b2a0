# clean.sh: make atesor-clean: removes ATESOR_OUT, if it is ours and no run works in it.
set -eu
. "${atesor_mk:?}/goal/lib/open.sh"
enter_out
cd /
rm -rf "${out:?}"
