# script.jq: a generated script for an interpreter (jq -nj). In: $language, $n (its size), $seed. Out: the script.
include "workload/lib/scripts";
script($language; $n; $seed)
