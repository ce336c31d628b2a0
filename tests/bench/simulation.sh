# The rules on 1000 simulated sessions a cell: false claims, gains found, rounds used.
set -eu
cd "$(dirname "$0")/../.."
make -s "BUILD=${BIN%/bin}" "${BIN%/bin}/unit/simulation"
"${BIN%/bin}/unit/simulation" "${SESSIONS:-1000}"
