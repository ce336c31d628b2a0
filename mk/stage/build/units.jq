# units.jq: some of a build's objects. In: the list of the stage units (jq -rs); $ranges: numbers such as 0-3,7, or
# "-" for none. Out: their products, one a line.
[$ranges | select(. != "-") | split(",")[] | split("-") | map(tonumber)] as $chosen
| to_entries[] | .key as $n | select(any($chosen[]; $n >= .[0] and $n <= .[-1])) | .value.product
