# report.sh: make atesor-report: writes result.json and the report again, and shows the report.
set -eu
. "${atesor_mk:?}/goal/lib/open.sh"
open_out
sh "$atesor_mk/report/publish.sh"
cat report.md
