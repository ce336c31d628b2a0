#!/bin/sh
# A machine that slows down: run k takes 50 ms and k times 2 ms, whatever program is timed.
k=$(cat "$DRIFT_FILE" 2>/dev/null || echo 0)
echo $((k + 1)) >"$DRIFT_FILE"
exec sleep "$(awk -v k="$k" 'BEGIN { printf "%.4f", 0.05 + k * 0.002 }')"
